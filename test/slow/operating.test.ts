import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../world/postgres.ts';
import { run } from '../world/processes.ts';

/**
 * docs/operating.md, run as written: its `sh` blocks run one after another in one shell, in an empty folder, and each
 * `text` block is the output of the block before it (`…` matches anything). Only the port differs.
 */
const root = join(import.meta.dirname, '../..');

test('docs/operating.md runs as written', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-operating-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8').replaceAll('localhost:8080', `localhost:${port}`);
  const blocks = [...text.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, kind, body]) => ({
    kind,
    body: body ?? '',
  }));
  const commands = blocks.filter(({ kind }) => kind === 'sh');
  const mark = (at: number) => `--- block ${at} ---`;
  const script = `set -euo pipefail\nexec 2>&1\n${commands.map(({ body }, at) => `printf '\\n%s\\n' '${mark(at)}'\n${body}`).join('')}`;

  writeFileSync(join(folder, 'day.sh'), script);
  const path = [join(root, 'bin'), join(process.execPath, '..'), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: folder, PORT: String(port) };
  // A group of its own, so that the service ends with the shell.
  const { code, out, err } = await run('bash', ['day.sh'], { cwd: folder, env, group: true });
  assert.equal(code, 0, out + err);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/livez`), 'the service has ended');

  const printed = out.split(/^--- block \d+ ---\n/m).slice(1);
  let at = -1;
  for (const { kind, body } of blocks) {
    if (kind === 'sh') at += 1;
    else
      for (const line of body.split('\n').filter(Boolean)) {
        const pattern = line
          .split('…')
          .map((part) => part.replaceAll(/[.+?^${}()|[\]\\*]/g, '\\$&'))
          .join('.*');
        assert.match(printed[at] ?? '', new RegExp(pattern), `block ${at} of docs/operating.md`);
      }
  }
});
