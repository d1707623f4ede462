import type { z } from 'zod';
import type { publishAudits } from '../operations/desk/publish-audits.ts';
import type { Cli } from './define.ts';
import { callDesk, type DeskOptions } from './desk.ts';

type Published = z.output<typeof publishAudits.output>;

/**
 * Completes all that still waits for the audits of a publication (`--completes-all`). It comes after the publication: a
 * refused audit leaves the requests as they are.
 *
 * @returns the publication with these requests completed, and none waiting
 */
export async function completeAll(cli: Cli, desk: DeskOptions, published: Published): Promise<Published> {
  const { completeRequests } = await import('../operations/desk/requests/complete-requests.ts');
  const completed = [...published.completed];
  for (const { slug, requests } of published.waiting) {
    const completes = requests.map(({ request_id }) => request_id);
    completed.push(...(await callDesk(cli, desk, completeRequests, { slug, completes })).completed);
  }
  return { ...published, completed, waiting: [] };
}
