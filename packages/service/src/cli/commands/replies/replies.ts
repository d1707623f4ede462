import type { DeskProof, DeskReply } from '../../../domain/replies/desk-reply.ts';
import { type ReplyOutcome, replyOutcomes } from '../../../domain/replies/reply.ts';
import { type Define, WrongUsage } from '../../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readDay, readWhole } from '../../desk.ts';
import { wholeId } from '../../ids.ts';
import { indented, type Line, line, type Output } from '../../output.ts';
import { addPublish } from './publish-replies.ts';

const PROOF = 'the token: its id, or the beginning or end of it';
const REPLY = 'the reply: its id, or the beginning or end of it';

export function addReplies(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { contact?: string }>(
      'replies begin',
      'make a domain token, with which somebody proves that they control the domain of a company',
      ['replies begin acme', 'replies begin acme --contact "Ada Lovelace, ada@acme.com"'],
      async (cli, output, { contact, ...desk }, args) => {
        const { beginReply } = await import('../../../operations/desk/replies/begin-reply.ts');
        const proof = await callDesk(cli, desk, beginReply, { slug: args[0] ?? '', contact });
        output.result(proof, () => [
          line`${output.colour.green('begun')} ${proof.proof_id} for ${proof.slug}. Whoever asks puts this in one of two places:`,
          ...placeLines(proof),
          line`Then: readymark replies check ${proof.proof_id}. It is valid until ${proof.expires_at.slice(0, 10)}, for this person alone.`,
        ]);
        return 0;
      },
    ).argument('<slug>', 'the company'),
  ).option('--contact <text>', 'who asks; only operators see it');

  addDeskOptions(
    define<DeskOptions>(
      'replies check',
      'look for the domain token of a company in DNS and on its website',
      ['replies check prf_0199', 'replies check prf_0199 --url https://readymark.example --token-file token'],
      async (cli, output, desk, args) => {
        const { checkReplyProof } = await import('../../../operations/desk/replies/check-reply-proof.ts');
        const proof_id = await wholeId(cli, desk, 'proof', args[0] ?? '');
        const body = await callDesk(cli, desk, checkReplyProof, { proof_id });
        const { proof, dns, file } = body;
        const found = dns?.found === true || file.found;
        output.result(body, () => [
          found
            ? line`${output.colour.green('proven')} ${proof.slug}, by ${proof.proof === 'dns' ? 'the TXT record' : 'the file'}. Replies may be published until ${proof.usable_until ?? ''}.`
            : line`${output.colour.red('not proven')} ${proof.slug}`,
          ...(proof.dns && dns ? [line`  ${proof.dns.name}: ${dns.problem ?? 'the token is there'}`] : []),
          line`  ${proof.file.url}: ${file.problem ?? 'the token is there'}`,
        ]);
        return found ? 0 : 1;
      },
    ).argument('<proof>', PROOF),
  );

  addPublish(define, PROOF);

  addDeskOptions(
    define<DeskOptions & { by?: string }>(
      'replies decide',
      'publish the outcome of a dispute: upheld, corrected by a later audit, or withdrawn',
      ['replies decide rep_0199 upheld', 'replies decide rep_0199 corrected --by 2026-12-01'],
      async (cli, output, { by: audit_date, ...desk }, args) => {
        const [part = '', outcome] = args;
        if (!isOutcome(outcome)) throw new WrongUsage(`An outcome is ${replyOutcomes.join(', ')}.`);
        const { decideReply } = await import('../../../operations/desk/replies/decide-reply.ts');
        const reply_id = await wholeId(cli, desk, 'reply', part);
        const body = await callDesk(cli, desk, decideReply, { reply_id, outcome, audit_date });
        output.result(body, () => [
          line`${output.colour.green(body.outcome)} ${body.slug}${body.audit_date === null ? '' : ` by the audit of ${body.audit_date}`}, in publication ${body.publication}`,
        ]);
        return 0;
      },
    )
      .argument('<id>', REPLY)
      .argument('<outcome>', replyOutcomes.join(', ')),
  ).option('--by <date>', 'the audit that corrected the score, YYYY-MM-DD', readDay);

  addDeskOptions(
    define<DeskOptions & { slug?: string; all: boolean; after?: string; limit: number }>(
      'replies list',
      'list open disputes and valid domain tokens, newest first',
      ['replies list', 'replies list --slug acme --all'],
      async (cli, output, { slug, all, after, limit, ...desk }) => {
        const { listReplies } = await import('../../../operations/desk/replies/list-replies.ts');
        const last = after && (await wholeId(cli, desk, 'reply', after));
        const input = { slug, state: all ? ('all' as const) : ('open' as const), after: last, limit };
        const body = await callDesk(cli, desk, listReplies, input);
        output.result(body, () => [
          ...body.proofs.map((proof) => proofLine(output, proof)),
          ...body.replies.map((reply) => replyLine(output, reply)),
          `${body.replies.length} ${all ? 'replies' : 'open disputes'} listed.`,
          ...(body.next === null ? [] : [`More with --after ${body.next}`]),
        ]);
        return 0;
      },
    ),
  )
    .option('--slug <slug>', 'only of this company')
    .option('--all', 'also decided disputes, replies that dispute nothing, and expired tokens', false)
    .option('--after <id>', 'continue after this reply')
    .option('--limit <count>', 'maximum number of replies, 1 to 500', readWhole(1, 500), 50);

  addDeskOptions(
    define<DeskOptions>(
      'replies show',
      'show one reply',
      ['replies show rep_0199'],
      async (cli, output, desk, args) => {
        const { showReply } = await import('../../../operations/desk/replies/show-reply.ts');
        const reply_id = await wholeId(cli, desk, 'reply', args[0] ?? '');
        const body = await callDesk(cli, desk, showReply, { reply_id });
        const { reply, outcomes, entries } = body;
        output.result(body, () => [
          replyLine(output, reply),
          ...(reply.text === null ? ['  (its text was removed)'] : ['', ...indented(`  ${reply.text}`, 2), '']),
          line`  proven ${reply.proven_at} by ${reply.proof}, published ${reply.published_at}, ${entries.length === 1 ? 'entry' : 'entries'} ${entries.join(', ')} of the public log`,
          outcomes.length ? line`  Can become ${outcomes.join(' or ')}.` : '  Final.',
        ]);
        return 0;
      },
    ).argument('<id>', REPLY),
  );

  addDeskOptions(
    define<DeskOptions>(
      'replies remove',
      'remove the text of a reply for good; everybody still sees that there was one',
      ['replies remove rep_0199'],
      async (cli, output, desk, args) => {
        const { removeReply } = await import('../../../operations/desk/replies/remove-reply.ts');
        const reply_id = await wholeId(cli, desk, 'reply', args[0] ?? '');
        const body = await callDesk(cli, desk, removeReply, { reply_id });
        output.result(body, () => [
          line`${output.colour.green('removed')} the text of ${body.reply_id} of ${body.slug}, in publication ${body.publication}`,
        ]);
        return 0;
      },
    ).argument('<id>', REPLY),
  );
}

const isOutcome = (text: string | undefined): text is ReplyOutcome => replyOutcomes.some((one) => one === text);

const placeLines = ({ dns, file }: DeskProof): Line[] => [
  ...(dns ? [line`  TXT record of ${dns.name}`, line`    ${dns.value}`] : []),
  line`  ${dns ? 'or the' : 'The'} file ${file.url} with the line`,
  line`    ${file.line}`,
];

function proofLine(
  { colour }: Output,
  { proof_id, slug, begun_at, expires_at, proof, usable_until, contact }: DeskProof,
) {
  const state = proof === null ? 'not proven' : `proven by ${proof} until ${usable_until ?? ''}`;
  return line`${proof_id}  ${begun_at.slice(0, 10)}  ${colour.bold(slug)}  token until ${expires_at.slice(0, 10)}, ${state}${contact === null ? '' : `, ${contact}`}`;
}

function replyLine({ colour }: Output, reply: DeskReply): Line {
  const { reply_id, published_at, slug, kind, criterion, audit_date, outcome, corrected_by, removed_at, ended_at } =
    reply;
  const what = `${kind}${criterion === null ? '' : ` of ${criterion}`} in the audit of ${audit_date}`;
  const became = outcome === null ? '' : `, ${outcome}${corrected_by === null ? '' : ` by that of ${corrected_by}`}`;
  const gone = `${removed_at === null ? '' : ', text removed'}${ended_at === null ? '' : ', company retracted'}`;
  return line`${reply_id}  ${published_at.slice(0, 10)}  ${colour.bold(slug)}  ${what}${became}${gone}`;
}
