import { reaches } from '@readymark/auditor/collect/plan/reaches';
import { html } from 'ghtml';
import { content, forPeople, prose } from '../../../content/content.ts';
import type { ContentPage } from '../../../doors/http/html/content.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { KEPT_DAYS, ownerLimit, registrationLimit } from '../domain/preview.ts';
import { CHECK_PATH } from './addresses.ts';

const DESCRIPTION =
  'Type the address of a site: in half a minute a machine shows what agents find there. A preview, not an audit.';

/** What was typed, and what is wrong with it. */
type Typed = { website: string; wrong?: string };

/** HTML of the form. */
const checkForm = ({
  website,
  wrong,
}: Typed): string => html`<form class="check-site" method="post" action="${CHECK_PATH}">
<p><label for="website">Website</label><input id="website" name="website" type="text" inputmode="url" value="${website}" required maxlength="2048" placeholder="example.com" autocomplete="url" autocapitalize="none" spellcheck="false"!${wrong ? ' aria-invalid="true" aria-describedby="website-error"' : ''}></p>
<p><button type="submit">Check this site</button></p>
!${wrong ? html`<p class="wrong" id="website-error" role="alert">${wrong}</p>` : ''}
</form>`;

/** The button alone, for a site that is known already. */
export const checkButton = (website: string, words: string): string =>
  html`<form class="check-now" method="post" action="${CHECK_PATH}"><input type="hidden" name="website" value="${website}"><button type="submit">${words}</button></form>`;

/** Where a preview is asked for (decision 180). */
export function checkPage({ settings, base_url }: Pick<PageInput, 'settings' | 'base_url'>, typed: Typed): ContentPage {
  const { PREVIEWS_PER_HOUR: per_hour, PREVIEWS_PER_CLIENT_PER_HOUR: per_client } = settings;
  return {
    title: `${typed.wrong ? 'Not checked: ' : ''}Check a site · Readymark`,
    description: DESCRIPTION,
    content: content`<div class="prose"><h1>Check a site</h1>
<p>${prose('Type the address of any site. In half a minute a machine shows what agents find there: prices, documents for agents, interfaces, and whether they may read it at all. It is a preview, not an audit: nobody has reviewed it, and it is not listed.')}</p>
${forPeople(per_hour === 0 ? '<p class="note">This service makes no previews.</p>' : checkForm(typed))}
<h2>What happens</h2>
<ul class="dots">
<li>${prose(`Our robot asks the site for at most ${reaches.preview.requests} documents, one a second: robots.txt, the home page, a sitemap, and documents for machines at their usual addresses. It obeys robots.txt: /bot`)}</li>
<li>${prose('You get an interval for each criterion of the first pillar, what surely holds and what an audit may find, and a list of the documents that are there: /rubric')}</li>
<li>${prose(`A site is visited once an hour, whoever asks; until then everybody sees the same preview with its age; where nothing could be seen it may be tried again after a minute. It is kept for ${KEPT_DAYS} days. One client may ask for ${per_client} sites an hour, and ${ownerLimit.quota} hosts of one domain are checked.`)}</li>
</ul>
<h2>In CI</h2>
<p>${prose('The command line visits a site as for an audit, from your own machine, and fails where it has fewer points than you demand. It writes JUnit and SARIF, and there is a GitHub Action:')}</p>
<pre class="block"><code>${`npx @readymark/readymark check-site https://example.com --min P1-B=4,total=60 \\\n  --junit readymark.xml --sarif readymark.sarif`}</code></pre>
<h2>For agents</h2>
<p>${prose(`POST ${base_url}/api/previews with a key and {"website": "example.com"}, then GET ${base_url}/api/previews/example.com.json?view=brief until its status is done. A key may ask for ${registrationLimit.quota} an hour: /docs`)}</p>
</div>`,
  };
}
