// The keys of the review. They press what is on the page, so that each does what a click does.
const root = document.querySelector('[data-review]');
const criteria = root ? [...root.querySelectorAll('[data-criterion]')] : [];
const stops = root ? [...criteria, ...root.querySelectorAll('#texts, #end')] : [];

const place = () => stops.findIndex((stop) => stop.contains(document.activeElement));
const here = () => stops[place()];

function go(stop) {
  if (!stop) return;
  if (criteria.includes(stop)) stop.querySelector('details').open = true;
  focusOn(stop);
  for (const entry of root.querySelectorAll('[data-entry]'))
    entry.classList.toggle('review-here', entry.dataset.entry === stop.id);
}

/**
 * The next criterion that needs a person, in the order in which the service names them, and the first again after the last; the end of
 * the page when there is none.
 */
function goNext() {
  const open = [...root.querySelectorAll('[data-open-links] a')].map(({ hash }) => hash.slice(1));
  const from = open.indexOf(here()?.id);
  const next = [...open.slice(from + 1), ...open.slice(0, from + 1)][0];
  go(criteria.find(({ id }) => id === next) ?? document.getElementById('end'));
}

/** Answers that the sentence under focus, or else the first that counts, does not say that. */
function refuse() {
  const claim = document.activeElement.closest('[data-counts]') ?? here()?.querySelector('[data-counts=proof]');
  claim?.querySelector('button[value$=" negated"]')?.click();
}

function confirm() {
  const button = here()?.querySelector('button[value=confirm]');
  button?.form.requestSubmit(button);
}

function write(name) {
  const field = here()?.querySelector(`textarea[name=${name}]`);
  if (!field) return;
  field.closest('details').open = true;
  field.focus();
}

function score(digit) {
  const button = here()?.querySelector(`input[name=score][value="${digit}"]`);
  if (!button) return;
  button.closest('details').open = true;
  // A score that is given already is confirmed by giving it again.
  if (button.checked) confirm();
  else button.click();
}

const keys = {
  j: () => go(stops[Math.min(place() + 1, stops.length - 1)]),
  k: () => go(stops[Math.max(place() - 1, 0)]),
  n: goNext,
  x: refuse,
  c: confirm,
  Enter: confirm,
  e: () => write('evidence'),
  r: () => write('reason'),
};

function pressed(event) {
  const { target, key } = event;
  if (!isForPage(event)) return;
  const types = isTyping(target);
  if (types && key === 'Escape') here()?.focus();
  // Enter presses what is under focus; on a criterion itself it confirms.
  if (types || (key === 'Enter' && !criteria.includes(target))) return;
  const act = /^\d$/.test(key) ? () => score(key) : Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (!act) return;
  event.preventDefault();
  act();
}

// On a phone: the same for the criterion that has the focus, or else is in the middle of the window.
const thumb = document.querySelector('.review-thumb');
const covers = (one, from, to) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top <= innerHeight * to && bottom > innerHeight * from;
};
const inView = () => {
  const one = here();
  if (criteria.includes(one) && covers(one, 0.2, 0.8)) return one;
  return criteria.find((other) => covers(other, 0.5, 0.5));
};
function nameInView() {
  thumb.querySelector('[data-thumb-id]').textContent = inView()?.id ?? '';
}
if (thumb && stops.length > 0) {
  thumb.hidden = false;
  nameInView();
  addEventListener('scroll', nameInView, { passive: true });
  addEventListener('focusin', nameInView);
  // The focus stays where it is, or goes to what is judged: no keyboard opens.
  thumb.addEventListener('mousedown', (event) => event.preventDefault());
  thumb.addEventListener('click', ({ target }) => {
    const act = target.dataset.thumb;
    if (act === undefined) return;
    const one = inView();
    if (one && act !== 'n') {
      one.querySelector('details').open = true;
      one.focus({ preventScroll: true });
    }
    if (/^\d$/.test(act)) score(act);
    else keys[act]();
  });
}

if (stops.length > 0) {
  addEventListener('keydown', pressed);
  // What was confirmed while it was in front leads to the next one.
  root.addEventListener('confirmed', ({ target }) => {
    if (here()?.contains(target)) goNext();
  });
  root.addEventListener('click', (event) => {
    if (!event.target.closest('[data-next]')) return;
    event.preventDefault();
    goNext();
  });
  go(criteria.find(({ id }) => `#${id}` === location.hash));
}
