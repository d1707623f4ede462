import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAbsences, denials, falseAbsences } from './false-absences.ts';

test('sentences that deny something are found, without what they quote', () => {
  const denying = [
    'No rule for changing from one to another was found on /boats.',
    'Nothing is said on renewing or cancelling (https://rowing-club.example/, 2026-11-20).',
    'What happens at a limit is not said on /boats.',
    'The period of notice is not stated.',
    'Boats to choose from: 4, but no table that compares them was found.',
  ];
  const others = [
    'Limits with numbers found: 2 on /boats, e.g. "No more than four in a boat." (/boats).',
    'No contradiction was found.',
    'None of these calls was made by us.',
    'This was not observed.',
  ];
  assert.deepEqual(denials([...denying, ...others].join(' ')), denying);
});

test('they are false where a person found something and the pages could not be judged', () => {
  const proposal = (id: string, proposed: number, needs_human: ['unobserved'] | ['lexical']) => ({
    ...{ id, proposed, low: 0, high: 5, sources: [], rungs: [], needs_human },
    evidence: 'No exclusion was found.',
  });
  const proposals = [
    proposal('P2-B', 0, ['unobserved']),
    proposal('P2-C', 0, ['lexical']),
    proposal('P2-D', 0, ['unobserved']),
    proposal('P2-E', 3, ['unobserved']),
  ];
  const human = new Map([
    ['P2-B', 3],
    ['P2-C', 3],
    ['P2-D', 1],
    ['P2-E', 3],
  ]);
  assert.deepEqual(falseAbsences({ proposals, human }), [
    { criterion: 'P2-B', sentence: 'No exclusion was found.', below: true },
    { criterion: 'P2-E', sentence: 'No exclusion was found.', below: false },
  ]);
  assert.deepEqual(countAbsences([{ proposals, human }]), { sentences: 2, below: 1 });
});
