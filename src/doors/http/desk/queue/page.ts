import { html } from 'ghtml';
import { listRequests } from '../../../../operations/desk/list-requests.ts';
import type { DeskPage } from '../definition.ts';
import { statusMark, timeMark } from '../parts.ts';

/** The queue: waiting requests, oldest first. */
export const startPage: DeskPage = {
  path: '/desk',
  nav: 'Queue',
  async draw(visit) {
    const { requests } = await visit.call(listRequests, {});
    const rows = requests.map(
      ({ company, website, status, submitted_at }) =>
        html`<li><bdi>${company}</bdi> <bdi>${website}</bdi> !${statusMark(status)} !${timeMark(submitted_at, visit.ctx.now())}</li>`,
    );
    return { title: 'Queue', main: html`<h1>Queue</h1><ol>!${rows}</ol>` };
  },
};
