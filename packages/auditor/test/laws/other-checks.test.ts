import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readLadders, readRubrics } from '@readymark/rubric/read-rubrics';
import { otherScanners, rungSeen } from '../../src/standards/other-checks.ts';
import { readAgain } from '../../src/standards/standard.ts';

/** The map of other scanners' checks (decision 198) names all of them, and only rungs that there are. */
const rubrics = readRubrics();
const ladders = readLadders();

const idsOf = (scanner: string) => otherScanners.find(({ id }) => id === scanner)?.checks.map(({ id }) => id) ?? [];
const revisionOf = (scanner: string) => otherScanners.find(({ id }) => id === scanner)?.revision;
const installed = (name: string): string =>
  JSON.parse(readFileSync(new URL(`../../../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;

test('every check of the afdocs that is installed has a row, and no other', async () => {
  const { getAllChecks, SPEC_VERSION } = await import('afdocs');
  const theirs = getAllChecks().map(({ id }) => id);
  assert.ok(theirs.length >= 28, `afdocs has ${theirs.length} checks`);
  assert.deepEqual(idsOf('afdocs').toSorted(), theirs.toSorted());
  assert.equal(revisionOf('afdocs'), `${installed('afdocs')} (specification ${SPEC_VERSION.replace(/^v/, '')})`);
});

test('every audit of agentic browsing of the Lighthouse that is installed has a row, and no other', async () => {
  const { default: config } = await import('lighthouse/core/config/default-config.js');
  const theirs = config.categories?.['agentic-browsing']?.auditRefs.map(({ id }) => id) ?? [];
  assert.ok(theirs.length >= 7, `Lighthouse has ${theirs.length} audits of agentic browsing`);
  assert.deepEqual(idsOf('lighthouse').toSorted(), theirs.toSorted());
  assert.equal(revisionOf('lighthouse'), installed('lighthouse'));
});

test('each check stands once, with a rung that there is in the oldest rubric that scores it, or a reason', () => {
  for (const { id: scanner, checks } of otherScanners) {
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length, scanner);
    for (const check of checks) {
      assert.ok(
        check.seen.length > 0 || (check.note ?? '') !== '',
        `${scanner} ${check.id} says neither where nor why`,
      );
      for (const at of check.seen) {
        const { rubric, criterion, rung } = rungSeen(at, rubrics);
        const found = ladders.get(rubric)?.ladders.find(({ id }) => id === criterion);
        assert.ok(
          found?.rungs.some(({ score }) => score === rung),
          `${scanner} ${check.id}: ${criterion} of ${rubric} has no rung ${rung}`,
        );
      }
    }
  }
});

test('a criterion is looked up in the first rubric that scores it: P3-E is a preview in v1', () => {
  assert.deepEqual(rungSeen('P1-C 3', rubrics), { rubric: 'v1', criterion: 'P1-C', rung: 3 });
  assert.deepEqual(rungSeen('P3-E 2', rubrics), { rubric: 'v2', criterion: 'P3-E', rung: 2 });
});

test('what another scanner does is read again within 120 days too', () => {
  const late = readAgain(otherScanners, new Date().toISOString().slice(0, 10));
  assert.deepEqual(late, []);
  assert.equal(readAgain(otherScanners, '2027-06-01').length, otherScanners.length);
});
