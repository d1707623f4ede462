import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { readBundle } from '../../src/evidence/folder.ts';
import { readSite } from '../../src/read/read-site.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { scoreSite } from '../../src/score/score-site.ts';
import { auditSubject, copiedSites, ownSites, type Subject } from './subjects.ts';
import { type Compared, criterionTable, ladderTable, siteTable, totals } from './tables.ts';

/**
 * `npm run calibrate [SITE…]`: audits each copy of a real site (READYMARK_SITES) with `readymark-audit` in a closed world, and
 * compares the proposals with the audits that people made of it (READYMARK_AUDITS).
 *
 *   --own             the sites of test/sites instead, which no ladder was made for
 *   --bundles DIR     evidence of DIR/{site} instead: scores what was collected before
 *   --keep DIR        where to keep what is collected, as DIR/{site}, for --bundles
 *   --explain P1-B    rungs, evidence and sources of a criterion beside what the person wrote; may be repeated
 *   --rubric v1       whose ladders
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    own: { type: 'boolean', default: false },
    bundles: { type: 'string' },
    keep: { type: 'string' },
    explain: { type: 'string', multiple: true, default: [] },
    rubric: { type: 'string', default: 'v1' },
  },
});

process.exitCode = await calibrate().catch((error: Error) => {
  console.error(error.message);
  return 1;
});

async function calibrate(): Promise<number> {
  const ladders = readLadders().get(options.rubric);
  if (!ladders) throw new Error(`there are no ladders for ${options.rubric}`);
  const subjects = (options.own ? ownSites() : copiedSites()).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  if (subjects.length === 0) {
    console.log('There is no such site; copies of real ones are looked for in READYMARK_SITES.');
    return 1;
  }
  const kept = options.bundles ?? options.keep;
  const room = kept ?? mkdtempSync(join(tmpdir(), 'readymark-calibrate-'));
  const compared: Compared[] = [];
  try {
    for (const subject of subjects) {
      const { name, human, unobservable } = subject;
      const folder = join(room, name);
      if (!options.bundles) rmSync(folder, { recursive: true, force: true });
      const seconds = options.bundles ? undefined : await auditSubject(subject, folder);
      const { bundle, bodies } = readBundle(folder);
      const before = process.cpuUsage();
      const proposals = scoreSite(readSite(bundle, bodies), ladders);
      const { user, system } = process.cpuUsage(before);
      compared.push({
        name,
        ms: Math.round((user + system) / 1000),
        requests: bundle.requests,
        seconds,
        proposals: proposals.filter(({ id }) => !unobservable.has(id) && !ladders.preview.includes(id)),
        human: new Map([...human].map(([id, { score }]) => [id, score])),
      });
      for (const proposal of proposals) if (options.explain.includes(proposal.id)) explain(subject, proposal);
    }
  } finally {
    if (!kept) rmSync(room, { recursive: true, force: true });
  }
  for (const part of [criterionTable, ladderTable, siteTable, totals]) console.log(part(compared));
  return 0;
}

function explain({ name, human }: Subject, proposal: CriterionProposal): void {
  const { id, low, proposed, high, needs_human, evidence, sources, rungs } = proposal;
  const person = human.get(id);
  console.log(`\n${name} ${id}: ${low} ${proposed} ${high}, human ${person?.score}  ${needs_human.join(' ')}`);
  console.log(`  human: ${person?.evidence}\n  ours:  ${evidence}`);
  for (const { score, state, text } of rungs) console.log(`  ${score} ${state.padEnd(7)} ${text}`);
  for (const { url, status, excerpt } of sources) console.log(`  · ${url} ${status} "${excerpt.slice(0, 150)}"`);
}
