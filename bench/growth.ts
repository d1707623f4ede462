import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { exampleAudit } from '../packages/rubric/test/example-audit.ts';
import { openContext } from '../packages/service/src/main.ts';
import type { Context } from '../packages/service/src/operations/context.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { recountCompanies } from '../packages/service/src/store/kept/recount.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { everyCall } from '../packages/service/test/world/measure/every-call.ts';
import { fullScans, recordQueries } from '../packages/service/test/world/measure/query-log.ts';
import { recountRequests } from '../packages/service/test/world/measure/waiting-requests.ts';
import { commit } from '../packages/service/test/world/operator.ts';
import { newDatabase, stopDatabases } from '../packages/service/test/world/postgres.ts';

/**
 * The time of every call by the amount of data, on both engines: a thousand to a hundred thousand companies, a thousand
 * to a million watches, a tenth as many registrations and requests. Prints medians and every full scan in the plans of
 * both engines.
 *
 * `npm run bench growth [COMPANIES,…] [WATCHES,…] [ROUNDS]`
 */
const [companies = '1000,10000,100000', watches = '1000,100000,1000000', rounds = '5'] = process.argv.slice(2);
const sizes = companies
  .split(',')
  .map((count, at) => ({ companies: Number(count), watches: Number(watches.split(',')[at]) }));
const queries = recordQueries();
const table = new Map<string, Map<string, number>>();
const scans = new Set<string>();
const folder = mkdtempSync(join(tmpdir(), 'readymark-growth-'));

for (const engine of ['sqlite', 'postgres'] as const)
  for (const size of sizes) {
    const column = `${engine}, ${size.companies}/${size.watches}`;
    const settings = readSettings({
      DATA_DIR: join(folder, column.replaceAll(/\W+/g, '-')),
      DATABASE_URL: engine === 'postgres' ? await newDatabase() : '',
      REGISTRATIONS_PER_HOUR: '1000000',
      DATABASE_TIMEOUT: '600',
    });
    const ctx = openContext(settings, { log: pino({ level: 'silent' }) });
    await migrate(ctx.store);
    const begun = performance.now();
    await seed(ctx, size);
    await sql`analyze`.execute(ctx.store.db);
    const seeded = performance.now();
    await ctx.catalogue.refresh();
    console.error(
      `${column}: filled in ${((seeded - begun) / 1000).toFixed(1)} s, snapshot in ${((performance.now() - seeded) / 1000).toFixed(1)} s`,
    );
    const times = new Map<string, number[]>();
    for (let round = 0; round < Number(rounds); round += 1) {
      if (round === 1) queries.clear();
      const slug = `company-${7 + round}`;
      const one = { slug, company: slug, audit_date: '2026-01-01' };
      const audits = { now: exampleAudit(one), later: exampleAudit({ ...one, audit_date: '2026-11-20', scores: 4 }) };
      for (const [name, time] of await everyCall(ctx, audits, `round-${round}`))
        times.set(name, [...(times.get(name) ?? []), time]);
    }
    for (const scan of await fullScans(ctx.store, queries))
      scans.add(`${engine}: ${scan.replace(/\s+/g, ' ').slice(0, 260)}`);
    for (const [name, list] of times) {
      const sorted = list.sort((a, b) => a - b);
      const row = table.get(name) ?? new Map<string, number>();
      row.set(column, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
      table.set(name, row);
    }
    await ctx.close();
  }
rmSync(folder, { recursive: true, force: true });
await stopDatabases();

const columns = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))];
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; milliseconds, medians of ${rounds}; companies/watches\n`,
);
console.log(`| Call | ${columns.join(' | ')} |\n|---|${columns.map(() => '---').join('|')}|`);
for (const [name, row] of table)
  console.log(`| ${name} | ${columns.map((column) => row.get(column)?.toFixed(1) ?? '').join(' | ')} |`);
console.log(
  `\nFull scans in the plans: ${scans.size ? `\n${[...scans].map((scan) => `- ${scan}`).join('\n')}` : 'none'}`,
);

/** Fills the tables with SQL statements that multiply one published audit. */
async function seed(ctx: Context, size: { companies: number; watches: number }): Promise<void> {
  const first = exampleAudit({ slug: 'company-1', company: 'company-1', audit_date: '2026-01-01' });
  await commit(ctx, [first]);
  const agents = Math.max(10, Math.ceil(size.watches / 10));
  const numbers = (to: number, from = 1) =>
    sql`with recursive numbers(n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`;
  const at = "'2026-02-01T00:00:00.000Z'";
  const statements = [
    sql`insert into audits (audit_id, publication, slug, company, website, audit_date, reaudit_due, overall_score, tier, rubric, pillar_scores, criterion_scores, record, published_at, replaced_at)
      ${numbers(size.companies, 2)} select 'aud_' || n, publication, 'company-' || n, 'company-' || n, replace(website, 'company-1', 'company-' || n), audit_date, reaudit_due, overall_score,
      tier, rubric, pillar_scores, criterion_scores, replace(record, 'company-1', 'company-' || n), published_at, replaced_at from numbers, audits where slug = 'company-1'`,
    sql`insert into registrations (registration_id, key_hash, agent_name, contact_email, scopes, registered_at)
      ${numbers(agents)} select 'reg_' || n, 'hash-' || n, 'Agent', 'a' || n || '@agents.example', 'audit_requests:write audit_requests:read_own', ${sql.raw(at)} from numbers`,
    sql`insert into watches (registration_id, slug, watching_since, audit_id_then, score_then, tier_then)
      ${numbers(size.watches)} select 'reg_' || (1 + n % ${sql.lit(agents)}), 'company-' || (1 + (n / ${sql.lit(agents)} + n * 7) % ${sql.lit(size.companies)}), ${sql.raw(at)},
      (select audit_id from audits where slug = 'company-1'), 60, 'Emerging' from numbers where true on conflict do nothing`,
    sql`insert into watch_counts (slug, watchers, changed_at) select slug, count(*), ${sql.raw(at)} from watches group by slug`,
    sql`insert into audit_requests (request_id, registration_id, status, company, website, site, submitted_at, status_changed_at)
      ${numbers(agents)} select 'req_' || n, 'reg_' || n, case n % 50 when 0 then 'received' when 1 then 'in_review' else 'declined' end, 'Company ' || n, 'https://c' || n || '.example/', 'c' || n || '.example', ${sql.raw(at)}, ${sql.raw(at)} from numbers`,
    sql`insert into request_moves (request_id, position, status, at) select request_id, 1, 'received', submitted_at from audit_requests`,
  ];
  for (const statement of statements) await ctx.store.unhurried((tx) => statement.execute(tx));
  await ctx.store.unhurried(recountRequests);
  await recountCompanies(ctx.store);
}
