import type { Ladder } from '@readymark/rubric/ladder';
import type { JudgedClaim } from '../../evidence/claim.ts';
import { type EvidenceSource, isFetched } from '../../evidence/evidence.ts';
import type { Site } from '../../read/site.ts';
import { type Findings, factsIn, type Rungs } from '../conditions.ts';
import type { ClaimedSentence, FactResult } from '../fact.ts';
import { placeholders } from '../ladder-facts.ts';
import { notJudgedWords, unseenWords } from '../not-judged.ts';
import { placeOf } from '../presence.ts';
import { type Printed, speakingOf } from './quotations.ts';

/** Longest sentence of evidence with its sources. */
const LONGEST = 600;

/** What is printed, and the facts that it names, those that it asserts apart. */
export type Sentences = { text: string; facts: readonly string[]; asserted: readonly string[] };

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
export function sentences(
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
        if (says === undefined || says === '') return 'none';
        // A name may have a mark of inches: what is in quotation marks is quoted.
        return proofs.has(key) ? String(says) : String(says).replaceAll('"', '″');
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
export function withSources(text: string, sources: readonly EvidenceSource[], { collected_on }: Site): string {
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
