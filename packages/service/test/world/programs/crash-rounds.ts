import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rubrics } from '../../../../rubric/test/example-audit.ts';
import { openStore, type Store } from '../../../src/store/engine/engine.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';
import type { Postgres } from '../postgres.ts';
import { startProgram } from '../readymark.ts';
import type { Acknowledged } from './crash-writer.ts';

/** How many writes were acknowledged, of which kind, over all rounds. */
export type Tally = Record<Acknowledged['wrote'], number>;

/**
 * Lets a process write and kills it with SIGKILL at a random moment, again and again. After each kill every
 * acknowledged write of all rounds must be stored completely, and the doctor must find nothing. In every third round
 * PostgreSQL is killed too, if one is given, and the writer goes on while it restarts.
 *
 * @param random numbers from 0 to 1, from a seed that is printed so that a failure can be repeated
 */
export async function crashRounds(options: {
  place: { DATA_DIR: string; DATABASE_URL: string };
  rounds: number;
  random: () => number;
  postgres?: Postgres;
  signal?: AbortSignal;
}): Promise<Tally> {
  const { place, rounds, random, postgres, signal } = options;
  const open = () => openStore({ database_url: place.DATABASE_URL, file: join(place.DATA_DIR, 'readymark.db') });
  const first = open();
  await migrate(first);
  await first.close();
  const moment = () => wait(5 + random() * 250, undefined, { ...(signal && { signal }) });
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const writer = startProgram('crash-writer', [String(round)], { REGISTRATIONS_PER_HOUR: '1000000', ...place });
    try {
      // A busy machine writes slowly: a life is as long as some writes take, and not as long as the clock says.
      // The first watch is the tenth line.
      await writer.prints(new RegExp(`(?:.*\\n){${1 + Math.floor(random() * 16)}}`));
      await moment();
      if (postgres && round % 3 === 2) {
        postgres.kill();
        await moment();
        await postgres.restart();
        await moment();
      }
      assert.equal(writer.ended(), undefined, `round ${round}: the writer ended by itself: ${writer.err()}`);
    } finally {
      await writer.kill();
    }
    // A line that was cut off was not acknowledged.
    for (const line of writer.out().split('\n').slice(0, -1)) acknowledged.push(JSON.parse(line) as Acknowledged);
    await checkStore(open(), acknowledged, round);
  }
  const tally: Tally = { registration: 0, request: 0, watch: 0, publication: 0 };
  for (const { wrote } of acknowledged) tally[wrote] += 1;
  return tally;
}

async function checkStore(store: Store, acknowledged: readonly Acknowledged[], round: number): Promise<void> {
  try {
    await allStored(store, acknowledged);
    const found = (await runDoctor(store, rubrics, () => {})).flatMap(({ check, findings }) =>
      findings.map((finding) => `${check}: ${finding}`),
    );
    assert.deepEqual(found, [], `round ${round}`);
  } finally {
    await store.close();
  }
}

async function allStored({ db }: Store, acknowledged: readonly Acknowledged[]): Promise<void> {
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
  for (const line of acknowledged) {
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
