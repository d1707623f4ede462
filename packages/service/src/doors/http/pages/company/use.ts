import { html } from 'ghtml';
import { receiptsPath } from '../../../../catalogue/company-documents.ts';
import { BADGE_TERMS } from '../badge.ts';
import type { PageInput } from '../page-input.ts';
import { badgeNote } from '../replies/section.ts';
import { checkPath } from './addresses.ts';
import { snippet } from './snippet.ts';
import type { CompanyView } from './view.ts';

/** How to use an audit: as data, as a badge, by watching it, and under which licence. */
export function companyUse({ base_url }: PageInput, { record, receipts, replies }: CompanyView): string {
  const { slug } = record;
  const address = `${base_url}${checkPath(slug)}`;
  const badge = `/badge/${slug}.svg`;
  const markdown = `[![Readymark](${base_url}${badge})](${address})`;
  const markup = `<a href="${address}"><img src="${base_url}${badge}" alt="Readymark"></a>`;
  const watch = `curl -X POST ${base_url}/api/agent/watch \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '{"slug":"${slug}"}'`;
  const tool = `watch_company {"slug":"${slug}"}`;
  return html`<section class="use" aria-labelledby="use">
<h2 id="use">Use this audit</h2>
<h3>As data</h3>
<p><a href="/api/audits/${slug}.json">Record</a>, <a href="/api/audits/${slug}/history.json">history</a>!${receipts ? html`, <a href="${receiptsPath(slug)}">sources</a>` : ''} and <a href="/audits/${slug}.md">Markdown</a>, without a key, from any web page. <a href="/compare?slugs=${slug}">Compare it</a> with other companies.</p>
<h3>As a badge</h3>
<p><img src="${badge}" alt="The badge of this audit" height="24"></p>
!${snippet('Markdown', markdown)}
!${snippet('HTML', markup)}
<p><bdi>${record.company}</bdi> may show this badge anywhere, also commercially, without asking: <a href="/terms#${BADGE_TERMS}">terms of badges</a>.</p>
!${badgeNote(replies)}
<h3>Watch it</h3>
<p><a href="/watch?slug=${slug}">Watch it by mail</a>: you are told when it is audited again, when a correction moves its score, or when its audits are taken back.</p>
<p>An agent with a free, anonymous <a href="/docs">API key</a> is notified by mail when this company is audited again, and finds the changes in its digest.</p>
!${snippet('With curl', watch)}
!${snippet('As a tool', tool, html`at the tool server <code>${base_url}/mcp</code>`)}
<h3>Licence</h3>
<p>The scores are licensed <a rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/">CC BY-NC 4.0</a>: name Readymark and link this page; no commercial use, except of the badge by the company that it names.</p>
</section>`;
}
