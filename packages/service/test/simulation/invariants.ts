import { features } from '../../src/features.ts';
import { signedPublication } from '../../src/store/public-log/checkpoints.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { publicFindings } from './public.ts';
import type { World } from './world.ts';

/** What must hold when every process is quiet. @returns what does not */
export async function brokenInvariants(world: World): Promise<string[]> {
  return [
    ...world.wrong,
    ...(await doctorFindings(world)),
    ...(await boardFindings(world)),
    ...(await publicFindings(world)),
    ...(await kept(world)),
    ...sentTooOften(world),
  ];
}

async function doctorFindings({ store, nodes: [first] }: World): Promise<string[]> {
  if (!first) return [];
  const more = await Promise.all(features.map(async ({ doctor }) => (await doctor?.()) ?? []));
  const checks = await runDoctor(store, first.ctx.rubrics, () => {}, more.flat(), first.ctx.blobs);
  return checks.flatMap(({ check, findings }) => findings.map((finding) => `doctor, ${check}: ${finding}`));
}

/** Each process shows what was published last, all of it is signed, and that is what operators were answered. */
async function boardFindings({ store, nodes, book }: World): Promise<string[]> {
  const found: string[] = [];
  const { newest } = await store.db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('publication').as('newest'))
    .executeTakeFirstOrThrow();
  const signed = (await signedPublication(store.db)) ?? 0;
  if (signed !== (newest ?? 0)) found.push(`publication ${newest} is not signed, only ${signed}`);
  const owed = [...book.listed].map(([slug, { overall_score }]) => `${slug} ${overall_score}`).sort();
  for (const { name, ctx } of nodes) {
    const snapshot = ctx.catalogue.current();
    if (snapshot.version !== (newest ?? 0)) found.push(`${name} shows publication ${snapshot.version} of ${newest}`);
    const index = snapshot.document('/api/audits/index.json')?.bodies.identity ?? Buffer.from('{"audits":[]}');
    const { audits } = JSON.parse(Buffer.from(index).toString()) as {
      audits: { slug: string; overall_score: number }[];
    };
    const shown = audits.map(({ slug, overall_score }) => `${slug} ${overall_score}`).sort();
    if (shown.join() !== owed.join()) found.push(`${name} shows ${shown}, and was given ${owed}`);
  }
  return found;
}

/** What was acknowledged is stored. */
async function kept({ store, book }: World): Promise<string[]> {
  const rows = await store.db.selectFrom('audit_requests').select(['request_id', 'registration_id']).execute();
  const owners = new Map(rows.map(({ request_id, registration_id }) => [request_id, registration_id]));
  return book.agents.flatMap(({ registration_id, requests }) =>
    requests
      .filter(({ request_id }) => owners.get(request_id) !== registration_id)
      .map(({ request_id }) => `${request_id} of ${registration_id} is lost`),
  );
}

/** A letter is sent again only where the process that sent it does not know that it was accepted. */
function sentTooOften({ mail }: World): string[] {
  const found: string[] = [];
  const ids = new Map<string, string>();
  const known = new Set<string>();
  for (const { notice_id, message_id, ...accepted } of mail.accepted) {
    if (ids.get(notice_id) !== undefined && ids.get(notice_id) !== message_id)
      found.push(`the letter ${notice_id} has two Message-IDs`);
    if (known.has(notice_id)) found.push(`the letter ${notice_id} was sent again after it was known to be accepted`);
    ids.set(notice_id, message_id);
    if (accepted.known) known.add(notice_id);
  }
  return found;
}

/** At the end, when the mail server answers: every notice was sent or ended for a reason. */
export async function unsent({ store, mail }: World): Promise<string[]> {
  const rows = await store.db.selectFrom('notices').select(['notice_id', 'status', 'letter']).execute();
  const accepted = new Set(mail.accepted.map(({ notice_id }) => notice_id));
  return rows.flatMap(({ notice_id, status, letter }) => {
    if (status === 'pending') return [`the notice ${notice_id} was never sent`];
    const sent = accepted.has(notice_id) || (letter !== null && accepted.has(letter));
    return status === 'sent' && !sent ? [`the notice ${notice_id} counts as sent, and no letter carried it`] : [];
  });
}
