import { type Condition, highestRung, type Ladder, type Ladders } from '@readymark/rubric/ladder';
import { plainText } from '../evidence/draft-text.ts';
import { wasAsked } from '../evidence/evidence.ts';
import { probes } from '../evidence/probes.ts';
import { type DocumentState, isReadable, type SitePreview } from '../evidence/site-preview.ts';
import type { ReadItem, Site } from '../read/site.ts';
import { pathOfStandard } from '../standards/standards.ts';
import { ofAllPages } from './finding.ts';
import { placeholders } from './ladder-facts.ts';
import { mayExistAt, presenceOf } from './presence.ts';
import { scoreSite } from './score-site.ts';

/** Pillars with rungs that a document for machines reaches alone, whatever pages say. */
const WITNESSED = /^P[45]-/;

/** Criteria whose facts are on pages that a preview does not read. */
const onPages: ReadonlySet<string> = new Set(['P1-A', 'P1-B', 'P1-D']);

/** Facts of documents for machines, and of what answered: no page that is read later takes them away. */
const ofDocuments: ReadonlySet<string> = new Set([
  ...['calls_named', 'declares', 'answered_live', 'payment_asked', 'described_events'],
]);

/** What a preview says of what was collected for it: pure, the same site gives the same preview. */
export function previewOf(site: Site, ladders: Ladders): SitePreview {
  const unread = site.items.some(({ problem }) => problem === 'budget');
  const scored = scoreSite(site, {
    ...ladders,
    ladders: [...ladders.ladders, ...(unread ? sureLadders(ladders) : []), ...witnessLadders(ladders)],
  });
  const found = new Map(scored.map((one) => [one.id, one]));
  const criteria = ladders.ladders.flatMap(({ id }): SitePreview['criteria'] => {
    const whole = found.get(id);
    const witnessed = found.get(id + WITNESS);
    const shown = isReadable({ id }) ? whole : witnessed;
    if (!whole || !shown) return [];
    const low = Math.min(shown.low, found.get(id + SURE)?.low ?? shown.low);
    if (witnessed && low === 0) return [];
    const pagesDecide = unread && (witnessed !== undefined || onPages.has(id));
    const next = shown.rungs.find(({ score, state }) => score > low && state !== 'true') ?? null;
    return [
      {
        ...{ id, low, high: pagesDecide ? mostOf(ladders, id) : Math.max(low, whole.high) },
        evidence: plainText(shown.evidence),
        next: next && { score: next.score, text: next.text },
      },
    ];
  });
  return {
    criteria,
    documents: documentsOf(site),
    requests: site.items.filter(wasAsked).map((item) => {
      const { url, accept, status, problem, detail, sha256, fetched_at: at } = item;
      return { url, accept, status, problem, detail, sha256, page: /html/.test(item.content_type), at };
    }),
  };
}

const mostOf = ({ ladders }: Ladders, id: string): number => {
  const ladder = ladders.find((one) => one.id === id);
  return ladder ? highestRung(ladder) : 0;
};

/** No rung holds by it. */
const never: Condition = { any: [] };

/** The part of a condition that rests on the facts of a ladder that `keep` names, and on something that is there. */
function part(condition: Condition, ladder: Ladder, keep: (fact: string, find: string) => boolean): Condition {
  const partOf = (of: Condition) => part(of, ladder, keep);
  if ('all' in condition) return { all: condition.all.map(partOf) };
  if ('any' in condition) return { any: condition.any.map(partOf) };
  if ('not' in condition || 'max' in condition) return never;
  if ('criterion' in condition) return never;
  if ('min' in condition && !keep(condition.fact, ladder.facts[condition.fact]?.find ?? '')) return never;
  return condition;
}

/** What ids of ladders end with whose rungs hold whatever the pages say that were not read. */
const SURE = ' sure';
/** The same, of ladders whose rungs hold by documents for machines alone. */
const WITNESS = ' witness';

/** Such ladders, for the same call: each fact is looked for once. */
const sureLadders = ({ ladders }: Ladders): Ladder[] =>
  ladders.filter(({ id }) => onPages.has(id)).map((ladder) => partly(ladder, SURE, (_, find) => !ofAllPages.has(find)));

/** Ladders of criteria that documents for machines witness, which say nothing else. */
const witnessLadders = ({ ladders, preview }: Ladders): Ladder[] =>
  ladders
    .filter(({ id, facts }) => {
      const finds = Object.values(facts).map(({ find }) => find);
      return WITNESSED.test(id) && !preview.includes(id) && finds.some((find) => ofDocuments.has(find));
    })
    .map((ladder) => {
      const isDocument = (fact: string) => ofDocuments.has(ladder.facts[fact]?.find ?? '');
      const evidence = ladder.evidence.filter(({ text }) => {
        const said = placeholders(text);
        return said.length > 0 && said.every(({ fact }) => isDocument(fact));
      });
      return { ...partly(ladder, WITNESS, isDocument), evidence };
    });

const partly = (ladder: Ladder, suffix: string, keep: (fact: string, find: string) => boolean): Ladder => ({
  ...ladder,
  id: ladder.id + suffix,
  rungs: ladder.rungs.map((rung) => ({ ...rung, when: part(rung.when, ladder, keep) })),
});

type Looked = { name: string; criterion: string | null; items: readonly ReadItem[]; paths: readonly string[] };

/** What every site may have, before the documents at usual addresses. */
const usual: readonly { role: string; name: string; criterion: string; path: string }[] = [
  { role: 'robots', name: 'robots.txt', criterion: 'P1-E', path: '/robots.txt' },
  { role: 'sitemap', name: 'Sitemap', criterion: 'P1-E', path: pathOfStandard('sitemap') },
  { role: 'home_markdown', name: 'Home page as Markdown, when asked', criterion: 'P1-C', path: '/' },
];

/** Each document. One that was not asked for is absent when what was asked of its family is, as in `evidence/probes.ts`. */
function documentsOf(site: Site): SitePreview['documents'] {
  const names = [...new Set(probes.map(({ document }) => document))];
  const looked: Looked[] = [
    ...usual.map(({ role, path, ...given }) => ({
      ...given,
      items: site.items.filter((item) => item.role === role),
      paths: [path],
    })),
    ...names.map((name) => {
      const mine = probes.filter(({ document }) => document === name);
      const paths = mine.map(({ path }) => path);
      const items = site.items.filter(({ role, url }) => role === 'probe' && paths.includes(new URL(url).pathname));
      return { name, criterion: mine[0]?.criterion ?? null, items, paths };
    }),
  ];
  return looked.map(({ name, criterion, items, paths }) => {
    const states = items.map((item) => stateOf(site, item));
    const there = items[states.indexOf('there')];
    const hidden = items.length > 0 ? states.includes('unknown') : mayExistAt(site, paths);
    const state = there ? 'there' : hidden ? 'unknown' : 'absent';
    return {
      name,
      criterion,
      state,
      url: there?.final_url ?? items[0]?.url ?? new URL(paths[0] ?? '/', site.origin).href,
    };
  });
}

/** A page where a document was asked for is none. */
function stateOf(site: Site, item: ReadItem): DocumentState {
  const state = presenceOf(site, item);
  const isPage = /html/.test(item.content_type) && !/\/pricing$/.test(new URL(item.url).pathname);
  if (state !== 'there' || !isPage) return state;
  return 'absent';
}
