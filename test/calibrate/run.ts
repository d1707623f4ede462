import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBundle } from '../../src/auditor/evidence/folder.ts';
import { readSite } from '../../src/auditor/read/read-site.ts';
import { scoreSite } from '../../src/auditor/score/score-site.ts';
import { readLadders } from '../../src/catalogue/rubrics.ts';
import type { CriterionProposal } from '../../src/domain/auditing/proposal.ts';
import { inClosedWorld } from '../world/closed-world.ts';
import { type Compared, criterionTable, ladderTable, siteTable, totals } from './tables.ts';

/**
 * `npm run calibrate [SITE…]`: audits each copy of a real site (READYMARK_SITES) with `readymark audit` in a closed world, and
 * compares the proposals with the audits that people made of it (READYMARK_AUDITS).
 *
 *   --bundles DIR     evidence of DIR/{site} instead: scores what was collected before
 *   --keep DIR        where to keep what is collected, as DIR/{site}, for --bundles
 *   --explain P1-B    rungs, evidence and sources of a criterion beside what the person wrote; may be repeated
 *   --rubric v1       whose ladders
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    bundles: { type: 'string' },
    keep: { type: 'string' },
    explain: { type: 'string', multiple: true },
    rubric: { type: 'string', default: 'v1' },
  },
});
const sites = process.env.READYMARK_SITES ?? join(import.meta.dirname, '../../../shared/sites');
const audits = process.env.READYMARK_AUDITS ?? join(sites, '../audits');

type About = { website: string; audits: string[]; unobservable: { criteria?: string[] }[] };
type HumanAudit = { criteria: { id: string; score: number; evidence: string }[] };
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

process.exitCode = await calibrate();

async function calibrate(): Promise<number> {
  if (!existsSync(sites)) {
    console.log(`There are no copies of sites at ${sites}; name their folder in READYMARK_SITES.`);
    return 1;
  }
  const ladders = readLadders().get(options.rubric);
  if (!ladders) throw new Error(`there are no ladders for ${options.rubric}`);
  const known = readdirSync(sites).filter((name) => existsSync(join(sites, name, 'site.json')));
  const chosen = known.filter((name) => names.length === 0 || names.includes(name)).sort();
  const room = options.bundles ?? options.keep ?? mkdtempSync(join(tmpdir(), 'readymark-calibrate-'));
  const compared: Compared[] = [];
  try {
    for (const name of chosen) {
      const about: About = readJson(join(sites, name, 'site.json'));
      const seconds = options.bundles === undefined ? await collect(name, about.website, join(room, name)) : undefined;
      const { bundle, bodies } = readBundle(join(room, name));
      const before = process.cpuUsage();
      const proposals = scoreSite(readSite(bundle, bodies), ladders);
      const { user, system } = process.cpuUsage(before);
      const ms = Math.round((user + system) / 1000);
      const human: HumanAudit = readJson(join(audits, `${about.audits[0]}.audit.json`));
      const uncounted = new Set([...about.unobservable.flatMap(({ criteria = [] }) => criteria), ...ladders.preview]);
      compared.push({
        name,
        ms,
        requests: bundle.requests,
        seconds,
        proposals: proposals.filter(({ id }) => !uncounted.has(id)),
        human: new Map(human.criteria.map(({ id, score }) => [id, score])),
      });
      for (const id of options.explain ?? [])
        explain(
          name,
          human,
          proposals.find((proposal) => proposal.id === id),
        );
    }
  } finally {
    if (room !== options.bundles && room !== options.keep) rmSync(room, { recursive: true, force: true });
  }
  for (const part of [criterionTable, ladderTable, siteTable, totals]) console.log(part(compared));
  return 0;
}

/** @returns how long `readymark audit` took, in seconds */
async function collect(name: string, website: string, folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const started = performance.now();
  const env = { AUDIT_INTERVAL_MS: '0', LOG_LEVEL: 'silent' };
  const ran = await inClosedWorld('bin/readymark.js', ['audit', website, '--out', folder, '--json'], {
    sites: [name],
    env,
  });
  if (typeof ran === 'string') throw new Error(`${name} cannot be audited here: ${ran}`);
  if (ran.code !== 0) throw new Error(`readymark audit ${website} ended with ${ran.code}: ${ran.err}${ran.out}`);
  return (performance.now() - started) / 1000;
}

function explain(site: string, human: HumanAudit, proposal: CriterionProposal | undefined): void {
  if (!proposal) return;
  const { id, low, proposed, high, needs_human, evidence, sources, rungs } = proposal;
  const person = human.criteria.find((criterion) => criterion.id === id);
  console.log(`\n${site} ${id}: ${low} ${proposed} ${high}, human ${person?.score}  ${needs_human.join(' ')}`);
  console.log(`  human: ${person?.evidence}\n  ours:  ${evidence}`);
  for (const { score, state, text } of rungs) console.log(`  ${score} ${state.padEnd(7)} ${text}`);
  for (const { url, status, excerpt } of sources) console.log(`  · ${url} ${status} "${excerpt.slice(0, 150)}"`);
}
