import type { z } from 'zod';
import type { publishAudits } from '../../operations/desk/publish-audits.ts';
import { type Line, line, type Output } from '../output.ts';

type Body = z.output<typeof publishAudits.output>;

/** What follows the lines of a command that published, where that is not public (decision 167). */
export function unsignedLines({ colour }: Output, { unsigned }: { unsigned?: string | null }): Line[] {
  return unsigned ? [line`${colour.yellow('Committed, not public until the log is signed.')} ${unsigned}`] : [];
}

/** Requests that were completed, or would be. */
export const completedLines = ({ colour }: Output, completed: Body['completed'], dry_run: boolean): Line[] =>
  completed.map(
    ({ request_id, slug, letter }) =>
      line`${colour.green(dry_run ? 'would complete' : 'completed')} ${request_id} with ${slug}${letter ? '' : ' (no address on file to send it to)'}`,
  );

/**
 * Shows what was published, or would be.
 *
 * @param how.completesAll whether the publication completes whoever waits, which a dry run only announces
 * @param how.asRun a command of the reply as it can be run here
 */
export function showPublished(
  output: Output,
  body: Body,
  { dry_run, completesAll, asRun }: { dry_run: boolean; completesAll: boolean; asRun: (command: string) => string },
): void {
  const { green, yellow } = output.colour;
  const verb = dry_run ? green('would publish') : body.unsigned ? yellow('committed') : green('published');
  const announced = dry_run && completesAll ? body.waiting : [];
  const waiting = announced.length ? [] : body.waiting;
  output.result(body, () => [
    ...body.published.map(
      (row) =>
        line`${verb} ${row.company}${row.fictional ? ' (fictional)' : ''} (${row.slug}, ${row.audit_date}): ${row.score_before === null ? '' : `${row.score_before} → `}${row.overall_score}, ${row.tier}`,
    ),
    ...completedLines(output, body.completed, dry_run),
    ...announced.flatMap(({ slug, requests }) =>
      requests.map(({ request_id }) => line`${green('would complete')} ${request_id} with ${slug}`),
    ),
    ...fictionalLeft(body.fictional_left.length, dry_run).map((text) => line`${yellow(text)}`),
    ...waiting.flatMap(({ slug, requests, commands }) => [
      line`${yellow(requests.length === 1 ? 'a request still waits' : `${requests.length} requests still wait`)} for the site of ${slug}:`,
      ...requests.map(({ request_id, status, company }) => line`  ${request_id}  ${status}  ${company}`),
      'To complete with this audit:',
      ...commands.map((command) => line`  ${asRun(command)}`),
    ]),
    dry_run
      ? 'Nothing was written: this was a dry run.'
      : `${body.published.length} ${body.unsigned ? 'committed' : 'published'}.`,
    ...unsignedLines(output, body),
  ]);
}

function fictionalLeft(count: number, dry_run: boolean): string[] {
  if (count === 0) return [];
  const which = count === 1 ? '1 fictional example' : `${count} fictional examples`;
  return [`${which} ${dry_run ? 'would leave' : 'left'} the leaderboard; --keep-examples keeps them.`];
}
