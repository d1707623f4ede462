import { takesSomething } from '../../read/html/form-fields.ts';
import { isFilled, objectsIn } from '../../read/objects.ts';
import type { Page, ReadItem, Site } from '../../read/site.ts';
import { pricesIn as amountsIn } from '../../read/text/prices.ts';
import { remembered } from '../../remembered.ts';
import { languages } from '../statements/languages/index.ts';
import { saysWhenOrWhere } from './availability.ts';
import { fold, hasAny } from './folded.ts';
import { isQuantified } from './measured.ts';
import { plansOf, pricesIn } from './plans.ts';
import type { Text } from './texts.ts';

/** What a stranger must know to take up an offer. Each part is found by a rule of its own. */
type OfferPart = {
  name: string;
  roles: readonly string[];
  find(texts: readonly Text[], site: Site): FoundPart | undefined;
};
type FoundPart = { sure: boolean; item: ReadItem; excerpt: string };

const audiences = (
  'teams team developers developer businesses business companies startups startup agencies freelancers families family couples couple groups ' +
  'travellers travelers homeowners landlords tenants individuals professionals students teachers schools patients investors analysts researchers ' +
  'founders owners brands merchants stores retailers sellers organizations organisations nonprofits charities enterprises enterprise marketers ' +
  'designers engineers creators kids children beginners adults women men parents seniors employers employees drivers farmers makers builders ' +
  'consultants accountants lawyers restaurants hotels communities projects apps artists musicians players readers hikers campers victims consumers ' +
  'institutions governments traders gardeners therapists trainers coaches tutors writers journalists doctors nurses scientists photographers operators contractors manufacturers shops residents pensioners guests people anyone everyone those users'
).split(' ');
const audienceWords = new Set(audiences);
const aimed = new Set(
  'for,help,helps,helping,proudly serving,serving the,serve,serves,represent,represents,suits,by'.split(','),
);

/** `for small teams`, `ideal for couples`, `we help families`: whom it is for, within four words. */
export const namesAudience = remembered(20_000, (sentence) => {
  const words = fold(sentence).trim().split(' ');
  return words.some((word, at) => {
    if (!aimed.has(word) || word === 'by') return false;
    const next = words.slice(at + 1, at + 5);
    return next.some(
      (other, ahead) =>
        audienceWords.has(other) && !next.slice(0, ahead).some((between) => aimed.has(between) || between === 'the'),
    );
  });
});

const built = new Set(['built', 'made', 'designed', 'created', 'developed']);

/** `made for patient traders and developers`: whom it is for, within six words. */
const namesBuiltFor = (sentence: string): boolean => {
  const words = fold(sentence).trim().split(' ');
  return words.some(
    (word, at) =>
      word === 'for' &&
      built.has(words[at - 1] ?? '') &&
      words.slice(at + 1, at + 7).some((one) => audienceWords.has(one)),
  );
};

const first = <T>(values: readonly T[], pick: (value: T) => FoundPart | undefined): FoundPart | undefined => {
  for (const value of values) {
    const seen = pick(value);
    if (seen) return seen;
  }
  return undefined;
};
export const sentence = (
  texts: readonly Text[],
  part: string,
  passes: (sentence: string, folded: string) => boolean,
  sure: boolean,
): FoundPart | undefined =>
  first(texts, ({ item, sentences, language }) => {
    const words = language?.parts[part] ?? [];
    const says = language?.code === 'en' ? passes : (_: string, folded: string) => hasAny(folded, words);
    const said = language && sentences.find((one) => says(one, fold(one)));
    return said === undefined ? undefined : { sure, item, excerpt: said };
  });
export const typed = (texts: readonly Text[], names: readonly string[]): FoundPart | undefined =>
  first(texts, ({ item, page }) => {
    const data = page?.data.find(({ value }) =>
      objectsIn(value).some((object) => names.some((name) => name in object)),
    );
    return data && { sure: true, item, excerpt: data.excerpt };
  });

/** A place that customers come to: its data have an address beside what only such places have. */
const typedPlace = (texts: readonly Text[]): FoundPart | undefined =>
  first(texts, ({ item, page }) => {
    const data = page?.data.find(
      ({ value }) => isFilled(value.address) && OF_PLACES.some((name) => isFilled(value[name])),
    );
    return data && { sure: true, item, excerpt: data.excerpt };
  });
const OF_PLACES = ['priceRange', 'amenityFeature', 'servesCuisine', 'checkinTime', 'hasMap', 'maximumAttendeeCapacity'];

const starting =
  /\b(?:sign ?up|get started|start (?:free|now|your|a|collecting|building)|try (?:it|now|free|for free)|free trial|(?:get|buy) (?:your )?tickets?|create (?:an |your |a free )?account|(?:get|create) (?:a |an |your )?(?:free )?(?:API )?key|start a project|register|buy|add to (?:cart|bag|basket)|shop now|order (?:now|online)|checkout|book(?: now| a| an| online| your)?|booking|reserve|reservations?|make an appointment|(?:pick|choose) a (?:time|slot|date)|schedule|quick ?start|install|download|subscribe now|apply now|enroll?|join (?:now|us|today)|become a member|enquire|donate|(?:request|get) (?:a |an )?(?:quote|offer|estimate|availability|demo))\b/i;
/** The words of a button to start with, and no sentence, heading or figure that begins with them. */
const isButton = (text: string): boolean =>
  text.length <= 32 &&
  starting.exec(text)?.index === 0 &&
  !/[.:;,!?\d]|\b(?:is|are|was|not|no|of|nothing|closed|open)\b/i.test(text);
const startPath =
  /\/(?:sign-?up|register|checkout|cart|book|booking|reserve|get-started|quick-?start|trial|onboarding|order)(?:[/.?]|$)/i;
/** A link whose words begin something in another language. */
const startsElsewhere = (text: string): boolean => {
  const folded = fold(text.slice(0, 60));
  return languages.some(({ parts: words }) => hasAny(folded, words['how to start'] ?? []));
};
const ofParty = /guests?|adults|service|party/i;
const commands =
  /\b(?:npx|npm (?:i|install)|pip install|brew install|docker (?:run|pull)|cargo (?:add|install)|go get|gem install|curl) |\bPOST https:/;

const phone = /(?:\+|\(0|\b0)\d[\d ()./-]{7,18}|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b|\(\d{3}\) ?\d{3}[-. ]\d{4}\b/;

/** The first address of mail or telephone number of a text. */
function contactIn(text: string): string | undefined {
  const sign = text.indexOf('@');
  let [start, end] = [sign, sign + 1];
  while (start > 0 && sign - start < 60 && /[\w.+-]/.test(text[start - 1] as string)) start--;
  while (end < text.length && end - sign < 80 && /[\w.-]/.test(text[end] as string)) end++;
  const mail = text.slice(start, end).replace(/\.$/, '');
  if (sign > start && /@[\w-]{1,60}\.[\w.-]{2,60}$/.test(mail)) return mail;
  return phone.exec(text)?.[0].trim();
}

const ruled = ['within', 'up to', 'before', 'until', 'days', 'hours', 'prior to', 'in advance'];
const licences = (
  'under the mit, mit license, mit licence, mit licensed, apache license, apache licence, under the apache, ' +
  'under the gpl, gnu general public, bsd license, under the agpl, mozilla public license'
).split(', ');
const termsWords = (
  'pay paid payment* refund* cancel* subscription* order orders fee fees price prices deposit* booking* billing ' +
  'warrant* return returns purchase* retainer'
).split(' ');

const lists = ({ page }: Text): readonly string[] | undefined =>
  page?.lists.find((list) => list.length >= 3 && list.join(' ').length >= 15);

/** Two things with their prices, in whatever form: what one gets of each has a name. */
function severalPlans(site: Site): FoundPart | undefined {
  const [first, ...others] = plansOf(site);
  return first && others.some(({ name }) => name !== first.name)
    ? { sure: false, item: first.item, excerpt: first.excerpt }
    : undefined;
}

export const parts: readonly OfferPart[] = [
  {
    name: 'what it is',
    roles: ['home', 'agent', 'pricing'],
    find: (texts) =>
      first(texts, ({ item, page, title, sentences }) => {
        const description = page?.meta.get('description') ?? page?.meta.get('og:description') ?? '';
        const name = title || page?.headings[0]?.text;
        if (!name) return undefined;
        if (description.length >= 40) return { sure: true, item, excerpt: description };
        const long = sentences.find((one) => one.length >= 40);
        return long === undefined ? undefined : { sure: true, item, excerpt: name };
      }),
  },
  {
    name: 'for whom',
    roles: ['home', 'product', 'agent', 'pricing', 'about'],
    find: (texts) =>
      typed(texts, ['audience', 'eligibleCustomerType']) ??
      sentence(texts, 'for whom', (one) => one.length > 15 && (namesAudience(one) || namesBuiltFor(one)), false) ??
      first(texts, ({ item, page, language }) => {
        const description = page?.meta.get('description') ?? '';
        const words = language?.parts['for whom'] ?? [];
        const named = language?.code === 'en' ? namesAudience(description) : hasAny(fold(description), words);
        return named || namesBuiltFor(description) ? { sure: false, item, excerpt: description } : undefined;
      }),
  },
  {
    name: 'what is delivered',
    roles: ['product', 'pricing', 'home', 'agent'],
    find: (texts, site) =>
      first(texts, (text) => {
        const list = lists(text);
        if (list) return { sure: true, item: text.item, excerpt: list[0] as string };
        const table = text.page?.tables.find(({ rows }) => rows.length >= 3);
        if (table) return { sure: true, item: text.item, excerpt: table.rows[1]?.[0] ?? '' };
        const headings = text.page?.headings.filter(({ level }) => level >= 2 && level <= 5) ?? [];
        return headings.length >= 3 ? { sure: false, item: text.item, excerpt: '' } : undefined;
      }) ?? severalPlans(site),
  },
  {
    name: 'the price',
    roles: ['pricing', 'home', 'product', 'agent'],
    find: (texts, site) => {
      const items = new Set(texts.map(({ item }) => item));
      const plan = plansOf(site).find(({ item, prices }) => prices.length > 0 && items.has(item));
      if (plan) return { sure: true, item: plan.item, excerpt: plan.excerpt };
      const said = first(texts, ({ item, sentences }) => {
        const priced = sentences.find((one) => pricesIn(one).length > 0);
        return priced === undefined ? undefined : { sure: true, item, excerpt: priced };
      });
      // A sign and its amount may be in lines of their own.
      const shown = texts.find(({ role, page }) => role === 'pricing' && page && amountsIn(page.text).length > 0);
      return (
        said ??
        (shown && { sure: false, item: shown.item, excerpt: '' }) ??
        sentence(
          texts,
          'the price',
          (_, folded) => hasAny(folded, ['free of charge', 'free and open source', 'completely free', 'is free']),
          false,
        )
      );
    },
  },
  {
    name: 'how to start',
    roles: ['home', 'signup', 'pricing', 'product', 'agent', 'contact', 'help', 'other'],
    find: (texts) =>
      first(texts, ({ item, page, role }) => {
        if (!page) return undefined;
        const link = page.links.find(
          ({ url, text }) => starting.test(text.slice(0, 100)) || startPath.test(url) || startsElsewhere(text),
        );
        if (link) return { sure: true, item, excerpt: link.text };
        const form = page.forms.find(
          ({ fields }) => fields.length >= 3 && fields.some((field) => takesSomething(field) || ofParty.test(field)),
        );
        if (form) return { sure: true, item, excerpt: '' };
        const command = page.code.find((code) => commands.test(code.slice(0, 2000)));
        if (command) return { sure: true, item, excerpt: command.slice(0, 120) };
        const button = page.sentences.find(isButton);
        if (button) return { sure: false, item, excerpt: button };
        return role === 'signup' ? { sure: false, item, excerpt: page.title } : undefined;
      }),
  },
  {
    name: 'when and where it is available',
    roles: ['home', 'product', 'contact', 'about', 'help', 'pricing', 'signup', 'agent', 'other'],
    find: (texts) =>
      typed(
        texts,
        'openingHours openingHoursSpecification areaServed availability eligibleRegion shippingDetails'.split(' '),
      ) ??
      typedPlace(texts) ??
      sentence(texts, 'when and where it is available', saysWhenOrWhere, false),
  },
  {
    name: 'whom to contact',
    roles: ['contact', 'home', 'help', 'about', 'pricing', 'agent', 'signup', 'other', 'terms', 'docs', 'security'],
    find: (texts) =>
      typed(texts, ['contactPoint', 'telephone', 'email']) ??
      first(texts, ({ item, page }) => {
        const link = page?.links.find(({ url }) => /^(?:mailto|tel):/i.test(url));
        if (link) return { sure: true, item, excerpt: link.text };
        const found = contactIn((page?.full_text ?? '').slice(0, 100_000));
        if (found) return { sure: true, item, excerpt: found };
        if (page?.role === 'contact' && page.forms.some(({ fields }) => fields.length >= 2))
          return { sure: true, item, excerpt: page.title };
        const led = page?.links.find(({ text }) =>
          /\b(?:contact|talk to|write to us|chat with us|call us|email us|get in touch)\b/i.test(text.slice(0, 60)),
        );
        return led && { sure: false, item, excerpt: led.text };
      }),
  },
  {
    name: 'terms of buying',
    roles: ['terms', 'refund', 'signup', 'pricing', 'help', 'other', 'product', 'home'],
    find: (texts) =>
      first(texts, ({ item, page, title, language, role }) => {
        if (role !== 'terms' && role !== 'refund') return undefined;
        const folded = fold(page?.text ?? '');
        if (language?.code !== 'en') return { sure: false, item, excerpt: title };
        const said = termsWords.filter((word) => hasAny(folded, [word])).length;
        if (said >= 3) return { sure: true, item, excerpt: title };
        // Short terms that name a price or a refund at all.
        return said > 0 && folded.length > 200 ? { sure: false, item, excerpt: title } : undefined;
      }) ??
      // Where there is no page of terms, a rule of cancelling with its number counts as one, or the licence of free software.
      sentence(
        texts,
        'terms of buying',
        (one, folded) =>
          (isQuantified(one, undefined) &&
            hasAny(folded, ['cancel*', 'refund*', 'money back']) &&
            hasAny(folded, ruled)) ||
          hasAny(folded, licences),
        false,
      ),
  },
];

export const linksTo = (site: Site, words: RegExp): Page | undefined =>
  site.pages.find(({ links }) =>
    links.some(({ url, text }) => words.test(text.slice(0, 60)) || words.test(url.slice(0, 300))),
  );
export const termsLinked = /\b(?:terms|conditions|legal|refund|returns|agb)\b/i;
