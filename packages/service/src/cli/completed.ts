import type { Refusal } from '@readymark/rubric/refusal';
import type { z } from 'zod';
import type { publishAudits } from '../operations/desk/publish-audits.ts';
import type { Cli } from './define.ts';
import { callDesk, type DeskOptions } from './desk.ts';
import { failureOf } from './failure.ts';
import type { Output } from './output.ts';

type Published = z.output<typeof publishAudits.output>;

/**
 * Completes all that still waits for the audits of a publication (`--completes-all`). It comes after the publication: a
 * refused audit leaves the requests as they are.
 *
 * @returns the publication with these requests completed; those that could not be still wait, and `refused` says why
 */
export async function completeAll(
  cli: Cli,
  desk: DeskOptions,
  published: Published,
): Promise<{ body: Published; refused: Refusal[] }> {
  const { completeRequests } = await import('../operations/desk/requests/complete-requests.ts');
  const completed = [...published.completed];
  const waiting: Published['waiting'] = [];
  const refused: Refusal[] = [];
  for (const one of published.waiting) {
    const completes = one.requests.map(({ request_id }) => request_id);
    try {
      completed.push(...(await callDesk(cli, desk, completeRequests, { slug: one.slug, completes })).completed);
    } catch (error) {
      refused.push(await failureOf(error));
      waiting.push(one);
    }
  }
  return { body: { ...published, completed, waiting }, refused };
}

/** The exit code after a publication, whose unanswered requests are reported. */
export function reported(output: Output, refused: readonly Refusal[]): number {
  for (const refusal of refused) output.fail(refusal);
  return refused.length ? 1 : 0;
}
