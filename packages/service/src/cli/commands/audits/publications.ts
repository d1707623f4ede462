import type { z } from 'zod';
import type { showPublication } from '../../../operations/desk/publications/show-publication.ts';
import type { Define } from '../../define.ts';
import { addDeskOptions, asGiven, callDesk, type DeskOptions, readWhole } from '../../desk.ts';
import { type Line, line, type Output } from '../../output.ts';

type Shown = z.output<typeof showPublication.output>;

/** Arguments stay texts; anything but a number is wrong usage. */
const readNumber = (text: string) => String(readWhole(1, 999_999_999)(text));

/** What became of a publication (decision 131). */
export function addPublications(define: Define): void {
  addDeskOptions(
    define<DeskOptions>(
      'publications show',
      'show what a publication contained, who is notified, and until when it can be corrected',
      ['publications show 12'],
      async (cli, output, desk, args) => {
        const { showPublication } = await import('../../../operations/desk/publications/show-publication.ts');
        const shown = await callDesk(cli, desk, showPublication, { publication: Number(args[0]) });
        const asRun = (command: string) => asGiven(command, new Map(), desk);
        output.result(shown, () => publicationLines(output, shown, asRun));
        return 0;
      },
    ).argument('<number>', 'number of the publication, as shown by publish --json and actions list', readNumber),
  );
}

function publicationLines({ colour }: Output, shown: Shown, asRun: (command: string) => string): Line[] {
  const { publication, at, kind, operator, audits, more, letters, completed, waiting, draft } = shown;
  const { bold, yellow, dim } = colour;
  const can_correct = draft?.reopened && draft.stands && draft.publication === publication;
  return [
    line`${bold(`publication ${publication}`)}, ${kind}, ${at}${operator === null ? '' : line` by ${operator}`}`,
    ...audits.map(
      ({ company, slug, audit_date, overall_score, tier, rank, before, replaced_at }) =>
        line`${company} (${slug}, ${audit_date}): ${before === null ? '' : `${before.overall_score} → `}${overall_score}, ${tier}${rank === null ? '' : `, rank ${rank}`}${replaced_at === null ? '' : dim(', does not stand any more')}`,
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
