import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { run } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { showKeys } from '../../src/operations/public-log/show-key.ts';
import { encodeHash, logState } from '../../src/store/log-state.ts';
import { signedSize } from '../../src/store/public-log/checkpoints.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { rootAt } from '../../src/store/public-log/tree/tree-rows.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { publish } from '../world/operator.ts';
import { databaseOn, newDatabase } from '../world/postgres.ts';
import { program } from '../world/readymark.ts';
import { type Engine, engines, fakeClock, sharedDatabases, testContext, testService } from '../world/service.ts';
import { readNode } from './read-node.ts';

/**
 * SIGKILL before each change that a node makes to a file or the database while it makes a key, publishes and signs, or
 * changes the key (decision 143). Another node serves meanwhile: what it shows is whole and signed at every moment, and it
 * finishes the rest at once.
 */
sharedDatabases();

/** One in so many changes; 1 are all of them, which take some minutes. */
const EVERY = Number(process.env.KILL_EVERY ?? 0);

type Place = { DATA_DIR: string; DATABASE_URL: string };
type Scene = { name: string; deed: 'publish' | 'rotate'; with_key: boolean; every: number };
const scenes: readonly Scene[] = [
  { name: 'publishes', deed: 'publish', with_key: true, every: 20 },
  { name: 'publishes with the first key', deed: 'publish', with_key: false, every: 28 },
  { name: 'changes the key', deed: 'rotate', with_key: true, every: 8 },
];

/** A database with one signed audit, and where copies of it are made. */
async function prepared(engine: Engine, parent: string, with_key: boolean): Promise<(name: string) => Promise<Place>> {
  const template = {
    DATA_DIR: join(parent, 'template'),
    DATABASE_URL: engine === 'postgres' ? await newDatabase() : '',
  };
  mkdirSync(template.DATA_DIR);
  const ctx = await testContext(engine, template);
  if (with_key) await ctx.signer.begin();
  await publish(ctx, [exampleAudit({ slug: 'one' })]);
  await ctx.close();
  return async (name) => {
    const DATA_DIR = join(parent, name);
    cpSync(template.DATA_DIR, DATA_DIR, { recursive: true });
    const url = template.DATABASE_URL;
    return { DATA_DIR, DATABASE_URL: url && (await databaseOn({ url }, new URL(url).pathname.slice(1))) };
  };
}

async function runUntil(place: Place, deed: string, call: number): Promise<{ code: number; changes: number }> {
  const args = [
    '--import',
    pathToFileURL(program('die-at-call')).href,
    join(import.meta.dirname, 'publish-and-sign.ts'),
  ];
  const env = { ...place, BASE_URL: 'https://readymark.test', DIE_AT_CALL: String(call), DIE_WITHIN: place.DATA_DIR };
  const { code, err } = await run(process.execPath, [...args, deed], { env });
  if (code > 0) throw new Error(err);
  return { code, changes: Number(/^(\d+) changes$/m.exec(err)?.[1] ?? 0) };
}

for (const engine of engines)
  for (const { name, deed, with_key, every } of scenes)
    test(`killed while it ${name} on ${engine}`, { timeout: EVERY ? 600_000 : 120_000 }, async (t) => {
      const parent = mkdtempSync(join(tmpdir(), 'readymark-log-kills-'));
      t.after(() => rmSync(parent, { recursive: true, force: true }));
      const fill = await prepared(engine, parent, with_key);
      const seen = new Set<string>();
      for (let call = EVERY || every; ; call += EVERY || every) {
        const place = await fill(`call-${call}`);
        const serving = () => testService(engine, { ...place, BASE_URL: 'https://readymark.test' }, fakeClock());
        // One that starts meanwhile would make the first key itself.
        const before = with_key ? await serving() : undefined;
        const { code, changes } = await runUntil(place, deed, call);
        const node = before ?? (await serving());
        const where = `killed before change ${call}`;
        const { db } = node.store;
        // Nothing is signed that is not public: what was remembered before it was signed is committed.
        const last = readLastSigned(node.signer.file);
        assert.ok(last && last.size <= (await logState(db)).size, where);
        assert.equal(encodeHash(await rootAt(db, last.size)), last.root, where);
        seen.add(`${(await logState(db)).size} entries, ${await signedSize(db)} signed`);
        const { publication, size } = await logState(db);
        await until(() => node.catalogue.current().version === publication, `${where}: all is shown`);
        const keys = (await showKeys(node)).keys.map(({ key }) => key);
        for (const key of deed === 'rotate' ? keys : keys.slice(0, 1)) {
          const shown = await readNode(node.url, key);
          assert.deepEqual(shown, { size, companies: size === 3 || size === 4 ? 2 : 1, problems: [] }, where);
        }
        await publish(node, [exampleAudit({ slug: 'after' })]);
        assert.deepEqual([await signedSize(db), node.signer.failure()], [size + 1, undefined], where);
        assert.deepEqual(await readLastSigned(node.signer.file)?.size, size + 1, where);
        const found = (await runDoctor(node.store, rubrics, () => {})).flatMap(({ findings }) => findings);
        assert.deepEqual(found, [], where);
        await node.stop();
        if (code === 0) {
          t.diagnostic(`${changes} changes: ${[...seen].join('; ')}`);
          return;
        }
        assert.equal(code, -1, where);
      }
    });
