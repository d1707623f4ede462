import { html } from 'ghtml';
import { content, forPeople, prose } from '../../../content/content.ts';
import type { ContentPage } from '../../../doors/http/html/content.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import { LOST_PATH, OWN_PATH } from '../domain/addresses.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';

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
<h2>${'Lost the address of your page?'}</h2>
${forPeople(html`<form class="check-site" method="post" action="${LOST_PATH}">
<p><label for="lost-website">Website</label><input id="lost-website" name="website" type="text" inputmode="url" required maxlength="2048" autocomplete="url" autocapitalize="none" spellcheck="false"></p>
<p><label for="lost-email">E-mail address that its letters go to</label><input id="lost-email" name="email" type="email" required maxlength="254" autocomplete="email"></p>
<p><button type="submit">Send me a link</button></p>
</form>`)}
</div>`,
});

/** After the address of a page was asked for that was lost. It is the same whether there is such a page or not. */
export const sentPage = (): PageContent => ({
  title: 'A link by mail · Readymark',
  description: 'The address of a page that was lost.',
  noindex: true,
  main: html`<div class="prose"><h1>If there is such a page, a link to it is on its way</h1>
<p>The letter goes to the address that you typed, when letters about this site go there and its page has not ended. It comes within a few minutes. Otherwise <a href="${OWN_PATH}">begin again</a>.</p></div>`,
});
