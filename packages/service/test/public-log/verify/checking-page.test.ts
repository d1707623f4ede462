import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../../test/world/processes.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { publish } from '../../world/operator.ts';
import { bin, readymark, temporaryFolder } from '../../world/readymark.ts';
import { testService } from '../../world/service.ts';

/** docs/checking.md is true: its commands run as written, but for the address and the key of the service. */
const root = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(root, 'docs/checking.md'), 'utf8');

test('docs/checking.md runs as written', async (t) => {
  if ((await run('curl', ['--version'])).code !== 0) return t.skip('this machine has no curl');
  const service = await testService('sqlite', { BASE_URL: 'https://readymark.test' });
  await publish(service, [exampleAudit({ slug: 'acme' }), exampleAudit({ slug: 'other', scores: 1 })]);
  const key = (await showKeys(service)).keys[0]?.key ?? assert.fail();
  const folder = temporaryFolder('readymark-checking-');
  const { DATA_DIR, BASE_URL } = service.settings;
  for (const args of [[join(folder, 'public')], ['--dataset', join(folder, 'dataset')]])
    assert.equal((await readymark(['export', ...args], { DATA_DIR, BASE_URL })).code, 0);
  const command = join(folder, 'readymark');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 });
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, body = '']) =>
    body.replaceAll('https://readymark.example', service.url).replaceAll('readymark.example/log+1a2b3c4d+AbC', key),
  );
  const env = {
    PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
    DATA_DIR: join(folder, 'nothing'),
  };
  const said = [
    /^sound {2}The score of acme/m,
    /^sound {2}The score of acme/m,
    /^passed record The record is the one/m,
    /^sound {2}2 entries, signed; 2 scores/m,
    /^sound {2}The dataset of publication 1 .+ signed: 2 audits/m,
  ];
  assert.equal(blocks.length, said.length);
  for (const [at, block] of blocks.entries()) {
    const { code, out, err } = await run('sh', ['-e', '-c', block], { cwd: folder, env });
    assert.equal(code, 0, `${block}${out}${err}`);
    assert.match(out, said[at] ?? /./);
  }
});

test('docs/checking.md explains each check that verify.js makes', () => {
  const source = readFileSync(join(root, 'packages/verify/verify.js'), 'utf8');
  const [, list = ''] = /@typedef \{('proof'[^}]+)\} CheckId/.exec(source) ?? [];
  const ids = [...list.matchAll(/'(\w+)'/g)].map(([, id]) => id);
  const rows = [...page.matchAll(/^\| ((?:`\w+` ?)+)\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  assert.ok(ids.length > 10);
  assert.deepEqual(rows.toSorted(), ids.toSorted());
});
