// Everything works without this script; with it the leaderboard follows what is typed, and snippets can be copied.

const form = document.querySelector('form[data-board]');
// A browser that returns to a page may have restored the ticks already.
const chosen = new Set([...document.querySelectorAll('.pick input:checked')].map(({ value }) => value));
if (form) {
  followForm(form);
  followChoice();
}
for (const figure of document.querySelectorAll('.snippet')) addCopy(figure);

/** Text as the server's search compares it: without case and accents. */
function fold(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
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
    event.preventDefault();
    clearTimeout(wait);
    show(address());
  });
}

/** Companies ticked for a comparison stay ticked while the list changes; those not in the list are sent as hidden fields. */
function followChoice() {
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.pick input')) return;
    if (target.checked) chosen.add(target.value);
    else chosen.delete(target.value);
    showChosen();
  });
}

function showChosen() {
  const pick = document.querySelector('#pick');
  if (!pick) return;
  const boxes = [...document.querySelectorAll('.pick input')];
  for (const box of boxes) box.checked = chosen.has(box.value);
  const hidden = [...chosen].filter((slug) => !boxes.some((box) => box.value === slug));
  pick.replaceChildren(
    ...hidden.map((value) => Object.assign(document.createElement('input'), { type: 'hidden', name: 'slugs', value })),
  );
  document.querySelector('[form="pick"][type="submit"]').textContent = chosen.size
    ? `Compare selected (${chosen.size})`
    : 'Compare selected';
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

// For agents in the browser (WebMCP): the two reads that pages are about, answered by the same public documents.
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
for (const tool of tools) navigator.modelContext?.registerTool?.({ ...tool, annotations: { readOnlyHint: true } });
