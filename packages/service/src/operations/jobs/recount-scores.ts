import { areCountsBehind } from '../../store/kept/current-companies.ts';
import { recountCompanies } from '../../store/kept/recount.ts';
import type { Context } from '../context.ts';

/** Counts the companies of each score again after a node of an older version published, which does not count them (decision 209). */
export async function recountScores({ store, log }: Pick<Context, 'store' | 'log'>): Promise<void> {
  if (!(await areCountsBehind(store.db))) return;
  const recounted = await recountCompanies(store);
  log.info({ recounted }, 'companies were counted again: a node of an older version had published');
}
