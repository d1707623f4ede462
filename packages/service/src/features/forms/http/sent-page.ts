import { html } from 'ghtml';
import type { PageContent } from '../../../doors/http/html/page.ts';

/** What came of a form, for whoever sent it. */
type Sent = {
  purpose: 'request' | 'watch';
  base_url: string;
  /** The request; for a watch null. */
  request_id: string | null;
  company: string;
  /** The company on the leaderboard, if it is there. */
  slug: string | null;
  /** A new key: this page is the only place where it is ever shown. */
  key: string | undefined;
  /** Whether a letter asks to confirm an address. */
  asked: boolean;
};

/** The answer to a form that was accepted: what happens next, and the key with what to do with it. */
export function sentPage(sent: Sent): PageContent {
  const { purpose, request_id, company, slug, asked } = sent;
  const request = purpose === 'request';
  const title = request ? 'Your request was received' : 'You watch this company';
  const linked = slug ? html`<a href="/audits/${slug}"><bdi>${company}</bdi></a>` : html`<bdi>${company}</bdi>`;
  return {
    title: `${title} · Readymark`,
    description: 'What happens next.',
    main: html`<div class="prose"><h1>${title}</h1>
!${
      request
        ? html`<p>The audit of !${linked} is in the queue as <code>${request_id ?? ''}</code>. It typically takes 2 to 5 business days.!${slug ? ' The company is listed already: if its audit is recent, the request may be declined, with the reason.' : ''}</p>`
        : html`<p>Each new audit of !${linked} counts from now on.</p>`
    }
!${asked ? confirmation(request) : ''}
!${keySection(sent)}
</div>`,
  };
}

const confirmation = (request: boolean) => html`<h2>Confirm your address</h2>
<p>If the address may get mail from us, a letter is on its way to it. Open the link in it within 7 days and press the button: before that no other letter comes, ${request ? 'not even the audit' : 'not even when the score moves'}. An address gets at most three such letters a day.</p>`;

function keySection({ purpose, base_url, request_id, key, asked }: Sent): string {
  if (key === undefined) return '';
  const call =
    purpose === 'request'
      ? `curl ${base_url}/api/audit-requests/${request_id} -H 'Authorization: Bearer ${key}'`
      : `curl ${base_url}/api/agent/digest -H 'Authorization: Bearer ${key}'`;
  return html`<h2>Your key</h2>
<p><strong>It is shown here, now, and never again.</strong> It cannot be sent or made anew.</p>
<figure class="snippet"><figcaption><b>Key</b></figcaption><pre tabindex="0" aria-label="Your key"><code>${key}</code></pre></figure>
<ul class="dots">
<li>Keep it in a password manager, like a password. Whoever has it can read what you requested and watch.</li>
<li>Type it into these forms the next time, and all of it stays together.</li>
<li>Give it to your agent: it can ${purpose === 'request' ? 'follow the request' : 'read the changes, and end the watch,'} as <a href="/auth.md">auth.md</a> describes.</li>
<li>${asked ? 'If you only want the mails, you can forget it.' : 'You gave no address, so nothing but this key says what becomes of the request.'}</li>
</ul>
<figure class="snippet"><figcaption><b>${purpose === 'request' ? 'Follow the request' : 'Read the changes'}</b></figcaption><pre tabindex="0" aria-label="With curl"><code>${call}</code></pre></figure>`;
}

/** The answer to a form that was sent twice, as by loading the page again. */
export const repeatedPage = (path: string): PageContent => ({
  title: 'Sent already · Readymark',
  description: 'This form was sent already.',
  main: html`<div class="prose"><h1>This form was sent already</h1>
<p>What it asks for is under way, and was not done a second time. If there was a new key, it was shown on the first page: it cannot be shown again.</p>
<p><a href="${path}">A new form</a></p></div>`,
});
