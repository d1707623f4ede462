import type { DeskContent, Visit } from '../definition.ts';
import { loadReview } from './load.ts';
import { reviewPage } from './page.ts';

/** The review of a drafted job (decision 128). Faults: not_found; conflict, when there is no draft (any more). */
export async function drawReview(visit: Visit): Promise<DeskContent> {
  return reviewPage(await loadReview(visit));
}
