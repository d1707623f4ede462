import type { Define } from '../../../cli/define.ts';
import { deskCommand, listed } from '../../../cli/desk/desk-command.ts';
import { indented, type Line, line, type Output } from '../../../cli/output.ts';
import type { CompanyText } from '../domain/company-text.ts';
import type { DeskReply, DomainToken } from '../domain/desk-reply.ts';
import { addPublish } from './publish-replies.ts';

export function addReplies(define: Define): void {
  deskCommand(define, {
    usage: 'replies begin <slug>',
    does: 'make a domain token, with which somebody proves that they control the domain of a company',
    examples: ['replies begin acme', 'replies begin acme --contact "Ada Lovelace, ada@acme.com"'],
    operation: async () => (await import('../operations/begin-reply.ts')).beginReply,
    args: ['slug'],
    lines: (token, { colour }) => [
      line`${colour.green('begun')} ${token.proof_id} for ${token.slug}. Whoever asks puts this in one of two places:`,
      ...placeLines(token),
      line`Then: readymark replies check ${token.proof_id}. It is valid until ${token.expires_at.slice(0, 10)}, for this person alone.`,
    ],
  });
  deskCommand(define, {
    usage: 'replies check <token>',
    does: 'look for the domain token of a company in DNS and on its website',
    examples: ['replies check prf_0199', 'replies check prf_0199 --url https://readymark.example --token-file token'],
    operation: async () => (await import('../operations/check-reply-proof.ts')).checkReplyProof,
    args: ['proof_id'],
    lines: (body, { colour }) => [
      isProven(body)
        ? line`${colour.green('proven')} ${body.proof.slug}, by ${body.proof.proof === 'dns' ? 'the TXT record' : 'the file'}. Replies may be published until ${body.proof.usable_until ?? ''}.`
        : line`${colour.red('not proven')} ${body.proof.slug}`,
      ...(body.proof.dns && body.dns
        ? [line`  ${body.proof.dns.name}: ${body.dns.problem ?? 'the token is there'}`]
        : []),
      line`  ${body.proof.file.url}: ${body.file.problem ?? 'the token is there'}`,
    ],
    code: (body) => (isProven(body) ? 0 : 1),
  });
  addPublish(define);
  deskCommand(define, {
    usage: 'replies decide <id> <outcome>',
    does: 'publish the outcome of a dispute: upheld, corrected by a later audit, or withdrawn',
    examples: ['replies decide rep_0199 upheld', 'replies decide rep_0199 corrected --by 2026-12-01'],
    operation: async () => (await import('../operations/decide-reply.ts')).decideReply,
    args: ['reply_id', 'outcome'],
    flags: { audit_date: '--by <date>' },
    lines: ({ outcome, slug, audit_date, publication }, { colour }) => [
      line`${colour.green(outcome)} ${slug}${audit_date === null ? '' : ` by the audit of ${audit_date}`}, in publication ${publication}`,
    ],
  });
  deskCommand(define, {
    usage: 'replies answer <text> <decision>',
    does: 'decide what a company sent from its own page: accept publishes it, refuse needs an answer',
    examples: ['replies answer txt_0199 accept', 'replies answer txt_0199 refuse --answer "It names a person."'],
    operation: async () => (await import('../operations/decide-text.ts')).decideText,
    args: ['text_id', 'decision'],
    lines: ({ text_id, slug, decision, publication }, { colour }) => [
      line`${colour.green(decision === 'accept' ? 'accepted' : 'refused')} ${text_id} of ${slug}${publication === null ? '' : `, in publication ${publication}`}`,
    ],
  });
  deskCommand(define, {
    usage: 'replies list',
    does: 'list texts that wait, open disputes and valid domain tokens, newest first',
    examples: ['replies list', 'replies list --slug acme --all'],
    operation: async () => (await import('../operations/list-replies.ts')).listReplies,
    flags: { slug: '--slug <slug>', state: false },
    ids: { after: 'reply' },
    async run({ output, input, options, call }) {
      const state = options.all === true ? ('all' as const) : ('open' as const);
      const body = await call({ ...input, state });
      output.result(body, () => [
        ...body.texts.map((text) => textLine(output, text)),
        ...body.proofs.map((token) => tokenLine(output, token)),
        ...listed(
          body.replies.map((reply) => replyLine(output, reply)),
          body,
          `${state === 'all' ? 'replies' : 'open disputes'} listed`,
        ),
      ]);
      return 0;
    },
  }).option('--all', 'also decided texts and disputes, replies that dispute nothing, and expired tokens', false);
  deskCommand(define, {
    usage: 'replies show <id>',
    does: 'show one reply',
    examples: ['replies show rep_0199'],
    operation: async () => (await import('../operations/show-reply.ts')).showReply,
    args: ['reply_id'],
    lines: ({ reply, outcomes, entries }, output) => [
      replyLine(output, reply),
      ...(reply.text === null ? ['  (its text was removed)'] : ['', ...indented(`  ${reply.text}`, 2), '']),
      line`  proven ${reply.proven_at} by ${reply.proof}, published ${reply.published_at}, ${entries.length === 1 ? 'entry' : 'entries'} ${entries.join(', ')} of the public log`,
      outcomes.length ? line`  Can become ${outcomes.join(' or ')}.` : '  Final.',
    ],
  });
  deskCommand(define, {
    usage: 'replies remove <id>',
    does: 'remove the text of a reply for good; everybody still sees that there was one',
    examples: ['replies remove rep_0199'],
    operation: async () => (await import('../operations/remove-reply.ts')).removeReply,
    args: ['reply_id'],
    lines: ({ reply_id, slug, publication }, { colour }) => [
      line`${colour.green('removed')} the text of ${reply_id} of ${slug}, in publication ${publication}`,
    ],
  });
}

const isProven = ({ dns, file }: { dns: { found: boolean } | null; file: { found: boolean } }) =>
  dns?.found === true || file.found;

const placeLines = ({ dns, file }: DomainToken): Line[] => [
  ...(dns ? [line`  TXT record of ${dns.name}`, line`    ${dns.value}`] : []),
  line`  ${dns ? 'or the' : 'The'} file ${file.url} with the line`,
  line`    ${file.line}`,
];

function tokenLine(
  { colour }: Output,
  { proof_id, slug, begun_at, expires_at, proof, usable_until, contact }: DomainToken,
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

function textLine({ colour }: Output, text: CompanyText): Line {
  const { text_id, sent_at, slug, kind, criterion, audit_date, status } = text;
  const what = `${kind}${criterion === null ? '' : ` of ${criterion}`} in the audit of ${audit_date}`;
  return line`${text_id}  ${sent_at.slice(0, 10)}  ${colour.bold(slug)}  ${what}, ${status.replace('_', ' ')}`;
}
