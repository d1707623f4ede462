import { html } from 'ghtml';
import type { PageContent } from '../../../doors/http/html/page.ts';
import { CONFIRM_DAYS } from '../domain/form.ts';

/** A person who watches: a key would be one more secret to keep, and the letters need none. */
export function watchedPage({ company, slug, asked }: { company: string; slug: string; asked: boolean }): PageContent {
  const title = asked ? 'One step is left' : 'You watch this company';
  const linked = html`<a href="/audits/${slug}"><bdi>${company}</bdi></a>`;
  return {
    title: `${title} · Readymark`,
    description: 'What happens next.',
    main: html`<div class="prose"><h1>${title}</h1>
!${
      asked
        ? html`<p>If the address may get mail from us, a letter is on its way to it. Open the link in it within ${CONFIRM_DAYS} days and press the button. Then you watch !${linked}: it gets a mail about each new audit, and one when the score becomes stale.</p>
<p class="hint">No letter after some minutes? Look into the folder for spam. An address gets at most three such letters a day.</p>`
        : html`<p>Each new audit of !${linked} counts from now on, in the registration of your key.</p>`
    }
<p><a href="/">Back to the leaderboard</a></p>
</div>`,
  };
}

/** What came of the request for an audit, for whoever sent it. */
type Sent = {
  base_url: string;
  request_id: string;
  company: string;
  /** The company on the leaderboard, if it is there. */
  slug: string | null;
  /** A new key: this page is the only place where it is ever shown. */
  key: string | undefined;
  /** Whether a letter asks to confirm an address. */
  asked: boolean;
};

/** The answer to a request that was accepted: what happens next, and the key with what to do with it. */
export function requestedPage(sent: Sent): PageContent {
  const { request_id, company, slug, asked } = sent;
  const title = 'Your request was received';
  const linked = slug ? html`<a href="/audits/${slug}"><bdi>${company}</bdi></a>` : html`<bdi>${company}</bdi>`;
  return {
    title: `${title} · Readymark`,
    description: 'What happens next.',
    main: html`<div class="prose"><h1>${title}</h1>
<p>The audit of !${linked} is in the queue as <code>${request_id}</code>. It typically takes 2 to 5 business days.!${slug ? ' The company is listed already: if its audit is recent, the request may be declined, with the reason.' : ''}</p>
!${asked ? confirmation : ''}
!${keySection(sent)}
</div>`,
  };
}

const confirmation = html`<h2>Confirm your address</h2>
<p>If the address may get mail from us, a letter is on its way to it. Open the link in it within ${CONFIRM_DAYS} days and press the button: before that no other letter comes, not even the audit. An address gets at most three such letters a day.</p>`;

/** Behind a fold for whoever gets mails: then only a program needs the key. */
function keySection({ base_url, request_id, key, asked }: Sent): string {
  if (key === undefined) return '';
  const call = `curl ${base_url}/api/audit-requests/${request_id} -H 'Authorization: Bearer ${key}'`;
  const about = html`<p><strong>It is shown here, now, and never again.</strong> It cannot be sent or made anew.</p>
<figure class="snippet"><figcaption><b>Key</b></figcaption><pre tabindex="0" aria-label="Your key"><code>${key}</code></pre></figure>
<ul class="dots">
<li>Keep it in a password manager, like a password. Whoever has it can read what you requested and watch.</li>
<li>Type it into these forms the next time, and all of it stays together.</li>
<li>Give it to your agent: it can follow the request as <a href="/auth.md">auth.md</a> describes.</li>
<li>${asked ? 'If you only want the mails, you can forget it.' : 'You gave no address, so nothing but this key says what becomes of the request.'}</li>
</ul>
<figure class="snippet"><figcaption><b>Follow the request</b></figcaption><pre tabindex="0" aria-label="With curl"><code>${call}</code></pre></figure>`;
  return asked
    ? html`<details class="with-key"><summary>For agents: a key that follows the request</summary>!${about}</details>`
    : html`<h2>Your key</h2>!${about}`;
}

/** The answer to a form that was sent twice, as by loading the page again. */
export const repeatedPage = (path: '/request' | '/watch'): PageContent => ({
  title: 'Sent already · Readymark',
  description: 'This form was sent already.',
  main: html`<div class="prose"><h1>This form was sent already</h1>
<p>What it asks for is under way, and was not done a second time.${path === '/request' ? ' If there was a new key, it was shown on the first page: it cannot be shown again.' : ''}</p>
<p><a href="${path}">A new form</a></p></div>`,
});
