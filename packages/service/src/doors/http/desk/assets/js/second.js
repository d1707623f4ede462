// Blind scoring: each choice is saved at once, one after another. Without this script the buttons save everything.
const form = document.querySelector('form[data-second]');

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
const pause = (ms) => new Promise((next) => setTimeout(next, ms));
const shown = (name) => form.querySelector(`[data-${name}]`);

/** Savings under way, one after another; and how many. */
let last = Promise.resolve();
let waiting = 0;
/** Criteria whose note was typed and is not saved, with the timer that saves it. */
const notes = new Map();

function say(text, wrong = false) {
  const place = shown('status');
  place.classList.toggle('wrong', wrong);
  if (place.textContent !== text) place.textContent = text;
}

/** Sends one criterion, again and again while the service cannot be reached or the operator is signed out. */
async function send(id) {
  for (let attempt = 0; ; attempt++) {
    const { form: token, version } = form.elements;
    const body = new URLSearchParams({ form: token.value, version: version.value, go: id });
    const score = form.elements[`score.${id}`]?.value;
    if (score) body.set(`score.${id}`, score);
    body.set(`note.${id}`, form.elements[`note.${id}`].value);
    const reply = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    const json = await reply?.json().catch(() => undefined);
    if (reply?.ok && json) {
      version.value = json.version;
      shown('scored').textContent = json.scored;
      return say('Saved');
    }
    if (reply?.status === 403 && json?.form && json.form !== token.value) {
      token.value = json.form;
      continue;
    }
    if (reply && reply.status !== 401 && reply.status !== 429 && reply.status < 500)
      return say(`Not saved: ${json?.message ?? 'it was refused.'} Press Save to see both.`, true);
    say(reply?.status === 401 ? 'Signed out: sign in in another tab' : 'Not saved: trying again', true);
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
  }
}

function save(id) {
  clearTimeout(notes.get(id));
  notes.delete(id);
  waiting++;
  last = last.then(() => send(id)).finally(() => waiting--);
}

const criterionOf = (element) => element?.closest?.('fieldset');

function changed({ target }) {
  const at = criterionOf(target);
  if (at && target.name !== 'go') save(at.id);
}

function typed({ target }) {
  const at = criterionOf(target);
  if (!at || target.tagName !== 'TEXTAREA') return;
  clearTimeout(notes.get(at.id));
  notes.set(
    at.id,
    setTimeout(() => save(at.id), 500),
  );
}

/** A button sends the whole form: after what is under way, so that it has the right version. */
function submitted(event) {
  for (const id of [...notes.keys()]) save(id);
  if (!waiting) return;
  event.preventDefault();
  const { submitter } = event;
  last.then(() => form.requestSubmit(submitter));
}

function pressed(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.matches?.('textarea, select, input:not([type=radio])')) return;
  const all = [...form.querySelectorAll('fieldset')];
  const at = all.indexOf(criterionOf(document.activeElement));
  if (key === 'j' || key === 'k') {
    const next = all[Math.max(0, Math.min(all.length - 1, at + (key === 'j' ? 1 : -1)))];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'start' });
  } else if (/^\d$/.test(key) && at >= 0) {
    all[at].querySelector(`input[type=radio][value="${key}"]`)?.click();
  } else return;
  event.preventDefault();
}

if (form) {
  form.classList.add('second-live');
  form.addEventListener('change', changed);
  form.addEventListener('input', typed);
  form.addEventListener('submit', submitted);
  addEventListener('keydown', pressed);
}
