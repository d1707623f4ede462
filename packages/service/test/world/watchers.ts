import { sql } from 'kysely';
import type { Context } from '../../src/operations/context.ts';

/** A number padded to seven digits, as an SQL expression. */
const padded = sql<string>`substr('0000000' || cast(n as text), length(cast(n as text)) + 1)`;

/**
 * Inserts many agents who watch a company, with statements of the database: registrations `reg_0000001` and so on.
 *
 * @param addressed one in how many of them has an address, `w0000001@agents.example`
 */
export async function addWatchers(
  ctx: Pick<Context, 'store' | 'now'>,
  slug: string,
  count: number,
  addressed = 1,
): Promise<void> {
  const at = ctx.now().toISOString();
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  await ctx.store.unhurried(async (tx) => {
    const email = sql`case when n % ${sql.lit(addressed)} = 0 then 'w' || ${padded} || '@agents.example' end`;
    await sql`insert into registrations (registration_id, key_hash, agent_name, contact_email, scopes, registered_at) ${numbers}
      select 'reg_' || ${padded}, 'hash' || ${padded}, 'Watcher', ${email}, 'audit_requests:write audit_requests:read_own', ${sql.lit(at)} from numbers`.execute(
      tx,
    );
    const { audit_id, overall_score, tier } = await tx
      .selectFrom('audits')
      .selectAll()
      .where('slug', '=', slug)
      .where('replaced_at', 'is', null)
      .orderBy('audit_date', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await sql`insert into watches (registration_id, slug, watching_since, audit_id_then, score_then, tier_then) ${numbers}
      select 'reg_' || ${padded}, ${sql.lit(slug)}, ${sql.lit(at)}, ${sql.lit(audit_id)}, ${sql.lit(overall_score)}, ${sql.lit(tier)} from numbers`.execute(
      tx,
    );
    await tx.insertInto('watch_counts').values({ slug, watchers: count, changed_at: at }).execute();
  });
}
