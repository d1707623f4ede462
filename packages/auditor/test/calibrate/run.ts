import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Ladders } from '@readymark/rubric/ladder';
import { readLadders } from '@readymark/rubric/read-rubrics';
import type { JudgedClaim } from '../../src/evidence/claim.ts';
import { readBundle } from '../../src/evidence/folder.ts';
import { readSite } from '../../src/read/read-site.ts';
import type { Site } from '../../src/read/site.ts';
import { expectedPoints, proposalsOf } from '../../src/score/expected/expected-points.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { scoreSite } from '../../src/score/score-site.ts';
import { type Compared, setsOf } from './agreement.ts';
import { answersOf, answerTable } from './answers.ts';
import { collectMissing, type Wanted } from './collecting.ts';
import { assertMayExplain, explain } from './explain.ts';
import { figuresOf } from './figures.ts';
import { type Label, readLabels } from './labels.ts';
import { type Example, learnWeights } from './learn-weights.ts';
import { lawOf, type MutatedSite, mutationFigures, mutationFiguresTable, mutationTable } from './mutation-tables.ts';
import { mutations } from './mutations/mutations.ts';
import { compareQuotations, type QuotationFigures, type QuotedSite } from './precision.ts';
import { absenceList, quotationTable, wrongQuotations } from './quotation-tables.ts';
import { rarePhrases } from './rare-phrases.ts';
import { claimsFolder, copiedSites, ownSites, type Subject } from './subjects.ts';
import { agreementTable, criterionTable, siteTable } from './tables.ts';

/**
 * `npm run calibrate [SITE…]`: audits each copy of a real site (READYMARK_SITES) with `readymark-audit` in a closed world, and
 * compares the proposals with the audits that people made of it (READYMARK_AUDITS), and what drafts quote with labelled
 * quotations (READYMARK_CLAIMS).
 *
 *   --own             the sites of test/sites instead, which no ladder was made for
 *   --set fit|check   one half of the sites (split.json): rules are fitted to the first only
 *   --look-at-check   may show texts of the second half, which then no longer checks anything
 *   --bundles DIR     evidence of DIR/{site} instead: scores what was collected before
 *   --keep DIR        where to keep what is collected, as DIR/{site}, for --bundles
 *   --explain P1-B    rungs, evidence and sources of a criterion beside what the person wrote; may be repeated
 *   --quotations      lists the quotations that do not support their sentence
 *   --answers         also scores with what labels answer about claims, as a person does at the desk
 *   --mutations NAMES also scores each copy as these mutations leave it (`all`, or names with commas); their evidence is
 *                     DIR/{mutation}/{site}, and is collected where it is missing
 *   --mutated DIR     that folder, where it is another one than that of --bundles or --keep
 *   --rare-phrases    lists the phrases of ladders that at most one of the sites says
 *   --rungs           what the rungs alone propose, without what readers gave where rungs were like these
 *   --weights FILE    learns that from the sites that are named, and writes what `expected-points.ts` reads
 *   --json FILE       writes all figures, without any text of a site
 *   --rubric v1       whose ladders
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    own: { type: 'boolean', default: false },
    set: { type: 'string' },
    'look-at-check': { type: 'boolean', default: false },
    bundles: { type: 'string' },
    keep: { type: 'string' },
    explain: { type: 'string', multiple: true, default: [] },
    quotations: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    mutations: { type: 'string' },
    mutated: { type: 'string' },
    rungs: { type: 'boolean', default: false },
    'rare-phrases': { type: 'boolean', default: false },
    weights: { type: 'string' },
    json: { type: 'string' },
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
  const { set } = options;
  if (set !== undefined && set !== 'fit' && set !== 'check') throw new Error('--set is fit or check');
  const subjects = (options.own ? ownSites() : copiedSites()).filter(
    (one) => (names.length === 0 || names.includes(one.name)) && (set === undefined || one.set === set),
  );
  if (subjects.length === 0) {
    console.log('There is no such site; copies of real ones are looked for in READYMARK_SITES.');
    return 1;
  }
  if (options.explain.length > 0 && !options['look-at-check']) assertMayExplain(subjects);
  const kept = options.bundles ?? options.keep;
  const room = kept ?? mkdtempSync(join(tmpdir(), 'readymark-calibrate-'));
  try {
    await calibrateIn(room, subjects, ladders);
  } finally {
    if (!kept) rmSync(room, { recursive: true, force: true });
  }
  return 0;
}

function mayShow({ set }: Pick<Subject, 'set'>): boolean {
  return set !== 'check' || options['look-at-check'];
}

async function calibrateIn(room: string, subjects: readonly Subject[], ladders: Ladders): Promise<void> {
  const plain = subjects.map((subject): Wanted => ({ subject, folder: join(room, subject.name) }));
  const changed = wantedMutations(options.mutated ?? room, subjects);
  const wanted = [...plain, ...changed];
  // What is below --bundles or --mutated is used; anything else is collected anew.
  const anew = options.bundles ? [] : options.mutated ? plain : wanted;
  for (const { folder } of anew) rmSync(folder, { recursive: true, force: true });
  const seconds = await collectMissing(wanted, console.error);
  const scored = plain.map((one) => ({ ...scoreFolder(one, ladders), seconds: seconds.get(one.folder) }));
  for (const [at, { all }] of scored.entries()) {
    const subject = subjects[at];
    if (subject) for (const one of all) if (options.explain.includes(one.id)) console.log(explain(subject, one));
  }
  if (options.weights) {
    if (names.length === 0) throw new Error('--weights learns from sites that are named');
    const learned = learnWeights(scored);
    writeFileSync(options.weights, `${JSON.stringify(learned, null, 2)}\n`);
  }
  if (options['rare-phrases']) {
    const sites = plain.filter(({ subject }) => mayShow(subject)).map(({ folder }) => siteIn(folder));
    for (const [id, phrases] of rarePhrases(ladders, sites))
      console.log(`${id} ${phrases.length}: ${phrases.join(', ')}`);
  }
  const shown = scored.filter(mayShow);
  if (shown.length > 0) console.log(criterionTable(shown));
  console.log(agreementTable(scored) + siteTable(scored));
  const labels = options.own ? [] : readLabels(claimsFolder);
  if (labels.length === 0) console.log(`Quotations are not compared: no labels (READYMARK_CLAIMS, ${claimsFolder}).`);
  const quotations = showQuotations(scored, labels);
  console.log(absenceList(scored, mayShow));
  if (options.answers) showAnswers(plain, scored, ladders, labels);
  const mutated = changed.flatMap((one): MutatedSite[] => {
    const before = scored.find(({ name }) => name === one.subject.name);
    const after = before && { ...scoreFolder(one, ladders), seconds: undefined };
    return after ? [{ mutation: one.mutation ?? '', before, after, may_be_looked_at: mayShow(one.subject) }] : [];
  });
  const of_mutations = mutationFigures(mutated, labels);
  if (mutated.length > 0) console.log(mutationTable(mutated) + mutationFiguresTable(of_mutations));
  const figures = figuresOf(scored, quotations, of_mutations);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 1)}\n`);
}

/** @throws Error where there is no such mutation, or nothing that it could change */
function wantedMutations(room: string, subjects: readonly Subject[]): Wanted[] {
  if (options.mutations === undefined) return [];
  if (options.own) throw new Error('mutations change copies of real sites, not those of --own');
  const wished = options.mutations === 'all' ? Object.keys(mutations) : options.mutations.split(',');
  for (const name of wished) lawOf(name);
  return wished.flatMap((mutation) =>
    subjects.map((subject) => ({ subject, mutation, folder: join(room, mutation, subject.name) })),
  );
}

function siteIn(folder: string): Site {
  const { bundle, bodies } = readBundle(folder);
  return readSite(bundle, bodies);
}

type Scored = Compared & QuotedSite & Example & { all: readonly CriterionProposal[] };

/** Criteria that the copy of a site does not show, and previews, are not compared. */
function comparable(
  all: readonly CriterionProposal[],
  { unobservable }: Pick<Subject, 'unobservable'>,
  { preview }: Ladders,
): CriterionProposal[] {
  return all.filter(({ id }) => !unobservable.has(id) && !preview.includes(id));
}

/** Scores what is kept of a site. */
function scoreFolder({ subject, folder }: Wanted, ladders: Ladders, judged: readonly JudgedClaim[] = []): Scored {
  const { name, set, website, human, unobservable } = subject;
  const { bundle, bodies } = readBundle(folder);
  const before = process.cpuUsage();
  const site = readSite(bundle, bodies);
  const rungs = scoreSite(site, ladders, { judged });
  const all = options.rungs ? rungs : judged.length > 0 ? proposalsOf(site, ladders, judged) : expectedPoints(rungs);
  const { user, system } = process.cpuUsage(before);
  return {
    ...{ name, set, website, all, rungs, unobservable },
    ms: Math.round((user + system) / 1000),
    requests: bundle.requests,
    missing: bundle.items.filter(({ status }) => status === 404 || status === 410).length,
    seconds: undefined,
    proposals: comparable(all, subject, ladders),
    human: new Map([...human].map(([id, { score }]) => [id, score])),
    pages_read: bundle.items
      .filter(({ status, sha256 }) => status === 200 && sha256 !== null)
      .flatMap(({ url, redirects }) => [url, ...redirects.map((hop) => hop.url)]),
  };
}

/** Prints drafts at each step beside one another: of rungs, with what is learned, and with answers about claims; and what these quote. */
function showAnswers(
  plain: readonly Wanted[],
  expected: readonly Scored[],
  ladders: Ladders,
  labels: readonly Label[],
): void {
  const judged = expected.map((one) => answersOf(one, labels));
  const answered = plain.map((one, at) => scoreFolder(one, ladders, judged[at]));
  const rungs = expected.map((one) => ({ ...one, proposals: comparable(one.rungs, one, ladders) }));
  console.log(answerTable({ rungs, expected, answered }, judged.flat().length));
  showQuotations(answered, labels);
}

/** Prints what is quoted against its labels. @returns the figures, by set; none without labels */
function showQuotations(scored: readonly Scored[], labels: readonly Label[]): Map<string, QuotationFigures> {
  if (labels.length === 0) return new Map();
  const compared = [...setsOf(scored)].map(([set, those]) => ({ set, ...compareQuotations(those, labels) }));
  const figures = new Map(compared.map((one) => [one.set, one.figures]));
  console.log(quotationTable(figures));
  if (options.quotations) console.log(wrongQuotations(compareQuotations(scored.filter(mayShow), labels).wrong));
  return figures;
}
