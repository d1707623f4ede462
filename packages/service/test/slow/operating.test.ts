import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { deskDay } from '../world/desk/desk-day.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { replied } from '../world/desk/replied.ts';
import { freePort } from '../world/postgres.ts';

/** docs/operating.md and docs/command-line.md are true: the same day at the desk and in commands. */
const root = join(import.meta.dirname, '../../../..');
const read = (page: string) => readFileSync(join(root, 'docs', page), 'utf8');

/**
 * Run as written: its `sh` blocks run one after another in one shell, in an empty folder, and each
 * `text` block is the output of the block before it (`…` matches anything). Only the port differs.
 */
for (const page of ['operating.md', 'command-line.md'])
  test(`docs/${page} runs as written`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-operating-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const text = read(page).replaceAll('localhost:8080', `localhost:${port}`);
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
          assert.match(printed[at] ?? '', new RegExp(pattern), `block ${at} of docs/${page}`);
        }
    }
  });

/** Texts of everything on a page that has a name: buttons, links, headings, fields. */
function namesOn(html: string): string[] {
  const named = html.matchAll(/<(button|a|summary|h[1-3]|label|legend|dt|option)\b[^>]*>([\s\S]*?)<\/\1>/g);
  return [...named].map(([, , inner = '']) =>
    plain(inner.replaceAll(/<[^>]*>/g, ' '))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('what docs/operating.md says in bold stands at the desk, where every link leads somewhere', async () => {
  const day = await deskDay();
  await replied(day.service);
  const browser = deskBrowser(day.service.url);
  const names = new Set(namesOn((await browser.get('/desk')).text));
  await browser.signIn();
  /** Reads every page that links lead to from the queue, as the day stands. */
  async function walk(): Promise<void> {
    const read = new Set<string>();
    const waiting = ['/desk'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const [address = ''] = path.split('#');
      if (read.has(address)) continue;
      read.add(address);
      assert.ok(read.size < 250, 'the desk has an end');
      const { status, text, headers } = await browser.get(address);
      assert.equal(status, 200, address);
      if (!headers.get('content-type')?.startsWith('text/html') || address.endsWith('/preview')) continue;
      for (const name of namesOn(text)) names.add(name);
      waiting.push(...[...text.matchAll(/href="(\/desk[^"]*)"/g)].map(([, href = '']) => plain(href)));
    }
    assert.ok(read.size > 20, `only ${read.size} pages were read`);
  }
  await walk();
  await day.reviewAll();
  await walk();
  await day.publishDraft();
  await walk();
  const bold = [
    ...read('operating.md')
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/\*\*([^*]+)\*\*/g),
  ].map(([, name = '']) => name.replaceAll(/\s+/g, ' '));
  assert.ok(bold.length > 20);
  // Some names have a number beside them: how many there are.
  const stands = (name: string) => [...names].some((one) => one === name || one.replace(/ \d+$/, '') === name);
  assert.deepEqual(
    bold.filter((name) => name !== 'bold' && !stands(name)),
    [],
  );
  await day.service.stop();
});
