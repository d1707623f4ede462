import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBundle } from '../../src/auditor/evidence/folder.ts';
import { readSite } from '../../src/auditor/read/read-site.ts';
import { scoreSite } from '../../src/auditor/score/score-site.ts';
import { readLadders } from '../../src/catalogue/rubrics.ts';
import type { CriterionProposal } from '../../src/domain/auditing/proposal.ts';
import { type Compared, criterionTable, ladderTable, siteTable, totals } from './tables.ts';

/**
 * `npm run calibrate [SITE…]`: audits each site of READYMARK_SITES as `readymark audit` does, in a closed world, and
 * compares the proposals with the audits that people made of it. `--bundles DIR` scores evidence that was collected before.
 * `--explain P1-B` prints rungs, evidence and sources of one criterion.
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    bundles: { type: 'string' },
    explain: { type: 'string', multiple: true },
    rubric: { type: 'string', default: 'v1' },
  },
});
const shared = join(import.meta.dirname, '../../../shared');
const sites =
  process.env.READYMARK_SITES ?? (existsSync(join(shared, 'sites')) ? join(shared, 'sites') : '/work/shared/sites');
const audits = process.env.READYMARK_AUDITS ?? join(sites, '../audits');

if (!existsSync(sites)) {
  console.log(`Skipped: there are no sites at ${sites} (READYMARK_SITES).`);
  process.exit(0);
}
const ladders = readLadders().get(options.rubric);
if (!ladders) throw new Error(`there are no ladders for ${options.rubric}`);
const chosen = readdirSync(sites).filter(
  (name) => existsSync(join(sites, name, 'site.json')) && (names.length === 0 || names.includes(name)),
);
if (options.bundles === undefined) throw new Error('--bundles DIR is needed');

const compared: Compared[] = [];
for (const name of chosen.sort()) {
  const folder = join(options.bundles, name);
  if (!existsSync(join(folder, 'bundle.json'))) continue;
  const about = JSON.parse(readFileSync(join(sites, name, 'site.json'), 'utf8'));
  const { bundle, bodies } = readBundle(folder);
  const started = performance.now();
  const proposals = scoreSite(readSite(bundle, bodies), ladders);
  const ms = Math.round(performance.now() - started);
  const [audit] = about.audits as string[];
  const record = JSON.parse(readFileSync(join(audits, `${audit}.audit.json`), 'utf8'));
  const unobservable = new Set(
    (about.unobservable as { criteria?: string[] }[]).flatMap(({ criteria }) => criteria ?? []),
  );
  compared.push({
    name,
    ms,
    proposals: proposals.filter(({ id }) => !unobservable.has(id) && !ladders.preview.includes(id)),
    human: new Map((record.criteria as { id: string; score: number }[]).map(({ id, score }) => [id, score])),
  });
  for (const id of options.explain ?? [])
    explain(
      name,
      record,
      proposals.find((proposal) => proposal.id === id),
    );
}
console.log(criterionTable(compared));
console.log(ladderTable(compared));
console.log(siteTable(compared));
console.log(totals(compared));

function explain(
  site: string,
  record: { criteria: { id: string; score: number; evidence: string }[] },
  proposal: CriterionProposal | undefined,
): void {
  if (!proposal) return;
  const human = record.criteria.find(({ id }) => id === proposal.id);
  const { id, low, proposed, high, needs_human, evidence, sources, rungs } = proposal;
  console.log(`\n${site} ${id}: ${low} ${proposed} ${high}, human ${human?.score}  ${needs_human.join(' ')}`);
  console.log(`  human: ${human?.evidence}`);
  console.log(`  ours:  ${evidence}`);
  for (const rung of rungs) console.log(`  ${rung.score} ${rung.state.padEnd(7)} ${rung.text}`);
  for (const source of sources) console.log(`  · ${source.url} ${source.status} "${source.excerpt.slice(0, 150)}"`);
}
