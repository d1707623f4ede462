import { html } from 'ghtml';
import { content, forPeople, prose } from '../../../content/content.ts';
import type { ContentPage } from '../../../doors/http/html/content.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';
import { OWN_PATH } from './addresses.ts';

/** Where somebody begins who holds a domain (decision 181). */
export const beginPage = (): ContentPage => ({
  title: 'Your site · Readymark',
  description: 'Confirm that you control a site, and see a private draft of its audit.',
  content: content`<div class="prose"><h1>Your site</h1>
<p>${prose('Confirm that you control a site, and see a private draft of its audit: every criterion with what was found, what is missing for the next score, and what to paste. No account is needed.')}</p>
${forPeople(html`<form class="check-site" method="post" action="${OWN_PATH}">
<p><label for="website">Website</label><input id="website" name="website" type="text" inputmode="url" required maxlength="2048" placeholder="example.com" autocomplete="url" autocapitalize="none" spellcheck="false"></p>
<p><button type="submit">This is my site</button></p>
</form>`)}
<p class="hint">${prose(`You get a page of your own, with a token for your DNS, a file or your home page. Once it was seen, the page is valid for ${PROVEN_DAYS} days; drafts are made once a day and kept for ${DRAFT_DAYS} days. What is stored: /privacy`)}</p>
</div>`,
});
