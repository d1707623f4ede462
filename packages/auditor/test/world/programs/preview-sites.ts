import { readLadders } from '@readymark/rubric/read-rubrics';
import { openAuditor } from '../../../src/auditor.ts';

/**
 * Previews sites in a closed world, all at once; with `full`, collects and scores each as for an audit, too. Prints what came of them,
 * and the memory of the process.
 */
const [list = '[]', ...options] = process.argv.slice(2);
const auditor = openAuditor({
  base_url: 'https://readymark.test',
  version: '1.0.0',
  interval_ms: 10,
  opt_out: ['opted-out.evilcorp.dev'],
  ladders: readLadders(),
  now: () => new Date(),
});
const { signal } = new AbortController();

async function preview(website: string) {
  try {
    const { bundle, bodies, outcome, reason } = await auditor.collect(website, { signal, reach: 'preview' });
    const { criteria, documents, requests } = await auditor.preview(bundle, bodies, 'v1');
    return { website, outcome, reason, requests: bundle.requests, asked: requests.length, criteria, documents };
  } catch (error) {
    return { website, refused: String(error) };
  }
}

const previews = await Promise.all((JSON.parse(list) as string[]).map(preview));
const rss_mb = Math.round(process.memoryUsage.rss() / 2 ** 20);
const full = [];
for (const { website } of options.includes('full') ? previews : []) {
  const { bundle, bodies } = await auditor.collect(website, { signal });
  const proposals = await auditor.score(bundle, bodies, 'v1');
  full.push({ website, proposals: proposals.map(({ id, proposed }) => ({ id, proposed })) });
}
await auditor.close();
process.stdout.write(JSON.stringify({ previews, full, rss_mb }));
