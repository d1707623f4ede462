import { measureCosts } from '../../packages/service/test/world/measure/costs.ts';
import type { Row, Section } from './section.ts';

/** How many of the dearest routes are printed. */
const PRINTED_MAX = 12;

export const section: Section = {
  name: 'costs',
  async run({ quick }) {
    const rows: Row[] = [];
    for (const companies of quick ? [1_000] : [1_000, 10_000]) {
      const found = await measureCosts(companies, quick ? 20 : 100);
      rows.push([
        `${found.length} public routes at ${companies} companies: the dearest, by CPU per uncached request`,
        '',
        '',
      ]);
      for (const { route, ms, status } of found.slice(0, PRINTED_MAX))
        rows.push([`${companies}: ${route} (${status})`, `${ms.toFixed(2)} ms`, 'at most 3 ms but the index']);
    }
    return rows;
  },
};
