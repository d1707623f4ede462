import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseCheckpoint } from '../../src/domain/public-log/checkpoint.ts';
import { checkpointAt, signedSize } from '../../src/store/public-log/checkpoints.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { logState } from '../../src/store/public-log/tree-rows.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { exampleAudit, rubrics } from '../world/example-audit.ts';
import { publish } from '../world/operator.ts';
import { run } from '../world/processes.ts';
import { program } from '../world/readymark.ts';
import { testContext } from '../world/service.ts';

/**
 * SIGKILL before each change that a node makes to a file or the database while it makes a key, publishes and signs
 * (decision 143): what is signed is published, what was shown stays, and the next start finishes the rest.
 */
async function runUntil(folder: string, call: number): Promise<{ code: number; changes: number }> {
  const args = [
    '--import',
    pathToFileURL(program('die-at-call')).href,
    join(import.meta.dirname, 'publish-and-sign.ts'),
  ];
  const env = { DATA_DIR: folder, DATABASE_URL: '', DIE_AT_CALL: String(call), DIE_WITHIN: folder };
  const { code, err } = await run(process.execPath, args, { env });
  if (code > 0) throw new Error(err);
  return { code, changes: Number(/^(\d+) changes$/m.exec(err)?.[1] ?? 0) };
}

/** One in so many changes; all of them take some minutes. */
const EVERY = Number(process.env.KILL_EVERY ?? 4);

for (const known of [true, false])
  test(`killed while it publishes ${known ? 'with a key' : 'with the first key'}`, { timeout: 120_000 }, async (t) => {
    const parent = mkdtempSync(join(tmpdir(), 'readymark-log-kills-'));
    t.after(() => rmSync(parent, { recursive: true, force: true }));
    const template = join(parent, 'template');
    const prepared = await testContext('sqlite', { DATA_DIR: template });
    if (known) await prepared.signer.begin();
    await publish(prepared, [exampleAudit({ slug: 'one' })]);
    await prepared.close();
    const filled = (name: string) => {
      const folder = join(parent, name);
      cpSync(template, folder, { recursive: true });
      return folder;
    };
    const { changes } = await runUntil(filled('whole'), 0);
    const seen = new Set<string>();
    for (let call = 1; call <= changes; call += EVERY) {
      const folder = filled(`call-${call}`);
      assert.equal((await runUntil(folder, call)).code, -1, `it was to be killed before change ${call} of ${changes}`);
      const where = `killed before change ${call} of ${changes}`;
      const found = await testContext('sqlite', { DATA_DIR: folder, SIGNING_KEY_FILE: join(folder, 'none') });
      const { db } = found.store;
      const [state, checkpoint] = [await logState(db), await checkpointAt(db, 100)];
      const doctor = (await runDoctor(found.store, rubrics, () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(doctor, [], where);
      const last = readLastSigned(join(folder, 'signing-key')) ?? { size: 0 };
      assert.ok((await signedSize(db)) <= last.size && last.size <= state.size, where);
      if (checkpoint)
        assert.equal(
          parseCheckpoint(checkpoint.note.slice(0, checkpoint.note.lastIndexOf('\n\n') + 1))?.size,
          checkpoint.size,
          where,
        );
      seen.add(`${state.size} entries, ${await signedSize(db)} signed`);
      await found.close();
      const next = await testContext('sqlite', { DATA_DIR: folder });
      await next.signer.begin();
      await next.catalogue.refresh();
      assert.deepEqual(
        [next.catalogue.current().version, next.signer.failure()],
        [state.publication, undefined],
        where,
      );
      assert.equal(await signedSize(next.store.db), state.size, where);
      await next.close();
    }
    t.diagnostic(`${changes} changes: ${[...seen].join('; ')}`);
    assert.ok(seen.has(`1 entries, ${known ? 1 : 0} signed`), [...seen].join('; '));
    assert.ok(seen.has(`3 entries, ${known ? 1 : 0} signed`), [...seen].join('; '));
  });
