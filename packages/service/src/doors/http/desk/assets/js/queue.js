// Keys of lists: rows are links, and moving moves the focus, so that a screen reader says where one is.
const target = (row) => row?.querySelector('a, button');
// A row without a link, as a sign-in in the log, is passed over.
const rows = () => [...document.querySelectorAll('[data-rows] > li')].filter(target);

function move(step) {
  const all = rows();
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const next = target(all[here < 0 ? (step > 0 ? 0 : all.length - 1) : here + step]);
  next?.focus();
  next?.closest('li').scrollIntoView({ block: 'nearest' });
}

document.addEventListener('keydown', (event) => {
  if (isTyping(event.target) || !isForPage(event)) return;
  const filter = document.querySelector('[data-key-filter]');
  const focused = rows().find((row) => row.contains(document.activeElement));
  const act = {
    j: rows().length > 0 && (() => move(1)),
    k: rows().length > 0 && (() => move(-1)),
    o: focused && (() => target(focused)?.click()),
    '/': filter && (() => filter.focus()),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// An audit that is under way: how far it is, every two seconds while somebody looks, until it has ended.
const job = document.querySelector('[data-job]');
if (job) {
  const words = job.querySelector('[data-job-words]');
  const heading = document.querySelector('[data-job-heading]');
  const bar = job.querySelector('progress');
  const again = () => setTimeout(look, 2_000);
  async function look() {
    if (document.hidden) return again();
    try {
      const reply = await fetch(job.dataset.job, { headers: { accept: 'application/json' }, cache: 'no-store' });
      const state = await reply.json();
      if (reply.status === 401) {
        words.textContent = state.message;
        return;
      }
      if (!reply.ok) return again();
      if (state.status !== 'queued' && state.status !== 'running') return location.reload();
      if (words.textContent !== state.words) words.textContent = state.words;
      if (heading.textContent !== state.heading) heading.textContent = state.heading;
      if (state.planned > 0) {
        bar.max = state.planned;
        bar.value = Math.min(state.done, state.planned);
      }
    } catch {
      // The connection is lost for now; the next look may reach it.
    }
    again();
  }
  again();
}
