import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { pastAuditPath } from '../../../../catalogue/families/company-documents.ts';
import { counted, day, dayMark, shortened } from '../../html/format.ts';
import { blocks, plain } from '../../html/markdown.ts';
import { fictionalWord } from '../../html/marks.ts';
import type { PageContent } from '../../html/page.ts';
import { changesPage, companyPath, pastAuditPage } from '../addresses.ts';
import { rungLine, rungReached } from '../audit/climb-section.ts';
import { inParts, part, pillarEntries } from '../audit/contents.ts';
import { criteriaGroups } from '../audit/criteria.ts';
import { auditMarkdown, criteriaMarkdown, titleMarkdown } from '../audit/markdown.ts';
import { auditParts } from '../audit/sections.ts';
import { dateFact, pillarTable, threeThings, verdict } from '../audit/verdict.ts';
import type { PageInput } from '../page-input.ts';
import { replyBlocks } from '../replies/block.ts';
import { repliesMarkdown, repliesPart } from '../replies/markdown.ts';
import { repliesNote, repliesSection } from '../replies/section.ts';
import type { PastAuditView } from './view.ts';

/** One audit as it was published, at an address that stays (decision 61). Rank, watchers and sources are of the current one. */
export function pastAuditPageContent(input: PageInput, view: PastAuditView): PageContent {
  const { record } = view;
  const { company, slug, overall_score, tier, audit_date } = record;
  const mark = fictionalWord(isFictional(record));
  return {
    title: `${shortened(company, 32)}${mark} on ${day(audit_date)}: ${overall_score} of 100, ${tier} · Readymark`,
    description: `The audit of ${company}${mark} of ${day(audit_date)}: ${overall_score} of 100 (${tier}) for agent readiness.${isCurrent(view) ? '' : ' It is not the current one.'}`,
    json: pastAuditPath(slug, audit_date),
    main: html`<article class="audit">
!${head(input, view)}
!${inParts([
      ...auditParts(input, view),
      part('replies', 'What the company says', repliesSection(slug, view.replies)),
      part('criteria', 'Criteria with evidence', criteria(view), pillarEntries(record.pillars)),
    ])}
</article>`,
  };
}

const criteria = (view: PastAuditView): string => html`<section class="evidence-all" aria-labelledby="criteria">
<h2 id="criteria">All ${view.record.criteria.length} criteria, with evidence</h2>
!${criteriaGroups(view, view.record.criteria, 'pillar', (criterion) => rungReached(view, criterion) + replyBlocks(view.record.slug, view.replies, criterion.id))}
</section>`;

const isCurrent = ({ record, current }: PastAuditView) => record.audit_date === current.audit_date;

function head(input: PageInput, view: PastAuditView): string {
  const { record, rubric, current, earlier, later } = view;
  const { slug, audit_date } = record;
  const beside = [earlier, later].flatMap((one) => {
    if (!one) return [];
    const name = one === earlier ? 'Audit before' : 'Audit after';
    return [[name, html`<a href="${pastAuditPage(slug, one.audit_date)}">!${dayMark(one.audit_date)}</a>`] as const];
  });
  const notice = isCurrent(view)
    ? html`<p class="note dated">Audit of !${dayMark(audit_date)}, the current one. Its rank and sources are on the page of the company.</p>`
    : html`<p class="note dated">Audit of !${dayMark(audit_date)}, not the current one (!${dayMark(current.audit_date)}: ${counted(current.overall_score, 'point')}).</p>`;
  const since = html` · <a href="${changesPage(slug, { from: audit_date, to: current.audit_date })}">What changed since</a>`;
  return verdict(
    input,
    view,
    {
      path: html`<a href="${companyPath(slug)}">Current audit</a>!${isCurrent(view) ? '' : since}`,
      mark: '',
      notice,
      facts: [
        dateFact('Audited', audit_date),
        ...beside,
        ['Rubric', html`<a href="/rubric#${rubric.version}">${rubric.version}</a>`],
        ['Code', html`${record.tier_as_published}`],
      ],
      note: repliesNote(view.replies),
    },
    html`!${pillarTable(view, undefined, '')}
!${threeThings(view)}`,
  );
}

/** The same as Markdown. */
export function pastAuditMarkdown({ base_url }: PageInput, view: PastAuditView): string {
  const { record, current, earlier, later } = view;
  const { slug, audit_date } = record;
  const page = `${base_url}${companyPath(slug)}.md`;
  const others = [earlier && `before: ${earlier.audit_date}`, later && `after: ${later.audit_date}`].filter(Boolean);
  return blocks(
    titleMarkdown(view),
    isCurrent(view)
      ? `The audit of ${audit_date}, the current one; its rank is in ${page}`
      : `The audit of ${audit_date}, not the current one: that is of ${current.audit_date} with ${current.overall_score} points, ${page}`,
    [
      `- Website: ${plain(record.website)}`,
      `- Rubric: ${record.rubric_version}`,
      ...(others.length ? [`- Audits ${others.join(', ')}`] : []),
    ].join('\n'),
    ...auditMarkdown(view),
    repliesPart(base_url, slug, view.replies),
    `## All ${record.criteria.length} criteria`,
    criteriaMarkdown(record.criteria, (criterion) =>
      blocks(rungLine(view, criterion, false), repliesMarkdown(base_url, slug, view.replies, criterion.id)).trimEnd(),
    ),
    `Record: ${base_url}${pastAuditPath(slug, audit_date)} · Scores: CC BY-NC 4.0`,
  );
}
