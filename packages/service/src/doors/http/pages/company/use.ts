import { html } from 'ghtml';
import { receiptsPath } from '../../../../catalogue/families/company-documents.ts';
import { proofPath } from '../../../../domain/public-log/addresses.ts';
import { VERIFY_PATH } from '../../discovery/verify-module.ts';
import { assetPaths } from '../../html/assets.ts';
import { BADGE_TERMS } from '../../share/image-listings.ts';
import { checkPath, companyPath } from '../addresses.ts';
import { snippet } from '../audit/snippet.ts';
import type { PageInput } from '../page-input.ts';
import { badgeNote, repliedSentence } from '../replies/section.ts';
import { changedByPeople } from './sources.ts';
import type { CompanyView } from './view.ts';
import { whatWasRead } from './visits.ts';

/**
 * How anybody checks the score (decision 147). The link becomes a button where scripts run, and the empty parts are
 * filled by it.
 */
export function checkSection({ base_url }: PageInput, view: CompanyView): string {
  const { replies } = view;
  const { slug } = view.record;
  const changed = changedByPeople(view);
  const replied = repliedSentence(replies);
  const page = `${base_url}${companyPath(slug)}`;
  const module = `import { reading, verifyScore } from '${base_url}${VERIFY_PATH}';
console.log(await verifyScore('${slug}', reading('${base_url}'), { keys: ['KEY'] }));`;
  return html`<section class="check" aria-labelledby="check" data-markdown-ignore>
<h2 id="check">Check this score</h2>
<p>This audit is an entry of a public log, which is signed and only grows. So anyone can check that this is what was published, that nothing in it has changed, and that its sums, tier and rank are right.</p>
!${replied && html`<p class="hint">!${replied}</p>`}!${changed}
<p class="act"><a class="button" href="${proofPath(slug)}" data-check="${assetPaths.check}" data-slug="${slug}">Check this score</a></p>
<p role="status"></p>
<ul class="checks" aria-label="What was checked" hidden></ul>
<p class="hint">A check on this page does not prove who signed: page, script and <a href="/.well-known/readymark-keys">keys</a> come from the same server. To be sure, compare the key with one that you got elsewhere, or run the check yourself; <a href="${VERIFY_PATH}">verify.js</a> needs no other.</p>
!${whatWasRead(view)}<details><summary>On the command line, in a browser or in Node</summary>
!${snippet('On the command line', `readymark verify ${page} --key KEY`)}
!${snippet('In a browser or in Node', module)}
</details>
</section>`;
}

/** How to use an audit: as data, as a badge, by watching it, and under which licence. */
export function companyUse({ base_url, for_people }: PageInput, { record, receipts, replies }: CompanyView): string {
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
  return html`<section class="use" aria-labelledby="use" data-markdown-ignore>
<h2 id="use">Use this audit</h2>
<details><summary>Data, badge, watching, licence</summary>
<h3>As data</h3>
<p><a href="/api/audits/${slug}.json">Record</a>, <a href="/api/audits/${slug}/history.json">history</a>!${receipts ? html`, <a href="${receiptsPath(slug)}">sources</a>` : ''} and <a href="/audits/${slug}.md">Markdown</a>, without a key, from any web page. <a href="/compare?slugs=${slug}">Compare it</a> with other companies.</p>
<h3>As a badge</h3>
<p><img src="${badge}" alt="The badge of this audit" height="24"></p>
!${snippet('Markdown', markdown)}
!${snippet('HTML', markup)}
<p><bdi>${record.company}</bdi> may show this badge anywhere, also commercially, without asking: <a href="/terms#${BADGE_TERMS}">terms of badges</a>.</p>
!${badgeNote(replies)}
<h3>Watch it</h3>
!${for_people ? html`<p><a href="${for_people.watchAt(slug)}">Watch it by mail</a>: you get a mail when it is audited again, when a correction moves its score, or when its audits are taken back.</p>` : ''}
<p>An agent with a free, anonymous <a href="/docs">API key</a> is notified by mail when this company is audited again, and finds the changes in its digest.</p>
!${snippet('With curl', watch)}
!${snippet('As a tool', tool, html`at the tool server <code>${base_url}/mcp</code>`)}
<h3>Licence</h3>
<p>The scores are licensed <a rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/">CC BY-NC 4.0</a>: name Readymark and link this page; no commercial use, except of the badge by the company that it names.</p>
</details>
</section>`;
}
