import { html } from 'ghtml';
import { VERIFY_PATH } from '../../discovery/verify-module.ts';
import { assetPaths } from '../../html/assets.ts';
import { proofPath } from '../../public-log/addresses.ts';
import type { PageInput } from '../page-input.ts';
import { repliedSentence } from '../replies/section.ts';
import { companyPath } from './addresses.ts';
import { snippet } from './snippet.ts';
import type { CompanyView } from './view.ts';

/**
 * How anybody checks the score (decision 147). The link becomes a button where scripts run, and the empty parts are
 * filled by it.
 */
export function checkSection({ base_url }: PageInput, { record: { slug }, replies }: CompanyView): string {
  const replied = repliedSentence(replies);
  const page = `${base_url}${companyPath(slug)}`;
  const module = `import { reading, verifyScore } from '${base_url}${VERIFY_PATH}';
console.log(await verifyScore('${slug}', reading('${base_url}'), { keys: ['KEY'] }));`;
  return html`<section class="check" aria-labelledby="check">
<h2 id="check">Check this score</h2>
<p>This audit is an entry of a public log, which is signed and only grows. So anyone can check that this is what was published, that nothing in it has changed, and that its sums, tier and rank are right.</p>
!${replied && html`<p class="hint">!${replied}</p>`}
<p class="act"><a class="button" href="${proofPath(slug)}" data-check="${assetPaths.check}" data-slug="${slug}">Check this score</a></p>
<p role="status"></p>
<ul class="checks" aria-label="What was checked" hidden></ul>
<p class="hint">A check on this page does not prove who signed: page, script and <a href="/.well-known/readymark-keys">keys</a> come from the same server. To be sure, compare the key with one that you got elsewhere, or run the check yourself; <a href="${VERIFY_PATH}">verify.js</a> needs no other.</p>
!${snippet('On the command line', `readymark verify ${page} --key KEY`)}
!${snippet('In a browser or in Node', module)}
</section>`;
}
