// Everything works without this script; with it the leaderboard follows what is typed, and snippets can be copied.

const form = document.querySelector('form[data-board]');
/** Companies ticked for a comparison, name by slug; kept as long as the tab, so that they survive every list and Back. */
const chosen = new Map();
const KEPT_AS = 'compare';
const COMPARED_MAX = 5;
const nameAt = (box) => box.closest('tr').querySelector('.name bdi').textContent;
if (form) {
  followForm(form);
  followChoice();
}
const what_if = document.querySelector('form[data-what-if]');
if (what_if) followScores(what_if);
const find = document.querySelector('form[data-find]');
if (find) followSearch(find);
for (const figure of document.querySelectorAll('.snippet')) addCopy(figure);
const progress = document.querySelector('[data-progress]');
if (progress) followProgress(progress);
const unfold = document.querySelector('.open-all');
if (unfold) followUnfold(unfold);
openTarget();
addEventListener('hashchange', openTarget);
const check = document.querySelector('a[data-check]');
if (check) makeButton(check);

/** Text as the server's search compares it: without case and accents. */
function fold(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Opens what a link leads to, where that is folded. */
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const folded = target?.matches('details') ? target : target?.querySelector(':scope > details');
  if (folded) folded.open = true;
}

/** Opens and closes all criteria. */
function followUnfold(box) {
  const all = document.querySelectorAll('.criteria > li > details');
  // A browser that returns to a page may have restored the tick.
  box.checked = false;
  box.addEventListener('change', () => {
    for (const one of all) one.open = box.checked;
  });
}

/** Fetches the address that the form would open and takes its list: rows are drawn on the server only. */
function followForm(form) {
  let wait;
  let fetching;
  const address = () => {
    const query = new URLSearchParams(
      [...new FormData(form)].filter(([name, value]) => value.trim() && `${name}=${value}` !== 'sort=rank'),
    );
    return query.size ? `/?${query}` : '/';
  };
  const show = async (to) => {
    fetching?.abort();
    fetching = new AbortController();
    try {
      const reply = await fetch(to, { headers: { accept: 'text/html' }, signal: fetching.signal });
      const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const board = next.querySelector('#board');
      if (!board) return location.assign(to);
      document.querySelector('#board')?.replaceWith(board);
      const spread = next.querySelector('.spread');
      if (spread) document.querySelector('.spread')?.replaceWith(spread);
      showChosen();
      document.title = next.title;
      history.replaceState(null, '', to);
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(to);
    }
  };
  // Rows of this page that do not match disappear at once; the server's answer then adds those of the other pages.
  const narrow = () => {
    const words = fold(form.elements.q.value.trim()).split(/\s+/);
    for (const row of document.querySelectorAll('#board tbody tr')) {
      const text = fold(
        `${row.querySelector('.name')?.textContent} ${row.querySelector('.name a')?.getAttribute('href')}`,
      );
      row.hidden = !words.every((word) => text.includes(word));
    }
  };
  form.addEventListener('input', (event) => {
    clearTimeout(wait);
    if (event.target.name === 'q') narrow();
    wait = setTimeout(() => show(address()), event.target.name === 'q' ? 120 : 0);
  });
  form.addEventListener('submit', (event) => {
    clearTimeout(wait);
    // A button with an address of its own does something else with what was typed.
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    show(address());
  });
}

/** Sum, tier and ruler of other scores follow each choice and stay in sight: the server draws them, as without a script. */
function followScores(form) {
  const sum = form.querySelector('[data-sum]');
  let fetching;
  const show = async () => {
    fetching?.abort();
    fetching = new AbortController();
    const to = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    try {
      const reply = await fetch(to, { headers: { accept: 'text/html' }, signal: fetching.signal });
      const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const drawn = ['.both .sides', '.both .ruler'].map((part) => next.querySelector(part));
      if (drawn.includes(null)) return location.assign(to);
      sum.replaceChildren(...drawn);
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(to);
    }
  };
  form.addEventListener('change', show);
  form.addEventListener('click', (event) => {
    const preset = event.target.closest('[data-preset]');
    if (!preset || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    form.reset();
    for (const [id, score] of new URL(preset.href).searchParams) form.elements[id].value = score;
    show();
  });
}

/** The list of companies that may be added to a comparison follows the typing: the server draws it, as without a script. */
function followSearch(form) {
  let wait;
  let fetching;
  const show = async () => {
    fetching?.abort();
    fetching = new AbortController();
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
    try {
      const reply = await fetch(`/compare?${query}`, { headers: { accept: 'text/html' }, signal: fetching.signal });
      const next = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('#found');
      if (next) document.querySelector('#found')?.replaceWith(next);
    } catch {
      // The button finds the same.
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(wait);
    wait = setTimeout(show, 120);
  });
}

/** What is under way is followed as the server says it; when it is over, the page shows the result. */
function followProgress(shown) {
  const events = new EventSource(shown.dataset.progress);
  events.addEventListener('message', ({ data }) => {
    const { done, phase } = JSON.parse(data);
    if (done === undefined) return;
    shown.querySelector('progress').value = done;
    shown.querySelector('b').textContent = done;
    shown.querySelector('span').textContent = phase;
  });
  events.addEventListener('over', () => {
    events.close();
    location.reload();
  });
}

/** Companies ticked for a comparison stay ticked while lists change. */
function followChoice() {
  const recall = () => {
    const stored = keptBefore();
    chosen.clear();
    for (const [slug, name] of stored ?? []) chosen.set(slug, name);
    // A browser that returns to a page may have restored ticks already.
    if (!stored) for (const box of document.querySelectorAll('.pick input:checked')) chosen.set(box.value, nameAt(box));
    showChosen();
  };
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.pick input')) return;
    if (target.checked) chosen.set(target.value, nameAt(target));
    else chosen.delete(target.value);
    keepChosen();
  });
  addEventListener('pageshow', recall);
  recall();
}

/** What was ticked before in this tab; undefined where nothing is kept, or the browser keeps nothing. */
function keptBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function keepChosen() {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify([...chosen]));
  } catch {
    // Without it ticks last as long as the page.
  }
  showChosen();
}

function showChosen() {
  const tray = document.querySelector('#pick');
  if (!tray) return;
  const boxes = [...document.querySelectorAll('.pick input')];
  const full = chosen.size >= COMPARED_MAX;
  for (const box of boxes) {
    box.checked = chosen.has(box.value);
    box.disabled = full && !box.checked;
    // All that are ticked are sent as hidden fields, in the order in which they were ticked.
    box.removeAttribute('name');
  }
  const element = (name, fields) => Object.assign(document.createElement(name), fields);
  tray
    .querySelector('.kept')
    .replaceChildren(...[...chosen.keys()].map((value) => element('input', { type: 'hidden', name: 'slugs', value })));
  const said = tray.querySelector('.ticked');
  said.dataset.none ??= said.textContent;
  const more = chosen.size === 1 ? ': tick one more' : full ? ': no more fit side by side' : '';
  said.textContent = chosen.size ? `${chosen.size} selected${more}` : said.dataset.none;
  tray.querySelector('ul').replaceChildren(
    ...[...chosen].map(([slug, name]) => {
      const button = element('button', { type: 'button', title: `Remove ${name}` });
      button.append(element('bdi', { textContent: name }));
      button.setAttribute('aria-label', `Remove ${name}`);
      button.addEventListener('click', () => {
        chosen.delete(slug);
        keepChosen();
      });
      const item = element('li', {});
      item.append(button);
      return item;
    }),
  );
  tray.querySelector('[type="submit"]').disabled = chosen.size < 2;
}

/** Where scripts run, the link to a proof is a button that checks it; what checks is loaded when it is pressed. */
function makeButton(link) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = link.textContent;
  button.addEventListener('click', async () => {
    if (button.ariaDisabled) return;
    const { checkScore } = await import(link.dataset.check);
    await checkScore(button, link.dataset.slug);
  });
  link.replaceWith(button);
}

/** Adds a button that copies the snippet, where the browser allows it. */
function addCopy(figure) {
  if (!navigator.clipboard) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.querySelector('figcaption').append(button);
}

// For agents in the browser (WebMCP, decision 195): the two reads that pages are about, answered by the same public documents.
const read = (path) => async (input) => {
  const reply = await fetch(path(input), { headers: { accept: 'application/json' } });
  return { content: [{ type: 'text', text: await reply.text() }] };
};
const tools = [
  {
    name: 'list_audits',
    description: 'Lists all audited companies with rank, score, tier and pillar scores, best first.',
    inputSchema: { type: 'object', properties: {} },
    execute: read(() => '/api/audits/index.json'),
  },
  {
    name: 'get_audit',
    description: 'Returns the full audit of one company: every criterion with its evidence, gaps and priority actions.',
    inputSchema: {
      type: 'object',
      properties: { slug: { type: 'string', description: 'Slug of the company, from list_audits' } },
      required: ['slug'],
    },
    execute: read(({ slug }) => `/api/audits/${encodeURIComponent(slug)}.json`),
  },
];
for (const tool of tools)
  document.modelContext?.registerTool?.({ ...tool, annotations: { readOnlyHint: true } })?.catch?.(() => {
    // A browser may refuse tools here; the documents are the same.
  });
