import { Refusal } from '@readymark/rubric/refusal';
import type { IdKind } from '../../store/ids.ts';
import { type Cli, WrongUsage } from '../define.ts';
import { callDesk, type DeskOptions } from './desk.ts';

/** An id that is written out. */
const whole = /^(req|ntc|job|prf|rep)_[0-9a-f]{32}$/;

const named: Record<IdKind, string> = {
  request: 'requests',
  notice: 'letters',
  job: 'audits',
  proof: 'tokens',
  reply: 'replies',
};

/**
 * The ids that people mean by the beginning or the ending of one (decision 32). What fits none stays as it is: then
 * the operation says so.
 *
 * @throws Refusal naming the candidates, when a part fits several
 */
export async function wholeIds(cli: Cli, desk: DeskOptions, kind: IdKind, parts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) ids.push(await wholeId(cli, desk, kind, part));
  return [...new Set(ids)];
}

/** The same for one id. @throws Refusal */
async function wholeId(cli: Cli, desk: DeskOptions, kind: IdKind, part: string): Promise<string> {
  if (part.trim() === '') throw new WrongUsage('An id may not be empty.');
  if (whole.test(part) || !/^[a-z0-9_]{1,40}$/.test(part)) return part;
  const { findIds } = await import('../../operations/desk/find-ids.ts');
  const { found, more } = await callDesk(cli, desk, findIds, { kind, part });
  if (found.length > 1)
    throw new Refusal(
      `${part} fits ${more ? 'more than ' : ''}${found.length} ${named[kind]}; write more of the id, or its ending.`,
      found.map(({ id, status, about }) => ({ field: id, message: `${status}  ${about}` })),
    );
  return found[0]?.id ?? part;
}

/** The subject of an audit: the slug of a company as it is, or the whole id of a request. @throws Refusal */
export const wholeSubject = async (cli: Cli, desk: DeskOptions, subject: string): Promise<string> =>
  subject.startsWith('req_') ? wholeId(cli, desk, 'request', subject) : subject;
