import { html } from 'ghtml';
import type { DeskContent, Visit } from '../definition.ts';
import { factList, formStart, hidden, message } from '../parts.ts';

/** A form that was sent without a session, or with that of another: kept so that it can be sent after signing in. */
type KeptForm = { path: string; values: URLSearchParams };

/** What signing in continues with: a page of the desk, and perhaps a form that was not saved. */
export type Continuation = { next: string; kept: KeptForm | undefined };

/** Names of the fields that carry a kept form through signing in. */
const KEPT = 'kept';

/** The fields that the desk itself adds to forms: they are made anew. */
const own = new Set(['form']);

/**
 * Asks for an operator token.
 *
 * @param why what is wrong, in a sentence; undefined at the first visit
 * @param other_site the visit came from another site, and browsers send no cookie then: a click shows whether there is one
 */
export function signInPage(
  { next, kept }: Continuation,
  { why, status, other_site }: { why?: string; status: number; other_site: boolean },
): DeskContent {
  return {
    title: 'Sign in',
    status,
    main: html`<div class="sign-in"><h1>Sign in</h1>
!${why === undefined ? '' : message('wrong', why)}
!${kept ? html`<p>What you typed is not lost: after signing in you can send it again.</p>` : ''}
!${other_site && !kept ? html`<p>If you are signed in here already, <a href="${next}">continue</a>.</p>` : ''}
<form class="sheet" method="post" action="/desk/sign-in">
<div class="field"><label for="token">Operator token</label><input id="token" name="token" type="password" required autofocus autocomplete="current-password" spellcheck="false" maxlength="1000" aria-describedby="token-hint">
<p class="hint" id="token-hint"><code>readymark operator add NAME</code> makes one on the server. It is shown once.</p></div>
!${hidden('next', next)}!${kept ? hidden(KEPT, JSON.stringify([kept.path, [...kept.values]])) : ''}
<p><button>Sign in</button></p>
</form></div>`,
  };
}

/** The continuation in the fields of the sign-in form. What is not an address of the desk leads to its start. */
export function continuationOf(values: URLSearchParams): Continuation {
  return { next: deskPath(values.get('next')), kept: keptIn(values.get(KEPT)) };
}

/** An address of the desk; its start for anything else. */
export const deskPath = (address: string | null): string =>
  address !== null && /^\/desk(?:[/?][!-[\]-~]*)?$/.test(address) ? address : '/desk';

function keptIn(text: string | null): KeptForm | undefined {
  if (text === null) return undefined;
  try {
    const [path, pairs] = JSON.parse(text) as [unknown, unknown];
    if (typeof path !== 'string' || deskPath(path) !== path || !Array.isArray(pairs)) return undefined;
    const values = pairs.filter((pair): pair is [string, string] => Array.isArray(pair) && pair.length === 2);
    return { path, values: new URLSearchParams(values.map(([name, value]) => [String(name), String(value)])) };
  } catch {
    return undefined;
  }
}

/** Shows a form that was not saved, with a button that sends it in the present session. */
export function keptFormPage(visit: Visit, { path, values }: KeptForm, why: string): DeskContent {
  const typed = [...values].filter(([name]) => !own.has(name));
  const rows = typed.map(([name, value]) => [name, html`<bdi>${value}</bdi>`] as const);
  return {
    title: 'Not saved yet',
    status: 403,
    main: html`<h1>Not saved yet</h1>
!${message('wrong', why, html`<p>Nothing was changed. Look at it, and send it again if it is still right.</p>`)}
!${factList(rows, 'kept')}
!${formStart(visit, path)}!${typed.map(([name, value]) => hidden(name, value))}<p class="actions"><button>Send it again</button> <a href="/desk">Back to the queue</a></p></form>`,
  };
}
