// What several sections use: calls to the service, and what a key is pressed on.
const RETRY_MS = [500, 1_000, 2_000, 3_000];
const pause = (ms) => new Promise((next) => setTimeout(next, ms));

/** The service understood and refused. */
class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * One call to the service. It is made again with growing pauses while the service cannot be reached, and while the operator is
 * signed out, because signing in in another tab is enough. `trouble` says so; `withToken` is given the token of a new session.
 */
async function call(path, { body, withToken, trouble, lost = 'Not saved: retrying' }) {
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(path, {
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    const json = await reply?.json().catch(() => undefined);
    if (reply?.ok && json) return json;
    if (reply?.status === 403 && json?.form && withToken && body.form !== json.form) {
      // Another sign-in has other tokens: the answer brings the one that holds now.
      withToken(json.form);
      body.form = json.form;
      continue;
    }
    if (reply?.status === 401) trouble('Signed out: sign in in another tab, what you typed stays here');
    else if (reply && reply.status < 500 && reply.status !== 429)
      throw new Refused(json?.message ?? 'It was refused.', reply.status);
    else trouble(lost);
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
  }
}

const isTyping = (element) =>
  element?.closest?.('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])') != null;

/** Whether a key is meant for a page: no shortcut of the browser, no part of a letter, not for a dialog. */
const isForPage = (event) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) &&
  !document.querySelector('dialog[open]');

function focusOn(element) {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start' });
}
