import type { z } from 'zod';
import type { showPublication } from '../../../operations/desk/publications/show-publication.ts';
import type { Define } from '../../define.ts';
import { asGiven } from '../../desk/desk.ts';
import { deskCommand } from '../../desk/desk-command.ts';
import { type Line, line, type Output } from '../../output.ts';

type Shown = z.output<typeof showPublication.output>;

/** What became of a publication (decision 131). */
export function addPublications(define: Define): void {
  deskCommand(define, {
    usage: 'publications show <number>',
    does: 'show what a publication contained, who is notified, and until when it can be corrected',
    examples: ['publications show 12'],
    operation: async () => (await import('../../../operations/desk/publications/show-publication.ts')).showPublication,
    args: ['publication'],
    lines: (shown, output, { desk }) => publicationLines(output, shown, (command) => asGiven(command, new Map(), desk)),
  });
}

function publicationLines({ colour }: Output, shown: Shown, asRun: (command: string) => string): Line[] {
  const { publication, at, kind, operator, audits, more, letters, completed, waiting, draft } = shown;
  const { bold, yellow, dim } = colour;
  const can_correct = draft?.reopened && draft.stands && draft.publication === publication;
  return [
    line`${bold(`publication ${publication}`)}, ${kind}, ${at}${operator === null ? '' : line` by ${operator}`}`,
    ...audits.map(
      ({ company, slug, audit_date, overall_score, tier, rank, before, replaced_at }) =>
        line`${company} (${slug}, ${audit_date}): ${before === null ? '' : `${before.overall_score} → `}${overall_score}, ${tier}${rank === null ? '' : `, rank ${rank}`}${replaced_at === null ? '' : dim(', no longer public')}`,
    ),
    ...(more ? [line`… and more audits`] : []),
    ...letters.watchers.map(({ kind, status, count }) => line`${count} ${status}: ${kind} to watchers`),
    ...(letters.writing ? [line`letters to watchers are being written`] : []),
    ...completed.map(
      ({ request_id, company, letter }) =>
        line`completed ${request_id} (${company}): ${letter === null ? 'no address on file' : `letter ${letter}`}`,
    ),
    ...waiting.flatMap(({ requests, commands }) => [
      ...requests.map(({ request_id, company }) => line`${yellow('still waits')} ${request_id} (${company})`),
      ...commands.map((command) => line`  ${asRun(command)}`),
    ]),
    ...(can_correct
      ? [
          line`Until ${draft.correctable_until} a correction of its draft can be begun: readymark audits revise ${audits[0]?.job_id ?? ''}`,
        ]
      : []),
  ];
}
