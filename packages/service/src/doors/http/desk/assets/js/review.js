// The review of a draft: saved at every step, and what others do. Sums, tiers and words come from the server.
const root = document.querySelector('[data-review]');

const POLL_MS = 3_000;
const all = (selector, within = root) => [...within.querySelectorAll(selector)];

/** A form: what the draft has in its fields (`base`), and the savings that are under way, one after another. */
const forms = new Map();
/** What is not saved and why, by form; 'typed' and 'state' for what belongs to none. */
const troubles = new Map();
/** Fields whose texts are still to be kept. */
const waiting = new Map();
let version = Number(root?.dataset.version);
let typedToken = root?.dataset.typed;
let writing = '';
let keeping;

/** Says what was done last; as long as anything is wrong, that. */
let done = '';
function say(text = done) {
  done = text;
  const place = root.querySelector('[data-status]');
  const shown = [...troubles.values()][0] ?? done;
  place.classList.toggle('wrong', troubles.size > 0);
  if (place.textContent === shown) return;
  const [before, after] = shown.split('sign in', 2);
  place.replaceChildren(before, ...(after === undefined ? [] : [signIn(), after]));
}
function signIn() {
  return Object.assign(document.createElement('a'), { href: '/desk', target: '_blank', textContent: 'sign in' });
}
function trouble(about, text) {
  troubles.set(about, text);
  say();
}
function settled(about, text) {
  troubles.delete(about);
  say(text);
}

/** A call to the service, whose troubles are said. */
const ask = (path, about, sent) =>
  call(path, {
    ...sent,
    trouble: (text) => trouble(about, text),
    ...(about === 'state' && { lost: 'No connection: retrying' }),
  });

/* Fields */
function names({ form }) {
  const own = [...form.elements].filter(({ name, type }) => name && type !== 'hidden' && type !== 'submit');
  return [...new Set(own.map(({ name }) => name))];
}
const fieldOf = ({ form }, name) => form.elements.namedItem(name);
const textOf = (one, name) => fieldOf(one, name)?.value ?? '';
const values = (one) => Object.fromEntries(names(one).map((name) => [name, textOf(one, name)]));
const isDirty = (one, name) => textOf(one, name) !== (one.base[name] ?? '');
const dirty = (one) => names(one).filter((name) => isDirty(one, name));
/** A list is one thing: rows of two versions of it do not go together. */
const groupOf = (name) => name.split('.')[0];
const placeOf = (one, name) => (one.id === 'texts' ? name : `${one.id}.${name}`);

/** What the draft had when the page was drawn; fields may show what was typed earlier and not saved. */
function drawn(one) {
  const base = (name) => {
    if (name === 'score') return one.form.dataset.score;
    const field = fieldOf(one, name);
    if (field.dataset.base !== undefined) return field.dataset.base;
    return field.options ? [...field.options].find((option) => option.defaultSelected)?.value : field.defaultValue;
  };
  return Object.fromEntries(names(one).map((name) => [name, base(name) ?? '']));
}

/* What is typed is kept at every input: one call under way, then the latest. */
function keepDirty(one, only = names(one)) {
  for (const name of only) waiting.set(placeOf(one, name), isDirty(one, name) ? textOf(one, name) : '');
  keeping ??= keep().finally(() => {
    keeping = undefined;
  });
}
async function keep() {
  while (waiting.size > 0) {
    const fields = Object.fromEntries(waiting);
    waiting.clear();
    const body = { ...fields, form: typedToken, version: String(version) };
    const withToken = (token) => {
      typedToken = token;
    };
    try {
      await ask(`${root.dataset.review}/typed`, 'typed', { body, withToken });
      settled('typed');
    } catch (error) {
      trouble('typed', `Not kept: ${error.message}`);
      return;
    }
  }
}

/** Saves a form after what is under way with it. Resolves with whether it is saved. */
function save(one, act) {
  const queued = one.pending > 0;
  one.pending++;
  one.running = one.running
    // What was saved in the meantime need not be saved again.
    .then(() => (queued && act !== 'forget' && dirty(one).length === 0 ? true : saveNow(one, act)))
    .finally(() => {
      one.pending--;
    });
  return one.running;
}

async function saveNow(one, act) {
  const said = one.form.querySelector('[data-saved]');
  said.classList.remove('wrong');
  said.textContent = 'saving';
  say('Saving');
  for (const name of names(one)) waiting.delete(placeOf(one, name));
  await keeping;
  const sent = values(one);
  const hidden = all('input[type=hidden]', one.form).map(({ name, value }) => [name, value]);
  const withToken = (token) => {
    fieldOf(one, 'form').value = token;
  };
  try {
    const body = { ...Object.fromEntries(hidden), ...sent, act };
    const state = await ask(one.form.action, one.id, { body, withToken });
    const typed_since = names(one).filter((name) => textOf(one, name) !== sent[name]);
    one.both?.remove();
    one.both = undefined;
    one.form.querySelector('[data-unsaved]')?.remove();
    one.base = { ...state.forms[one.id] };
    // What was typed since is written over what was saved here, not over what somebody else did.
    synced(one, state);
    for (const name of names(one)) if (!typed_since.includes(name)) setField(one, name, one.base[name] ?? '');
    said.textContent = 'saved';
    settled(one.id, one.id === 'texts' ? 'Saved' : `Saved ${one.id}`);
    show(state);
    if (typed_since.length > 0) keepDirty(one, typed_since);
    return true;
  } catch (error) {
    said.textContent = error.message;
    said.classList.add('wrong');
    trouble(one.id, `Not saved: ${error.message}`);
    keepDirty(one);
    await refused(one, error);
    return false;
  }
}

/** Shows why: both texts where somebody else was first, the field for the reason where one is needed. */
async function refused(one, { message, status }) {
  if (status === 409) {
    const state = await ask(`${root.dataset.review}/state`, 'state').catch(() => undefined);
    if (!state?.forms) return;
    show(state);
    conflict(one, state);
  } else if (/^Reason/.test(message)) {
    unfold(one);
    fieldOf(one, 'reason')?.focus();
  }
}

function unfold(one) {
  const details = one.form.closest('details');
  if (details) details.open = true;
}

function setField(one, name, value) {
  const field = fieldOf(one, name);
  if (field && field.value !== value) field.value = value;
}

/** Puts the state of the draft on the page; what is being typed stays. */
function show(state) {
  const place = root.querySelector('[data-others]');
  const others = state.others.join(' ');
  if (place.textContent !== others) place.textContent = others;
  if (String(state.published) !== root.dataset.published)
    trouble('published', 'Published meanwhile: load the page again; what you change now is a correction');
  if (!state.forms || state.version < version) return;
  version = state.version;
  for (const [name, text] of Object.entries(state.shown))
    for (const at of all(`[data-shown="${name}"]`)) if (at.textContent !== text) at.textContent = text;
  for (const [id, shape] of Object.entries(state.bars))
    root.querySelector(`[data-bar="${id}"]`)?.setAttribute('d', shape);
  for (const [id, one] of Object.entries(state.standing))
    for (const at of all(`[data-criterion="${id}"], [data-entry="${id}"]`)) at.dataset.state = one;
  root.querySelector('[data-next]')?.setAttribute('href', `#${state.open[0] ?? 'end'}`);
  root.querySelector('[data-open-links]')?.replaceChildren(...state.open.flatMap((id) => [' ', linkTo(id)]));
  for (const one of forms.values()) update(one, state);
}

function update(one, state) {
  const now = state.forms[one.id];
  const groups = new Set(dirty(one).map(groupOf));
  const mine = (name) => (one.id === 'texts' ? groups.has(groupOf(name)) : groups.size > 0);
  for (const name of names(one)) if (!mine(name)) setField(one, name, now[name] ?? '');
  if (groups.size === 0) {
    one.base = now;
    synced(one, state);
    return;
  }
  if (one.id !== 'texts' && theirs(one, state).length > 0) conflict(one, state);
  else for (const name of names(one)) if (!mine(name)) one.base[name] = now[name] ?? '';
  for (const [name, value] of Object.entries(state.base)) if (!groups.has(name.slice(5))) setField(one, name, value);
}

/** What the draft has now is what this form may be saved over. */
function synced(one, state) {
  setField(one, 'version', String(state.version));
  if (one.id === 'texts') for (const [name, value] of Object.entries(state.base)) setField(one, name, value);
}

function linkTo(id) {
  return Object.assign(document.createElement('a'), { href: `#${id}`, textContent: id });
}

/** Fields that are being written here and have other values in the draft than before. */
const theirs = (one, state) =>
  names(one).filter((name) => {
    const now = state.forms[one.id][name] ?? '';
    return name !== 'reason' && now !== (one.base[name] ?? '') && now !== textOf(one, name);
  });

/** Both texts in the field, theirs first, to be made one; nothing is saved yet. */
function editBoth(one, state, fields) {
  const texts = fields.map((name) => [name, `${state.forms[one.id][name] ?? ''}\n\n${textOf(one, name)}`]);
  synced(one, state);
  one.base = { ...state.forms[one.id] };
  for (const [name, text] of texts) setField(one, name, text);
  one.both.remove();
  one.both = undefined;
  keepDirty(one);
  settled(one.id, 'Both texts are in the field; nothing is saved yet');
  fieldOf(one, texts[0][0])?.focus();
}

/** Two people wrote the same: both texts, and a choice. */
function conflict(one, state) {
  const fields = theirs(one, state);
  const long = fields.filter((name) => fieldOf(one, name)?.matches('textarea'));
  const line = (text) => Object.assign(document.createElement('p'), { dir: 'auto', textContent: text });
  const choice = (text, act) => {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: text,
    });
    button.addEventListener('click', () => {
      if (act === 'both') return editBoth(one, state, long);
      synced(one, state);
      if (act === 'forget') for (const name of names(one)) setField(one, name, state.forms[one.id][name] ?? '');
      save(one, act);
    });
    return button;
  };
  const box = document.createElement('div');
  box.className = 'review-both';
  box.setAttribute('role', 'alert');
  box.append(
    line(`Changed by somebody else while you wrote. ${state.shown[`said-${one.id}`] ?? ''}`),
    ...fields.flatMap((name) => [
      line(`Theirs, ${name}: ${state.forms[one.id][name] ?? ''}`),
      line(`Yours, ${name}: ${textOf(one, name)}`),
    ]),
  );
  const buttons = document.createElement('p');
  buttons.append(choice('Save mine over it', 'save'), ' ', choice('Keep theirs', 'forget'));
  if (long.length > 0) buttons.append(' ', choice('Edit both', 'both'));
  box.append(buttons);
  one.both?.remove();
  one.both = box;
  one.form.prepend(box);
  unfold(one);
  trouble(
    one.id,
    `${one.id === 'texts' ? 'The texts were' : `${one.id} was`} changed by somebody else: choose one of both texts`,
  );
}

async function poll() {
  for (;;) {
    await pause(POLL_MS);
    if (document.hidden) continue;
    const field = document.activeElement?.matches('textarea, input, select') ? writing : '';
    try {
      const path = `${root.dataset.review}/state?version=${version}&field=${encodeURIComponent(field)}`;
      const state = await ask(path, 'state');
      settled('state');
      show(state);
    } catch (error) {
      trouble('state', error.message);
    }
  }
}

// Going back, a browser fills in what fields had then; what was typed and not saved is in the page already.
const [visit] = performance.getEntriesByType('navigation');
for (const form of root ? all('[data-review-form]') : []) {
  if (visit?.type === 'back_forward' || visit?.type === 'reload') form.reset();
  const one = { id: form.dataset.reviewForm, form, pending: 0, running: Promise.resolve() };
  one.base = drawn(one);
  forms.set(one.id, one);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const act = event.submitter?.value || 'save';
    const saved = await save(one, act);
    if (saved && act === 'confirm') form.dispatchEvent(new CustomEvent('confirmed', { bubbles: true }));
  });
  form.addEventListener('input', ({ target }) => {
    if (!target.name) return;
    writing = placeOf(one, target.name);
    form.querySelector('[data-saved]').textContent = '';
    keepDirty(one, [target.name]);
  });
  form.addEventListener('change', ({ target: { name } }) => {
    // A reason is saved with what it is for; texts are saved as a whole.
    const at_once = name === 'score' || name === 'evidence' || (name === 'reason' && troubles.has(one.id));
    if (at_once && one.both === undefined) save(one, 'save');
  });
}
if (forms.size > 0) {
  poll();
  addEventListener('beforeunload', (event) => {
    if (waiting.size > 0 || keeping || [...forms.values()].some(({ pending }) => pending > 0)) event.preventDefault();
  });
}
