import type { Refusal } from '@readymark/rubric/refusal';
import type { z } from 'zod';
import type { publishAudits } from '../../operations/desk/publish-audits.ts';
import type { Cli } from '../define.ts';
import { failureOf } from '../failure.ts';
import { callDesk, type DeskOptions } from './desk.ts';
import type { DeskCall } from './desk-command.ts';
import { showPublished } from './published.ts';

type Published = z.output<typeof publishAudits.output>;

/**
 * Shows what was published, after completing all that still waits for it where `--completes-all` asks for that. It comes after
 * the publication: a refused audit leaves the requests as they are.
 *
 * @param asRun a command of the reply as it can be run here
 * @returns the exit code: 1 when requests could not be completed
 */
export async function reportPublished(
  { cli, output, desk, options }: DeskCall,
  published: Published,
  asRun: (command: string) => string,
): Promise<number> {
  const completesAll = options.completesAll === true;
  const dry_run = options.dryRun === true;
  const complete = completesAll && !dry_run;
  const { body, refused } = complete ? await completeAll(cli, desk, published) : { body: published, refused: [] };
  showPublished(output, body, { dry_run, completesAll, asRun });
  for (const refusal of refused) output.fail(refusal);
  return refused.length ? 1 : 0;
}

/** @returns the publication with these requests completed; those that could not be still wait, and `refused` says why */
async function completeAll(cli: Cli, desk: DeskOptions, published: Published) {
  const { completeRequests } = await import('../../operations/desk/requests/complete-requests.ts');
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
