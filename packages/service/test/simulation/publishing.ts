import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { keptDatasets } from '../../src/features/dataset/store/datasets.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { operator } from '../world/operator.ts';
import { type Actor, type Actors, type Node, siteOf, type World } from './world.ts';

const publish: Actor = async (world, node) => {
  const { clock, chance } = world;
  const number = chance.int(40);
  const slug = `co-${number}`;
  const audit_date = clock.now().toISOString().slice(0, 10);
  return publishOne(world, node, { slug, number, audit_date, more: {} });
};

/** Another score for the newest audit of a company, with the reason that everybody reads. */
const amend: Actor = async (world, node) => {
  const [slug, listed] = world.chance.pick([...world.book.listed]) ?? [];
  if (!slug || !listed) return 'nothing to amend';
  const { audit_date } = listed;
  const more = { correction_reason: 'We had read an old page.' };
  return publishOne(world, node, { slug, number: Number(slug.slice(3)), audit_date, more });
};

async function publishOne(
  { book, store, chance }: World,
  { ctx }: Node,
  { slug, number, audit_date, more }: { slug: string; number: number; audit_date: string; more: object },
): Promise<string> {
  const scores = chance.int(6);
  const audit = { ...exampleAudit({ slug, company: `Co ${number}`, audit_date, scores }), website: siteOf(number) };
  const scheduled = await store.db
    .selectFrom('audit_requests')
    .select('request_id')
    .where('status', '=', 'scheduled')
    .where('company', '=', audit.company)
    .orderBy('request_id')
    .execute();
  const completes = scheduled.map(({ request_id }) => request_id);
  book.in_doubt.add(slug);
  await execute(
    ctx,
    publishAudits,
    operator,
    { audits: [audit], completes, reinstate: true, replace: true, ...more },
    {},
  );
  book.in_doubt.delete(slug);
  book.listed.set(slug, { audit_date, overall_score: audit.overall_score });
  book.retracted.delete(slug);
  return `${slug} ${audit.overall_score} for ${completes.length}`;
}

const retract: Actor = async ({ book, chance, wrong }, { ctx }) => {
  const slug = chance.pick([...book.listed.keys()]);
  if (!slug) return 'nothing to retract';
  book.in_doubt.add(slug);
  book.ever_retracted.add(slug);
  const { body } = await execute(ctx, retractCompany, operator, { slug, reason: 'They object.' }, {});
  book.in_doubt.delete(slug);
  book.listed.delete(slug);
  book.retracted.add(slug);
  for (const { publication } of await keptDatasets(ctx.store.db))
    if (publication < body.publication)
      wrong.push(`the dataset of ${publication} is listed after ${slug} was retracted`);
  return slug;
};

const correct: Actor = async ({ book, chance }, { ctx }) => {
  const slug = chance.pick([...book.listed.keys()]);
  if (!slug) return 'nothing to correct';
  const website = `https://${slug}.com/${chance.int(1_000)}`;
  const { body } = await execute(ctx, correctCompany, operator, { slug, website }, {});
  return `${slug} ${body.publication}`;
};

export const publishing: Actors = [
  ['publish', 8, publish],
  ['amend', 2, amend],
  ['retract', 1, retract],
  ['correct', 1, correct],
];
