// Blind scoring: each choice is saved at once, one after another. Without this script the buttons save everything.
const form = document.querySelector('form[data-second]');

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

/** Sends one criterion. */
async function send(id) {
  const { form: token, version } = form.elements;
  const score = form.elements[`score.${id}`]?.value;
  const note = form.elements[`note.${id}`].value;
  const body = { form: token.value, version: version.value, go: id, [`note.${id}`]: note };
  if (score) body[`score.${id}`] = score;
  const withToken = (text) => {
    token.value = text;
  };
  try {
    const json = await call(form.action, { body, withToken, trouble: (text) => say(text, true) });
    version.value = json.version;
    shown('scored').textContent = json.scored;
    say('Saved');
  } catch (error) {
    say(`Not saved: ${error.message} Press Save to see both.`, true);
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
  if (isTyping(target) || !isForPage(event)) return;
  const all = [...form.querySelectorAll('fieldset')];
  const at = all.indexOf(criterionOf(document.activeElement));
  if (key === 'j' || key === 'k') {
    focusOn(all[Math.max(0, Math.min(all.length - 1, at + (key === 'j' ? 1 : -1)))]);
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
