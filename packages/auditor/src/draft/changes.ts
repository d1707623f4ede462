import type { Audit } from '@readymark/rubric/audit/audit';
import { type EvidenceItem, type EvidenceSource, isFetched } from '../evidence/evidence.ts';
import type { CriterionChange, PageChange } from './page-changes.ts';

/** One audit with what it rests on. */
export type Evidenced = {
  audit: Pick<Audit, 'criteria'>;
  /** The sources of each criterion. Empty for an audit that was written by hand. */
  sources: readonly { id: string; sources: readonly EvidenceSource[] }[];
  /** Everything that was asked for, where it is still kept: a page that is no longer a source may be there all the same. */
  items?: readonly EvidenceItem[];
};

/** How an address answered. `undefined` in a lookup: it was not asked for. */
type Answer = { status: number | null; sha256: string | null };

const isThere = ({ status, sha256 }: Answer) => sha256 !== null && status !== null && status >= 200 && status < 300;
/** Only these say that nothing is there; everything else that is not there was not seen. */
const isAbsent = ({ status }: Answer) => status === 404 || status === 410;

/** Receipts write addresses out (`https://acme.dev/`), collections keep them as they were asked for. */
const writtenOut = (url: string) => URL.parse(url)?.href ?? url;

/** Every answer that is known of an audit, by address. Where an address was asked for in several forms, the first counts. */
function answersOf({ sources, items = [] }: Evidenced): Map<string, Answer[]> {
  const answers = new Map<string, Answer[]>();
  const add = (address: string, { status, sha256 }: Answer) => {
    const url = writtenOut(address);
    const known = answers.get(url) ?? [];
    if (!known.some((answer) => answer.sha256 === sha256 && answer.status === status))
      answers.set(url, [...known, { status, sha256 }]);
  };
  for (const item of items) add(item.redirects.at(-1)?.url ?? item.url, item);
  for (const { sources: of } of sources) for (const source of of.filter(isFetched)) add(source.url, source);
  return answers;
}

function compare(before: readonly Answer[], after: readonly Answer[]): PageChange | undefined {
  const [was, is] = [before.find(isThere), after.find(isThere)];
  if (was && is)
    // An address may answer in several forms (HTML, Markdown): one of them that is equal is the same page.
    return before.some((one) => isThere(one) && after.some((two) => two.sha256 === one.sha256)) ? undefined : 'changed';
  if (is) return before.some(isAbsent) ? 'appeared' : 'unseen';
  if (was) return after.some(isAbsent) ? 'gone' : 'unseen';
  return undefined;
}

/**
 * What changed against the last audit of the same company: criteria whose score or whose pages changed, in the order of
 * the new audit. Without the sources of both audits only scores are compared.
 */
export function changesSince(last: Evidenced, now: Evidenced): CriterionChange[] {
  // What was written by hand has no sources, and with it no page can be said to have changed.
  const rests = ({ sources }: Evidenced) => sources.some((one) => one.sources.length > 0);
  const comparable = rests(last) && rests(now);
  const [before, after] = [answersOf(last), answersOf(now)];
  const sourcesOf = (side: Evidenced, id: string) => side.sources.find((one) => one.id === id)?.sources ?? [];
  const scoreOf = (side: Evidenced, id: string) => side.audit.criteria.find((one) => one.id === id);
  const ids = [...now.audit.criteria, ...last.audit.criteria].map(({ id }) => id);
  return [...new Set(ids)].flatMap((id) => {
    const [old, current] = [scoreOf(last, id), scoreOf(now, id)];
    const urls = new Set([...sourcesOf(now, id), ...sourcesOf(last, id)].map(({ url }) => writtenOut(url)));
    const pages = [...(comparable ? urls : [])].flatMap((url) => {
      const [was, is] = [before.get(url) ?? [], after.get(url) ?? []];
      const change = compare(was, is);
      const hash = (answers: readonly Answer[]) => answers.find(isThere)?.sha256 ?? null;
      return change === undefined ? [] : [{ url, change, before: hash(was), after: hash(is) }];
    });
    const [score_before, score_after] = [old?.score ?? null, current?.score ?? null];
    if (score_before === score_after && pages.length === 0) return [];
    return [{ id, name: (current ?? old)?.name ?? id, before: score_before, after: score_after, pages }];
  });
}
