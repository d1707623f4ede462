import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibration } from './calibration.ts';

test('docs/auditing.md has the figures that /about has', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/auditing.md'), 'utf8');
  const { seen, unseen, unseen_pillars, quotations, measured_on } = calibration;
  assert.ok(text.includes(`Measured on ${measured_on}`));
  for (const [name, value] of [
    ['Sites', (of: typeof seen | typeof unseen) => String(of.sites)],
    ['Scores within one point', (of: typeof seen | typeof unseen) => `${of.within_one} %`],
    ['Scores that are the same', (of: typeof seen | typeof unseen) => `${of.exact} %`],
    ['Agreement (quadratic kappa)', (of: typeof seen | typeof unseen) => String(of.kappa)],
    ['Total off by at most', (of: typeof seen | typeof unseen) => String(of.most_off)],
  ] as const)
    assert.ok(text.includes(`| ${name} | ${value(seen)} | ${value(unseen)} |`), name);
  const words = text.replace(/\s+/g, ' ');
  for (const { right, judged } of Object.values(quotations))
    assert.ok(words.includes(`${right} of ${judged}`), `${judged}`);
  assert.ok(words.includes(`${quotations.unseen.wrong} were wrong to one`));
  assert.ok(
    text.includes(
      Object.entries(unseen_pillars)
        .map(([pillar, kappa]) => `${pillar} ${kappa}`)
        .join(', '),
    ),
  );
});
