import { createHash } from 'node:crypto';
import type { Ladder } from '@readymark/rubric/ladder';
import { CLAIM_MAX, type Claim, type JudgedClaim, neighbour } from '../../evidence/claim.ts';
import type { ReadItem, Site } from '../../read/site.ts';
import type { Findings } from '../conditions.ts';
import type { ClaimedSentence, FactArguments } from '../fact.ts';
import { denies } from '../statements/statement.ts';
import { fold } from './folded.ts';
import { quantitiesIn } from './quantities.ts';
import { textsOf, wordsIn } from './texts.ts';

/** How many claims of a criterion are shown to a person: those that count, and those that he may tick. */
const MOST_COUNTED = 8;
const MOST_CANDIDATES = 6;
const MOST_WITNESSES = 4;

/** The name of a claim, the same for the same criterion and sentence. */
const claimName = (criterion: string, quote: string): string =>
  createHash('sha256')
    .update(JSON.stringify([criterion, quote]))
    .digest('hex')
    .slice(0, 16);

/** A sentence and the facts of a criterion that found it, as the one to which it is most. */
type FoundClaim = { types: string[]; args: FactArguments; said: ClaimedSentence };

/**
 * The claims of a criterion: first those that its sentences quote, then others that count, then candidates of facts that nothing
 * proves, and all that somebody judged.
 *
 * @param quoted the facts that the sentences of evidence name
 */
export function claimsOf(
  site: Site,
  ladder: Ladder,
  find: Findings,
  quoted: readonly string[],
  judged: readonly JudgedClaim[],
): Claim[] {
  const mine = judged.filter(({ criterion }) => criterion === ladder.id);
  const verdictOf = ({ said }: FoundClaim) =>
    mine.find(({ quote }) => quote === said.statement.sentence)?.verdict ?? null;
  const names = [...new Set([...quoted, ...Object.keys(ladder.facts)])].filter((name) => ladder.facts[name]);
  const found = names.flatMap((type): FoundClaim[] => {
    const { claims = [] } = find(ladder.id, type);
    const isProven = claims.some(({ counts }) => counts === 'proof');
    return claims
      .filter(({ statement: { sentence } }) => sentence.length <= CLAIM_MAX && sentence.isWellFormed())
      .map((said) => ({ types: [type], args: ladder.facts[type]?.with ?? {}, said }))
      .filter((one) => one.said.counts === 'proof' || !isProven || verdictOf(one) !== null);
  });
  const bySentence = new Map<string, FoundClaim>();
  for (const one of found.toSorted((a, b) => weight[a.said.counts] - weight[b.said.counts])) {
    const before = bySentence.get(one.said.statement.sentence);
    if (!before) bySentence.set(one.said.statement.sentence, one);
    else if (before.said.counts === one.said.counts) before.types.push(...one.types);
  }
  const [counted, others] = [true, false].map((proof) =>
    [...bySentence.values()].filter(({ said }) => (said.counts === 'proof') === proof),
  ) as [FoundClaim[], FoundClaim[]];
  const shown = [...spread(counted, MOST_COUNTED, verdictOf), ...spread(others, MOST_CANDIDATES, verdictOf)].map(
    (one) => claimOf(site, ladder.id, one, verdictOf(one)),
  );
  return [...shown, ...refusedClaims(mine, shown)];
}

const weight = { proof: 0, sign: 1, candidate: 2 } as const;

/** The first of each fact, then the second of each, and so on; all that were judged are among them. */
function spread(all: readonly FoundClaim[], most: number, verdictOf: (one: FoundClaim) => unknown): FoundClaim[] {
  const places = new Map<string, number>();
  const placed = all.map((one, order) => {
    const [type = ''] = one.types;
    const place = places.get(type) ?? 0;
    places.set(type, place + 1);
    return { one, place, order };
  });
  const sorted = placed.toSorted((a, b) => a.place - b.place || a.order - b.order).map(({ one }) => one);
  const judged = sorted.filter((one) => verdictOf(one) !== null);
  return [...judged, ...sorted.filter((one) => !judged.includes(one)).slice(0, most)];
}

function claimOf(site: Site, criterion: string, { types, args, said }: FoundClaim, verdict: Claim['verdict']): Claim {
  const { item, role, statement, before, next, counts } = said;
  const { sentence, language, subject, modality } = statement;
  const words = wordsIn(args, 'words', language) ?? [];
  const folded = fold(sentence);
  return {
    claim: claimName(criterion, sentence),
    types,
    about: words.find((word) => folded.includes(` ${fold(word).trim()}`)) ?? '',
    counts,
    subject,
    polarity: denies(statement, words) ? 'denied' : 'affirmed',
    modality,
    quantities: quantitiesIn(sentence).map(
      ({ number, unit, per }) => `${number} ${unit}${per === '' ? '' : ` per ${per}`}`,
    ),
    page_kind: role,
    title: (site.pages.find((page) => page.item === item)?.title ?? '').slice(0, 200).toWellFormed(),
    quote: sentence,
    before: neighbour(before),
    next: neighbour(next),
    url: item.final_url,
    sha256: item.sha256,
    witnesses: witnessesOf(site, sentence, item).slice(0, MOST_WITNESSES),
    verdict,
  };
}

/** What was refused is no longer found: it is shown so that its verdict can be taken back. */
const refusedClaims = (judged: readonly JudgedClaim[], shown: readonly Claim[]): Claim[] =>
  judged
    .filter((one) => !shown.some(({ claim }) => claim === one.claim))
    .map(({ claim, types, quote, verdict }) => ({
      ...{ claim, types, about: '', counts: 'refused' as const, subject: 'own' as const },
      ...{ polarity: 'affirmed' as const, modality: 'is' as const, quantities: [], page_kind: '', title: '' },
      ...{ quote, before: '', next: '', url: '', sha256: null, witnesses: [], verdict },
    }));

const saying = new WeakMap<Site, ReadonlyMap<string, readonly ReadItem[]>>();

/** Other pages that have the same sentence. */
function witnessesOf(site: Site, sentence: string, item: ReadItem): string[] {
  let places = saying.get(site);
  if (!places) {
    const made = new Map<string, ReadItem[]>();
    for (const text of textsOf(site))
      for (const said of new Set(text.sentences)) made.set(said, [...(made.get(said) ?? []), text.item]);
    places = made;
    saying.set(site, places);
  }
  return [...new Set((places.get(sentence) ?? []).filter((one) => one !== item).map(({ final_url }) => final_url))];
}

/** Pages whose words bind: prices, terms and documentation. */
const BINDING = new Set(['pricing', 'terms', 'refund', 'docs', 'privacy', 'security', 'status']);

/**
 * How much a wrong reading of words would cost: the points that rest on words alone, half of them where two pages say it, and half
 * where a page says it whose words bind.
 *
 * @param points those that structure does not prove
 */
export function doubtOf(points: number, claims: readonly Claim[]): number {
  const proofs = claims.filter(({ counts }) => counts === 'proof');
  const pages = new Set(proofs.flatMap(({ url, witnesses }) => [url, ...witnesses]));
  const confirmed = proofs.some(({ verdict }) => verdict === 'supports') ? 0 : 1;
  const bound = proofs.some(({ page_kind }) => BINDING.has(page_kind)) ? 0.5 : 1;
  return points * confirmed * bound * (pages.size > 1 ? 0.5 : 1);
}
