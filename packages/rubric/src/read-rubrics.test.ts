import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { canonicalHash } from '@readymark/service/domain/canonical-json';
import { highestRung, type Ladder } from './ladder.ts';
import { readLadders, readRubrics } from './read-rubrics.ts';

const v1 = {
  version: 'v1',
  record_label: 'v1 (2 criteria, 100 points)',
  framework: 'Framework',
  total: 100,
  staleness_days: 180,
  pillars: [
    { id: 'P1', name: 'First', max: 97, description: 'Almost everything.' },
    { id: 'P2', name: 'Second', max: 3, description: 'The rest.' },
  ],
  criteria: [
    { id: 'P1-A', pillar: 'P1', name: 'Much', max: 97, description: 'Much.' },
    { id: 'P2-A', pillar: 'P2', name: 'Little', max: 3, description: 'Little.' },
  ],
  tiers: [{ name: 'All', code: 'A', min: 0, max: 100 }],
  efforts: ['Low'],
};

const rung = (score: number, when = 'found') => `  ${score}: Title ${score}\n    Text ${score}.\n    when ${when}\n`;
const LADDER = `question: Is it?
gap: Nothing
facts
  found: pages_of; roles: home
  more: pages_of; roles: docs
rungs
${rung(1)}${rung(3, 'found and more')}evidence
  always: {found.count}.
actions
  0 to 1, Low: Begin.
  1 to 3, Low: Go on.
`;

/** Reads rubrics and ladders of a folder that has these files. */
function read(files: Readonly<Record<string, object | string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-rubrics-'));
  try {
    for (const [name, content] of Object.entries({ 'v1.json': v1, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return { rubrics: readRubrics(folder), ladders: readLadders(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const v2 = (changes: object) => ({ version: 'v2', extends: 'v1', record_label: 'v2', ...changes });

test('a rubric that extends another says what differs, by id; what is new is the last of its pillar', () => {
  const changed = v2({
    criteria: [
      { id: 'P1-A', max: 90 },
      { id: 'P1-B', pillar: 'P1', name: 'New', max: 7, description: 'New.' },
    ],
  });
  const { rubrics } = read({ 'v2.json': changed, 'v3.json': { version: 'v3', extends: 'v2', record_label: 'v3' } });
  for (const version of ['v2', 'v3']) {
    const { criteria, pillars, tiers } = rubrics.get(version) ?? assert.fail();
    assert.deepEqual(
      criteria.map(({ id, name, max }) => `${id} ${name} ${max}`),
      ['P1-A Much 90', 'P1-B New 7', 'P2-A Little 3'],
    );
    assert.deepEqual([pillars, tiers], [v1.pillars, v1.tiers]);
  }
});

test('a rubric that contradicts itself, or extends what is not there, is refused with its file', () => {
  const refused = (files: Record<string, object>, message: RegExp) => assert.throws(() => read(files), message);
  refused(
    { 'v2.json': v2({ criteria: [{ id: 'P1-A', max: 90 }] }) },
    /rubrics\/v2\.json is not valid: the maxima of the criteria of P1 must sum to 97$/,
  );
  refused(
    { 'v2.json': v2({ criteria: [{ id: 'P1-A', points: 90 }] }) },
    /rubrics\/v2\.json is not valid: criteria\.0 /,
  );
  refused({ 'v2.json': v2({ extends: 'v9' }) }, /rubrics\/v2\.json extends v9, which is not there/);
  refused({ 'v2.json': v2({ extends: 'v2' }) }, /rubrics\/v2\.json extends itself: v2, v2/);
  refused({ 'v3.json': v2({}) }, /rubrics\/v3\.json contains version v2/);
});

test('the ladders of a rubric are those of the one that it extends, with its own sections over them', () => {
  const { ladders } = read({
    'v1/P2-A.ladder': LADDER,
    'v1/P2-B.ladder': `preview: not yet\n${LADDER}`,
    'v2.json': v2({
      pillars: [
        { id: 'P1', max: 96 },
        { id: 'P2', max: 4 },
      ],
      criteria: [
        { id: 'P1-A', max: 96 },
        { id: 'P2-A', max: 4 },
      ],
    }),
    'v2/P2-A.ladder': `gap: Less\nfacts\n  more: pages_of; roles: help\nrungs\n${rung(2)}${rung(4, 'more')}`,
  });
  assert.deepEqual(
    ladders.get('v1')?.ladders.map(({ id }) => id),
    ['P2-A', 'P2-B'],
  );
  assert.deepEqual(ladders.get('v1')?.preview, ['P2-B']);
  const [own, ...others] = ladders.get('v2')?.ladders ?? [];
  assert.deepEqual([others.map(({ id }) => id), ladders.get('v2')?.preview], [['P2-B'], ['P2-B']]);
  assert.deepEqual([own?.gap, own?.question, own?.rungs.map(({ score }) => score)], ['Less', 'Is it?', [2, 4]]);
  assert.deepEqual(own?.facts, {
    found: { find: 'pages_of', with: { roles: ['home'] } },
    more: { find: 'pages_of', with: { roles: ['help'] } },
  });
});

test('ladders that do not fit are refused with file, line, criterion and place', () => {
  const refused = (files: Record<string, object | string>, message: RegExp) =>
    assert.throws(() => read(files), message);
  const spoilt = (from: string, to: string) => ({ 'v1/P2-A.ladder': LADDER.replace(from, to) });
  refused(
    spoilt('found and more', 'found and mor'),
    /rubrics\/v1\/P2-A\.ladder line 10: P2-A rung 3: it has no fact "mor"/,
  );
  refused(
    spoilt('found and more', 'found or'),
    /rubrics\/v1\/P2-A\.ladder line 12: rung 3: after "found or" there should be/,
  );
  refused(spoilt('found and more', 'P1-A rung 2'), /line 10: P2-A rung 3: there is no rung 2 of P1-A/);
  refused(spoilt('found and more', 'rung 3'), /line 10: P2-A rung 3 rests on itself/);
  refused(spoilt('always:', 'when rung 9:'), /line 14: P2-A evidence 1: there is no rung 9 of P2-A/);
  refused(spoilt('more: pages_of', 'more: pages_of like most'), /line 5: P2-A facts\.more: it is like "most"/);
  refused(
    spoilt('gap: Nothing\n', 'gap: Nothing\ninterfaces: more, mor\n'),
    /P2-A\.ladder line \d+: P2-A interfaces: there is no fact "mor"/,
  );
  refused(spoilt('1 to 3', '1 to 4'), /line 15: P2-A actions: 4 is above the highest rung, which is 3/);
  refused(spoilt('gap: Nothing\n', ''), /rubrics\/v1\/P2-A\.ladder line 1: P2-A gap: Invalid input/);
  refused(spoilt('Title 3', 'T'.repeat(300)), /line 10: P2-A rung 3: Too big/);
  refused(
    { 'v1/P9-A.ladder': LADDER },
    /rubrics\/v1\/P9-A\.ladder: a file here is named after a criterion of v1, such as P1-A/,
  );
  refused({ 'v1/P2-A.lader': LADDER }, /rubrics\/v1\/P2-A\.lader: a file here is named after/);
});

test('the highest rung is the maximum of the criterion, or the ladders are refused', () => {
  const changed = v2({
    pillars: [
      { id: 'P1', max: 96 },
      { id: 'P2', max: 4 },
    ],
    criteria: [
      { id: 'P1-A', max: 96 },
      { id: 'P2-A', max: 4 },
    ],
  });
  assert.throws(
    () => read({ 'v1/P2-A.ladder': LADDER, 'v2.json': changed }),
    /The ladders of rubric v2 are not valid: rubrics\/v1\/P2-A\.ladder line 6: the highest rung of P2-A is 3, but it has 4 points in rubric v2; write rubrics\/v2\/P2-A\.ladder with rungs up to 4$/,
  );
});

test('every criterion of our rubrics that have ladders has one, up to its maximum, and each effort is one of the rubric', () => {
  const ladders = readLadders();
  for (const { version, criteria, efforts } of readRubrics().values()) {
    const of: readonly Ladder[] | undefined = ladders.get(version)?.ladders;
    if (of === undefined) continue;
    for (const { id, max } of criteria) {
      const ladder: Ladder | undefined = of.find((one) => one.id === id);
      assert.equal(ladder && highestRung(ladder), max, `${version} ${id}`);
      for (const { effort } of ladder?.actions ?? []) assert.ok(efforts.includes(effort), `${version} ${id} ${effort}`);
    }
  }
});

test('the public form of a rubric is the one whose hash is in the log', () => {
  const hashes = [...readRubrics()].map(([version, rubric]) => [version, canonicalHash(rubric)]);
  assert.deepEqual(hashes.slice(0, 2), [
    ['v1', 'ac533153cc9140c5b91fe7d62964f933c4b2e7a14fd6cbbce11025b0cd33b9ad'],
    ['v2', 'a564f479364d39ff8bdcfc12ba122a2094f1d89d3b5dc7efe244d230d4cf6dfc'],
  ]);
});
