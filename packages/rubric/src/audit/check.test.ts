import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exampleAudit, rubrics, v1, v2 } from '../../test/example-audit.ts';
import { rubricSchema, rubricsOf } from '../rubric.ts';
import { type Audit, audit as auditSchema } from './audit.ts';
import { checkAudit } from './check.ts';

type Loose = Record<string, unknown>;
const at = (value: unknown, key: string | number) => (value as Loose)[key] as Loose;
/** The issues of an example record after a change to it. */
function issuesOf(spoil: (audit: Loose) => unknown, audit: Audit = exampleAudit()) {
  const input = structuredClone(audit) as unknown as Loose;
  spoil(input);
  const result = checkAudit(input, rubrics);
  return 'issues' in result ? result.issues : [];
}
const paths = (spoil: (audit: Loose) => unknown, audit?: Audit) => issuesOf(spoil, audit).map(({ path }) => path);

test('a valid record passes, with the keys of the spec in the order of the spec', () => {
  for (const rubric of [v1, v2]) {
    const audit = exampleAudit({ rubric });
    const shuffled = Object.fromEntries(Object.entries({ rank: 7, extra: 'dropped', ...audit }).reverse());
    const result = checkAudit(shuffled, rubrics);
    assert.ok('audit' in result);
    assert.equal(JSON.stringify(result.audit), JSON.stringify(audit));
    assert.deepEqual(auditSchema.parse(result.audit), audit);
  }
});

test('all issues are reported at once, each with path, what was found and what was expected', () => {
  const issues = issuesOf((audit) => {
    audit.company = '';
    at(audit.criteria, 3).score = 6;
    audit.tier = 'Emerged';
    audit.reaudit_due = '2027-05-20';
    audit.critical_gaps = null;
  });
  assert.deepEqual(
    issues.map(({ path, found, expected }) => [path, found, expected]),
    [
      ['$.company', '""', '1 to 200 characters long'],
      ['$.reaudit_due', '"2027-05-20"', '"2027-05-19", audit_date plus 180 days'],
      ['$.criteria[3].score', '6', 'an integer from 0 to 5'],
      ['$.tier', '"Emerged"', '"Emerging", the tier of 60 points'],
      ['$.critical_gaps', 'null', 'a list (it may be empty, never null)'],
    ],
  );
  assert.equal(issues[2]?.message, 'score must be an integer from 0 to 5');
});

test('a pillar is the sum of its criteria, the overall score the sum of the pillars', () => {
  assert.deepEqual(
    issuesOf((audit) => {
      at(audit.criteria, 0).score = 4;
    }).map(({ path, expected }) => [path, expected]),
    [['$.pillars.P1.score', '16, the sum of its criteria']],
  );
  assert.deepEqual(
    issuesOf((audit) => {
      audit.overall_score = 61;
    }).map(({ path, expected }) => [path, expected]),
    [['$.overall_score', '60, the sum of the pillar scores']],
  );
});

test('a record has exactly the criteria of its rubric, in rubric order', () => {
  const one = v2.criteria.find(({ id }) => id === 'P3-E');
  const extra = issuesOf((audit) =>
    (audit.criteria as Loose[]).splice(14, 0, { ...one, score: 0, max: 5, evidence: '' }),
  );
  assert.deepEqual(
    extra.map(({ path, found }) => [path, found]),
    [['$.criteria[14].id', '"P3-E"']],
  );
  assert.match(extra[0]?.expected ?? '', /belongs to v2/);
  assert.deepEqual(
    issuesOf((audit) => (audit.criteria as Loose[]).splice(4, 1)).map(({ path, found }) => [path, found]),
    [['$.criteria', '19 criteria, without P1-E']],
  );
  assert.deepEqual(
    paths((audit) => {
      at(audit.criteria, 1).id = 'P1-A';
    }),
    ['$.criteria[1].id', '$.criteria'],
  );
  assert.deepEqual(
    paths((audit) => (audit.criteria as Loose[]).splice(0, 2, at(audit.criteria, 1), at(audit.criteria, 0))),
    ['$.criteria[0].id', '$.criteria[1].id'],
  );
});

test('the id of a criterion decides; its name may be worded differently', () => {
  const input = exampleAudit();
  Object.assign(input.criteria[3] ?? {}, { name: 'API and MCP availability' });
  const result = checkAudit(input, rubrics);
  assert.ok('audit' in result);
  assert.equal(result.audit.criteria[3]?.name, 'API and MCP availability');
});

test('pillars are those of the rubric, by id, name and maximum', () => {
  assert.deepEqual(
    paths((audit) => delete (audit.pillars as Loose).P4),
    ['$.pillars.P4'],
  );
  assert.deepEqual(
    paths((audit) => {
      (audit.pillars as Loose).P6 = at(audit.pillars, 'P1');
    }),
    ['$.pillars'],
  );
  assert.deepEqual(
    paths((audit) => {
      at(audit.pillars, 'P2').name = 'Clarity';
    }),
    ['$.pillars.P2.name'],
  );
  assert.deepEqual(
    paths((audit) => {
      at(audit.pillars, 'P3').max = 25;
    }),
    ['$.pillars.P3.max'],
  );
});

test('an action may gain at most the points that its pillar lacks', () => {
  const gain = (points_gain: unknown) => (audit: Loose) => {
    audit.priority_actions = [{ action: 'Do it', points_gain, pillar: 'P4', effort: 'Med' }];
  };
  for (const right of [0, 1, 4]) assert.deepEqual(paths(gain(right)), []);
  for (const wrong of [5, -1, 1.5, '1', null])
    assert.deepEqual(paths(gain(wrong)), ['$.priority_actions[0].points_gain']);
});

test('the code of the tier is stamped when it is missing, and otherwise kept', () => {
  const { tier_as_published: _, ...unstamped } = exampleAudit();
  const stamped = checkAudit(unstamped, rubrics);
  assert.equal('audit' in stamped && stamped.audit.tier_as_published, 'E');
  const kept = checkAudit({ ...unstamped, tier_as_published: 'EM' }, rubrics);
  assert.equal('audit' in kept && kept.audit.tier_as_published, 'EM');
  for (const wrong of ['', ' ', null, 5, 'E\n', 'x'.repeat(17)])
    assert.ok('issues' in checkAudit({ ...unstamped, tier_as_published: wrong }, rubrics));
});

test('dates exist in the calendar', () => {
  for (const wrong of [
    '2026-02-30',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    '2026-11-20T00:00:00Z',
    '',
    20261120,
    null,
  ]) {
    const found = paths((audit) => {
      audit.audit_date = wrong;
    });
    assert.deepEqual(found, ['$.audit_date'], String(wrong));
  }
});

test('a slug is lower-case letters, digits and single hyphens, 1 to 64, and not index', () => {
  const slugs = [
    '../etc',
    'a/b',
    '..',
    'A',
    'a--b',
    '-a',
    'a-',
    '',
    'a b',
    'ä',
    'index',
    'x'.repeat(65),
    '__proto__',
    null,
  ];
  for (const slug of slugs)
    assert.deepEqual(
      paths((audit) => {
        audit.slug = slug;
      }),
      ['$.slug'],
      String(slug),
    );
  for (const slug of ['a', '0', 'a-1-b', 'x'.repeat(64)])
    assert.ok('audit' in checkAudit({ ...exampleAudit({ slug }), website: 'https://a.example/' }, rubrics), slug);
});

test('source_file follows from slug and date, framework and rubric label from the rubric', () => {
  assert.deepEqual(
    paths((audit) => Object.assign(audit, { source_file: '../x.audit.json', framework: 'Another' })),
    ['$.source_file', '$.framework'],
  );
  assert.deepEqual(
    paths((audit) => Object.assign(audit, { rubric_version: 'v2' }), exampleAudit({ rubric: v2 })),
    ['$.rubric_version'],
    'the rest is still read as v2',
  );
  assert.ok('issues' in checkAudit(exampleAudit(), rubricsOf([])));
});

test('control characters and lone surrogates are refused, line breaks are allowed in free text', () => {
  for (const wrong of ['a\nb', 'a\u0000', 'a\u0085b', '\ud800', 'a\u202eb', ' a', 'a ']) {
    assert.deepEqual(
      paths((audit) => {
        audit.company = wrong;
      }),
      ['$.company'],
      JSON.stringify(wrong),
    );
  }
  assert.deepEqual(
    paths((audit) => {
      audit.executive_summary = 'One.\n\n\tTwo.';
    }),
    [],
  );
  assert.deepEqual(
    paths((audit) => {
      at(audit.criteria, 2).evidence = 'NUL \u0000';
    }),
    ['$.criteria[2].evidence'],
  );
});

test('a rubric of another shape needs no code: other pillars, criteria, tiers and days', () => {
  const v3 = rubricSchema.parse({
    ...structuredClone(v1),
    version: 'v3',
    record_label: 'v3 (3 criteria)',
    staleness_days: 90,
    pillars: [
      { id: 'P1', name: 'Reach', max: 60, description: 'x' },
      { id: 'P6', name: 'Depth', max: 40, description: 'x' },
    ],
    criteria: [
      { id: 'P1-A', pillar: 'P1', name: 'Found', max: 30, description: 'x' },
      { id: 'P1-B', pillar: 'P1', name: 'Read', max: 30, description: 'x' },
      { id: 'P6-A', pillar: 'P6', name: 'Used', max: 40, description: 'x' },
    ],
    tiers: [
      { name: 'Ready', code: 'R', min: 50, max: 100 },
      { name: 'Not yet', code: 'N', min: 0, max: 49 },
    ],
  });
  const all = rubricsOf([v1, v2, v3]);
  const input = exampleAudit({ rubric: v3, scores: { 'P1-A': 30, 'P1-B': 20, 'P6-A': 25 } });
  assert.deepEqual([input.overall_score, input.tier, input.reaudit_due], [75, 'Ready', '2027-02-18']);
  assert.deepEqual(checkAudit(input, all), { audit: input });
  assert.ok('issues' in checkAudit(input, rubrics));
});

test('what was found is shown in at most 80 characters that are safe to print', () => {
  const values = [
    'x'.repeat(10_000_000),
    '\u0000\u001b[31m\u202e\ud800'.repeat(50),
    '💥'.repeat(1000),
    '"\\'.repeat(200),
    [],
    {},
    null,
    Number.NaN,
    5n,
  ];
  for (const value of values)
    for (const issue of issuesOf((audit) => Object.assign(audit, { company: value, tier: value }))) {
      assert.ok(issue.found.length <= 90, issue.found);
      assert.match(issue.found, /^[^\p{Cc}\p{Cf}]*$/u);
      assert.ok(issue.found.isWellFormed());
    }
});

test('keys that objects inherit are not read as fields', () => {
  const dressed = Object.create(exampleAudit());
  assert.ok('issues' in checkAudit(dressed, rubrics));
  const polluted = JSON.parse(JSON.stringify(exampleAudit()).replace('{', '{"__proto__":{"company":"x"},'));
  const result = checkAudit(polluted, rubrics);
  assert.ok('audit' in result);
  assert.equal(Object.getPrototypeOf(result.audit), Object.prototype);
  assert.equal(JSON.stringify(result.audit), JSON.stringify(exampleAudit()));
});

test('any input gets a result, and never throws', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withSparseArray: true,
    withNullPrototype: true,
    withObjectString: true,
  });
  fc.assert(
    fc.property(anything, (value) => 'issues' in checkAudit(value, rubrics)),
    { numRuns: 300 },
  );
  const keys = Object.keys(exampleAudit()) as (keyof Audit)[];
  fc.assert(
    fc.property(fc.constantFrom(...keys), anything, (key, value) => {
      const result = checkAudit({ ...exampleAudit(), [key]: value }, rubrics);
      return 'audit' in result || result.issues.every(({ path }) => path.startsWith('$'));
    }),
    { numRuns: 500 },
  );
});

/** Every place of a record that a rule decides: all numbers, names that are fixed, ids, dates. Free text may be any. */
const decided = (audit: Audit): (string | number)[][] => [
  ...['slug', 'audit_date', 'reaudit_due', 'overall_score', 'tier', 'rubric_version', 'framework', 'source_file'].map(
    (key) => [key],
  ),
  ...Object.keys(audit.pillars).flatMap((id) => ['name', 'score', 'max'].map((key) => ['pillars', id, key])),
  ...audit.criteria.flatMap((_, at) => ['id', 'pillar', 'score', 'max'].map((key) => ['criteria', at, key])),
  ['priority_actions', 0, 'pillar'],
];

test('a change of any single value that a rule determines is found', () => {
  const rubric = fc.constantFrom(v1, v2);
  const scores = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(
      rubric,
      scores,
      fc.nat(),
      fc.integer({ min: 1, max: 200 }),
      fc.string({ minLength: 1 }),
      (rubric, scores, pick, by, tail) => {
        const audit = exampleAudit({ rubric, scores });
        const places = decided(audit);
        const place = places[pick % places.length] ?? [];
        const key = place.at(-1) ?? '';
        const holder = place.slice(0, -1).reduce<Loose>((value, step) => at(value, step), audit as unknown as Loose);
        holder[key] = typeof holder[key] === 'number' ? (holder[key] as number) + by : `${holder[key]}${tail}`;
        return 'issues' in checkAudit(audit, rubrics);
      },
    ),
    { numRuns: 500 },
  );
});

test('any missing value is found, and any of another type', () => {
  const audit = exampleAudit();
  const places: (string | number)[][] = [
    ...decided(audit),
    ...[
      'company',
      'website',
      'pillars',
      'criteria',
      'strongest_signals',
      'critical_gaps',
      'priority_actions',
      'executive_summary',
    ].map((key) => [key]),
    ...['title', 'detail'].flatMap((key) => [
      ['strongest_signals', 0, key],
      ['critical_gaps', 0, key],
    ]),
    ...['action', 'points_gain', 'effort'].map((key) => ['priority_actions', 0, key]),
    ...audit.criteria.flatMap((_, at) => [
      ['criteria', at, 'name'],
      ['criteria', at, 'evidence'],
    ]),
  ];
  for (const place of places)
    for (const value of [undefined, null, true, Number.NaN, Number.POSITIVE_INFINITY, [1], { a: 1 }, 0.5]) {
      const input = exampleAudit() as unknown as Loose;
      const holder = place.slice(0, -1).reduce<Loose>((held, step) => at(held, step), input);
      holder[place.at(-1) ?? ''] = value;
      assert.ok('issues' in checkAudit(input, rubrics), `${place.join('.')} = ${String(value)}`);
    }
});
