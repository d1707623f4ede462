import type { Define } from '../../define.ts';
import { deskCommand } from '../../desk/desk-command.ts';
import { line } from '../../output.ts';

export function addRetract(define: Define): void {
  deskCommand(define, {
    usage: 'retract <slug>',
    does: 'take a company off the leaderboard; everybody can read the reason, and its watchers are notified',
    examples: [
      'retract acme --reason "The audit was of another company of this name."',
      'retract acme --reason "The company has closed." --url https://readymark.example --token-file token',
    ],
    operation: async () => (await import('../../../operations/desk/companies/retract-company.ts')).retractCompany,
    args: ['slug'],
    lines: ({ slug, audits, watchers, cancelled_jobs, reason }, { colour }) => [
      line`${colour.green('retracted')} ${slug}, with ${audits === 1 ? '1 audit' : `${audits} audits`}: ${reason}`,
      watchers === 0
        ? 'Nobody watched it.'
        : line`${watchers === 1 ? '1 watch ends' : `${watchers} watches end`}; letters go to those who gave an address.`,
      ...(cancelled_jobs ? [line`${cancelled_jobs} open ${cancelled_jobs === 1 ? 'job' : 'jobs'} cancelled.`] : []),
    ],
  });
}
