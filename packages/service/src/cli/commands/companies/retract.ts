import type { Define } from '../../define.ts';
import { addDeskOptions, callDesk, type DeskOptions } from '../../desk.ts';
import { line } from '../../output.ts';

export function addRetract(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { reason: string }>(
      'retract',
      'take a company off the leaderboard; everybody can read the reason, and its watchers are notified',
      [
        'retract acme --reason "The audit was of another company of this name."',
        'retract acme --reason "The company has closed." --url https://readymark.example --token-file token',
      ],
      async (cli, output, { reason, ...desk }, args) => {
        const { retractCompany } = await import('../../../operations/desk/companies/retract-company.ts');
        const body = await callDesk(cli, desk, retractCompany, { slug: args[0] ?? '', reason });
        const { slug, audits, watchers, cancelled_jobs } = body;
        output.result(body, () => [
          line`${output.colour.green('retracted')} ${slug}, with ${audits === 1 ? '1 audit' : `${audits} audits`}: ${body.reason}`,
          watchers === 0
            ? 'Nobody watched it.'
            : line`${watchers === 1 ? '1 watch ends' : `${watchers} watches end`}; letters go to those who gave an address.`,
          ...(cancelled_jobs ? [line`${cancelled_jobs} open ${cancelled_jobs === 1 ? 'job' : 'jobs'} cancelled.`] : []),
        ]);
        return 0;
      },
    ).argument('<slug>', 'the company'),
  ).requiredOption('--reason <text>', 'why, on one line; everybody can read it');
}
