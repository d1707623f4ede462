import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { startPostgres } from '../world/postgres.ts';
import { readymark, type Serving, serving, temporaryFolder } from '../world/readymark.ts';

/**
 * A failover to a real standby of PostgreSQL that lags (decisions 143, 167 and 168): what it lost is not signed over, everything says
 * so with the commands that mend it, and a standby that has all goes on as it is.
 */
const folder = temporaryFolder('readymark-standby-');
let number = 0;

function auditFile(slug: string): string {
  const file = join(folder, `${slug}.audit.json`);
  writeFileSync(file, JSON.stringify(exampleAudit({ slug, company: slug })));
  return file;
}

async function command(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, out, err } = await readymark(args, env);
  assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
  return out;
}

const slugsAt = async ({ url }: Serving) => {
  const { audits } = (await (await fetch(`${url}/api/audits/index.json`)).json()) as { audits: { slug: string }[] };
  return audits.map(({ slug }) => slug).sort();
};
const shows = (node: Serving, slugs: string[]) =>
  until(async () => (await slugsAt(node)).join() === slugs.join(), `${slugs} are public`);
const readiness = async ({ url }: Serving) => {
  const response = await fetch(`${url}/readyz`);
  const { reason } = (await response.json()) as { reason: string | null };
  return { status: response.status, reason };
};

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

/** A service on a primary that shows one audit, and a standby that has all of it. */
async function followed() {
  const primary = await startPostgres();
  const DATA_DIR = join(folder, String(number++));
  const env = { DATA_DIR, DATABASE_URL: primary.url, BASE_URL: 'https://readymark.test', DATABASE_WAIT: '60' };
  const node = await serving(env);
  const standby = await primary.standby();
  await command(env, 'publish', auditFile('first'));
  await shows(node, ['first']);
  const caughtUp = () =>
    until(async () => {
      const [here] = await query<{ at: string }>(primary.url, 'select pg_current_wal_lsn()::text as at');
      const [there] = await query<{ has: boolean }>(
        standby.url,
        `select coalesce(pg_last_wal_replay_lsn() >= '${here?.at}'::pg_lsn, false) as has`,
      );
      return there?.has === true;
    }, 'the standby has it');
  await caughtUp();
  return { primary, standby, env, node, caughtUp };
}

test('what a lagging standby lacks is not signed over, and a person is told what to do', async (t) => {
  const { primary, standby, env, node } = await followed();
  t.after(() => standby.stop());
  t.after(() => primary.stop());
  // The standby is cut off, and more is published and signed.
  await query(standby.url, `alter system set primary_conninfo = ''`);
  await query(standby.url, 'select pg_reload_conf()');
  const cut = async () => (await query(standby.url, 'select from pg_stat_wal_receiver')).length === 0;
  await until(cut, 'it is cut off');
  await command(env, 'publish', auditFile('second'));
  await shows(node, ['first', 'second']);
  await node.stop();
  primary.kill();
  await query(standby.url, 'select pg_promote()');
  const promoted = { ...env, DATABASE_URL: standby.url };
  const after = await serving(promoted);
  await until(async () => (await readiness(after)).reason !== null, 'it says that something is wrong');
  const { reason } = await readiness(after);
  assert.match(reason ?? '', /readymark /, 'with the commands that mend it');
  const said = await readymark(['publish', auditFile('third')], promoted);
  assert.match(said.out + said.err, /Committed, not public until the log is signed/);
  assert.ok(!(await slugsAt(after)).includes('third'));
  const doctor = await readymark(['doctor'], promoted);
  assert.notEqual(doctor.code, 0, doctor.out);
  // The newer database is lost: a new log begins, with everything that is here.
  assert.match(reason ?? '', /readymark key rotate --new-log/);
  await command(promoted, 'key', 'rotate', '--new-log');
  await shows(after, ['first', 'third']);
  await until(async () => (await readiness(after)).status === 200, 'it is ready');
  assert.match(await command(promoted, 'doctor'), /No problems found/);
  await after.stop();
});

test('a standby that has everything goes on with the same log', async (t) => {
  const { primary, standby, env, node, caughtUp } = await followed();
  t.after(() => standby.stop());
  t.after(() => primary.stop());
  await command(env, 'publish', auditFile('fourth'));
  await shows(node, ['first', 'fourth']);
  await node.stop();
  await caughtUp();
  primary.kill();
  await query(standby.url, 'select pg_promote()');
  const promoted = { ...env, DATABASE_URL: standby.url };
  const after = await serving(promoted);
  await shows(after, ['first', 'fourth']);
  await command(promoted, 'publish', auditFile('fifth'));
  await shows(after, ['fifth', 'first', 'fourth']);
  assert.equal((await readiness(after)).status, 200);
  assert.match(await command(promoted, 'doctor'), /No problems found/);
  await after.stop();
});
