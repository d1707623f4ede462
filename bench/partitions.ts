import pg from 'pg';
import { openStore } from '../packages/service/src/store/engine/engine.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { startPostgres } from '../packages/service/test/world/postgres.ts';

/**
 * `npm run bench partitions [WATCHES] [NOTICES] [ROUNDS]` (10000000 5000000 15; a quarter of an hour, 15 GB of disk): what the
 * queries on watches and notices cost on PostgreSQL as they are, and if `watches` were partitioned by hash and `notices` by
 * month (decision 217). The same rows in each; the tables take turns, and a ratio above 1 means that partitions are slower.
 */
const watches = Number(process.argv[2] ?? 10_000_000);
const notices = Number(process.argv[3] ?? 5_000_000);
const rounds = Number(process.argv[4] ?? 15);
const PARTITIONS = 16;
/** Companies that a registration watches: nine of all, and one in five watches the company of most watchers too. */
const EACH = 10;
const registrations = Math.ceil(watches / EACH);
const companies = Math.max(10, Math.floor(registrations / 10));

const server = await startPostgres({ fast: true });
const store = openStore({ database_url: server.url, file: '' });
await migrate(store);
await store.close();
const db = new pg.Client({ connectionString: server.url });
await db.connect();
const sql = async (text: string) => (await db.query(text)).rows;
await sql(`alter system set max_wal_size = '8GB'`);
await sql(`alter system set autovacuum = off`);
await sql('select pg_reload_conf()');
await sql(`set maintenance_work_mem = '512MB'`);

const reg = (n: string) => `'reg_' || lpad(to_hex(${n}), 26, '0')`;
const company = (n: string) => `'company-' || ${n}`;
/** The company that a fifth of all registrations watch. */
const LARGE = 'company-0';

/** Makes tables like one of the service, with its indexes, whose names get an ending. */
async function twin(table: string, ending: string, partition_by: string, key?: string): Promise<string> {
  const name = `${table}_${ending}`;
  await sql(`create table ${name} (like ${table}) partition by ${partition_by}`);
  for (const { indexdef } of await sql(`select indexdef from pg_indexes where tablename = '${table}'`)) {
    const unique = / UNIQUE /.test(indexdef);
    const text = indexdef
      .replace(/INDEX (\S+) ON \S+/, `INDEX $1_${ending} ON ${name}`)
      .replace(/\((.*?)\)/, (all: string, columns: string) => (unique && key ? `(${columns}, ${key})` : all));
    indexes.push(text);
  }
  return name;
}
/** Made after the rows. */
const indexes: string[] = [];

const began = performance.now();
const progress = (what: string) => console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`);

// Watches, in no order of company or registration.
const of_slug = await twin('watches', 'hash_slug', 'hash (slug)');
const of_agent = await twin('watches', 'hash_agent', 'hash (registration_id)');
for (const table of [of_slug, of_agent])
  for (let at = 0; at < PARTITIONS; at += 1)
    await sql(
      `create table ${table}_${at} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${at})`,
    );
await sql(`alter table watches drop constraint watches_key`);
await sql(`drop index watches_by_slug`);
await sql(`insert into watches select ${reg('r')}, case when k = 0 and r % 5 = 0 then '${LARGE}'
    else ${company(`(r::bigint * 7919 + k * ${Math.floor(companies / EACH)}) % ${companies} + case when k = 0 then 0 else 1 end`)} end,
    '2026-10-01T00:00:00.000Z', 'aud_' || lpad(to_hex(r % ${companies}), 26, '0'), 50, 'developing'
  from generate_series(0, ${EACH - 1}) k, generate_series(1, ${registrations}) r order by k, hashint4(r)`);
await sql(
  `delete from watches a using watches b where a.ctid < b.ctid and a.registration_id = b.registration_id and a.slug = b.slug`,
);
progress('watches');
await sql(`alter table watches add constraint watches_key primary key (registration_id, slug)`);
await sql(`create index watches_by_slug on watches (slug, registration_id)`);
for (const table of [of_slug, of_agent]) await sql(`insert into ${table} select * from watches`);
progress('watches in partitions');

// Notices: a month of those that ended and will be folded, a month of those that ended, and a twentieth that are to be sent.
const by_month = await twin('notices', 'month', 'range (created_at)', 'created_at');
const months = ['2026-09', '2026-10', '2026-11', '2026-12'];
for (const [at, month] of months.slice(0, 3).entries())
  await sql(
    `create table ${by_month}_${at} partition of ${by_month} for values from ('${month}') to ('${months[at + 1]}')`,
  );
const pending = Math.floor(notices / 20);
const day = (month: string) => `'${month}-' || lpad((n % 28 + 1)::text, 2, '0') || 'T12:00:00.000Z'`;
const plain = await sql(`select indexdef from pg_indexes where tablename = 'notices' and indexname <> 'notices_pkey'`);
for (const { indexdef } of plain) await sql(`drop index ${/INDEX (\S+)/.exec(indexdef)?.[1]}`);
for (const [month, from, to, status] of [
  ['2026-09', 0, Math.floor(notices / 2), 'sent'],
  ['2026-10', Math.floor(notices / 2), notices - pending, 'sent'],
  ['2026-11', notices - pending, notices, 'pending'],
] as const)
  await sql(`insert into notices (notice_id, kind, subject_id, registration_id, audit_id, audit_id_before, rank_before, publication,
      status, attempts, due_at, created_at, since, finished_at)
    select 'ntc_' || lpad(to_hex(n), 26, '0') || '_' || lpad(to_hex(n % ${registrations}), 26, '0'), 'reaudit',
      'aud_' || lpad(to_hex(n / 1000), 26, '0'), ${reg(`n % ${registrations}`)}, 'aud_' || lpad(to_hex(n / 1000), 26, '0'),
      'aud_' || lpad(to_hex(n / 1000 + 1), 26, '0'), 3, n / 1000, '${status}', 1, ${day(month)}, ${day(month)}, ${day(month)},
      ${status === 'sent' ? day(month) : 'null'}
    from generate_series(${from}, ${to - 1}) n`);
progress('notices');
for (const { indexdef } of plain) await sql(indexdef);
await sql(`insert into ${by_month} select * from notices`);
for (const text of indexes) await sql(text);
progress('notices in partitions');
await sql('vacuum (analyze)');
progress('vacuum');

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
console.log(`${watches} watches, ${notices} notices, ${rounds} rounds\n`);
console.log('| Query | as it is, ms | in partitions, ms | ratio |\n|---|---|---|---|');
/** Runs a query on both tables in turn, each time rolled back. @param query from a table and a number that differs each time */
async function compare(
  what: string,
  tables: readonly string[],
  query: (table: string, n: number, round: number) => string,
  times = rounds,
) {
  const took: number[][] = tables.map(() => []);
  for (let round = 0; round < times * 2 + 2; round += 1)
    for (const [at, table] of tables.entries()) {
      const text = query(table, 1 + ((round * 7919) % (registrations - 2)), round);
      await sql('begin');
      const before = performance.now();
      await sql(text);
      // The first reads come from the disk.
      if (round > 1) took[at]?.push(performance.now() - before);
      await sql('rollback');
    }
  const [one = 0, ...others] = took.map(median);
  for (const [at, other] of others.entries())
    console.log(
      `| ${what}, ${tables[at + 1]} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${(other / one).toFixed(2)} |`,
    );
}

const all = ['watches', of_slug, of_agent];
await compare(
  'watches of a registration',
  all,
  (table, n) => `select * from ${table} where registration_id = ${reg(`${n}`)} order by slug`,
);
await compare(
  'begin a watch',
  all,
  (table, n) =>
    `insert into ${table} values (${reg(`${n}`)}, 'another', '', '', 1, '') on conflict (registration_id, slug) do nothing`,
);
await compare(
  'end a watch',
  all,
  (table, n) =>
    `delete from ${table} where registration_id = ${reg(`${n}`)} and slug in (select slug from ${table} where registration_id = ${reg(`${n}`)} limit 1)`,
);
await compare(
  '1,000 watchers of a company',
  all,
  (table, n) =>
    `select max(registration_id), count(*) from (select registration_id from ${table} where slug = '${LARGE}'
   and registration_id > ${reg(`${n}`)} order by registration_id limit 1000) as batch`,
);

const both = ['notices', by_month];
const claim = (
  table: string,
) => `select notice_id from ${table} where status = 'pending' and due_at <= '2026-12' and publication <= 2000000000
  and (letter is null or letter = notice_id) and (lease_until is null or lease_until <= '2026-11') order by due_at limit 20 for update skip locked`;
await compare('claim 20 notices', both, claim);
const id = (n: number) =>
  `'ntc_' || lpad(to_hex(${n}), 26, '0') || '_' || lpad(to_hex(${n} % ${registrations}), 26, '0')`;
const sent = (table: string, n: number) =>
  `update ${table} set status = 'sent', finished_at = '2026-11-26', attempts = 1 where notice_id = ${id(notices - 1 - (n % pending))}`;
await compare('a letter was sent, one of all', both, sent);
await compare('a letter was sent, in their order', both, (table, _, round) => sent(table, round));
await compare(
  'a fan-out writes 1,000',
  both,
  (table, n) =>
    `insert into ${table} (notice_id, kind, subject_id, registration_id, publication, status, attempts, due_at, created_at, since)
   select 'ntc_new' || registration_id, 'reaudit', 'aud_new', registration_id, 1, 'pending', 0, '2026-11-26', '2026-11-26', '2026-11-26'
   from watches where slug = '${LARGE}' and registration_id > ${reg(`${n}`)} order by registration_id limit 1000
   on conflict (subject_id, kind, registration_id${table === 'notices' ? '' : ', created_at'}) do nothing`,
);
await compare(
  'the newest 50 at the desk',
  both,
  (table) => `select * from ${table} order by created_at desc, notice_id desc limit 50`,
);
await compare(
  'fold 1,000',
  both,
  (table) =>
    `delete from ${table} where notice_id in (select n.notice_id from ${table} n where n.finished_at <= '2026-10' and not exists (
     select from ${table} c where c.notice_id = n.letter and (c.finished_at is null or c.finished_at > '2026-10'))
   order by n.finished_at limit 1000) and finished_at is not null returning subject_id, kind, status, finished_at`,
);

/** How long something takes once, in ms. */
async function once(text: string): Promise<number> {
  const before = performance.now();
  await sql(text);
  return performance.now() - before;
}
const folded = Math.floor(notices / 2);
const dropped =
  (await once(
    `select subject_id, kind, status, substr(finished_at, 1, 10), count(*) from ${by_month}_0 group by 1, 2, 3, 4`,
  )) +
  (await once(`alter table ${by_month} detach partition ${by_month}_0`)) +
  (await once(`drop table ${by_month}_0`));
let deleted = 0;
for (let left = Math.min(folded, 100_000); left > 0; left -= 1000)
  deleted += await once(
    `delete from notices where notice_id in (select notice_id from notices where finished_at <= '2026-10' order by finished_at limit 1000)`,
  );
const vacuumed = await once('vacuum notices');
console.log(`\n| A month of ${folded} notices that ended | ms |\n|---|---|`);
console.log(`| counted, and its partition dropped | ${dropped.toFixed(0)} |`);
console.log(`| the first ${Math.min(folded, 100_000)} deleted, 1,000 at once | ${deleted.toFixed(0)} |`);
console.log(`| vacuum after that | ${vacuumed.toFixed(0)} |`);

// A letter that was sent leaves entries in the index of those that are to be sent, until a vacuum. The next claim steps over them,
// and marks them; while another transaction may still see them, as that of pg_dump, it cannot mark them.
const DRAINED = Math.min(Math.floor(pending / 4), 10_000);
const other = new pg.Client({ connectionString: server.url });
await other.connect();
console.log(
  `\n| Claim of 20, while ${DRAINED} letters are sent without a vacuum | first tenth, ms | last tenth, ms |\n|---|---|---|`,
);
/** Claims and sends as the outbox does. */
async function drain(what: string): Promise<void> {
  const took: number[] = [];
  for (let sent = 0; sent < DRAINED; sent += 20) {
    await sql('begin');
    const before = performance.now();
    const { rows } = await db.query(claim('notices'));
    took.push(performance.now() - before);
    const ids = rows.map(({ notice_id }) => `'${notice_id}'`).join();
    await sql(`update notices set lease_by = 'x', lease_until = '2026-11-26' where notice_id in (${ids})`);
    await sql('commit');
    await sql(`update notices set status = 'sent', finished_at = '2026-11-26', lease_by = null, lease_until = null, attempts = 1
      where notice_id in (${ids})`);
  }
  const tenth = Math.ceil(took.length / 10);
  console.log(`| ${what} | ${median(took.slice(0, tenth)).toFixed(2)} | ${median(took.slice(-tenth)).toFixed(2)} |`);
}
await drain('nothing else');
await sql('vacuum notices');
await other.query('begin isolation level repeatable read; select count(*) from secrets');
await drain('beside a transaction that began before');
await other.query('commit');
await drain('after its end');
const [hot] = await sql(`select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'notices'`);
console.log(`\nOf ${hot?.n_tup_upd} updates of notices ${hot?.n_tup_hot_upd} changed no index.`);
await other.end();
for (const table of ['watches', of_slug, of_agent, 'notices', by_month]) {
  const [size] =
    await sql(`select pg_size_pretty(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')),
    pg_total_relation_size('${table}'))) as size`);
  progress(`${table}: ${size?.size}`);
}
await db.end();
await server.stop();
