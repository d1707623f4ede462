import { objectsIn } from '../../read/objects.ts';
import type { Site } from '../../read/site.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { best, foundIn, type Hit, hitsOf, type Said } from '../claims/hits.ts';
import { isMeasured, isQuantified } from '../claims/measured.ts';
import { itemsOfRoles, wordsIn } from '../claims/texts.ts';
import { type Fact, list, sourceOf, sourcesAt } from '../fact.ts';
import { finding } from '../finding.ts';
import { listed } from '../presence.ts';
import { areTogether, placeInLastClause, placesIn, type Token, tokensOf } from '../statements/clauses.ts';
import type { Language } from '../statements/languages/language.ts';
import { asksOnly, isAsked } from '../statements/mood.ts';
import { ownNames } from '../statements/names.ts';
import { isVague, namesDeal, settles, speaksOfDealing } from '../statements/statement.ts';

export const claims: Record<string, Fact> = {
  sentences_with: {
    about:
      'Sentences on English pages of `roles` that have one of `words` and, where given, one of `objects` and one of `also` ' +
      '(with `next: true`, `also` may be in the next sentence), none of `not`; `number: true` demands a checkable number. ' +
      'What is below a heading or a question with one of `under`, or a short one that begins with one of `under_short`, counts too, as a ' +
      'sign, and so does what begins with one of ' +
      '`opening`, or with one of `labels` and a colon. With `refusals: true` any sentence ' +
      'counts in which the offerer says that it does not do something, and a question that it answers with no. ' +
      'With `elsewhere: true` it is a sign only where the words are said of the offer itself: `Ours is the better choice`; so is what has ' +
      'one of `unquoted`, and with `quoted_number: true` what has no number. ' +
      'A word ending in * is any word that begins so. `roles` also knows `agent` (llms.txt) and takes comparisons by their ' +
      'title for `compare`. Each sentence counts once, at most 8 a page; those with a number are sure, the others likely; with ' +
      '`words_only: true` every third is taken for sure, whatever it says.',
    find(site, args) {
      const roles = list(args, 'roles');
      const accepts = { denied: args.denied === true, duties: args.duties === true };
      const all = hitsOf(
        site,
        roles,
        args,
        (said) => {
          const { folded, sentence, next, under, words, language } = said;
          if (hasAny(folded, words('not'))) return false;
          const refuses = args.refusals === true && refusesIn(said);
          if (refuses) return refuses === 'asked' ? 'asked' : true;
          const answers = (under !== '' && (hasAny(under, words('under')) || asksShortly(said))) || opens(said);
          const named = hasAny(folded, words('words'));
          if (!named && !answers) return false;
          if (args.elsewhere === true && namesOwn(site, tokensOf(sentence), words('words'))) return 'sign';
          const [objects, also] = [words('objects'), words('also')];
          if (!answers && objects.length > 0 && !hasAny(folded, objects)) return 'candidate';
          if (also.length > 0 && !hasAny(folded, also) && !(args.next === true && hasAny(fold(next), also)))
            return 'candidate';
          if (args.number === true && !isQuantified(sentence, language)) return 'candidate';
          const numbered = isQuantified(sentence, language) || hasStatus(sentence) || bounds.test(sentence);
          if (args.quoted_number === true && !numbered) return 'sign';
          return (named && areTogether(tokensOf(sentence), [words('words'), objects])) || 'sign';
        },
        accepts,
      );
      const hits = all.filter(({ candidate }) => !candidate);
      const candidates = all.filter(({ candidate }) => candidate);
      const quantified = hits.filter((hit) => isQuantified(hit.sentence, hit.text.language)).length;
      const sure = args.words_only === true ? Math.floor(hits.length / 3) : quantified;
      return foundIn(site, roles, args, best(hits, args.number === true), { sure, candidates });
    },
  },
  conditions_stated: {
    about:
      'Different conditions with their consequence on English pages of `roles`: a sentence with one of `words` (if, unless) or ' +
      'a number and one of `bounds` (under, at least), and a word of one of the topics (each argument `topic_…` is one), and none ' +
      'of `vague`; on roles of `numbered` only those with a number or a status of 4xx, on roles of `ruled` a number and a topic are enough. `count` is what is counted: `conditions`, ' +
      '`topics`, `quantified` (those with a number), `apart` (those on other roles than `apart_from`). Those with a number are sure; those on no topic are possible.',
    find(site, args) {
      const roles = list(args, 'roles');
      const [apart, numbered, ruling] = ['apart_from', 'numbered', 'ruled'].map((name) => list(args, name)) as [
        readonly string[],
        readonly string[],
        readonly string[],
      ];
      const names = Object.keys(args).filter((name) => name.startsWith('topic_'));
      const topicsOf = ({ folded, words }: Pick<Said, 'folded' | 'words'>) =>
        names.filter((name) => hasAny(folded, words(name)));
      const checkable = (sentence: string, language: Language | undefined) =>
        isQuantified(sentence, language) || hasStatus(sentence);
      // Conditions on subjects that no list of topics knows: a reader may count them.
      const isCondition = (said: Said): boolean | 'sign' | 'candidate' => {
        const { folded, sentence, role, words, language } = said;
        if (hasAny(folded, words('vague')) || folded.length < 30) return false;
        const numberedOnly = numbered.includes(role);
        const measured = checkable(sentence, language);
        if (numberedOnly && !measured) return false;
        const marked = hasAny(folded, words('words'));
        const quantified = isQuantified(sentence, language);
        const other = !numberedOnly && (marked || quantified) ? 'candidate' : false;
        const ruled = ruling.includes(role) && isMeasured(sentence, language) && folded.split(' ').length > 8;
        const bounded = !numberedOnly && quantified && hasAny(folded, words('bounds'));
        if (!(marked || bounded || ruled || hasStatus(sentence))) return topicsOf(said).length === 0 && other;
        if (topicsOf(said).length === 0) return other;
        return (marked && measured && /[.!]$/.test(sentence)) || 'sign';
      };
      const all = hitsOf(site, roles, args, isCondition, { denied: true, duties: true });
      const hits = all.filter(({ candidate }) => !candidate);
      const others = all.filter(({ candidate }) => candidate);
      const quantified = (of: readonly Hit[]) => of.filter(({ sentence, text }) => checkable(sentence, text.language));
      const covers = (of: readonly Hit[]) => [
        ...new Set(
          of.flatMap(({ sentence, text: { language } }) =>
            topicsOf({
              folded: fold(sentence),
              words: (name) => (language && wordsIn(args, name, language)) ?? [],
            }).slice(0, 2),
          ),
        ),
      ];
      const elsewhere = (of: readonly Hit[]) => of.filter(({ text }) => !apart.includes(text.role));
      const counts: Readonly<Record<string, (of: readonly Hit[]) => readonly unknown[]>> = {
        topics: covers,
        quantified,
        apart: elsewhere,
      };
      const count = counts[String(args.count)] ?? ((of: readonly Hit[]) => of);
      const named = covers(hits).map((topic) => topic.slice('topic_'.length).replaceAll('_', ' '));
      const telling = best(hits)
        .toSorted((a, b) => Number(isDuty(a)) - Number(isDuty(b)))
        .map((hit): Hit => (hit.prints === 'always' || saysWhatFollows(hit) ? hit : { ...hit, prints: 'never' }));
      const found = foundIn(site, roles, args, telling, {
        count: count(hits).length,
        sure: count(quantified(hits)).length,
        candidates: others,
        says: { topics: listed(named, 6), quantified: quantified(hits).length },
      });
      const more = args.count === 'topics' ? Math.min(1, others.length) : count(others).length;
      return { ...found, possible: Math.max(found.possible, found.likely + more) };
    },
  },
  definitions: {
    about:
      'Terms that are defined on English pages of `roles`: "X means …", "is defined as", typed DefinedTerm, or a glossary page.',
    find(site, args) {
      const roles = list(args, 'roles');
      const hits = hitsOf(site, roles, args, ({ folded, sentence }) => {
        const defined =
          /^["“'(]{0,2}(?!(?:this|that|it|which|if|you|we|what|then)\b)(?:(?!(?:by|of|or|other|any|all|no)\b)[\w-]{1,20}[ "”')]{1,2}){1,6}(?:means|refers to|is defined as|stands for) (?!or |of |and |to |(?:that )?(?:you|we|they|i) )/i;
        return (
          (folded.split(' ').length > 8 && !folded.includes(' means of ') && defined.test(sentence)) ||
          /^(?:A|An) [\w-]{2,20} is an? /.test(sentence)
        );
      });
      const glossary = site.pages.filter(
        ({ path, headings }) =>
          /glossary|definitions|terminology/.test(path) ||
          headings.some(({ text }) => /^(?:glossary|vocabulary|definitions|terminology)\b/i.test(text)),
      );
      const typed = site.pages.filter(({ data }) =>
        data.some(({ types }) => types.some((type) => /^DefinedTerm/.test(type))),
      );
      const structured = (glossary.length + typed.length) * 3;
      const first = glossary[0] ?? typed[0];
      const found = foundIn(site, roles, args, hits, { count: hits.length + structured, sure: structured });
      return first ? { ...found, sources: [sourceOf(first.item, first.title), ...found.sources].slice(0, 5) } : found;
    },
  },
  typed_properties: {
    about: 'Objects of typed data (JSON-LD, microdata, RDFa) that have one of the properties `names`.',
    find(site, args) {
      const names = list(args, 'names');
      const having = site.pages.flatMap(({ item, data }) =>
        data.flatMap(({ value, excerpt }) => {
          const objects = objectsIn(value);
          const had = names.filter((name) => objects.some((object) => name in object));
          return had.length > 0 ? [{ item, excerpt, had }] : [];
        }),
      );
      return foundIn(site, ['home', 'pricing', 'product'], args, [], {
        at: having.slice(0, 3),
        count: having.length,
        says: { list: listed(having.flatMap(({ had }) => had)) },
      });
    },
  },
  headers_seen: {
    about: 'Answers with one of the headers `names`; a name ending in * is any that begins so.',
    find(site, args) {
      const names = list(args, 'names');
      const items = site.items.filter(({ headers }) =>
        Object.keys(headers).some((header) =>
          names.some((name) => (name.endsWith('*') ? header.startsWith(name.slice(0, -1)) : header === name)),
        ),
      );
      return finding(site, { at: items, searched: sourcesAt(itemsOfRoles(site, ['home']), 2), show: 2 });
    },
  },
};

/** How long a question is that asks for nothing but a choice, in words. */
const SHORT = 3;

/** It answers a short question, `Which room?`, that begins with one of these words. */
const asksShortly = ({ under, words }: Said): boolean => {
  const asked = under.trim().split(' ');
  return asked.length <= SHORT && hasAny(` ${asked[0]} `, words('under_short'));
};

/** Begins with words that say what it is about: `For anyone who rides daily`, `Audience: couriers`. */
function opens({ sentence, folded, words }: Said): boolean {
  if (words('opening').some((opening) => folded.startsWith(fold(opening)))) return true;
  const label = /^([\p{L}'’ ]{3,30}?) ?: ?\p{L}/u.exec(sentence)?.[1];
  return label !== undefined && words('labels').some((one) => fold(one) === fold(label));
}

/** Says what the offerer does not do, or asks what is answered with no. What one need not do is no refusal. */
function refusesIn({ sentence, folded, next, language }: Said): boolean | 'asked' {
  if (!isAsked(sentence)) {
    const words = sentence.toLowerCase().replaceAll('’', "'");
    const at = words.search(language.refuses);
    // `If we can't reach you, ring us` refuses nothing.
    return at >= 0 && placeInLastClause(words.slice(0, at), language.conditions) < 0;
  }
  const answer = fold(next.slice(0, 60));
  const denied =
    language.no.some((no) => answer.startsWith(fold(no))) && /^\p{L}{2,9}(?: \p{L}+){0,3}[.,!;–—]/u.test(next);
  return denied && !hasAny(folded, language.needs) && 'asked';
}

/** How many words before a phrase name what it is said of. */
const NAMED = 3;

/** Whether the words are said of the offer itself, by a name of its own or by `we`, in front of each of them or right behind it. */
function namesOwn(site: Site, tokens: readonly Token[], words: readonly string[]): boolean {
  const own = ownNames(site);
  const isOwn = ({ text }: Token) =>
    own.has(text.replace(/'s$/, '')) || text === 'we' || text === 'us' || text === 'ours';
  const places = placesIn(tokens, words);
  return (
    places.length > 0 &&
    places.every(
      ([from, to]) =>
        tokens.slice(Math.max(0, from - NAMED), from).some(isOwn) || tokens.slice(to + 1, to + 2).some(isOwn),
    )
  );
}

/** What the customer must do may be the law's condition and not the offer's: it is quoted last. */
const isDuty = ({ quotable, statement }: Hit): boolean => !quotable || statement.subject === 'customer';

/** Says what the offerer does or the customer gets, and not only what the customer is asked to do (decision 229). */
const saysWhatFollows = ({ statement, text }: Hit): boolean =>
  // In documentation it is how calls work, and not how one deals.
  text.role !== 'docs' &&
  statement.subject !== 'customer' &&
  speaksOfDealing(statement) &&
  settles(statement) &&
  namesDeal(statement) &&
  !isVague(statement) &&
  !asksOnly(statement.sentence);

const bounds = /\b(?:limit|quota|allowance)s?\b/i;

/** A refusal by its status: `402`, `429`. */
const hasStatus = (sentence: string): boolean => / 4\d\d(?![\w,.]\d|\w)/.test(sentence);
