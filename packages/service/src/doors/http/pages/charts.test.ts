import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, rubrics, v1 } from '../../../../../rubric/test/example-audit.ts';
import { bar, boxes } from '../html/charts.ts';
import { tierMark, tierPlace } from '../html/tier.ts';
import { scoreRuler } from './audit/verdict.ts';
import { historyChart } from './company/history.ts';

test('every dot of the history chart links its audit, and says its score, tier and date', () => {
  const audits = ['2026-01-05', '2026-05-06', '2026-11-07'].map((audit_date, at) =>
    exampleAudit({ audit_date, scores: at + 2 }),
  );
  const chart = historyChart(rubrics, v1, audits);
  const links = [...chart.matchAll(/<a href="([^"]+)" aria-label="([^"]+)"><circle/g)].map(([, to, name]) => [
    to,
    name,
  ]);
  assert.deepEqual(links, [
    [`/audits/${audits[0]?.slug}/2026-01-05`, '40 on 5 Jan 2026 (Human-Dependent)'],
    [`/audits/${audits[0]?.slug}/2026-05-06`, '60 on 6 May 2026 (Emerging)'],
    [`/audits/${audits[0]?.slug}/2026-11-07`, '80 on 7 Nov 2026 (Emerging)'],
  ]);
});

test('dots are in order of time, and higher for more points', () => {
  const audits = [0, 5].map((scores, at) => exampleAudit({ audit_date: `2026-0${at + 1}-01`, scores }));
  const dots = [...historyChart(rubrics, v1, audits).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(
    ([, x, y]) => [Number(x), Number(y)],
  );
  const [[x0, y0] = [], [x1, y1] = []] = dots;
  assert.ok(Number(x0) < Number(x1) && Number(y0) > Number(y1));
});

test('the labels of thirty audits do not overlap', () => {
  const audits = Array.from({ length: 30 }, (_, at) =>
    exampleAudit({ audit_date: `20${10 + at}-01-01`, scores: at % 5 }),
  );
  const chart = historyChart(rubrics, v1, audits);
  assert.equal([...chart.matchAll(/<circle cx/g)].length, 30);
  assert.ok([...chart.matchAll(/class="value"/g)].length <= 8);
});

test('the text alternative of the ruler contains score, tier and the bounds of the tiers', () => {
  const ruler = scoreRuler(rubrics, v1, 64);
  assert.match(
    ruler,
    /aria-label="64 of 100 points, in the tier Emerging; tiers begin at 85 \(Agent-Ready\), 60 \(Emerging\), 30 \(Human-Dependent\), 0 \(Agent-Invisible\)\."/,
  );
});

test('every tier has its name and its own shape, also an unknown one', () => {
  const names = [...v1.tiers.map(({ name }) => name), 'Of another time'];
  const marks = names.map((name) => tierMark(rubrics, name));
  for (const [at, mark] of marks.entries()) assert.ok(mark.includes(`>${names[at]}</span>`));
  assert.equal(new Set(marks.map((mark) => /<svg.*<\/svg>/.exec(mark)?.[0])).size, 5);
  assert.deepEqual(
    names.map((name) => tierPlace(rubrics, name)),
    [0, 1, 2, 3, 4],
  );
});

test('bars and boxes never exceed their bounds', () => {
  assert.match(bar(0, 25), /<path d="M0 0h25v1H0z"\/><\/svg>/);
  assert.match(bar(10, 10, 25), /viewBox="0 0 25 1".*h10v1H0z"\/><path d="M0 0h10/);
  for (const value of [-1, 0, 5, 9]) assert.equal([...boxes(value, 5).matchAll(/h8v8h-8z/g)].length, 5);
});
