import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Ladders } from '@readymark/rubric/ladder';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { readBundle } from '../../src/evidence/folder.ts';
import { readSite } from '../../src/read/read-site.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { scoreSite } from '../../src/score/score-site.ts';
import { collectMissing, type Wanted } from './collecting.ts';
import { mutations } from './mutations/mutations.ts';
import { copiedSites, ownSites, type Subject } from './subjects.ts';
import { type Compared, criterionTable, ladderTable, siteTable, totals } from './tables.ts';

/**
 * `npm run calibrate [SITE…]`: audits each copy of a real site (READYMARK_SITES) with `readymark-audit` in a closed world, and
 * compares the proposals with the audits that people made of it (READYMARK_AUDITS).
 *
 *   --own             the sites of test/sites instead, which no ladder was made for
 *   --set fit|check   one half of the sites (split.json)
 *   --bundles DIR     evidence of DIR/{site} instead: scores what was collected before
 *   --keep DIR        where to keep what is collected, as DIR/{site}, for --bundles
 *   --explain P1-B    rungs, evidence and sources of a criterion beside what the person wrote; may be repeated
 *   --mutations NAMES also audits each copy changed by these mutations (`all`, or names with commas); their evidence is
 *                     kept as DIR/{mutation}/{site}, and collected where it is missing
 *   --mutated DIR     that folder, where it is another one than that of --bundles or --keep
 *   --rubric v1       whose ladders
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    own: { type: 'boolean', default: false },
    set: { type: 'string' },
    bundles: { type: 'string' },
    keep: { type: 'string' },
    explain: { type: 'string', multiple: true, default: [] },
    mutations: { type: 'string' },
    mutated: { type: 'string' },
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
    ({ name, set }) => (names.length === 0 || names.includes(name)) && (!options.set || set === options.set),
  );
  if (subjects.length === 0) {
    console.log('There is no such site; copies of real ones are looked for in READYMARK_SITES.');
    return 1;
  }
  const wished =
    options.mutations === undefined ? [] : options.mutations === 'all' ? Object.keys(mutations) : options.mutations.split(',');
  const kept = options.bundles ?? options.keep;
  const room = kept ?? mkdtempSync(join(tmpdir(), 'readymark-calibrate-'));
  try {
    const plain = subjects.map((subject): Wanted => ({ subject, folder: join(room, subject.name) }));
    const changed = wished.flatMap((mutation) =>
      subjects.map((subject): Wanted => ({ subject, mutation, folder: join(options.mutated ?? room, mutation, subject.name) })),
    );
    await collectMissing([...plain, ...changed], console.error);
  } finally {
    if (!kept) rmSync(room, { recursive: true, force: true });
  }
  return 0;
}
