import { highestRung, type Ladder, type Ladders } from '@readymark/rubric/ladder';
import type { JudgedClaim } from '../evidence/claim.ts';
import { type EvidenceSource, isFetched } from '../evidence/evidence.ts';
import type { Page, Site } from '../read/site.ts';
import { claimsOf, doubtOf } from './claims/list-claims.ts';
import { type Printed, quotationsOf, speakingOf } from './claims/printed.ts';
import { type Findings, factsIn, type Level, Rungs } from './conditions.ts';
import { type ClaimedSentence, type Fact, type FactResult, sourceOf, withVerdicts } from './fact.ts';
import { facts } from './facts/index.ts';
import { asFarAsItCame, asUnread } from './finding.ts';
import { humanReasons } from './human-reasons.ts';
import { assertFacts, placeholders } from './ladder-facts.ts';
import { foreignLanguage, notJudgedWords, unseenWords } from './not-judged.ts';
import { offerSite } from './own/offer-site.ts';
import { kindOf } from './own/page-kind.ts';
import { hostOf, nothingReadWords, nothingWasRead, placeOf } from './presence.ts';
import type { CriterionProposal, HumanReason } from './proposal.ts';

/** Longest sentence of evidence with its sources, and how many sources are kept. */
const LONGEST = 600;
const MOST_SOURCES = 6;

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
  const whole = offerSite(site, false);
  const own = site.pages.some((page) => kindOf(site, page) === 'apart') ? offerSite(site, true) : whole;
  const find = findings((criterion) => (criterion.startsWith('P1') ? whole : own), byId, known, judged);
  const rungs = new Rungs(byId, find, foreignLanguage(site) !== undefined);
  const preview = new Set(ladders.preview);
  const order = [...ladders.ladders]
    .sort((a, b) => Number(preview.has(a.id)) - Number(preview.has(b.id)))
    .filter(({ id }) => only === undefined || id === only);
  const printed = nothingWasRead(site)
    ? []
    : order.flatMap((ladder) => quotationsOf(ladder.id, sentences(site, ladder, rungs, find, { judged }).text));
  return order.map((ladder) => propose(site, ladder, rungs, find, { judged, printed }));
}

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
  const sources = sourcesOf(site, ladder, said, proposed, find, addressed.sources);
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

/** What is printed, and the facts that it names, those that it asserts apart. */
type Sentences = { text: string; facts: readonly string[]; asserted: readonly string[] };

/** What a sentence of evidence is not written without: words of a page that prove it, or the page that has them. */
const proofs: ReadonlySet<string> = new Set(['quote', 'proof', 'said', 'row', 'described']);

/** A template that calls something absent. */
const denial = /(?:^|[.;:,] )(?:but )?(?:no|nothing|none)\b|\b(?:is|are) not (?:said|stated)\b|carry none/i;

/** The claim of a fact that a person or a model confirmed: it is quoted in the place of any other. */
function confirmedOf({ claims = [] }: FactResult, judged: readonly JudgedClaim[]): ClaimedSentence | undefined {
  return claims.find(({ statement: { sentence } }) =>
    judged.some(({ quote, verdict }) => verdict === 'supports' && quote === sentence),
  );
}

/** How long the sentences of a criterion are together, without its sources: the others are left out, as none is cut. */
const MOST_SAID = 500;
/** What is said of pages that are named without words of theirs. */
const WAITING = 'Pages that are named without a quotation wait for a person to confirm what they say.';

/** A sentence of evidence, what it names, and the same with the page alone. */
type Piece = { text: string; plain: string; facts: readonly string[]; asserted: readonly string[]; confirmed: boolean };

/**
 * Sentences of what was found. Nothing is called absent that may be there, and nothing is quoted that proves nothing.
 *
 * @param judged what was confirmed is quoted by sentences that otherwise name its page alone
 * @param printed what the draft quotes under other criteria: what it speaks of is not called absent
 * @param open something that decides was not seen: then nothing at all is called absent
 */
function sentences(
  site: Site,
  ladder: Ladder,
  rungs: Rungs,
  find: Findings,
  {
    judged,
    printed = [],
    open = false,
  }: { judged: readonly JudgedClaim[]; printed?: readonly Printed[]; open?: boolean },
): Sentences {
  const mine = judged.filter(({ criterion }) => criterion === ladder.id);
  const elsewhere = printed.filter(({ criterion }) => criterion !== ladder.id);
  const speaking = new Set<string>();
  const pieces = ladder.evidence.flatMap(({ when, text }): Piece[] => {
    const denies = denial.test(text.replace(/\{[^{}]*\}/g, ''));
    if (when && !rungs.may(ladder.id, when, denies)) return [];
    const filled = placeholders(text);
    const confirmedBy = (fact: string) => confirmedOf(find(ladder.id, fact), mine);
    const value = ({ fact, key }: { fact: string; key: string }, quotes: boolean) => {
      const { says } = find(ladder.id, fact);
      if (key !== 'proof' && key !== 'said') return says[key];
      const said = confirmedBy(fact);
      if (said && quotes) return `${placeOf(site, said.item.final_url)}: "${said.statement.sentence}"`;
      return quotes ? says[key] : says.proof;
    };
    if (filled.some((one) => proofs.has(one.key) && (value(one, true) ?? '') === '')) return [];
    const names = when ? factsIn(when, ladder) : [];
    const others = denies ? speakingOf(text, names, ladder, elsewhere) : [];
    if (others.length > 0) {
      for (const other of others) speaking.add(other);
      return [];
    }
    const write = (quotes: boolean) =>
      text.replace(/\{([^{}.]{1,48})\.([^{}.]{1,48})\}/g, (_, fact: string, key: string) => {
        const says = value({ fact, key }, quotes);
        return says === undefined || says === '' ? 'none' : String(says);
      });
    const facts = filled.map(({ fact }) => fact);
    return [
      {
        ...{ text: write(true), plain: write(false), facts },
        asserted: denies ? [] : [...facts, ...names],
        confirmed: filled.some(({ fact, key }) => (key === 'proof' || key === 'said') && confirmedBy(fact)),
      },
    ];
  });
  const kept = fitting(pieces, MOST_SAID);
  const texts = kept.map(({ text }) => text);
  const shown = open ? texts.map(withoutDenials).filter((text) => text !== '') : texts;
  if (speaking.size > 0) shown.push(`What is quoted under ${[...speaking].join(' and ')} may be about it.`);
  if (shown.length === 0) shown.push(notJudgedWords(site, ladder, find));
  else if (open && (site.scope !== undefined || shown.join() !== texts.join())) shown.push(unseenWords(site));
  if (kept.some(({ text, plain }) => spokenOf.test(plain) && !text.includes('"'))) shown.push(WAITING);
  return {
    text: shown.join(' ').replace(/\s+/g, ' ').trim(),
    facts: kept.flatMap(({ facts }) => facts),
    asserted: kept.flatMap(({ asserted }) => asserted),
  };
}

/** A page that is named for its words alone. */
const spokenOf = /\b(?:spoken of|mentioned|said|stated|claimed|described|named|given|stands) at \S/;

/** As many as have room, those first that quote what was confirmed; one whose quotation has no room names its page. */
function fitting(pieces: readonly Piece[], most: number): Piece[] {
  const kept = new Map<Piece, Piece>();
  let room = most;
  for (const piece of [...pieces].sort((a, b) => Number(b.confirmed) - Number(a.confirmed))) {
    const written = [piece.text, piece.plain].find(({ length }) => length <= room || kept.size === 0);
    if (written === undefined) continue;
    kept.set(piece, { ...piece, text: written });
    room -= written.length + 1;
  }
  return pieces.flatMap((piece) => kept.get(piece) ?? []);
}

/** What calls something absent beside templates: values of facts do, too. */
const absence = /\b(?:not|neither|nowhere) (?:found|stated|said|given|named)\b|^It declares neither/i;

/** The clauses of a sentence that say what is there. What is quoted is the site's own, whole, and may deny. */
function withoutDenials(text: string): string {
  const quotes: string[] = [];
  const masked = text.replaceAll(/"[^"]*"/g, (quote) => `"${quotes.push(quote) - 1}"`);
  const clauses = masked
    .split(/(?<=[.;])\s+(?=\S)|(?=, but no\b)/)
    .filter((clause) => !denial.test(clause) && !absence.test(clause));
  const kept = clauses.join(' ').replaceAll(/"(\d+)"/g, (_, at) => quotes[Number(at)] ?? '');
  return kept.replace(/[;,]$/, '').replace(/(?<=[^.!?…])$/, '.');
}

/** The sentence with the addresses and the day that it rests on, at most 600 characters. */
function withSources(text: string, sources: readonly EvidenceSource[], { collected_on }: Site): string {
  const urls = [...new Set(sources.filter(isFetched).map(({ url }) => url))].filter(({ length }) => length <= 200);
  let end = '';
  for (const url of urls.slice(0, 3)) {
    const longer = `${end === '' ? '' : `${end}, `}${url}`;
    // A single sentence that is too long for all is cut, and names its first page.
    if (longer.length + text.length <= LONGEST - 20 || (end === '' && text.length > MOST_SAID)) end = longer;
  }
  const tail = end === '' ? ` (${collected_on}).` : ` (${end}, ${collected_on}).`;
  const room = LONGEST - tail.length;
  const body = text.replace(/\.$/, '');
  return `${
    body.length <= room
      ? body
      : `${[...body]
          .slice(0, room - 2)
          .join('')
          .replace(/\s\S{0,40}$/, '')} …`
  }${tail}`;
}

/** Most telling first: two of each fact that the sentence and the score rest on, then the others, then the home page. */
function sourcesOf(
  site: Site,
  ladder: Ladder,
  said: Sentences,
  proposed: number,
  find: Findings,
  addressed: readonly EvidenceSource[],
): EvidenceSource[] {
  const telling = [...said.facts, ...factsOfRung(ladder, proposed)];
  const asserted = new Set(said.asserted);
  const names = [...new Set([...telling, ...Object.keys(ladder.facts)])];
  // Only what a sentence asserts is quoted: words of another fact would look like proof of it.
  const lists = names.map((name) => {
    const { sources } = find(ladder.id, name);
    const shows = (excerpt: string) => asserted.has(name) && isShown(ladder, said, excerpt);
    return sources.map((source) => (isFetched(source) && !shows(source.excerpt) ? { ...source, excerpt: '' } : source));
  });
  const main = lists.slice(0, new Set(telling).size);
  const found = distinct(
    [
      ...addressed.slice(0, 2),
      ...main.flatMap((list) => list.slice(0, 2)),
      ...main.flatMap((list) => list.slice(2)),
      ...lists.slice(main.length).flatMap((list) => list.slice(0, 1)),
    ].flatMap(withRules(site)),
  );
  // What was not asked for comes last: nothing rests on it.
  const sources = [...found.filter(isFetched), ...found.filter((source) => !isFetched(source))].slice(0, MOST_SOURCES);
  if (sources.length > 0) return sources;
  const home = site.items.find(({ role }) => role === 'home') ?? site.items[0];
  return [home ? sourceOf(home) : { url: site.website, not_fetched: 'nothing of the site was asked for' }];
}

/**
 * Whether words of a page are shown as its part in a criterion: what the sentences of evidence quote, and addresses, which documents for
 * machines have. Structure (P1) is shown as it is.
 */
function isShown(ladder: Ladder, { text }: Sentences, excerpt: string): boolean {
  if (ladder.id.startsWith('P1')) return true;
  const words = excerpt.replace(/\s+/g, ' ').trim();
  return /^https?:\/\/\S+$/.test(words) || (words !== '' && text.includes(`"${words}"`));
}

/** Before what was never asked for, because robots.txt forbids it: the robots.txt of its host, where that was answered. */
function withRules({ items }: Site): (source: EvidenceSource) => EvidenceSource[] {
  return (source) => {
    if (isFetched(source)) return [source];
    const rules = items.find(
      ({ role, url, status }) => role === 'robots' && status !== null && hostOf(url) === hostOf(source.url),
    );
    return rules && /^robots\b/.test(source.not_fetched) ? [sourceOf(rules), source] : [source];
  };
}

/** Each once; one without words of a page is left out where another has some of it. */
function distinct(sources: readonly EvidenceSource[]): EvidenceSource[] {
  const wordsOf = (source: EvidenceSource) => (isFetched(source) ? source.excerpt : '');
  const quoted = new Set(sources.filter((source) => wordsOf(source) !== '').map(({ url }) => url));
  const kept = new Map<string, EvidenceSource>();
  for (const source of sources) {
    const key = `${source.url} ${wordsOf(source)}`;
    if ((wordsOf(source) === '' && quoted.has(source.url)) || kept.has(key)) continue;
    kept.set(key, source);
  }
  return [...kept.values()];
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
