import type { Read } from '@readymark/verify';
import type { Witnessed } from './demanded-witnesses.ts';

/** What is checked of one score alone, beside its proof: the report with that, by the proof that was read. `past`: it need not be the current one. */
export type Further = {
  past: boolean;
  of(report: Witnessed, proof: Uint8Array | undefined): Witnessed | Promise<Witnessed>;
};

/** A page has some 100 KB. */
const SHOWN_BYTES_MAX = 4 * 1024 * 1024;

type Shown = { score: string; tier?: string | undefined; audit_date?: string | undefined };

/**
 * A report with a check more: that the page or badge at the address that was given shows the score of the record. An image is
 * not looked at, and neither is what shows more than one score; that is said. Record, proof and sources are checked anyway.
 *
 * @param path below the service
 */
export function comparedWith(path: string, slug: string, read: Read): Further {
  const what = [
    [`audits/${slug}`, 'page', shownOnPage],
    [`audits/${slug}.md`, 'page', shownInMarkdown],
    [`badge/${slug}.svg`, 'badge', shownByBadge],
  ] as const;
  const [, name, shownBy] = what.find(([address]) => address === path) ?? [];
  const checked = ['.json', '/proof.json', '/evidence.json'].some((end) => path === `api/audits/${slug}${end}`);
  return {
    past: false,
    async of(report) {
      if (checked || report.score === undefined) return report;
      if (!shownBy)
        return withCheck(
          report,
          'not_checked',
          `What /${path} shows was not looked at: compare it with the last line.`,
        );
      const found = await read(path, SHOWN_BYTES_MAX);
      const shown = found instanceof Uint8Array ? shownBy(Buffer.from(found).toString()) : [];
      const other = shown.map((one) => differs(one, report)).find((one) => one !== undefined);
      if (!shown.length)
        return withCheck(report, 'failed', `The ${name} does not say its score where one of Readymark does.`);
      return other === undefined
        ? withCheck(
            report,
            'passed',
            `The ${name} names ${report.score} points, as the record does. How it is drawn was not looked at.`,
          )
        : withCheck(report, 'failed', `The ${name} shows ${other}.`);
    },
  };
}

function withCheck(report: Witnessed, outcome: 'passed' | 'failed' | 'not_checked', says: string): Witnessed {
  const verdict = outcome === 'failed' ? 'wrong' : report.verdict;
  return { ...report, verdict, checks: [...report.checks, { id: 'shown', outcome, says }] };
}

function differs({ score, tier, audit_date }: Shown, of: Witnessed): string | undefined {
  const named = (text: string) => `“${text.slice(0, 80)}”`;
  if (score !== String(of.score)) return `the score ${named(score)}, and the record says ${of.score}`;
  if (tier !== undefined && tier !== of.tier) return `the tier ${named(tier)}, and the record says ${of.tier}`;
  return audit_date !== undefined && audit_date !== of.audit_date
    ? `the date ${named(audit_date)}, and the record says ${of.audit_date}`
    : undefined;
}

/** The score in the heading, and that in the data for search engines, which pages of fictional companies have not. */
function shownOnPage(text: string): Shown[] {
  const totals = places(text, '<p class="total"><b>').flatMap((at) => {
    const found = /^([^<]{0,40})<\/b>[\s\S]{0,200}?<p class="big">([\s\S]{0,1000}?)<\/p>/.exec(
      text.slice(at, at + 1_400),
    );
    return found ? [found] : [];
  });
  const rated = between(text, '<script type="application/ld+json">', '</script>').flatMap(reviewsIn);
  if (!totals.length) return [];
  return [
    ...totals.map(([, score = '', big = '']) => ({ score, tier: plainText(big) })),
    ...rated.map(({ score, tier, audit_date }) => ({
      score: String(score),
      tier: String(tier),
      audit_date: String(audit_date),
    })),
  ];
}

type Review = {
  '@type'?: unknown;
  datePublished?: unknown;
  reviewRating?: { ratingValue?: unknown; ratingExplanation?: unknown };
};

function reviewsIn(data: string): { score: unknown; tier: unknown; audit_date: unknown }[] {
  try {
    const graph = (JSON.parse(data) as { '@graph'?: (Review | null)[] })['@graph'];
    return (Array.isArray(graph) ? graph : []).flatMap((one) =>
      one?.['@type'] === 'Review'
        ? [
            {
              score: one.reviewRating?.ratingValue,
              tier: one.reviewRating?.ratingExplanation,
              audit_date: one.datePublished,
            },
          ]
        : [],
    );
  } catch {
    return [{ score: 'nothing that can be read', tier: '', audit_date: '' }];
  }
}

function shownInMarkdown(text: string): Shown[] {
  const [, score, tier] = /^# .*: (\S+) of 100, ([^\n]+)$/m.exec(text) ?? [];
  const audit_date = /^- Audited: (\d{4}-\d\d-\d\d)/m.exec(text)?.[1];
  return score === undefined ? [] : [{ score, tier, audit_date }];
}

/** Its description, and the second of its three texts: the tier with the score. */
function shownByBadge(text: string): Shown[] {
  const [title = ''] = wordsOf(text, 'title');
  const [, tier, score, day = ''] =
    /^ is ([^\n]{1,100}?) with (\S{1,20}) of 100 points, audited on (\d\d? \w{3} \d{4})(?:; the score is stale)?$/.exec(
      title.slice(Math.max(0, title.lastIndexOf(' is '))),
    ) ?? [];
  const texts = wordsOf(text, 'text');
  const [, drawn_tier, drawn] = /^(.+) (\S+)$/.exec(texts[1] ?? '') ?? [];
  if (score === undefined || tier === undefined || texts.length !== 3) return [];
  const at = Date.parse(`${day} UTC`);
  const audit_date = Number.isNaN(at) ? day : new Date(at).toISOString().slice(0, 10);
  return [
    { score, tier: plainText(tier), audit_date },
    { score: drawn ?? '', tier: plainText(drawn_tier ?? '') },
  ];
}

/** The places behind each `start`. Documents are of others: each is read once, however they are made. */
function places(text: string, start: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length))
    found.push(at + start.length);
  return found;
}

/** What is between each `start` and the next `end`. */
function between(text: string, start: string, end: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf(start); from >= 0; ) {
    const to = text.indexOf(end, from + start.length);
    if (to < 0) break;
    found.push(text.slice(from + start.length, to));
    from = text.indexOf(start, to);
  }
  return found;
}

/** The words in each element of a name that has no other element inside. */
const wordsOf = (text: string, name: string): string[] =>
  between(text, `<${name}`, `</${name}>`).flatMap((inside) => {
    const from = inside.indexOf('>') + 1;
    return from > 0 && !inside.includes('<', from) ? [inside.slice(from)] : [];
  });

/** Markup without its tags, and signs that are written as numbers. */
const plainText = (markup: string): string =>
  markup
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .trim();
