import type { Define } from '../../define.ts';
import { addDeskOptions, callDesk, type DeskOptions } from '../../desk.ts';
import { line } from '../../output.ts';

export function addExamples(define: Define): void {
  addDeskOptions(
    define<DeskOptions>(
      'examples remove',
      'take all fictional companies off the leaderboard',
      ['examples remove', 'examples remove --url https://readymark.example --token-file token'],
      async (cli, output, desk) => {
        const { removeExamples } = await import('../../../operations/desk/companies/remove-examples.ts');
        const body = await callDesk(cli, desk, removeExamples, {});
        const { removed, watchers } = body;
        output.result(body, () =>
          removed.length
            ? [
                line`${output.colour.green('removed')} ${removed.join(', ')}`,
                line`${removed.length === 1 ? '1 fictional company' : `${removed.length} fictional companies`} removed, ${watchers === 1 ? '1 watch' : `${watchers} watches`} ended.`,
              ]
            : ['There is no fictional company.'],
        );
        return 0;
      },
    ),
  );
}
