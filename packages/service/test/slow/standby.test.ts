import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { call } from '../world/call.ts';
import { openSmtpSink } from '../world/network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { startPostgres } from '../world/postgres.ts';
import { readymark, type Serving, serving, startNode, temporaryFolder } from '../world/readymark.ts';
import { addWatchers } from '../world/watchers.ts';

/**
 * A failover to a real standby of PostgreSQL (decisions 143, 167, 168 and 218): what one that lags lost is not signed over, and
 * everything says so with the commands that mend it; one that confirms each transaction has all that was answered.
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

/** A service whose primary waits for the standby before it confirms a transaction, as docs/deploying.md sets it up. */
async function confirmed(more: Record<string, string>) {
  const primary = await startPostgres();
  const standby = await primary.standby();
  await query(primary.url, `alter system set synchronous_standby_names = '*'`);
  await query(primary.url, 'select pg_reload_conf()');
  const is_sync = async () =>
    (await query<{ sync_state: string }>(primary.url, 'select sync_state from pg_stat_replication'))[0]?.sync_state ===
    'sync';
  await until(is_sync, 'the primary waits for the standby');
  const DATA_DIR = join(folder, String(number++));
  const env = {
    ...{ DATA_DIR, DATABASE_URL: primary.url, BASE_URL: 'https://readymark.test', OPERATOR_TOKENS },
    ...{ REGISTRATIONS_PER_HOUR: '1000000', CLIENT_REQUESTS_PER_MINUTE: '0', ...more },
  };
  return { primary, standby, env };
}

const publishAt = ({ url }: Serving, slug: string, audit: Partial<Parameters<typeof exampleAudit>[0]> = {}) =>
  call(url, 'POST', '/api/desk/audits', {
    key: operator_token,
    body: { audits: [exampleAudit({ slug, company: slug, ...audit })] },
  });

test('a standby that confirms has all that was answered, and no letter comes twice but those in hand', async (t) => {
  const sink = await openSmtpSink();
  t.after(() => sink.close());
  const { primary, standby, env } = await confirmed({ SMTP_URL: sink.url });
  t.after(() => standby.stop());
  t.after(() => primary.stop());
  const clock = join(folder, 'clock');
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  writeFileSync(clock, String(at));
  const node = await startNode(env, clock);
  assert.equal((await publishAt(node, 'first', { audit_date: '2026-11-01' })).status, 201);
  await shows(node, ['first']);
  const store = openStore({ database_url: primary.url, file: '' });
  await addWatchers({ store, now: () => new Date(at) }, 'first', 60);
  await store.close();

  // Thirty letters are answered; the others stay in hand, and are answered when the primary is gone.
  const answered = Promise.withResolvers<void>();
  let arrived = 0;
  sink.behave({
    arrival: async () => {
      arrived += 1;
      if (arrived > 30) await answered.promise;
    },
  });
  assert.equal((await publishAt(node, 'first', { audit_date: '2026-11-20', scores: 4 })).status, 201);
  const sentRows = async (url: string) =>
    Number((await query<{ n: string }>(url, `select count(*) as n from notices where status = 'sent'`))[0]?.n);
  await until(async () => (await sentRows(primary.url)) === 30 && sink.busy() > 0, 'thirty are sent, others in hand');
  const addresses = (letters: readonly { rcpt_to: string[] }[]) => letters.flatMap(({ rcpt_to }) => rcpt_to);
  const stored = new Set(addresses(sink.letters));
  assert.equal(stored.size, 30);

  // Agents register until the primary is gone.
  const keys: string[] = [];
  const registering = (async () => {
    for (;;) {
      const reply = await call(node.url, 'POST', '/api/agent/auth', { body: { type: 'anonymous' } });
      if (reply.status !== 201) return;
      keys.push(reply.json.api_key);
    }
  })();
  await until(() => keys.length >= 10, 'some agents are registered');
  primary.kill();
  await registering;
  answered.resolve();
  await node.stop();
  sink.behave({});
  await query(standby.url, 'select pg_promote()');
  const leased = `select registration_id as id from notices where status = 'pending' and lease_by is not null`;
  const held = await query<{ id: string }>(standby.url, leased);
  const inHand = new Set(held.map(({ id }) => `${id.replace('reg_', 'w')}@agents.example`));
  assert.ok(inHand.size > 0 && inHand.size <= 60);

  const after = await startNode({ ...env, DATABASE_URL: standby.url }, clock);
  t.after(() => after.stop());
  for (const key of keys) assert.equal((await call(after.url, 'GET', '/api/agent/me', { key })).status, 200);
  // What nobody had in hand goes out at once; the leases of the others are over a while later, and nobody has to end one.
  await until(async () => (await sentRows(standby.url)) === 60 - inHand.size, 'all others are sent');
  writeFileSync(clock, String(at + 91_000));
  await until(() => new Set(addresses(sink.letters)).size === 60, 'every watcher has a letter');
  await until(async () => (await sentRows(standby.url)) === 60, 'nothing is to be sent any more');
  const times = Map.groupBy(addresses(sink.letters), (one) => one);
  for (const [address, { length }] of times)
    if (length > 1) assert.ok(length === 2 && inHand.has(address), `${address}: ${length}`);

  assert.equal((await publishAt(after, 'second')).status, 201);
  await shows(after, ['first', 'second']);
  // This test moved the clock of the nodes by more than the doctor allows between two of them.
  await query(standby.url, 'delete from nodes');
  assert.match(await command({ ...env, DATABASE_URL: standby.url }, 'doctor'), /No problems found/);
});

test('while the standby is away nothing is confirmed, shown or signed; when it is back, all goes on', async (t) => {
  const { primary, standby, env } = await confirmed({ DATABASE_TIMEOUT: '2' });
  t.after(() => standby.stop());
  t.after(() => primary.stop());
  const node = await startNode(env);
  t.after(() => node.stop());
  assert.equal((await publishAt(node, 'first')).status, 201);
  await shows(node, ['first']);
  const signed = () => readLastSigned(join(env.DATA_DIR, 'signing-key'))?.size;
  const before = signed();
  standby.kill();
  const reply = await publishAt(node, 'second');
  assert.equal(reply.status, 503, reply.text);
  assert.deepEqual(await slugsAt(node), ['first']);
  assert.equal(signed(), before);
  await standby.restart();
  await until(async () => (await readiness(node)).status === 200, 'it is ready');
  const again = await publishAt(node, 'second');
  assert.ok([201, 409].includes(again.status), again.text);
  await shows(node, ['first', 'second']);
  await query(standby.url, 'select 1');
});
