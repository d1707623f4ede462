import { html } from 'ghtml';
import { content, forPeople, prose } from '../../../content/content.ts';
import type { ContentPage } from '../../../doors/http/html/content.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { LOST_PATH, OWN_PATH } from '../domain/addresses.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';
import { sendsMail } from '../domain/link.ts';

/** What was typed into one of the two forms, and what is wrong with it. */
type Typed = { form: 'begin' | 'lost'; website: string; email?: string; wrong: string };

const says = (id: string, wrong: string | undefined) =>
  wrong === undefined ? '' : html`<p class="wrong" id="${id}" role="alert">${wrong}</p>`;

const invalid = (id: string, wrong: string | undefined) =>
  wrong === undefined ? '' : html` aria-invalid="true" aria-describedby="${id}"`;

/** Where somebody begins who holds a domain (decision 181). */
export function beginPage({ settings }: Pick<PageInput, 'settings'>, typed?: Typed): ContentPage {
  const mail = sendsMail(settings);
  const begin = typed?.form === 'begin' ? typed : undefined;
  const lost = typed?.form === 'lost' ? typed : undefined;
  return {
    title: `${typed ? 'Not begun: ' : ''}Your site · Readymark`,
    description: 'Confirm that you control a site, and see a private draft of its audit.',
    content: content`<div class="prose"><h1>Your site</h1>
<p>${prose('Confirm that you control a site, and see a private draft of its audit: every criterion with what was found, what is missing for the next score, and what to paste. No account is needed.')}</p>
${forPeople(html`<form class="check-site" method="post" action="${OWN_PATH}">
<p><label for="website">Website</label><input id="website" name="website" type="text" inputmode="url" required maxlength="2048" placeholder="example.com" autocomplete="url" autocapitalize="none" spellcheck="false" value="${begin?.website ?? ''}"!${invalid('website-error', begin?.wrong)}></p>
<p><button type="submit">This is my site</button></p>
!${says('website-error', begin?.wrong ?? (mail ? undefined : lost?.wrong))}
</form>`)}
<p class="hint">${prose(`You get a page of your own, with a token for your DNS, a file or your home page. Once it was seen, the page is valid for ${PROVEN_DAYS} days; drafts are made once a day and kept for ${DRAFT_DAYS} days. What is stored: /privacy`)}</p>
${
  sendsMail(settings)
    ? content`<h2>${'Lost the address of your page?'}</h2>
${forPeople(html`<form class="check-site" method="post" action="${LOST_PATH}">
<p><label for="lost-website">Website</label><input id="lost-website" name="website" type="text" inputmode="url" required maxlength="2048" autocomplete="url" autocapitalize="none" spellcheck="false" value="${lost?.website ?? ''}"!${invalid('lost-error', lost?.wrong)}></p>
<p><label for="lost-email">E-mail address that its letters go to</label><input id="lost-email" name="email" type="email" required maxlength="254" autocomplete="email" value="${lost?.email ?? ''}"!${invalid('lost-error', lost?.wrong)}></p>
<p><button type="submit">Send me a link</button></p>
!${says('lost-error', lost?.wrong)}
</form>`)}`
    : ''
}
</div>`,
  };
}

/** After the address of a page was asked for that was lost. It is the same whether there is such a page or not. */
export const sentPage = (): PageContent => ({
  title: 'A link by mail · Readymark',
  description: 'The address of a page that was lost.',
  noindex: true,
  main: html`<div class="prose"><h1>If there is such a page, a link to it is on its way</h1>
<p>The letter goes to the address that you typed, when letters about this site go there and its page has not ended. It comes within a few minutes. Otherwise <a href="${OWN_PATH}">begin again</a>.</p></div>`,
});
