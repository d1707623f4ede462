import type { BusinessKind, Ladders, SnippetName } from '@readymark/rubric/ladder';
import type { Site } from '../../read/site.ts';
import type { Advice, CriterionProposal } from '../proposal.ts';
import { businessOf } from './business.ts';
import { crawling, limits, llms, priceList } from './documents.ts';
import { type Known, knownOf } from './known.ts';
import { faq, type MadeSnippet, offers, organisation } from './markup.ts';

type Maker = (known: Known, kind: BusinessKind) => MadeSnippet | readonly MadeSnippet[];

const makers: Readonly<Record<SnippetName, Maker>> = {
  organisation,
  offers,
  llms,
  limits,
  faq,
  crawling,
  price_list: priceList,
};

/**
 * The proposals with what their site's own facts give to its actions: the kind of business, and the snippets that the
 * ladder of each criterion names. Pure, and no score depends on it.
 */
export function withAdvice(
  proposals: readonly CriterionProposal[],
  site: Site,
  { ladders }: Ladders,
): CriterionProposal[] {
  const { kind, because } = businessOf(site);
  const known = knownOf(site);
  const made = new Map<SnippetName, Advice['snippets']>();
  const snippetsOf = (name: SnippetName) => {
    const before = made.get(name) ?? [makers[name](known, kind)].flat().map((one) => ({ name, ...one }));
    made.set(name, before);
    return before;
  };
  return proposals.map((proposal) => {
    const actions = ladders.find(({ id }) => id === proposal.id)?.actions ?? [];
    const names = new Set(actions.flatMap((action) => action.with ?? []));
    return { ...proposal, advice: { business: kind, because, snippets: [...names].flatMap(snippetsOf) } };
  });
}
