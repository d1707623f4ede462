import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { bin, readymark, serving, temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';

test('a board goes to a bucket in parts and one pointer, and an edge has the files of an export', {
  timeout: timeLimit(120_000),
}, async () => {
  const s3 = await s3Store();
  const DATA_DIR = temporaryFolder('readymark-board-');
  const env = { ...s3.env, DATA_DIR };
  const node = await serving(env, [bin, 'serve', '--with-examples']);
  const to = s3.env.BLOB_URL.replace('/blobs', '/public');
  const out = await readymark(['export', '--to', to, '--json'], env);
  assert.equal(out.code, 0, out.err);
  const edge = join(temporaryFolder('readymark-edge-'), 'board');
  const shown = await readymark(['edge', to, edge, '--once', '--json'], s3.env);
  assert.equal(shown.code, 0, shown.err);
  for (const path of ['api/audits/index.json', 'api/audits/zwillexum.json', 'log/checkpoint'])
    assert.equal(readFileSync(join(edge, 'site', path), 'utf8'), await (await fetch(`${node.url}/${path}`)).text());
  const verified = await readymark(['verify', join(edge, 'site')], env);
  assert.equal(verified.code, 0, verified.out);
  assert.ok(existsSync(join(edge, 'site/audits/zwillexum.html')));
  await node.stop();
});
