import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rubrics, v1, v2 } from '../test/example-audit.ts';
import { type Rubric, rubricOfLabel, rubricSchema, rubricsOf, tierOf } from './rubric.ts';

test('v1 is the rubric of spec 2.2: five pillars of 25, 25, 20, 10, 20 and 20 criteria of at most 5 points', () => {
  assert.deepEqual(
    v1.pillars.map(({ id, name, max }) => `${id} ${name} ${max}`),
    [
      'P1 Signal Architecture 25',
      'P2 Clarity Stack 25',
      'P3 Trust Envelope 20',
      'P4 Velocity Triggers 10',
      'P5 Gravity Design 20',
    ],
  );
  assert.deepEqual(
    v1.criteria.map(({ id, name }) => `${id} ${name}`),
    [
      'P1-A Structured Data',
      'P1-B Machine-Readable Pricing',
      'P1-C llms.txt / Agent Layer',
      'P1-D API / MCP Availability',
      'P1-E Discoverability (GEO)',
      'P2-A Offer Completeness',
      'P2-B Scope & Limits',
      'P2-C Substitution Rules',
      'P2-D Conditional Logic',
      'P2-E Semantic Precision',
      'P3-A Verifiable Performance',
      'P3-B Scoped Permissions',
      'P3-C Audit Trail',
      'P3-D Behavioral Consistency',
      'P4-A Friction-Free Activation',
      'P4-B Agent Decision Signals',
      'P5-A Integration Depth',
      'P5-B Agent Memory Layer',
      'P5-C Programmatic Renewal',
      'P5-D Compounding Value',
    ],
  );
  assert.ok(v1.criteria.every(({ max }) => max === 5));
  assert.equal(v1.record_label, 'v1 (20 criteria, 100 points; P3-E not scored)');
});

test('v2 is v1 plus P3-E Agent Registration, with 4 points for each criterion of P3, so that 100 stays the total', () => {
  const without = v2.criteria.filter(({ id }) => id !== 'P3-E');
  assert.deepEqual(
    without.map(({ id, name }) => [id, name]),
    v1.criteria.map(({ id, name }) => [id, name]),
  );
  assert.equal(v2.criteria.find(({ id }) => id === 'P3-E')?.name, 'Agent Registration');
  assert.ok(v2.criteria.every(({ pillar, max }) => max === (pillar === 'P3' ? 4 : 5)));
  assert.equal(
    v2.criteria.reduce((sum, { max }) => sum + max, 0),
    100,
  );
});

test('tiers are Agent-Ready from 85, Emerging from 60, Human-Dependent from 30, Agent-Invisible below', () => {
  const tiers = [0, 29, 30, 59, 60, 84, 85, 100].map((score) => tierOf(v1, score).code);
  assert.deepEqual(tiers, ['I', 'I', 'H', 'H', 'E', 'E', 'A', 'A']);
  assert.equal(tierOf(v1, 85).name, 'Agent-Ready');
});

test('a rubric is found by its version and by the label of its records', () => {
  assert.equal(rubricOfLabel(rubrics, v2.record_label), rubrics.get('v2'));
  assert.equal(rubricOfLabel(rubrics, 'v1'), undefined);
  assert.deepEqual([...rubricsOf([{ ...v1, version: 'v10' }, v2, v1]).keys()], ['v1', 'v2', 'v10']);
});

test('a rubric that contradicts itself is refused', () => {
  const faulty: Record<string, (rubric: Rubric) => void> = {
    'a criterion twice': (rubric) =>
      rubric.criteria.splice(1, 1, { ...(rubric.criteria[0] as Rubric['criteria'][number]) }),
    'a criterion without a pillar': (rubric) =>
      rubric.criteria.push({ id: 'P9-A', pillar: 'P9', name: 'x', max: 1, description: 'x' }),
    'criteria out of pillar order': (rubric) => rubric.criteria.reverse(),
    'pillars that do not sum to 100': (rubric) => rubric.pillars.pop(),
    'criteria that do not sum to their pillar': (rubric) => rubric.criteria.pop(),
    'a gap between tiers': (rubric) => rubric.tiers.splice(1, 1),
    'tiers that end above 0': (rubric) => rubric.tiers.pop(),
    'the same tier code twice': (rubric) => Object.assign(rubric.tiers[1] ?? {}, { code: 'A' }),
    'a key that is not known': (rubric) => Object.assign(rubric, { colour: 'green' }),
    'another total': (rubric) => Object.assign(rubric, { total: 99 }),
  };
  for (const [what, spoil] of Object.entries(faulty)) {
    const rubric = structuredClone(v1);
    assert.ok(rubricSchema.safeParse(rubric).success);
    spoil(rubric);
    assert.equal(rubricSchema.safeParse(rubric).success, false, what);
  }
});
