import { beginReply } from '../../src/features/replies/operations/begin-reply.ts';
import { checkReplyProof } from '../../src/features/replies/operations/check-reply-proof.ts';
import { decideReply } from '../../src/features/replies/operations/decide-reply.ts';
import { publishReply } from '../../src/features/replies/operations/publish-reply.ts';
import { removeReply } from '../../src/features/replies/operations/remove-reply.ts';
import { execute } from '../../src/operations/run.ts';
import { operator } from '../world/operator.ts';
import type { Actor, Actors } from './world.ts';

/** A company asks for a token, shows it, and an operator looks for it. */
const prove: Actor = async ({ book, chance }, { ctx }) => {
  const slug = chance.pick([...book.listed.keys()]);
  if (!slug) return 'nobody to reply';
  const begun = await execute(ctx, beginReply, operator, { slug, contact: 'ann@company.example' }, {});
  const { proof_id } = begun.body;
  const { body } = await execute(ctx, checkReplyProof, operator, { proof_id }, {});
  if (body.proof.proof === null) return `${slug} shows nothing`;
  book.proofs.push({ slug, proof_id });
  return `${slug} ${proof_id} ${body.proof.proof}`;
};

const reply: Actor = async ({ book, chance }, { ctx }) => {
  const proof = chance.pick(book.proofs.slice(-6));
  if (!proof) return 'nobody proved anything';
  const disputed = !chance.one(3);
  const said = { kind: disputed ? 'dispute' : 'reply', criterion: disputed ? chance.pick(['P1-A', 'P2-A']) : null };
  const input = { proof_id: proof.proof_id, replies: [{ ...said, text: `Text ${chance.int(1_000)}.` }] };
  const { body } = await execute(ctx, publishReply, operator, input, {});
  for (const { reply_id } of body.replies) if (reply_id) book.replies.set(reply_id, { ...proof, tried: new Set() });
  return `${proof.slug} ${said.kind} ${body.publication}`;
};

const decide: Actor = async ({ book, chance }, { ctx }) => {
  const [reply_id, said] = chance.pick([...book.replies].slice(-8)) ?? [];
  if (!reply_id || !said) return 'nothing to decide';
  const outcome = chance.pick(['upheld', 'corrected', 'withdrawn'] as const) ?? 'upheld';
  said.tried.add(outcome);
  const audit_date = outcome === 'corrected' ? book.listed.get(said.slug)?.audit_date : undefined;
  const { body } = await execute(ctx, decideReply, operator, { reply_id, outcome, audit_date }, {});
  said.decided = outcome;
  return `${reply_id} ${outcome} ${body.publication}`;
};

const remove: Actor = async ({ book, chance }, { ctx }) => {
  const [reply_id] = chance.pick([...book.replies].slice(-8)) ?? [];
  if (!reply_id) return 'nothing to remove';
  const { body } = await execute(ctx, removeReply, operator, { reply_id }, {});
  return `${reply_id} ${body.publication}`;
};

export const replying: Actors = [
  ['prove', 3, prove],
  ['reply', 3, reply],
  ['decide', 3, decide],
  ['remove', 1, remove],
];
