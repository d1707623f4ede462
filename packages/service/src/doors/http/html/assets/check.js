// Checks the score of this page in the reader's browser, and says in words what was checked (decision 147).

/** Files of 256 entries behind the score that are read to see that none takes its place, some 150 KB each. */
const BUNDLES_MAX = 100;

/** So long a check may take, in milliseconds: documents of a score are read and checked in one or two seconds. */
const TIME_MS = 60_000;

// The same file is the script of the worker: in a thread of its own, a check leaves the page usable, and can be ended.
if (typeof document === 'undefined')
  addEventListener('message', async ({ data: slug }) => {
    const { reading, verifyScore } = await import('/verify.js');
    const check = () => verifyScore(slug, reading(''), { bundles_max: BUNDLES_MAX });
    const report = await check();
    // A publication between two answers looks as if something were wrong.
    postMessage(report.verdict === 'wrong' ? await check() : report);
  });

/** The report; or why there is none, in words. */
function reportOn(slug) {
  const { promise, resolve } = Promise.withResolvers();
  const worker = new Worker(import.meta.url, { type: 'module' });
  const timer = setTimeout(
    () =>
      resolve(
        `The check was stopped after ${TIME_MS / 1000} seconds: what is served here is larger or slower than a score is.`,
      ),
    TIME_MS,
  );
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => resolve('The check could not be made in this browser.');
  worker.postMessage(slug);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

const MARKS = { passed: '✓', failed: '✗', not_checked: '–' };
const WORDS = { passed: 'Right', failed: 'Wrong', not_checked: 'Not checked' };
/** What failed first, then what nobody can say from here. */
const ORDER = ['failed', 'not_checked', 'passed'];

/** What the page shows, which no document says. */
function shownHere(score) {
  const shown = document.querySelector('.verdict .total b')?.textContent ?? '';
  if (score === undefined) return [];
  return shown === String(score)
    ? [{ outcome: 'passed', says: `This page shows ${shown} points, as the record does.` }]
    : [{ outcome: 'failed', says: `This page shows ${shown} points, and the record says ${score}.` }];
}

export async function checkScore(button, slug) {
  const section = button.closest('section');
  const said = section.querySelector('[role="status"]');
  const list = section.querySelector('.checks');
  const name = button.textContent;
  button.setAttribute('aria-disabled', 'true');
  button.textContent = 'Checking…';
  const report = await reportOn(slug);
  const stopped = typeof report === 'string' ? report : undefined;
  const checks = stopped ? [] : [...shownHere(report.score), ...report.checks];
  const wrong = checks.filter(({ outcome }) => outcome === 'failed').length;
  section.dataset.verdict = wrong ? 'wrong' : stopped ? 'unchecked' : report.verdict;
  said.textContent =
    stopped ??
    (wrong
      ? `${wrong === 1 ? 'One thing is wrong' : `${wrong} things are wrong`} with this score. If it was published a moment ago, check again in a minute.`
      : report.verdict === 'sound'
        ? 'This score is the one in the signed log, and its arithmetic is right.'
        : report.checks.some(({ id, outcome }) => id === 'current' && outcome === 'not_checked')
          ? 'Nothing is wrong with this score, but whether it is the current one could not be checked in this browser.'
          : 'Nothing is wrong with this score, but what matters most could not be checked in this browser.');
  list.replaceChildren(
    ...ORDER.flatMap((outcome) => checks.filter((check) => check.outcome === outcome)).map(({ outcome, says }) => {
      const item = document.createElement('li');
      const mark = document.createElement('b');
      item.className = outcome;
      mark.textContent = MARKS[outcome];
      mark.setAttribute('role', 'img');
      mark.setAttribute('aria-label', `${WORDS[outcome]}:`);
      const words = document.createElement('span');
      words.textContent = says;
      item.append(mark, words);
      return item;
    }),
  );
  list.hidden = checks.length === 0;
  button.textContent = name;
  button.removeAttribute('aria-disabled');
}
