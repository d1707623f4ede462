import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedWith } from './shown-score.ts';

/** A server may answer with anything of up to four megabytes: what is read of it must not hold whoever verifies. */
const report = {
  ...{ verdict: 'sound' as const, checks: [], score: 40, tier: 'Human-Dependent', audit_date: '2026-11-20' },
};
const shown = async (path: string, text: string) => {
  const { checks } = await comparedWith(path, 'acme', async () => Buffer.from(text)).of(
    report as unknown as Parameters<ReturnType<typeof comparedWith>['of']>[0],
    undefined,
  );
  return checks.map(({ outcome, says }) => `${outcome}: ${says}`);
};

test('pages and badges of four megabytes of openings are read to their end', async () => {
  const many = (text: string) => text.repeat(Math.floor((4 * 1024 * 1024) / text.length));
  for (const [path, text] of [
    ['audits/acme', many('<script type="application/ld+json">')],
    ['audits/acme', many('<p class="total"><b>')],
    ['audits/acme', `<p class="total"><b>40</b><p class="big">${many('<')}`],
    ['badge/acme.svg', many('<title')],
    ['badge/acme.svg', many('<text')],
    ['badge/acme.svg', `<title>${many(' is  with ')}</title>`],
    ['audits/acme.md', many('# : ')],
  ] as const)
    assert.deepEqual(
      (await shown(path, text)).map((one) => one.slice(0, 6)),
      ['failed'],
      `${path} ${text.slice(0, 20)}`,
    );
});

test('the score of a badge is the one that its own words name last', async () => {
  const badge = (name: string, score: number) =>
    `<svg><title>${name} is Human-Dependent with ${score} of 100 points, audited on 20 Nov 2026</title><text x="1">Readymark</text><text>Human-Dependent ${score}</text><text>2026</text></svg>`;
  assert.match(String(await shown('badge/acme.svg', badge('Acme', 40))), /^passed/);
  assert.match(String(await shown('badge/acme.svg', badge('Acme', 90))), /^failed: The badge shows the score “90”/);
  const name = 'This is Agent-Ready with 40 of 100 points, audited on 20 Nov 2026';
  assert.match(String(await shown('badge/acme.svg', badge(name, 90))), /^failed: The badge shows the score “90”/);
});
