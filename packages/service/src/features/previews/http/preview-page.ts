import { crawlerUserAgent, ROBOTS_TOKEN } from '@readymark/auditor/collect/crawler';
import { reaches } from '@readymark/auditor/collect/plan/reaches';
import { isReadable } from '@readymark/auditor/evidence/site-preview';
import type { Rubric } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { content, drawn, forPeople, type Node, prose } from '../../../content/content.ts';
import { timeMark } from '../../../doors/http/desk/parts.ts';
import type { ContentPage } from '../../../doors/http/html/content.ts';
import { companyPath } from '../../../doors/http/pages/addresses.ts';
import type { AddedToPages } from '../../../doors/http/pages/page-input.ts';
import { isOpen, type ShownPreview } from '../domain/preview.ts';
import { checkPath, jsonPath, progressPath } from './addresses.ts';
import { checkButton } from './check-page.ts';
import { intervalBar } from './interval.ts';

/** What a page of a preview is drawn from. */
type PreviewInput = {
  preview: ShownPreview;
  rubric: Rubric | undefined;
  base_url: string;
  now: Date;
  added: Pick<AddedToPages, 'for_people' | 'own_pages'>;
};

/** A preview of a site by a machine (decision 180): on its way, with its result, or why there is none. */
export function previewPage(input: PreviewInput): ContentPage {
  const { host, status } = input.preview;
  const [title, main] = isOpen(status)
    ? [`Checking ${host}`, underWay(input)]
    : status === 'done'
      ? [`${host}, a preview`, result(input)]
      : [`${host} was not seen`, notSeen(input)];
  return {
    title: `${title} · Readymark`,
    description: `What a machine found for agents at ${host}: a preview, not an audit.`,
    noindex: true,
    json: jsonPath(host),
    ...(isOpen(status) && { head: '<noscript><meta http-equiv="refresh" content="2"></noscript>' }),
    content: content`<article class="preview">
<header><p class="path"><a href="/check">Check a site</a></p>
<h1>${title}</h1></header>
${main}
</article>`,
  };
}

function underWay({ preview }: PreviewInput): Node {
  const { host, progress } = preview;
  const { done = 0, phase = 'waiting for its turn' } = progress ?? {};
  return content`<p>${prose('Our robot asks for robots.txt, the home page and documents for machines, one a second. This page shows the result in about half a minute.')}</p>
${drawn(
  html`<div class="under-way" data-progress="${progressPath(host)}"><progress max="${reaches.preview.requests}" value="${done}" aria-label="Requests answered"></progress>
<p role="status"><b>${done}</b> requests answered: <span>${phase}</span></p></div>
<p class="hint"><a href="${checkPath(host)}">Show it as it is now</a></p>`,
  `${done} requests answered: ${phase}. Read this page again in 5 seconds.`,
)}`;
}

/** When it was made, and that it is no audit. */
const age = ({ preview, now }: PreviewInput): Node => {
  const { finished_at, asked_at } = preview;
  const at = finished_at ?? asked_at;
  return drawn(timeMark(at, now), at);
};

function result(input: PreviewInput): Node {
  const { preview, rubric } = input;
  const { P1, audit, changed_since_audit: changed } = preview;
  return content`<p class="note">A preview by a machine, made ${age(input)}: not an audit, not reviewed and not listed.${audit && content` The published audit: <a href="${companyPath(audit.slug)}">${audit.overall_score} of 100</a>${audit.stale ? ', stale' : ''}.`}${changed.length > 0 && content` Changed since that audit: ${changed.map((url, at) => [at > 0 && ', ', content`<bdi>${pathOf(url)}</bdi>`])}.`}</p>
${
  P1 &&
  content`<p class="sum">${drawn(intervalBar(P1), '')} ${P1.low === P1.high ? null : 'Between '}<b>${P1.low === P1.high ? P1.low : `${P1.low} and ${P1.high}`}</b> of ${P1.max} points for how well agents can find and read this site</p>
<p class="hint">${prose(`${P1.low === P1.high ? 'All of them are certain from what we read' : `${P1.low} are certain from what we read. The rest depends on pages that only an audit reads`}; the other ${(rubric?.total ?? 100) - P1.max} points are about what pages say.`)}</p>`
}
${owner(input)}
${criteria(input)}
${documents(input)}
<section aria-labelledby="next"><h2 id="next">What to do next</h2>
<p>${prose(`Three quarters of the ${rubric?.total ?? 100} points are about what pages say: offers, limits, proofs, conditions. A machine does not judge them in half a minute. An audit does, and a person reviews it.`)}</p>
${acts(input)}
</section>
${requests(input)}`;
}

const rangeOf = ({ low, high }: { low: number; high: number }) => (low === high ? `${low}` : `${low} to ${high}`);

/** What agents can read, and beside it what documents for machines reach alone of criteria that are about pages. */
function criteria({ preview, rubric }: PreviewInput): Node {
  const [readable = [], witnessed = []] = [true, false].map((is) =>
    preview.criteria.filter((one) => isReadable(one) === is),
  );
  return content`<section aria-labelledby="criteria"><h2 id="criteria">What agents can read</h2>
${intervals(readable, rubric)}
<p class="hint">${prose('Quoted words belong to the authors of the pages: /terms#quotations')}</p></section>
${
  witnessed.length > 0 &&
  content`<section aria-labelledby="witnessed"><h2 id="witnessed">What documents for machines show</h2>
<p>${prose('These points follow from the documents alone. Pages, which only an audit reads, can add to them.')}</p>
${intervals(witnessed, rubric)}</section>`
}`;
}

const intervals = (criteria: ShownPreview['criteria'], rubric: Rubric | undefined): Node =>
  content`<ul class="intervals">${criteria.map(({ id, low, high, evidence, next }) => {
    const { name, max } = rubric?.criteria.find((one) => one.id === id) ?? { name: '', max: high };
    return content`<li><h3><a href="/rubric#${id}">${id} ${name}</a>${drawn(' ', ': ')}<span>${drawn(intervalBar({ low, high, max }), '')}<span><b>${rangeOf({ low, high })}</b> of ${max}</span></span></h3>
<p><bdi>${evidence}</bdi></p>
${next && content`<p class="next">To be sure of ${next.score}: ${next.text}</p>`}</li>`;
  })}</ul>`;

const states = { there: 'found', unknown: 'not seen' } as const;

function documents({ preview }: PreviewInput): Node {
  const absent = preview.documents.filter(({ state }) => state === 'absent');
  const others = preview.documents.flatMap(({ state, ...one }) => (state === 'absent' ? [] : [{ state, ...one }]));
  const sorted = others.toSorted((a, b) => Number(a.state === 'unknown') - Number(b.state === 'unknown'));
  const counts = (criterion: string | null) =>
    criterion ? content`<a href="/rubric#${criterion}">${criterion}</a>` : 'no score';
  return content`<section aria-labelledby="documents"><h2 id="documents">Documents for machines</h2>
${
  sorted.length > 0 &&
  content`<section class="wide" tabindex="0" aria-label="Documents that were found or not seen"><table><thead><tr><th scope="col">Document</th><th scope="col">State</th><th scope="col">Counts for</th><th scope="col">Address</th></tr></thead>
<tbody>${sorted.map(({ name, criterion, state, url }) => content`<tr class="${state}"><th scope="row">${name}</th><td>${states[state]}</td><td>${counts(criterion)}</td><td><bdi>${pathOf(url)}</bdi></td></tr>`)}</tbody></table></section>`
}
${absent.length > 0 && content`<details><summary>${absent.length} other documents are not there</summary><p>You do not need all of these: ${absent.map(({ name, criterion }, at) => [at > 0 && ', ', name, criterion && [' (', counts(criterion), ')']])}.</p></details>`}
<p class="hint">${prose(`Not there: nothing at the usual addresses of such documents. Not seen: the site did not let us read it, or our ${reaches.preview.requests} requests were used up.`)}</p></section>`;
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`.slice(0, 120);
};

/** @param open where it is what somebody looks for: the request that was refused */
function requests({ preview }: PreviewInput, open = false): Node {
  const rows = preview.requests.map(
    ({ url, status, problem, at }) =>
      content`<tr><th scope="row"><bdi>${url.slice(0, 200)}</bdi></th><td>${status ?? 'no answer'}${problem ? `, ${problem.replaceAll('_', ' ')}` : ''}</td><td>${at.slice(11, 19)}</td></tr>`,
  );
  const inside = content`<summary><h2 id="requests">What our robot asked for</h2></summary>
<section class="wide" tabindex="0" aria-label="Requests in order"><table><thead><tr><th scope="col">Address</th><th scope="col">Answer</th><th scope="col">Time (UTC)</th></tr></thead><tbody>${rows}</tbody></table></section>`;
  return content`<section aria-labelledby="requests">${open ? content`<details open="open">${inside}</details>` : content`<details>${inside}</details>`}</section>`;
}

/** What whoever runs the site can do. */
const owner = ({ preview, added }: PreviewInput): Node =>
  added.own_pages &&
  forPeople(
    html`<section class="owner" aria-labelledby="owner"><h2 id="owner">Is this your site?</h2><p>See a private draft of the whole audit, free: every criterion, what is missing, and what to paste.</p>!${added.own_pages.beginButton(preview.website)}</section>`,
  );

function acts({ preview, now, added }: PreviewInput): Node {
  const { website, again_at } = preview;
  const again = again_at !== null && again_at <= now.toISOString();
  const request = added.for_people?.requestAt(website);
  return content`${request && content`<p><a href="${request}">Ask for an audit</a>. ${prose('It is free, and takes two to five business days.')}</p>`}
${forPeople(again ? checkButton(website, 'Check it again') : again_at === null ? '' : html`<p class="hint">It can be checked again !${timeMark(again_at, now)}.</p>`)}`;
}

/** A site that kept everything from us: what was refused, and how to let us in. */
function notSeen(input: PreviewInput): Node {
  const { preview, base_url } = input;
  const { reason, website, status } = preview;
  return content`<p class="note">Asked ${age(input)}: ${(reason ?? 'nothing could be seen').replace(/\.$/, '')}.</p>
${
  status === 'unobserved' &&
  content`<p>${prose('Nothing was seen, so nothing counts as absent. If this is your site, this is how agents may be treated, too.')}</p>
${requests(input, true)}
<section aria-labelledby="allow"><h2 id="allow">Let our robot in</h2>
<p>${prose('It names itself like this; let it through your firewall, and find these requests in the log of your server:')}</p>
<pre class="block"><code>${crawlerUserAgent(base_url)}</code></pre>
<p>${prose('In robots.txt:')}</p>
<pre class="block"><code>${`User-agent: ${ROBOTS_TOKEN}\nAllow: /`}</code></pre>
<p>${prose(`What it asks for, and how often: ${base_url}/bot`)}</p></section>`
}
${forPeople(checkButton(website, 'Try again'))}
<p class="hint">${prose('A site can be tried again after a minute.')}</p>`;
}
