import { Refusal } from '@readymark/rubric/refusal';
import type { DeskRequest } from '../../domain/desk.ts';
import type { RequestStatus } from '../../domain/request/request.ts';
import { type Cli, WrongUsage } from '../define.ts';
import { failureOf } from '../failure.ts';
import { line } from '../output.ts';
import { callDesk, type DeskOptions } from './desk.ts';
import type { DeskCall } from './desk-command.ts';
import { wholeIds } from './ids.ts';

/** Waiting requests of one company that are read at a time. */
const COMPANY_MAX = 500;

/** What a command does with each of its requests. */
type Move = {
  /** The statuses from which the move leads on. */
  from: readonly RequestStatus[];
  move(request_id: string): Promise<DeskRequest>;
};

/**
 * Moves the requests that the arguments or `--company` name, one after another (decision 32). Which they are is settled
 * before the first is moved; one that is refused does not keep the others from being moved.
 *
 * @returns 1 when one was refused
 */
export async function moveRequests(called: DeskCall, { from, move }: Move): Promise<number> {
  const { cli, output, desk, args: ids } = called;
  const company = called.options.company as string | undefined;
  if ((ids.length === 0) === (company === undefined))
    throw new WrongUsage('Name the requests by their ids, or all of a company with --company.');
  const { chosen, left } =
    company === undefined
      ? { chosen: await wholeIds(cli, desk, 'request', ids), left: [] }
      : await ofCompany(cli, desk, company, from);
  const moved: DeskRequest[] = [];
  const refused: Refusal[] = [];
  for (const id of chosen) {
    try {
      moved.push(await move(id));
    } catch (error) {
      const { message, errors } = await failureOf(error);
      refused.push(new Refusal(chosen.length > 1 ? `${id}: ${message}` : message, errors));
    }
  }
  const [only] = moved;
  if (moved.length)
    output.result(only && chosen.length === 1 && company === undefined ? only : { requests: moved }, () => [
      ...moved.map(
        (request) => line`${output.colour.green(request.status)} ${request.company} (${request.request_id})`,
      ),
      ...left.map((request) => line`left ${request.status} ${request.company} (${request.request_id})`),
    ]);
  for (const refusal of refused) output.fail(refusal);
  return refused.length ? 1 : 0;
}

/** The waiting requests of one company: those to move, and the others. @throws Refusal when the text fits several sites, or none */
async function ofCompany(
  cli: Cli,
  desk: DeskOptions,
  company: string,
  from: Move['from'],
): Promise<{ chosen: string[]; left: DeskRequest[] }> {
  const { listRequests } = await import('../../operations/desk/list-requests.ts');
  const { ownerOf, siteOf } = await import('@readymark/auditor/site-owner');
  const { requests } = await callDesk(cli, desk, listRequests, { company, limit: COMPANY_MAX });
  const sites = Map.groupBy(requests, ({ website }) => ownerOf(siteOf(website)));
  if (sites.size > 1)
    throw new Refusal(
      `${company} fits waiting requests for ${sites.size} sites; name one of them.`,
      [...sites].map(([site, of]) => ({
        field: site,
        message: [...new Set(of.map((request) => request.company))].slice(0, 5).join(', '),
      })),
    );
  const chosen = requests.filter(({ status }) => from.includes(status)).map(({ request_id }) => request_id);
  if (chosen.length) return { chosen, left: requests.filter(({ status }) => !from.includes(status)) };
  throw new Refusal(
    requests.length
      ? `No waiting request of ${company} is ${from.join(' or ')}: they are ${[...new Set(requests.map(({ status }) => status))].join(' and ')}.`
      : `No waiting request is of ${company}; \`readymark requests list --status all --company\` looks at all of them.`,
  );
}
