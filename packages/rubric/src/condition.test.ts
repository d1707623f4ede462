import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCondition } from './condition.ts';
import type { Condition } from './ladder.ts';

const found = (fact: string) => ({ fact, min: 1 });

test('a fact alone is found; it may be compared with a number', () => {
  assert.deepEqual(parseCondition('offer'), found('offer'));
  assert.deepEqual(parseCondition('share >= 50'), { fact: 'share', min: 50 });
  assert.deepEqual(parseCondition('faults<=0'), { fact: 'faults', max: 0 });
});

test('rungs are those of the same criterion, or of one that is named', () => {
  assert.deepEqual(parseCondition('rung 2'), { rung: 2 });
  assert.deepEqual(parseCondition('not P1-D rung 2'), { not: { criterion: 'P1-D', rung: 2 } });
});

test('"not" binds closest, then "and", then "or"; parentheses group', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(found) as [Condition, Condition, Condition];
  assert.deepEqual(parseCondition('not a and b or c'), { any: [{ all: [{ not: a }, b] }, c] });
  assert.deepEqual(parseCondition('a and (b or c)'), { all: [a, { any: [b, c] }] });
  assert.deepEqual(parseCondition('not (a or b)'), { not: { any: [a, b] } });
  assert.deepEqual(parseCondition('a or b or c'), { any: [a, b, c] });
  assert.deepEqual(parseCondition('not (a)'), { not: { any: [a] } });
});

/** The condition in words, as people write it. */
function written(condition: Condition): string {
  if ('all' in condition) return `(${condition.all.map(written).join(' and ')})`;
  if ('any' in condition) return `(${condition.any.map(written).join(' or ')})`;
  if ('not' in condition) return `not ${written(condition.not)}`;
  if ('rung' in condition) return `${'criterion' in condition ? `${condition.criterion} ` : ''}rung ${condition.rung}`;
  return 'min' in condition ? `${condition.fact} >= ${condition.min}` : `${condition.fact} <= ${condition.max}`;
}

test('every condition can be written, and is read as it was', () => {
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => {
    const some = fc.array(tie('condition'), { minLength: 2, maxLength: 3 });
    const fact = fc.constantFrom('offer', 'share', 'p1');
    return {
      condition: fc.oneof(
        { depthSize: 'small' },
        fc.record({ fact, min: fc.nat(500) }),
        fc.record({ fact, max: fc.nat(500) }),
        fc.record({ rung: fc.nat(5) }),
        fc.record({ criterion: fc.constant('P1-D'), rung: fc.nat(5) }),
        fc.record({ not: tie('condition') }),
        fc.record({ all: some }),
        fc.record({ any: some }),
      ),
    };
  });
  fc.assert(
    fc.property(condition, (one) => {
      // Made anew, because records of fast-check have no prototype.
      assert.deepEqual(parseCondition(written(one)), structuredClone(one));
    }),
  );
});

test('what cannot be read is refused with what was expected, and where', () => {
  const refused = (text: string, message: string) =>
    assert.throws(() => parseCondition(text), { name: 'SyntaxError', message }, text);
  refused('', 'at the beginning there should be a fact, "rung", "not" or "(", not the end');
  refused('a and', 'after "a and" there should be a fact, "rung", "not" or "(", not the end');
  refused('a b', 'after "a" there should be "and", "or" or the end, not "b"');
  refused('a and (b or c', 'after "a and (b or c" there should be ")", not the end');
  refused('a >= many', 'after "a >=" there should be a number, not "many"');
  refused('a > 3', 'after "a" there should be "and", "or" or the end, not ">"');
  refused('rung and a', 'after "rung" there should be a number, not "and"');
  refused('a and or b', 'after "a and" there should be a fact, "rung", "not" or "(", not "or"');
});

test('any text is read or refused, and never anything else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab1 ()<>=.-', 'and ', 'or ', 'not ', 'rung ') }), (text) => {
      try {
        parseCondition(text);
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
      }
    }),
  );
});
