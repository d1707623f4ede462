import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../../test/world/processes.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { beginFolder } from '../../../src/documents/export/new-folder.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { publish } from '../../world/operator.ts';
import { bin, readymarkHere, temporaryFolder } from '../../world/readymark.ts';
import { testContext } from '../../world/service.ts';
import { made, planOf } from './made.ts';

/** `readymark export --dataset` and `readymark verify` of what it wrote (decision 153). */
const ctx = await testContext('sqlite', { BASE_URL: 'https://readymark.test' });
const { DATA_DIR, BASE_URL } = ctx.settings;
const parent = temporaryFolder('readymark-dataset-');
const place = { DATA_DIR, BASE_URL };
const entries = () => readdirSync(parent).sort();

test('without a key nothing is written, and the next step is said', async () => {
  const refused = await readymarkHere(['export', '--dataset', join(parent, 'none')], place);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /The log has no key yet.+`readymark serve` makes it/);
  await ctx.signer.begin();
  const elsewhere = { ...place, SIGNING_KEY_FILE: join(parent, 'no-key') };
  const without = await readymarkHere(['export', '--dataset', join(parent, 'none')], elsewhere);
  assert.equal(without.code, 1);
  assert.match(without.err, /which is not at .+no-key.+https:\/\/readymark\.test\/dataset/);
  assert.deepEqual(entries(), []);
});

test('a folder is written as a whole, and verified with the key alone', async () => {
  const evidence = exampleAudit({ slug: 'large' });
  for (const criterion of evidence.criteria) criterion.evidence = randomBytes(4_000).toString('base64');
  await publish(ctx, [exampleAudit({ slug: 'one' }), evidence]);
  const folder = join(parent, 'dataset');
  const written = await readymarkHere(['export', '--dataset', folder, '--json'], place);
  assert.equal(written.code, 0, written.err);
  const { publication, companies, files } = JSON.parse(written.out);
  assert.deepEqual([publication, companies, files.length], [1, 2, 12]);
  assert.deepEqual(entries(), ['dataset']);
  const files_in_memory = await made(ctx, await planOf(ctx));
  assert.deepEqual(readdirSync(folder).sort(), [...files_in_memory.keys()].sort());
  for (const [name, bytes] of files_in_memory) assert.ok(readFileSync(join(folder, name)).equals(bytes), name);

  const key = (await showKeys(ctx)).keys[0]?.key ?? assert.fail();
  const offline = { DATA_DIR: join(parent, 'nothing') };
  const sound = await readymarkHere(['verify', folder, '--key', key], offline);
  assert.equal(sound.code, 0, sound.out + sound.err);
  assert.match(sound.out, /^sound {2}The dataset of publication 1 of .+: 2 audits/);
  const unknown = await readymarkHere(['verify', folder], offline);
  assert.match(unknown.err, /give it with --key/);
  assert.notEqual(unknown.code, 0);
  const again = await readymarkHere(['export', '--dataset', folder], place);
  assert.equal(again.code, 1);
  assert.match(again.err, /is not empty; nothing was changed/);
  writeFileSync(join(folder, 'audits.ndjson.zst'), 'x');
  const wrong = await readymarkHere(['verify', folder, '--key', key, '--json'], offline);
  assert.equal(wrong.code, 1);
  assert.match(JSON.parse(wrong.out).problems.join(), /^audits\.ndjson\.zst has 1 bytes instead of \d+$/);
});

test('where it cannot be written, it says why, and leaves nothing half', async () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  await assert.rejects(beginFolder(file), /is not a folder; name one that is empty/);
  await assert.rejects(beginFolder(join(file, 'below')), /is below something that is no folder/);
  if (process.getuid?.() !== 0) {
    const closed = join(parent, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    await assert.rejects(beginFolder(join(closed, 'dataset')), /may not be written by this user/);
  }
  const empty = join(parent, 'empty');
  mkdirSync(empty);
  const before = entries();
  // What a process left that was killed.
  mkdirSync(join(parent, 'empty.readymark-new-9999999999-abcdef'));
  const begun = await beginFolder(empty);
  await begun.write('a', Buffer.from('half'));
  await begun.abandon();
  assert.deepEqual([entries(), readdirSync(empty)], [before, []]);
  // A limit on the size of files acts like a full disk. The shell's unit is 512 bytes.
  const limited = 'ulimit -S -f 128; exec "$0" "$1" export --dataset "$2"';
  const full = await run('sh', ['-c', limited, process.execPath, bin, empty], { env: place });
  assert.equal(full.code, 1, full.out);
  assert.match(full.err, /was not written\. Nothing was left behind/);
  assert.deepEqual([entries(), readdirSync(empty)], [before, []]);
});
