import { badge, badgeEntry } from './badge.ts';
import { boardMarkdown } from './board/markdown.ts';
import { boardPage } from './board/page.ts';
import { boardView, prepareBoard } from './board/rows.ts';
import { boardQuery, normalBoardQuery } from './board/view.ts';
import { changesPageContent } from './changes/page.ts';
import { changesQuery, changesView, normalChangesQuery } from './changes/view.ts';
import { companyMarkdown } from './company/markdown.ts';
import { companyPage } from './company/page.ts';
import { companyQuery, companyView, normalCompanyQuery } from './company/view.ts';
import { comparePage } from './compare/page.ts';
import { compareQuery, normalCompareQuery, readComparison } from './compare/view.ts';
import { auditedAgain, codes, dated, slugs } from './names.ts';
import { definePage, type Page } from './page-definition.ts';
import { pastAuditMarkdown, pastAuditPageContent } from './past-audit/page.ts';
import { pastAuditView } from './past-audit/view.ts';
import { pricingPage } from './pricing/page.ts';
import { aboutPage } from './prose/about-page.ts';
import { botPage } from './prose/bot-page.ts';
import { changelogPage, released } from './prose/changelog-page.ts';
import { privacyPage } from './prose/privacy-page.ts';
import { problemJson, problemPage, problemsJson, problemsPage, problemView } from './prose/problem-page.ts';
import { termsPage } from './prose/terms-page.ts';
import { referenceMarkdown } from './reference/markdown.ts';
import { referencePage } from './reference/page.ts';
import { apiReference } from './reference/view.ts';
import { rubricPage } from './rubric/page.ts';
import { statusJson, statusPage, statusView } from './status/page.ts';
import { whatIfPageContent } from './what-if/page.ts';
import { normalWhatIfQuery, whatIfQuery, whatIfView } from './what-if/view.ts';

/** For pages that show the same at each request. */
const nothing = () => null;

/** Most pages of our own texts, which change with a release. */
const with_release = { sitemap: true, modified: () => released, exported: true } as const;
const of_texts = { ...with_release, view: nothing } as const;

const BY_COMPANY = 'the page of the company links it';
const below_company = {
  nav: BY_COMPANY,
  sitemap: 'the page of the company is what should be found',
  llms: BY_COMPANY,
} as const;

/**
 * The one table of pages (decision 61), but for those of features. Routes, navigation, sitemap, exported tree and llms-full.txt follow from it: a new page is its own
 * file and a row here.
 */
export const corePages: readonly Page[] = [
  definePage({
    path: '/',
    title: 'Leaderboard',
    view: boardView,
    query: { normal: normalBoardQuery, of: boardQuery },
    prepare: prepareBoard,
    scores: () => true,
    watched: () => '*',
    draw: { html: boardPage, markdown: boardMarkdown },
    nav: { bar: 'header' },
    sitemap: true,
    modified: ({ modified }) => modified.toISOString().slice(0, 10),
    exported: true,
    llms: { section: 'Scores', note: 'the same as Markdown' },
  }),
  definePage({
    path: '/compare',
    title: 'Compare',
    view: ({ snapshot }, _name, query) => readComparison(snapshot, query),
    query: { normal: (_input, query) => normalCompareQuery(query), of: compareQuery },
    scores: ({ companies }) => companies.length > 1,
    draw: { content: comparePage },
    nav: { bar: 'header' },
    sitemap: 'without a query it is only a form',
    exported: 'every comparison depends on the query',
    llms: 'the records contain the same scores',
  }),
  definePage({
    path: '/rubric',
    title: 'Rubric',
    ...of_texts,
    draw: { content: rubricPage },
    nav: { bar: 'header' },
    llms: { section: 'Scores', note: 'what each score of each criterion demands, and tier bounds' },
  }),
  definePage({
    path: '/about',
    title: 'About',
    ...of_texts,
    draw: { content: aboutPage },
    nav: { bar: 'footer' },
    llms: { section: 'Optional', note: 'who audits, how, conflicts of interest, contact, how to object' },
  }),
  definePage({
    path: '/docs',
    title: 'API',
    view: (input) => apiReference({ ...input, listed: input.snapshot.slice(0, 1)[0] }),
    draw: { html: referencePage, markdown: referenceMarkdown },
    nav: { bar: 'header' },
    ...with_release,
    llms: { section: 'Agents', note: 'every call with its fields, errors and limits' },
  }),
  definePage({
    path: '/pricing',
    title: 'Pricing and limits',
    ...of_texts,
    draw: { content: pricingPage },
    nav: { bar: 'footer' },
    llms: { section: 'Agents', note: 'what it costs (nothing in beta), the limits, and what happens at a limit' },
  }),
  definePage({
    path: '/changelog',
    title: 'Changelog',
    ...of_texts,
    draw: { content: changelogPage },
    nav: { bar: 'footer' },
    llms: { section: 'Optional', note: 'what changed, by release, and what a program may rely on' },
  }),
  definePage({
    path: '/status',
    title: 'Status',
    view: statusView,
    momentary: true,
    draw: { content: (_input, view) => statusPage(view), json: statusJson },
    nav: { bar: 'footer' },
    sitemap: 'what it shows is true for a moment',
    exported: 'what it shows is true for a moment',
    llms: { section: 'Optional', note: 'whether the service works as it should, and incidents' },
  }),
  definePage({
    path: '/terms',
    title: 'Terms',
    ...of_texts,
    draw: { content: termsPage },
    nav: { bar: 'footer' },
    llms: { section: 'Optional', note: 'what the words mean, conditions of requests and watches, use of scores' },
  }),
  definePage({
    path: '/privacy',
    title: 'Privacy',
    ...of_texts,
    draw: { content: privacyPage },
    nav: { bar: 'footer' },
    llms: { section: 'Optional', note: 'what is stored, seen and mailed' },
  }),
  definePage({
    path: '/bot',
    title: 'The crawler',
    ...of_texts,
    draw: { content: botPage },
    nav: { bar: 'footer' },
    llms: {
      section: 'Optional',
      note: 'what is fetched from sites for an audit, how politely, and how a site opts out',
    },
  }),
  definePage({
    path: '/problems',
    title: 'Errors',
    ...of_texts,
    draw: { content: problemsPage, json: problemsJson },
    nav: 'error pages and the API reference link it',
    llms: { section: 'Agents', note: 'every error code with its status and the next step' },
  }),
  definePage({
    path: '/problems/{code}',
    title: 'Error',
    view: (_input, name) => problemView(name),
    draw: { content: problemPage, json: problemJson },
    names: codes,
    nav: '/problems links it',
    sitemap: true,
    exported: true,
    llms: '/problems.md contains every code',
  }),
  definePage({
    path: '/audits/{slug}',
    title: 'Audit of a company',
    view: companyView,
    query: { normal: (_input, query) => normalCompanyQuery(query), of: companyQuery },
    scores: () => true,
    // Also where nothing is quoted yet: nginx, which serves the exported tree, knows addresses only.
    quotes: () => true,
    watched: (slug) => slug,
    draw: { html: companyPage, markdown: companyMarkdown },
    names: slugs,
    nav: 'the leaderboard links it',
    sitemap: true,
    exported: true,
    llms: 'the leaderboard links it',
  }),
  // In front of the audits by date, which would take its last part for a date.
  definePage({
    path: '/audits/{slug}/changes',
    title: 'Changes between two audits',
    view: changesView,
    query: { normal: (_input, query) => normalChangesQuery(query), of: changesQuery },
    scores: () => true,
    draw: { content: changesPageContent },
    names: auditedAgain,
    ...below_company,
    exported: 'every comparison depends on the query',
  }),
  definePage({
    path: '/audits/{slug}/what-if',
    title: 'What a score would become',
    view: whatIfView,
    query: { normal: normalWhatIfQuery, of: whatIfQuery },
    scores: () => true,
    draw: { content: whatIfPageContent },
    names: slugs,
    ...below_company,
    exported: 'every result depends on the query',
  }),
  definePage({
    path: '/audits/{slug}/{date}',
    title: 'Audit of a date',
    view: pastAuditView,
    scores: () => true,
    draw: { html: pastAuditPageContent, markdown: pastAuditMarkdown },
    names: dated,
    ...below_company,
    exported: true,
  }),
  definePage({
    path: '/badge/{slug}.svg',
    title: 'Badge of a company',
    view: badgeEntry,
    scores: () => true,
    draw: { svg: badge },
    names: slugs,
    nav: 'an image, not a page',
    sitemap: 'an image, not a page',
    exported: true,
    llms: 'the page of the company shows it',
  }),
];
