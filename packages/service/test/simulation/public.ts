import { parseVerifierKey } from '@readymark/tlog/note';
import { repliesPath } from '../../src/catalogue/families/replies-document.ts';
import { Fault } from '../../src/domain/fault.ts';
import { catchUp, openSeen } from '../../src/domain/public-log/catch-up.ts';
import type { CompanyReplies } from '../../src/domain/replies/reply.ts';
import { publicLogDocument } from '../../src/doors/http/public-log/log-documents.ts';
import { listReplies } from '../../src/features/replies/store/replies.ts';
import { getAudit } from '../../src/operations/agent/get-audit.ts';
import { run } from '../../src/operations/run.ts';
import { logHead } from '../../src/store/public-log/checkpoints.ts';
import { cosignaturesAt } from '../../src/store/public-log/cosignatures.ts';
import type { Node, World } from './world.ts';

/** What everybody can read of each process. @returns what is wrong with it */
export async function publicFindings(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const node of world.nodes)
    found.push(...(await monitored(world, node)), ...(await gone(world, node)), ...(await repliesShown(world, node)));
  return [...found, ...(await outcomes(world)), ...(await cosigned(world))];
}

/** A monitor that saw an older head accepts the newer one of any process, and the log says what operators were answered. */
async function monitored(world: World, { name, ctx }: Node): Promise<string[]> {
  const { monitor, clock, chance, book } = world;
  const read = async (path: string) => (await publicLogDocument(ctx, `/${path}`))?.bodies.identity;
  if (!(await read('log/checkpoint'))) return [];
  const trusted = { keys: [], demanded: undefined, older_than: 49 * 3_600_000 };
  const known = monitor.seen && openSeen(monitor.seen);
  const random = async (count: number) => chance.bytes(count);
  const { key } = await logHead(ctx.store.db);
  const accepted = (monitor.accepts_new && key && parseVerifierKey(key.text)) || undefined;
  const news = await catchUp(
    read,
    known,
    { ...trusted, accepted },
    { now: clock.now().getTime(), random, pause: async () => {} },
  );
  if ('problem' in news) return [`the monitor finds of ${name}: ${news.problem}`];
  monitor.seen = news.seen;
  monitor.accepts_new = false;
  const logged = new Map<string, string>();
  for (const [slug, audit_date] of news.seen.in_force ?? [])
    if (audit_date > (logged.get(slug) ?? '')) logged.set(slug, audit_date);
  const text = (of: Iterable<readonly [string, string]>) =>
    [...of]
      .map((one) => one.join(' '))
      .sort()
      .join(', ');
  const owed = text([...book.listed].map(([slug, { audit_date }]) => [slug, audit_date] as const));
  return text(logged) === owed ? [] : [`the log of ${name} says ${text(logged)}, and operators were answered ${owed}`];
}

/** A company that was retracted is gone, and says so. */
async function gone({ book }: World, { name, ctx }: Node): Promise<string[]> {
  const found: string[] = [];
  for (const slug of book.retracted) {
    const shown = await run(ctx, getAudit, { key: undefined, input: { slug } }).then(
      () => 'its audit',
      (error: unknown) => (error instanceof Fault ? error.code : String(error)),
    );
    if (shown !== 'gone') found.push(`${name} answers ${shown} for ${slug}, which was retracted`);
  }
  return found;
}

/** Each process shows the replies to listed companies with what became of them. */
async function repliesShown({ store, book }: World, { name, ctx }: Node): Promise<string[]> {
  const found: string[] = [];
  const stored = await listReplies(store.db, { slug: undefined, open: false, after: undefined, limit: 10_000 });
  for (const slug of book.listed.keys()) {
    const document = ctx.catalogue.current().document(repliesPath(slug));
    const { replies } = JSON.parse(
      Buffer.from(document?.bodies.identity ?? '{"replies":[]}').toString(),
    ) as CompanyReplies;
    const shown = replies.map((one) => `${one.reply_id} ${one.outcome?.outcome} ${one.text}`);
    const of = stored.filter((one) => one.slug === slug && one.ended_at === null);
    const owed = of.map((one) => `${one.reply_id} ${one.outcome ?? undefined} ${one.text}`);
    if (shown.sort().join() !== owed.sort().join())
      found.push(`${name} shows of ${slug} ${shown}, and stored are ${owed}`);
  }
  return found;
}

/** A dispute is closed by a person, or by a person with an audit that came after it; nothing else closes or ends one. */
async function outcomes({ store, book }: World): Promise<string[]> {
  const rows = await listReplies(store.db, { slug: undefined, open: false, after: undefined, limit: 10_000 });
  const stored = new Map(rows.map((row) => [row.reply_id, row]));
  const found: string[] = [];
  for (const [reply_id, { slug, tried, decided }] of book.replies) {
    const row = stored.get(reply_id);
    if (!row) found.push(`the reply ${reply_id} is lost`);
    else if (row.outcome !== null && !tried.has(row.outcome))
      found.push(`nobody decided that ${reply_id} is ${row.outcome}`);
    else if (decided && row.outcome !== decided)
      found.push(`${reply_id} is ${row.outcome}, and was decided as ${decided}`);
    else if (row.outcome === 'corrected' && row.corrected_by === null) found.push(`no audit corrected ${reply_id}`);
    else if (row.ended_at !== null && !book.ever_retracted.has(slug)) found.push(`${reply_id} of ${slug} ended`);
  }
  return found;
}

/** The head that everybody reads is cosigned by the witness. */
async function cosigned({ store, witness }: World): Promise<string[]> {
  const { signed } = await logHead(store.db);
  if (!witness || !signed?.size || (await cosignaturesAt(store.db, signed.size)).length) return [];
  return [`the witness did not cosign the head of ${signed.size} entries`];
}
