import type { Define } from '../../define.ts';
import { deskCommand } from '../../desk/desk-command.ts';
import { line } from '../../output.ts';

export function addExamples(define: Define): void {
  deskCommand(define, {
    usage: 'examples remove',
    does: 'take all fictional companies off the leaderboard',
    examples: ['examples remove', 'examples remove --url https://readymark.example --token-file token'],
    operation: async () => (await import('../../../operations/desk/companies/remove-examples.ts')).removeExamples,
    lines: ({ removed, watchers }, { colour }) =>
      removed.length
        ? [
            line`${colour.green('removed')} ${removed.join(', ')}`,
            line`${removed.length === 1 ? '1 fictional company' : `${removed.length} fictional companies`} removed, ${watchers === 1 ? '1 watch' : `${watchers} watches`} ended.`,
          ]
        : ['There is no fictional company.'],
  });
}
