import { highestRung, type Ladder, type Ladders } from '@readymark/rubric/ladder';
import type { JudgedClaim } from '../evidence/claim.ts';
import type { EvidenceSource } from '../evidence/evidence.ts';
import type { Page, Site } from '../read/site.ts';
import { claimsOf, doubtOf } from './claims/list-claims.ts';
import { type Findings, factsIn, type Level, Rungs } from './conditions.ts';
import { type Fact, type FactResult, sourceOf, withVerdicts } from './fact.ts';
import { facts } from './facts/index.ts';
import { asDoubted, asFarAsItCame, asUnproven, asUnread } from './finding.ts';
import { humanReasons } from './human-reasons.ts';
import { assertFacts } from './ladder-facts.ts';
import { foreignLanguage } from './not-judged.ts';
import { boundedBy, liftedOf, pairsOf } from './own/bounded.ts';
import { offerSite } from './own/offer-site.ts';
import { kindOf } from './own/page-kind.ts';
import { type Unshown, unshownOf } from './own/shown.ts';
import { nothingReadWords, nothingWasRead } from './presence.ts';
import { type Printed, quotationsOf } from './printed/quotations.ts';
import { sentences, withSources } from './printed/sentences.ts';
import { sourcesOf } from './printed/sources.ts';
import type { CriterionProposal, HumanReason } from './proposal.ts';

type ScoringOptions = { known?: ReadonlyMap<string, Fact>; judged?: readonly JudgedClaim[]; only?: string };

/**
 * Proposes a score for each criterion that has a ladder (decision 91). Pure: no clock, no network, the same site and
 * ladders give the same proposals, byte for byte. Previews come last.
 *
 * @param judged what a person or a model answered about claims: it adds or removes evidence, never a score
 * @param only the one criterion that is asked for; without it all are proposed
 * @throws Error that names the place when the ladders do not fit the facts
 */
export function scoreSite(
  site: Site,
  ladders: Ladders,
  { known = facts, judged = [], only }: ScoringOptions = {},
): CriterionProposal[] {
  assertFacts(ladders, known);
  const byId = new Map(ladders.ladders.map((ladder) => [ladder.id, ladder]));
  const preview = new Set(ladders.preview);
  const order = [...ladders.ladders].sort((a, b) => Number(preview.has(a.id)) - Number(preview.has(b.id)));
  const wanted = ({ id }: { id: string }) => only === undefined || id === only;
  const whole = asRead(site);
  const unshown = unshownOf(site);
  const scorerOf = (find: Findings, some: readonly Ladder[], judged: readonly JudgedClaim[]) =>
    new SiteScorer(site, byId, find, { some, judged });
  if (unshown === undefined)
    return scorerOf(findings(whole, byId, known, judged), order.filter(wanted), judged).proposals();
  const rest = unshown.sentences.size === 0 ? whole : asRead(site, unshown.sentences);
  const pairs = (some: readonly Ladder[], judged: readonly JudgedClaim[]) => {
    const all = findings(whole, byId, known, judged);
    const shown = rest === whole ? all : findings(rest, byId, known, judged);
    const doubted = (ladder: Ladder | undefined) => (unshown.most.facts ? (ladder?.interfaces ?? []) : []);
    const doubting: Findings = (criterion, name) =>
      doubted(byId.get(criterion)).includes(name)
        ? asUnproven(all(criterion, name))
        : asDoubted(all(criterion, name), shown(criterion, name));
    const said = scorerOf(all, some, judged);
    const proposals = said.proposals();
    return pairsOf(proposals, scorerOf(doubting, some, judged).proposals({ scorer: said, proposals }));
  };
  if (only !== undefined) {
    // What no doubt changes is bounded by nothing.
    const alone = pairs(order.filter(wanted), judged);
    if (alone.every(({ said, shown }) => said === shown)) return alone.map(({ said }) => said);
  }
  const before = pairs(order, []);
  const counted = before.filter(({ shown }) => !preview.has(shown.id));
  const lifted = new Set([...liftedOf(counted, unshown.most), ...preview]);
  const after = judged.length === 0 ? before : pairs(order, judged);
  return boundedBy(after, { most: unshown.most, lifted, judged }).filter(wanted);
}

/** The site as each criterion reads it: what is of others counts for what the site is made of alone. */
function asRead(site: Site, unshown?: Unshown['sentences']): (criterion: string) => Site {
  const whole = offerSite(site, false, unshown);
  const own = site.pages.some((page) => kindOf(site, page) === 'apart') ? offerSite(site, true, unshown) : whole;
  return (criterion) => (criterion.startsWith('P1') ? whole : own);
}

/** Scores a site as some facts have it: which rungs hold, and what is proposed and printed for them. */
class SiteScorer {
  readonly #site: Site;
  readonly #find: Findings;
  readonly #rungs: Rungs;
  readonly #some: readonly Ladder[];
  readonly #judged: readonly JudgedClaim[];
  #printed: readonly Printed[] | undefined;

  constructor(
    site: Site,
    ladders: ReadonlyMap<string, Ladder>,
    find: Findings,
    { some, judged }: { some: readonly Ladder[]; judged: readonly JudgedClaim[] },
  ) {
    this.#site = site;
    this.#find = find;
    this.#rungs = new Rungs(ladders, find, foreignLanguage(site) !== undefined);
    this.#some = some;
    this.#judged = judged;
  }

  /** What is proposed. @param like another scorer, and its proposals: they are taken where the same rungs hold */
  proposals(like?: { scorer: SiteScorer; proposals: readonly CriterionProposal[] }): CriterionProposal[] {
    this.#printed = like ? like.scorer.#printed : this.#quoted();
    const given = { judged: this.#judged, printed: this.#printed ?? [] };
    return this.#some.map((ladder, at) => {
      const known = like && this.#holdsAs(like.scorer, ladder) ? like.proposals[at] : undefined;
      return known ?? propose(this.#site, ladder, this.#rungs, this.#find, given);
    });
  }

  #holdsAs(other: SiteScorer, ladder: Ladder): boolean {
    return levels.every((level) => this.#rungs.highest(ladder, level) === other.#rungs.highest(ladder, level));
  }

  #quoted(): Printed[] {
    const [site, rungs, find, given] = [this.#site, this.#rungs, this.#find, { judged: this.#judged }];
    return nothingWasRead(site)
      ? []
      : this.#some.flatMap((ladder) => quotationsOf(ladder.id, sentences(site, ladder, rungs, find, given).text));
  }
}
const levels: readonly Level[] = [0, 1, 2];

/** Each fact is looked for once per site and arguments. */
function findings(
  siteOf: (criterion: string) => Site,
  ladders: ReadonlyMap<string, Ladder>,
  known: ReadonlyMap<string, Fact>,
  judged: readonly JudgedClaim[],
): Findings {
  const sites: Site[] = [];
  const known_results = new Map<string, FactResult>();
  const named = new Map<string, FactResult>();
  const look: Findings = (criterion, name) => {
    const used = ladders.get(criterion)?.facts[name];
    const fact = used && known.get(used.find);
    if (!used || !fact) throw new Error(`${criterion} has no fact ${name}`);
    const site = siteOf(criterion);
    if (!sites.includes(site)) sites.push(site);
    const args = withVerdicts(
      used.with,
      name,
      judged.filter((one) => one.criterion === criterion),
    );
    const key = JSON.stringify([sites.indexOf(site), used.find, args]);
    const before = known_results.get(key);
    if (before) return before;
    const seen = fact.find(site, args);
    const found = asFound(site, seen, used.find);
    if (!(found.sure <= found.likely && found.likely <= found.possible))
      throw new Error(`fact ${used.find} found ${found.sure}, ${found.likely}, ${found.possible}, which do not rise`);
    known_results.set(key, found);
    return found;
  };
  // A fact is asked for by many rungs and sentences of its ladder: its arguments are compared once.
  return (criterion, name) => {
    const key = `${criterion} ${name}`;
    const before = named.get(key);
    if (before) return before;
    const value = look(criterion, name);
    named.set(key, value);
    return value;
  };
}

/** What a fact found, as far as the site was read. */
function asFound(site: Site, seen: FactResult, name: string): FactResult {
  if (site.cut !== undefined) return asFarAsItCame(seen, name);
  return nothingWasRead(site) ? asUnread(seen) : seen;
}

function propose(
  site: Site,
  ladder: Ladder,
  rungs: Rungs,
  find: Findings,
  { judged, printed }: { judged: readonly JudgedClaim[]; printed: readonly Printed[] },
): CriterionProposal {
  const { id } = ladder;
  const addressed = addressedBy(site, ladder, find);
  const max = highestRung(ladder);
  const cap = Math.min(ladder.cap ?? max, addressed.cap);
  const [sure, likely, possible] = ([0, 1, 2] as const).map((level: Level) => rungs.highest(ladder, level)) as [
    number,
    number,
    number,
  ];
  const proposed = Math.min(likely, cap);
  const { down, up, from } = ladder.judgement;
  const [below, above] = proposed < from ? [proposed, proposed] : [proposed - down, proposed + up];
  const low = Math.max(0, Math.min(sure, proposed, below));
  const high = Math.min(max, Math.max(Math.min(possible, addressed.cap), proposed, above));
  const reasons = new Set<HumanReason>([
    ...undecided(ladder, rungs, find, sure, possible),
    ...(likely > cap ? (['capped'] as const) : []),
    ...(addressed.sources.length > 0 ? (['injection'] as const) : []),
  ]);
  const said = nothingWasRead(site)
    ? { text: nothingReadWords(site), facts: [], asserted: [] }
    : sentences(site, ladder, rungs, find, { judged, printed, open: reasons.has('unobserved') });
  const sources = sourcesOf(site, ladder, said, factsOfRung(ladder, proposed), find, addressed.sources);
  const claims = claimsOf(site, ladder, find, said.asserted, judged);
  return {
    id,
    low,
    proposed,
    high,
    needs_human: humanReasons.filter((reason) => reasons.has(reason)),
    evidence: withSources(said.text, sources, site),
    sources,
    rungs: ladder.rungs.map(({ score, text }) => ({ score, state: rungs.state(id, score), text })),
    claims,
    doubt: doubtOf(Math.max(0, proposed - sure), claims),
  };
}

const factsOfRung = (ladder: Ladder, score: number): string[] => {
  const rung = ladder.rungs.find((one) => one.score === score);
  return rung ? factsIn(rung.when, ladder) : [];
};

/** Why the rungs between the lowest and the highest score are open, and what is in doubt whatever the score. */
function undecided(ladder: Ladder, rungs: Rungs, find: Findings, sure: number, possible: number): HumanReason[] {
  const reasons: HumanReason[] = [];
  for (const name of Object.keys(ladder.facts))
    reasons.push(...find(ladder.id, name).reasons.filter((reason) => reason === 'conflict' || reason === 'injection'));
  for (const rung of ladder.rungs) {
    if (rung.score <= sure || rung.score > possible) continue;
    const state = rungs.state(ladder.id, rung.score);
    if (state !== 'likely' && state !== 'unknown') continue;
    if (rung.lexical && state === 'likely') reasons.push('lexical');
    for (const name of factsIn(rung.when, ladder)) {
      const found = find(ladder.id, name);
      if (found.sure !== found.possible) reasons.push(...found.reasons);
    }
    if (reasons.length === 0) reasons.push(state === 'likely' ? 'lexical' : 'unobserved');
  }
  return reasons;
}

/**
 * Pages among the sources of a criterion that tell a program what to score. Documents for agents touch P1-C, which they then
 * cannot lift above 2; every page touches what rests on it.
 */
function addressedBy(site: Site, ladder: Ladder, find: Findings): { cap: number; sources: EvidenceSource[] } {
  const speaking = site.pages.filter(({ addressed, turned }) => addressed.length > 0 || turned);
  if (speaking.length === 0) return { cap: Number.POSITIVE_INFINITY, sources: [] };
  const agentLayer = ladder.id === 'P1-C';
  const used = new Set(
    Object.keys(ladder.facts).flatMap((name) => find(ladder.id, name).sources.map(({ url }) => url)),
  );
  const touched = speaking.filter((page) => used.has(page.url) || (agentLayer && isForAgents(page)));
  return {
    cap: agentLayer && touched.some(isForAgents) ? 2 : Number.POSITIVE_INFINITY,
    sources: touched.map((page) => sourceOf(page.item, page.addressed[0] ?? '')),
  };
}

const isForAgents = ({ role, format }: Page) => role === 'agent' || format === 'markdown';
