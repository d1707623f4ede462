import { own, strictJson } from '@readymark/verify';
import { textHash } from '../replies/reply.ts';
import type { ReadFile } from './log-reader.ts';
import { isAboutReply, type Statement } from './statement.ts';

/** A reply as the log says it: how it was published, what became of it, and whether its text was removed. */
type Logged = { published: Statement; index: number; outcome: Statement | undefined; removed: boolean };

/** The replies of companies after all statements, by the slug that each has then. */
function repliesIn(statements: readonly Statement[]): Map<string, Map<string, Logged>> {
  const companies = new Map<string, Map<string, Logged>>();
  for (const [index, statement] of statements.entries()) {
    const { kind, slug, replaces, reply } = statement;
    const before = replaces === null ? undefined : statements[replaces]?.slug;
    const moved = kind === 'name_change' && before !== undefined && before !== slug ? companies.get(before) : undefined;
    if (kind === 'retraction') companies.delete(slug);
    else if (moved && before !== undefined) {
      companies.delete(before);
      companies.set(slug, moved);
    } else if (isAboutReply(statement) && reply) {
      const replies = companies.get(slug) ?? new Map<string, Logged>();
      companies.set(slug, replies);
      const said = replies.get(reply.reply_id);
      if (kind === 'reply')
        replies.set(reply.reply_id, { published: statement, index, outcome: undefined, removed: false });
      else if (said && kind === 'outcome') said.outcome = statement;
      else if (said) said.removed = true;
    }
  }
  return companies;
}

/**
 * Compares what companies say in the documents of a tree with a log that was checked: every reply is there and no other, with
 * the text that was published, unless its removal was logged, and with its outcome (decision 156).
 *
 * @param slugs the companies that are listed
 * @returns what is wrong, a sentence each
 */
export async function checkReplies(
  read: ReadFile,
  statements: readonly Statement[],
  slugs: Iterable<string>,
): Promise<string[]> {
  const logged = repliesIn(statements);
  const problems: string[] = [];
  for (const slug of slugs) {
    const path = `api/audits/${slug}/replies.json`;
    const document = strictJson(await read(path));
    const replies = 'value' in document ? own(document.value, 'replies') : undefined;
    const expected = logged.get(slug) ?? new Map<string, Logged>();
    if (!Array.isArray(replies))
      problems.push(`${path} ${'fault' in document ? document.fault : 'is not one of replies'}`);
    else problems.push(...wrongReplies(replies, expected, statements).map((wrong) => `${path}: ${wrong}`));
  }
  return problems;
}

function wrongReplies(
  replies: readonly unknown[],
  expected: ReadonlyMap<string, Logged>,
  statements: readonly Statement[],
): string[] {
  const shown = new Map(replies.map((reply) => [own(reply, 'reply_id'), reply]));
  const problems: string[] = [];
  for (const [id, of] of expected) {
    const reply = shown.get(id);
    const wrong = reply === undefined ? 'is missing' : wrongReply(reply, of, statements);
    if (wrong) problems.push(`The reply of entry ${of.index} ${wrong}.`);
  }
  const more = replies.length - expected.size;
  if (more > 0) problems.push(`It has ${more} more than were logged.`);
  return problems;
}

function wrongReply(
  reply: unknown,
  { published, outcome, removed }: Logged,
  statements: readonly Statement[],
): string | undefined {
  const { audit_date, at, reply: said } = published;
  const expected = { audit_date, published_at: at, kind: said?.kind, criterion: said?.criterion, proof: said?.proof };
  for (const [name, value] of Object.entries({ ...expected, proven_at: said?.proven_at }))
    if (own(reply, name) !== value) return `has another ${name}`;
  const [text, salt] = [own(reply, 'text'), own(reply, 'text_salt')];
  if (text === null && !removed) return 'has no text, and none was removed';
  if (text !== null && removed) return 'has a text that was removed';
  const hash = typeof text === 'string' && typeof salt === 'string' ? textHash(text, salt) : undefined;
  if (!removed && hash !== said?.text_sha256) return 'has another text';
  const became = own(reply, 'outcome');
  if (!outcome) return became === null ? undefined : 'has an outcome that was not logged';
  const { corrected_by = null, outcome: decided } = outcome.reply ?? {};
  const by = corrected_by === null ? null : statements[corrected_by]?.audit_date;
  const same =
    own(became, 'outcome') === decided && own(became, 'at') === outcome.at && own(became, 'audit_date') === by;
  return same ? undefined : 'has another outcome';
}
