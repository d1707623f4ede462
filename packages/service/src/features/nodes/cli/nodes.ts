import type { Define } from '../../../cli/define.ts';
import { deskCommand } from '../../../cli/desk/desk-command.ts';
import { line } from '../../../cli/output.ts';

export function addNodes(define: Define): void {
  deskCommand(define, {
    usage: 'nodes',
    does: 'list the processes that serve, and the publication that each shows',
    examples: ['nodes', 'nodes --url https://readymark.example --token-file token'],
    operation: async () => (await import('../operations/list-nodes.ts')).listNodes,
    lines: ({ nodes, newest, findings }, { colour }) => [
      ...nodes.map(({ name, state, publication, version, seen_at, clock_ms }) => {
        const shown = state === 'current' ? colour.green(state) : colour.red(state);
        const clock =
          Math.abs(clock_ms) < 1_000 ? '' : `, clock ${(clock_ms / 1_000).toFixed(1)} s from the database's`;
        return line`${shown}  ${name}  publication ${publication}, version ${version}, seen ${seen_at}${clock}`;
      }),
      ...findings.map((finding) => line`${colour.red('wrong')}  ${finding}`),
      line`The newest publication is ${newest}.`,
    ],
    code: ({ findings }) => (findings.length ? 1 : 0),
  });
}
