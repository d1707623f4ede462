import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';
import type { Acknowledged } from './crash-writer.ts';
import { rubrics } from './example-audit.ts';
import type { Postgres } from './postgres.ts';

/** How many writes were acknowledged, of which kind, over all rounds. */
export type Tally = Record<Acknowledged['wrote'], number>;

/**
 * Lets a process write and kills it with SIGKILL at a random moment, again and again; after each death every
 * acknowledged write of all rounds is there whole, and the doctor finds nothing. Every third round it is PostgreSQL
 * that is killed, when one is given, and the writer goes on beside its restart.
 *
 * @param random numbers in 0..1, told with the round so that a failure can be repeated
 */
export async function crashRounds(
  place: { DATA_DIR: string; DATABASE_URL: string },
  rounds: number,
  random: () => number,
  postgres?: Postgres,
): Promise<Tally> {
  const open = () => openStore({ database_url: place.DATABASE_URL, file: join(place.DATA_DIR, 'readymark.db') });
  const first = open();
  await migrate(first);
  await first.close();
  const told: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-writer.ts'), String(round)], {
      env: { PATH: process.env.PATH ?? '', REGISTRATIONS_PER_HOUR: '1000000', ...place },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const closed = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), closed]);
    const moment = async () => new Promise((next) => setTimeout(next, 5 + random() * 250));
    await moment();
    if (postgres && round % 3 === 2) {
      postgres.process?.kill('SIGKILL');
      await moment();
      await postgres.restart();
      await moment();
    }
    assert.equal(child.exitCode, null, `round ${round}: the writer ended by itself: ${err}`);
    child.kill('SIGKILL');
    await closed;
    // A line that was cut off was not acknowledged.
    for (const line of out.split('\n').slice(0, -1)) told.push(JSON.parse(line) as Acknowledged);
    const store = open();
    try {
      await allThere(store, told);
      const found = (await runDoctor(store, rubrics, () => {})).flatMap(({ check, findings }) =>
        findings.map((finding) => `${check}: ${finding}`),
      );
      assert.deepEqual(found, [], `round ${round}`);
    } finally {
      await store.close();
    }
  }
  const tally: Tally = { registration: 0, request: 0, watch: 0, publication: 0 };
  for (const { wrote } of told) tally[wrote] += 1;
  return tally;
}

async function allThere({ db }: Store, told: readonly Acknowledged[]): Promise<void> {
  const registrations = new Set(
    (await db.selectFrom('registrations').select('registration_id').execute()).map((row) => row.registration_id),
  );
  const requests = new Map(
    (await db.selectFrom('audit_requests').select(['request_id', 'status', 'registration_id']).execute()).map((row) => [
      row.request_id,
      row,
    ]),
  );
  const watches = new Set(
    (await db.selectFrom('watches').select(['registration_id', 'slug']).execute()).map(
      (row) => `${row.registration_id} ${row.slug}`,
    ),
  );
  const audits = new Set(
    (await db.selectFrom('audits').select(['slug', 'audit_date']).execute()).map(
      (row) => `${row.slug} ${row.audit_date}`,
    ),
  );
  const notices = new Set(
    (await db.selectFrom('notices').select(['subject_id', 'kind']).execute()).map(
      (row) => `${row.kind} ${row.subject_id}`,
    ),
  );
  const fanouts = new Set((await db.selectFrom('fanouts').select('slug').execute()).map((row) => row.slug));
  for (const line of told) {
    const lost = `lost: ${JSON.stringify(line)}`;
    if (line.wrote === 'registration') assert.ok(registrations.has(line.registration_id), lost);
    else if (line.wrote === 'request')
      assert.equal(requests.get(line.request_id)?.registration_id, line.registration_id, lost);
    else if (line.wrote === 'watch') assert.ok(watches.has(`${line.registration_id} ${line.slug}`), lost);
    else {
      assert.ok(audits.has(`${line.slug} ${line.audit_date}`), lost);
      if (line.completes) {
        assert.equal(requests.get(line.completes)?.status, 'completed', lost);
        assert.ok(notices.has(`completed ${line.completes}`), lost);
        assert.ok(fanouts.has(line.slug), lost);
      }
    }
  }
}
