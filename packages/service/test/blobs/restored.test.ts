import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { blobLines, putBack } from '../../src/cli/blobs/restored-blobs.ts';
import type { Cli } from '../../src/cli/define.ts';
import { nameOf, pathOf } from '../../src/store/blobs/blobs.ts';
import { openFolder } from '../../src/store/blobs/folder.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** A restore takes no blob whose bytes are not what its name says (decision 206). */
const bodies = ['kept well', 'spoilt in the backup', 'spoilt in place', 'lost'].map((text) => Buffer.from(text));
const [well = '', spoilt = '', mended = '', lost = ''] = bodies.map(nameOf);

test('a restore compares each blob with its name before it is taken, and replaces a damaged one', async () => {
  const folder = temporaryFolder('readymark-restored-');
  const [backup, place] = [join(folder, 'backup.db.blobs'), join(folder, 'blobs')];
  const file = join(folder, 'backup.db');
  const database = new DatabaseSync(file);
  database.exec('create table evidence (blob text)');
  for (const name of [well, spoilt, mended, lost]) database.prepare('insert into evidence values (?)').run(name);
  database.close();
  const [from, to] = [openFolder(backup), openFolder(place)];
  for (const bytes of bodies.slice(0, 3)) await from.put(nameOf(bytes), bytes);
  await to.put(mended, bodies[2] ?? Buffer.alloc(0));
  writeFileSync(join(backup, pathOf(spoilt)), 'other bytes');
  writeFileSync(join(place, pathOf(mended)), 'other bytes');
  const cli = {
    settings: () => ({}),
    openBlobs: async () => openFolder(place),
    signal: new AbortController().signal,
  } as unknown as Cli;
  const done = await putBack(cli, file, backup);
  assert.deepEqual(done, { named: 4, put: 2, place, missing: 1, damaged: 1 });
  assert.deepEqual(await Array.fromAsync(to.list()), [well, mended].sort());
  for (const name of [well, mended]) assert.ok(await to.get(name), 'its bytes are what its name says');
  const said = blobLines(done).map(({ text }) => text);
  assert.match(said.join('\n'), /1 of the 4 blobs beside the backup are damaged, and were not taken/);
});
