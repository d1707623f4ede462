import type { CriterionProposal } from '../../src/score/proposal.ts';
import type { Label } from './labels.ts';
import {
  isLabelled,
  pageAddress,
  type Quotation,
  quotedWords,
  sentenceQuotations,
  sourceQuotations,
} from './quotations.ts';

/** What is quoted of a site: its labels, and the addresses of the pages that were read. */
export type QuotedSite = {
  name: string;
  website: string;
  proposals: readonly CriterionProposal[];
  pages_read: readonly string[];
};

/** Says whether a quotation of a page supports a criterion. */
type Judge = (site: string, criterion: string, url: string, quote: string) => boolean;

type Counted = { quotations: number; labelled: number; right: number; wrong: number; precision: number | null };
type Recalled = { labels: number; quoted: number; recall: number | null };
type Judged = { labels: number; precision: number | null; recall: number | null };

/** Figures about quotations, without their words; `judged` where a judge was given. */
export type QuotationFigures = { sentences: Counted; sources: Counted; recall: Recalled; judged?: Judged };
export type WrongQuotation = { site: string; criterion: string; quote: string; where: 'sentence' | 'source' };

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/**
 * Compares what drafts quote with what a reader says of these quotations. A quotation that several labels are about is
 * right where one of the same words, or else any of them, says so. Labels of pages that were not read do not count for recall.
 *
 * @param judge is asked about each label, and compared with the reader
 */
export function compareQuotations(
  sites: readonly QuotedSite[],
  labels: readonly Label[],
  judge?: Judge,
): { figures: QuotationFigures; wrong: WrongQuotation[] } {
  const known = distinct(labels);
  const checked = sites.flatMap((site) => {
    const own = known.filter((label) => label.site === site.name);
    const check = (where: WrongQuotation['where'], quotations: readonly Quotation[]) =>
      quotations.map((quotation) => ({ site: site.name, where, quotation, right: verdict(quotation, own) }));
    return [
      ...check(
        'sentence',
        site.proposals.flatMap((one) => sentenceQuotations(one, site.website)),
      ),
      ...check('source', site.proposals.flatMap(sourceQuotations)),
    ];
  });
  const count = (where: WrongQuotation['where']): Counted => {
    const all = checked.filter((one) => one.where === where);
    const right = all.filter((one) => one.right === true).length;
    const wrong = all.filter((one) => one.right === false).length;
    return { quotations: all.length, labelled: right + wrong, right, wrong, precision: share(right, right + wrong) };
  };
  const supporting = sites.flatMap((site) => {
    const read = new Set(site.pages_read.map((url) => pageAddress(url)));
    return known.filter((label) => label.site === site.name && label.supports && read.has(pageAddress(label.url)));
  });
  const quoted = supporting.filter((label) =>
    checked.some(({ site, quotation }) => site === label.site && isLabelled(quotation, label)),
  ).length;
  const names = new Set(sites.map(({ name }) => name));
  return {
    figures: {
      sentences: count('sentence'),
      sources: count('source'),
      recall: { labels: supporting.length, quoted, recall: share(quoted, supporting.length) },
      ...(judge && {
        judged: judgedBy(
          judge,
          known.filter(({ site }) => names.has(site)),
        ),
      }),
    },
    wrong: checked
      .filter(({ right }) => right === false)
      .map(({ site, where, quotation: { criterion, quote } }) => ({ site, where, criterion, quote })),
  };
}

/** Each label once: the same words of the same page for the same criterion. The first counts. */
function distinct(labels: readonly Label[]): Label[] {
  const by_words = Map.groupBy(labels, ({ site, criterion, url, quote }) =>
    JSON.stringify([site, criterion, pageAddress(url), quotedWords(quote)]),
  );
  return [...by_words.values()].flatMap((same) => same.slice(0, 1));
}

/** Whether a quotation supports its criterion; undefined where no label is about it. */
function verdict(quotation: Quotation, labels: readonly Label[]): boolean | undefined {
  const about = labels.filter((label) => isLabelled(quotation, label));
  const exact = about.find(({ quote }) => quotedWords(quote) === quotedWords(quotation.quote));
  return exact?.supports ?? (about.length === 0 ? undefined : about.some(({ supports }) => supports));
}

function judgedBy(judge: Judge, labels: readonly Label[]): Judged {
  const passed = labels.filter(({ site, criterion, url, quote }) => judge(site, criterion, url, quote));
  const right = passed.filter(({ supports }) => supports).length;
  const supporting = labels.filter(({ supports }) => supports).length;
  return { labels: labels.length, precision: share(right, passed.length), recall: share(right, supporting) };
}
