import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePolicy } from './policy.ts';

/** Keys that public witnesses published, and that of a log. */
const witnesses = [
  'transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM',
  'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
  'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
] as const;
const log = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const named = witnesses.map((key, at) => `witness w${at} ${key}`).join('\n');

describe('a policy', () => {
  const met = (quorum: string, ...by: number[]): boolean => {
    const policy = parsePolicy(`log ${log}\n${named}\n${quorum}\n`);
    if ('fault' in policy) return assert.fail(policy.fault);
    return policy.isMet(new Set(policy.witnesses.filter((_, at) => by.includes(at))));
  };

  test('demands one witness, or all, any or k members of a group, also of groups', () => {
    assert.deepEqual([met('quorum w1', 1), met('quorum w1', 0, 2)], [true, false]);
    const of = (count: string) => `group g ${count} w0 w1 w2\nquorum g`;
    assert.deepEqual([met(of('all'), 0, 1, 2), met(of('all'), 0, 1)], [true, false]);
    assert.deepEqual([met(of('any'), 2), met(of('any'))], [true, false]);
    assert.deepEqual([met(of('2'), 0, 2), met(of('2'), 1)], [true, false]);
    const groups = 'group a any w0 w1\ngroup b all a w2\nquorum b';
    assert.deepEqual([met(groups, 1, 2), met(groups, 0, 1)], [true, false]);
    assert.equal(met('quorum none'), true);
  });

  test('takes comments, empty lines, addresses before and after a key, and several logs', () => {
    const policy = parsePolicy(
      `# of ours\n\nlog ${log} https://log.example\r\nwitness one https://w.example ${witnesses[0]}\n  witness two\t${witnesses[1]} https://v.example\nquorum two`,
    );
    assert.ok(!('fault' in policy));
    assert.deepEqual([policy.logs.map(({ text }) => text), policy.witnesses.length], [[log], 2]);
  });

  for (const [why, text, fault] of [
    ['no quorum', named, /^it has no quorum$/],
    ['two quorums', 'quorum none\nquorum none', /^line 2: there are two quorums$/],
    ['a quorum of nothing above it', 'quorum most\ngroup most any w0', /^line 1: a quorum is/],
    ['a member of nothing above it', `${named}\ngroup g 1 w0 w9`, /^line 4: a group is/],
    ['a member twice', `${named}\ngroup g 2 w0 w0`, /^line 4: a group is/],
    ['a group without members', 'group g all', /^line 1: a group is/],
    ['more than all', `${named}\ngroup g 4 w0 w1 w2`, /^line 4: of 3 members/],
    ['none of them', `${named}\ngroup g 0 w0 w1 w2`, /^line 4: of 3 members/],
    ['a name twice', `${named}\ngroup w0 1 w1`, /^line 4: "w0" is no new name$/],
    ['the name of no quorum', `witness none ${witnesses[0]}`, /^line 1: "none" is no new name$/],
    ['a witness twice', `${named}\nwitness again ${witnesses[0]}`, /^line 4: this witness is there twice$/],
    ['the key of a log for a witness', `witness w ${log}`, /^line 1: a witness is/],
    ['no key', 'log https://log.example', /^line 1: a log is/],
    ['another word', 'witnes w x', /^line 1: "witnes" is none of/],
    ['too many lines', '\n'.repeat(2_000), /^it has more than 1000 lines$/],
  ] as const)
    test(`is refused with its line: ${why}`, () => {
      const policy = parsePolicy(text);
      assert.match('fault' in policy ? policy.fault : 'it was taken', fault);
    });
});
