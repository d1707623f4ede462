import { type Condition, highestRung, type Ladder, type Ladders } from '@readymark/rubric/ladder';
import { plainText } from '../evidence/draft-text.ts';
import { wasAsked } from '../evidence/evidence.ts';
import { probes } from '../evidence/probes.ts';
import type { DocumentState, SitePreview } from '../evidence/site-preview.ts';
import type { ReadItem, Site } from '../read/site.ts';
import { pathOfStandard } from '../standards/standards.ts';
import { ofAllPages } from './finding.ts';
import { mayExistAt, presenceOf } from './presence.ts';
import { scoreSite } from './score-site.ts';

/** The pillar that a preview gives intervals for: the others are about what pages say. */
const PILLAR = 'P1-';

/** Criteria whose facts are on pages that a preview does not read. */
const onPages: ReadonlySet<string> = new Set(['P1-A', 'P1-B', 'P1-D']);

/** What a preview says of what was collected for it: pure, the same site gives the same preview. */
export function previewOf(site: Site, ladders: Ladders): SitePreview {
  const unread = site.items.some(({ problem }) => problem === 'budget');
  const scored = scoreSite(site, {
    ...ladders,
    ladders: [...ladders.ladders, ...(unread ? sureLadders(ladders) : [])],
  });
  const proposals = scored.filter(({ id }) => id.startsWith(PILLAR) && !id.endsWith(SURE));
  const sure = new Map(scored.map(({ id, low }) => [id, low]));
  return {
    criteria: proposals.map(({ id, high, evidence, rungs, ...given }) => {
      const low = Math.min(given.low, sure.get(id + SURE) ?? given.low);
      const ladder = ladders.ladders.find((one) => one.id === id);
      const most = ladder ? highestRung(ladder) : high;
      const next = rungs.find(({ score, state }) => score > low && state !== 'true') ?? null;
      return {
        ...{ id, low, high: unread && onPages.has(id) ? most : high },
        evidence: plainText(evidence),
        next: next && { score: next.score, text: next.text },
      };
    }),
    documents: documentsOf(site),
    requests: site.items.filter(wasAsked).map((item) => {
      const { url, accept, status, problem, detail, sha256, fetched_at: at } = item;
      return { url, accept, status, problem, detail, sha256, page: /html/.test(item.content_type), at };
    }),
  };
}

/** No rung holds by it. */
const never: Condition = { any: [] };

/** The part of a condition that still holds when further pages are read: that something is there. */
function lasting(condition: Condition, { facts }: Pick<Ladder, 'facts'>): Condition {
  const part = (of: Condition) => lasting(of, { facts });
  if ('all' in condition) return { all: condition.all.map(part) };
  if ('any' in condition) return { any: condition.any.map(part) };
  if ('not' in condition || 'max' in condition) return never;
  if ('min' in condition && ofAllPages.has(facts[condition.fact]?.find ?? '')) return never;
  return condition;
}

/** What ids of ladders end with whose rungs hold whatever the pages say that were not read. */
const SURE = ' sure';

/** Such ladders, for the same call: each fact is looked for once. */
const sureLadders = ({ ladders }: Ladders): Ladder[] =>
  ladders
    .filter(({ id }) => onPages.has(id))
    .map((ladder) => ({
      ...ladder,
      id: ladder.id + SURE,
      rungs: ladder.rungs.map((rung) => ({ ...rung, when: lasting(rung.when, ladder) })),
    }));

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
