import { html } from 'ghtml';
import type { DeskPage } from '../../../doors/http/desk/definition.ts';
import { listPage, row } from '../../../doors/http/desk/list-page.ts';
import { timeMark } from '../../../doors/http/desk/parts.ts';
import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { listNodes } from '../operations/list-nodes.ts';
import { nodeStates, nodesWithStates } from '../operations/node-states.ts';

const PATH = '/desk/nodes';

const nodesPage: DeskPage = {
  path: PATH,
  async draw({ call, ctx }) {
    const { nodes, newest, findings } = await call(listNodes, {});
    const now = ctx.now();
    return listPage({
      title: 'Nodes',
      hint: `The processes that serve. The newest publication is ${newest}.`,
      parts: [
        {
          title: 'What is wrong',
          rows: findings.map((finding) => html`<p>${finding}</p>`),
          none: 'All that are seen show the same.',
        },
        {
          title: 'Processes',
          rows: nodes.map(({ name, state, publication, version, seen_at }) =>
            row(
              { name, path: undefined },
              `publication ${publication}`,
              html`seen !${timeMark(seen_at, now)}`,
              html`<b>${state}</b>, version ${version}`,
            ),
          ),
          none: 'None has written itself down yet.',
        },
      ],
    });
  },
};

export const nodesPart: HttpPart = {
  desk_pages: [nodesPage],
  async waiting(visit) {
    const { findings } = await visit.call(listNodes, {});
    return [
      {
        title: 'Nodes that differ',
        count: findings.length,
        path: PATH,
        none: '',
        items: findings.map((one) => html`${one}`),
      },
    ];
  },
  gauges: ({ store, now }) => [
    {
      name: 'readymark_nodes',
      help: 'Processes that serve this database, by what they show: `readymark nodes`.',
      label: 'state',
      async read() {
        const found = await nodesWithStates(store.db, now()).catch(() => undefined);
        const counted = (state: string) => found?.nodes.filter((node) => node.state === state).length ?? 0;
        return found && Object.fromEntries(nodeStates.map((state) => [state, counted(state)]));
      },
    },
  ],
};
