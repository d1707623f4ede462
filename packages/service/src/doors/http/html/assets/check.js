// Checks the score of this page in the reader's browser, and says in words what was checked (decision 147).
import { reading, verifyScore } from '/verify.js';

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
  let report = await verifyScore(slug, reading(''));
  // A publication between two answers looks as if something were wrong.
  if (report.verdict === 'wrong') report = await verifyScore(slug, reading(''));
  const checks = [...shownHere(report.score), ...report.checks];
  const wrong = checks.filter(({ outcome }) => outcome === 'failed').length;
  section.dataset.verdict = wrong ? 'wrong' : report.verdict;
  said.textContent = wrong
    ? `${wrong === 1 ? 'One thing is wrong' : `${wrong} things are wrong`} with this score. If it was published a moment ago, check again in a minute.`
    : report.verdict === 'sound'
      ? 'This score is the one in the signed log, and its arithmetic is right.'
      : 'Nothing is wrong with this score, but what matters most could not be checked in this browser.';
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
  list.hidden = false;
  button.textContent = name;
  button.removeAttribute('aria-disabled');
}
