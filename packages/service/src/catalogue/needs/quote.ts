import type { Audit } from '@readymark/rubric/audit/audit';
import { concepts, type Meaning, mayBeginMore, type Sense, senseOf } from './concepts.ts';
import { formOf, type Language, languagesOf, remembered, wordsOf } from './languages.ts';
import type { Said } from './messages.ts';
import type { Need } from './need.ts';
import { isName, isSummary, statementsOf } from './offer.ts';

/** What a sentence of the summary counts beside one of the evidence, as an answer. */
const BEHIND = 0.6;
/** What another word for the same thing counts, and one for what it is a kind of. */
const OTHER_WORD = 0.75;
const ABOVE = 0.3;
/** Letters that an answer has room for. */
const SENTENCE = 80;

/** Finds the sentence of an audit that says best that a company fits a need, from the part on that has most of it; else its name. */
export function quoterOf(need: Need): (audit: Audit) => Said {
  const muchIn = muchOf(need);
  return (audit) => {
    let best: { text: string; score: number } | undefined;
    for (const statement of statementsOf(audit)) {
      if (isName(statement)) continue;
      const score = muchIn(statement.text) * (isSummary(statement) ? BEHIND : 1);
      if (score > (best?.score ?? 0)) best = { text: statement.text, score };
    }
    const { title = null } = audit.critical_gaps[0] ?? {};
    return { match: best ? fromBestPart(best.text, muchIn) : audit.company, blocking_gap: title };
  };
}

/** What is known of a word before its neighbours are looked at. `begins`: it may begin a phrase. */
type Known = { form: string; meanings: readonly Meaning[]; begins: boolean };

/** By the languages of a text. */
const known_words = new Map<string, (word: string) => Known>();
const WORDS_MAX = 10_000;

function knownWords(own: readonly Language[]): (word: string) => Known {
  const key = own.join();
  const known =
    known_words.get(key) ??
    remembered(
      (word) => ({
        form: formOf(word, 'en'),
        meanings: meaningsOf(senseOf([word], 0, own)),
        begins: mayBeginMore(word, own),
      }),
      WORDS_MAX,
    );
  known_words.set(key, known);
  return known;
}

const meaningsOf = (sense: Sense | undefined): readonly Meaning[] => sense?.parts.flat() ?? [];

/** How much of a need a text says. All that depends on the need alone is looked up once. */
function muchOf({ parts }: Need): (text: string) => number {
  const wanted = parts.map(({ alone, words, meanings }) => ({
    alone: new Set(alone.map(({ word }) => formOf(word, 'en'))),
    all: words.length > 1 ? [...new Set(words.map((word) => formOf(word, 'en')))] : undefined,
    concepts: new Set(meanings.map(({ concept }) => concept)),
  }));
  const forms = new Set(wanted.flatMap(({ alone, all = [] }) => [...alone, ...all]));
  /** What a concept counts for each part; undefined where it counts for none. */
  const counts = new Map<number, readonly number[] | undefined>();
  const countsOf = (concept: number) => {
    if (counts.has(concept)) return counts.get(concept);
    const kinds = concepts[concept]?.kinds ?? [];
    const each = wanted.map((part) => {
      if (part.concepts.has(concept)) return OTHER_WORD;
      return kinds.some(([kind]) => part.concepts.has(kind)) ? ABOVE : 0;
    });
    const made = each.some((count) => count > 0) ? each : undefined;
    counts.set(concept, made);
    return made;
  };

  return (text) => {
    const words = wordsOf(text);
    const own = languagesOf(words);
    const known = knownWords(own);
    const said = parts.map(() => 0);
    for (let at = 0; at < words.length; ) {
      const first = known(words[at] as string);
      const sense = first.begins ? senseOf(words, at, own) : undefined;
      const end = at + (sense?.words ?? 1);
      for (const { concept, sure } of first.begins ? meaningsOf(sense) : first.meanings)
        for (const [part, count] of countsOf(concept)?.entries() ?? [])
          said[part] = Math.max(said[part] as number, count * sure);
      const has = words.slice(at, end).map((word) => known(word).form);
      at = end;
      if (!has.some((form) => forms.has(form))) continue;
      for (const [part, { alone, all }] of wanted.entries())
        if (has.some((form) => alone.has(form)) || all?.every((form) => has.includes(form))) said[part] = 1;
    }
    return said.reduce((sum, much, part) => sum + much * (parts[part]?.ranks ?? 0), 0);
  };
}

function fromBestPart(text: string, muchIn: (text: string) => number): string {
  if (text.length <= SENTENCE) return text;
  const parts = text.split(/(?<=[,;:])\s+/);
  const scores = parts.map(muchIn);
  return parts.slice(scores.indexOf(Math.max(...scores))).join(' ');
}
