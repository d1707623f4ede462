import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openContext } from '../packages/service/src/main.ts';
import type { Context } from '../packages/service/src/operations/context.ts';
import { listDue } from '../packages/service/src/operations/desk/list-due.ts';
import { listRequests } from '../packages/service/src/operations/desk/list-requests.ts';
import { execute } from '../packages/service/src/operations/run.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { recountCompanies } from '../packages/service/src/store/kept/recount.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { processorOfChildren } from '../packages/service/test/world/measure/processor.ts';
import { recountRequests } from '../packages/service/test/world/measure/waiting-requests.ts';
import { operator } from '../packages/service/test/world/operator.ts';
import { databaseOn, startPostgres } from '../packages/service/test/world/postgres.ts';

/**
 * The lists of the desk by the number of companies and of requests, on both engines: milliseconds on the clock, medians, and in
 * brackets processor time of this process (on SQLite the database is in it) and of PostgreSQL. The database itself makes the rows: every company was
 * audited twice, is due on one of 180 days, and a fifth of them is watched; of the requests one in fifty waits. Records are left out: these lists do not read them.
 *
 * `npm run bench desk [ROWS,…] [ROUNDS] [ENGINE…]` (100000,1000000 11 sqlite postgres)
 */
const [rows = '100000,1000000', rounds = '11', ...engines] = process.argv.slice(2);
const sizes = rows.split(',').map(Number);
const table = new Map<string, string[]>();
const columns: string[] = [];

const wanted = engines.length ? engines : ['sqlite', 'postgres'];
const server = wanted.includes('postgres') ? await startPostgres({ fast: true }) : undefined;
for (const engine of wanted)
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-desk-'));
    const ctx = openContext(
      readSettings({
        DATA_DIR: folder,
        DATABASE_URL: engine === 'postgres' && server ? await databaseOn(server) : '',
        DATABASE_TIMEOUT: '600',
      }),
      { log: pino({ level: 'silent' }) },
    );
    await migrate(ctx.store);
    const began = performance.now();
    await fill(ctx, size);
    console.error(`${engine}, ${size}: filled in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    columns.push(`${engine}, ${size.toLocaleString('en')}`);
    await measure(ctx, size);
    await ctx.close();
    rmSync(folder, { recursive: true, force: true });
  }
await server?.stop();

console.log(
  `\n${cpus().length} cores, Node ${process.version}; ms on the clock (of processor time, with that of PostgreSQL), medians of ${rounds}\n`,
);
console.log(`| List | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`);
for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(' | ')} |`);

async function fill({ store }: Context, size: number): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(size)})`;
  const day = (days: ReturnType<typeof sql>) =>
    store.engine === 'sqlite'
      ? sql`date('2026-06-01', (${days}) || ' days')`
      : sql`cast(date '2026-06-01' + cast(${days} as integer) as text)`;
  const at = sql`${day(sql`n % 160`)} || 'T12:00:00.000Z'`;
  const audits = (
    round: number,
    later: number,
  ) => sql`insert into audits (audit_id, publication, slug, company, website,
      audit_date, reaudit_due, overall_score, tier, rubric, pillar_scores, criterion_scores, record, published_at)
    ${numbers} select 'aud_' || ${sql.lit(round)} || '_' || n, ${sql.lit(round)}, 'company-' || n, 'Company ' || n, 'https://c' || n || '.example/',
      ${day(sql`n % 180 - 180 + ${sql.lit(later)}`)}, ${day(sql`n % 180 + ${sql.lit(later)}`)}, n % 101, 'Emerging', 'v1', '{}', '{}', '{}', '2026-01-01' from numbers`;
  const statements = [
    audits(1, 0),
    audits(2, 100),
    sql`insert into watch_counts (slug, watchers, changed_at) ${numbers} select 'company-' || n, n % 7, '2026-01-01' from numbers where n % 5 = 0`,
    sql`insert into registrations (registration_id, key_hash, agent_name, scopes, registered_at)
      ${numbers} select 'reg_' || n, 'hash-' || n, 'Agent ' || n, '', '2026-01-01' from numbers where n % 10 = 0`,
    sql`insert into audit_requests (request_id, registration_id, status, company, website, site, submitted_at, status_changed_at)
      ${numbers} select 'req_' || n, 'reg_' || (n - n % 10), case n % 50 when 0 then 'received' else 'declined' end,
      'Company ' || n, 'https://c' || n || '.example/', 'c' || n || '.example', ${at}, ${at} from numbers`,
  ];
  for (const statement of statements) await store.unhurried((tx) => statement.execute(tx));
  // Without statistics PostgreSQL takes seconds for each thousand that is counted.
  await sql`analyze`.execute(store.db);
  await store.unhurried(recountRequests);
  await recountCompanies(store);
  await sql`analyze`.execute(store.db);
}

async function measure(ctx: Context, size: number): Promise<void> {
  const middle = `req_${50 * Math.floor(size / 100)}`;
  const lists = {
    'due, first page': () => execute(ctx, listDue, operator, { limit: 100 }, {}),
    'due, a page in the middle': () =>
      execute(ctx, listDue, operator, { limit: 100, within_days: 3_660, offset: size / 2 }, {}),
    'requests that wait': () => execute(ctx, listRequests, operator, {}, {}),
    'requests that wait, a page in the middle': () => execute(ctx, listRequests, operator, { after: middle }, {}),
    'all requests': () => execute(ctx, listRequests, operator, { status: 'all' }, {}),
    'requests that wait, of a company': () => execute(ctx, listRequests, operator, { company: `Company ${size}` }, {}),
    'all requests, of a company': () =>
      execute(ctx, listRequests, operator, { company: `Company ${size - 1}`, status: 'all', limit: 5 }, {}),
    'all requests, of a company that there is not': () =>
      execute(ctx, listRequests, operator, { company: 'Nebelwerk', status: 'all', limit: 5 }, {}),
  };
  for (const [name, list] of Object.entries(lists)) {
    const times: number[] = [];
    const processor: number[] = [];
    const server_processor: number[] = [];
    const serverTime = () => (ctx.store.engine === 'postgres' && server ? processorOfChildren(server.pid()) : 0);
    for (let round = 0; round < Number(rounds); round += 1) {
      const [began, used, of_server] = [performance.now(), process.cpuUsage(), serverTime()];
      await list();
      times.push(performance.now() - began);
      const { user, system } = process.cpuUsage(used);
      processor.push((user + system) / 1_000);
      server_processor.push(serverTime() - of_server);
    }
    const median = (list: number[]) =>
      (list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN).toFixed(1);
    const shown = ctx.store.engine === 'postgres' ? [median(processor), median(server_processor)] : [median(processor)];
    table.set(name, [...(table.get(name) ?? []), `${median(times)} (${shown.join(' + ')})`]);
  }
}
