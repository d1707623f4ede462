import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from '../../../../test/laws/project.ts';
import { READ_AGAIN_DAYS, readAgain, type Standard } from '../../src/standards/standard.ts';
import { standards } from '../../src/standards/standards.ts';
import { fixtureKinds, type StandardFixtures } from '../world/standards/fixture.ts';
import { standardFixtures } from '../world/standards/standard-fixtures.ts';

/** The table of standards (decision 195) does not age unnoticed. */
test('somebody read each standard again within 120 days', () => {
  const late = readAgain(standards, new Date().toISOString().slice(0, 10));
  assert.deepEqual(
    late.map(({ id, until }) => `${id}: read its source again (it was due on ${until}), and set read_on`),
    [],
  );
});

test('an entry is late on the day after its 120th, and not before', () => {
  assert.equal(READ_AGAIN_DAYS, 120);
  const entry = { id: 'ard', read_on: '2026-11-26' };
  assert.deepEqual(readAgain([entry], '2027-03-26'), []);
  assert.deepEqual(readAgain([entry], '2027-03-27'), [{ id: 'ard', until: '2027-03-26' }]);
  // All of this table, with a clock that is ahead.
  assert.equal(readAgain(standards, '2027-06-01').length, standards.length);
});

test('each has one id, an https source and a day on which it was read that is not to come', () => {
  assert.equal(new Set(standards.map(({ id }) => id)).size, standards.length);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const { id, source, read_on } of standards) {
    assert.match(source, /^https:\/\//, id);
    assert.match(read_on, /^20\d\d-\d\d-\d\d$/, id);
    assert.ok(read_on <= tomorrow, `${id} was read on ${read_on}`);
  }
});

test('no other file of the auditor writes an address of the table', () => {
  // robots.txt is no document that is looked for: every visit of a host begins with it.
  const written = (standards as readonly Standard[])
    .filter(({ id }) => id !== 'robots_txt')
    .flatMap(({ paths }) => paths)
    .flatMap((path) =>
      sources
        .filter(({ name }) => /^packages\/auditor\/src\/(?!standards\/)/.test(name) && !name.endsWith('.test.ts'))
        .filter(({ text }) => [`'${path}'`, `"${path}"`, `\`${path}\``].some((quoted) => text.includes(quoted)))
        .map(({ name }) => `${name} writes ${path}: take it from standards.ts`),
    );
  assert.deepEqual(written, []);
});

/** What the table of fixtures (`world/standards/`) lacks of a row. */
function lacking(
  { id, probe }: Pick<Standard, 'id' | 'probe'>,
  fixtures: Readonly<Record<string, Partial<StandardFixtures> | string>>,
): string[] {
  const of = fixtures[id];
  if (of === undefined) return [`${id} has no fixtures: sites that have it right, wrong, of a platform and dead`];
  const asked = probe?.criterion ?? undefined;
  if (typeof of === 'string')
    return of.length > 20 && asked === undefined ? [] : [`${id} counts for ${asked}: it needs sites`];
  const other = asked !== undefined && of.criterion !== asked ? [`${id} counts for ${asked}, not ${of.criterion}`] : [];
  const best = typeof of.right === 'object' ? Math.min(...of.right.map(({ score }) => score)) : 0;
  if (best <= (of.without?.score ?? 0)) other.push(`${id}: to have it right gains nothing`);
  return fixtureKinds.reduce((found, kind) => {
    const sites = of[kind];
    if (typeof sites === 'string' ? kind === 'right' || sites.length < 20 : !sites?.length)
      found.push(`${id} has neither a site for "${kind}" nor a reason why there is none`);
    if (kind !== 'right' && typeof sites === 'object' && sites.some(({ score }) => score >= best))
      found.push(`${id}: "${kind}" scores as much as right`);
    return found;
  }, other);
}

test('each standard has sites that have it right, wrong, made by a platform, and declared but dead, or says why not', () => {
  assert.deepEqual(
    standards.flatMap((standard) => lacking(standard, standardFixtures)),
    [],
  );
  assert.deepEqual(
    Object.keys(standardFixtures).filter((id) => !standards.some((standard) => standard.id === id)),
    [],
  );
});

test('a new entry is told what its fixtures lack', () => {
  assert.match(String(lacking({ id: 'new' }, {})), /new has no fixtures/);
  const site = { answers: {}, score: 4 };
  const bare = {
    criterion: 'P1-C',
    without: { answers: {}, score: 3 },
    right: [site],
    wrong: [site],
    platform: [],
    dead: 'none',
  };
  assert.deepEqual(lacking({ id: 'new' }, { new: bare }), [
    'new: "wrong" scores as much as right',
    'new has neither a site for "platform" nor a reason why there is none',
    'new has neither a site for "dead" nor a reason why there is none',
  ]);
});
