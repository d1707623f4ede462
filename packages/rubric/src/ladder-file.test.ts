import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLadder } from './ladder-file.ts';

const FILE = `// Structured Data
question: Does the markup describe the real offer,
  and does it validate?
gap: No structured data
judgement: 1 down, 1 up, from 2
cap: 4

facts
  any: typed_data
  offer: typed_data; group = offer; with: name, description|offers
    // Words of shops.
    words: buy now, # days,
      add to cart; least = 3
    status = "429"; own = no; not:
  other: typed_data like offer; least = 4

rungs
  1: Something is there
    Something is there, though
    not much.
    when any
  2, lexical: The offer is there
    The offer: all of it.
    when rung 1 and (offer or
      other >= 2)

evidence
  when any: {any.count} pages: "{any.list}".
  when not any and
    other: None.
  always: Seen.

actions
  0 to 2, Low: Add it,
    and say: yes.
`;

test('a file is read section by section, with the line of each part', () => {
  const { sections, lines } = parseLadder(FILE);
  const any = { fact: 'any', min: 1 };
  assert.deepEqual(sections, {
    question: 'Does the markup describe the real offer, and does it validate?',
    gap: 'No structured data',
    judgement: { down: 1, up: 1, from: 2 },
    cap: 4,
    facts: {
      any: { find: 'typed_data', with: {} },
      offer: {
        find: 'typed_data',
        with: {
          group: 'offer',
          with: ['name', 'description|offers'],
          words: ['buy now', '# days', 'add to cart'],
          least: 3,
          status: '429',
          own: false,
          not: [],
        },
      },
      other: { find: 'typed_data', like: 'offer', with: { least: 4 } },
    },
    rungs: [
      { score: 1, title: 'Something is there', text: 'Something is there, though not much.', when: any },
      {
        score: 2,
        title: 'The offer is there',
        text: 'The offer: all of it.',
        when: {
          all: [
            { rung: 1 },
            {
              any: [
                { fact: 'offer', min: 1 },
                { fact: 'other', min: 2 },
              ],
            },
          ],
        },
        lexical: true,
      },
    ],
    evidence: [
      { when: any, text: '{any.count} pages: "{any.list}".' },
      { when: { all: [{ not: any }, { fact: 'other', min: 1 }] }, text: 'None.' },
      { text: 'Seen.' },
    ],
    actions: [{ from: 0, to: 2, action: 'Add it, and say: yes.', effort: 'Low' }],
  });
  assert.deepEqual(
    ['gap', 'facts.offer', 'rung 2', 'evidence 2', 'actions'].map((place) => lines.get(place)),
    [4, 10, 22, 29, 33],
  );
});

test('what cannot be read is refused with its line', () => {
  const refused = (change: [string, string], message: RegExp) => {
    assert.ok(FILE.includes(change[0]), change[0]);
    assert.throws(() => parseLadder(FILE.replace(...change)), message);
  };
  refused(
    ['cap: 4', 'caps: 4'],
    /^SyntaxError: line 6: a section is one of question, gap, preview, judgement, interfaces, cap, facts,/,
  );
  refused(['cap: 4', 'gap: None'], /^SyntaxError: line 6: the section gap is there twice/);
  refused(['1 down, 1 up, from 2', '1 up'], /^SyntaxError: line 5: a judgement reads "1 down, 1 up"/);
  refused(['cap: 4', 'cap: four'], /^SyntaxError: line 6: a cap is a number/);
  refused(['  any: typed_data', '  any typed_data'], /^SyntaxError: line 9: a fact reads "name: what to find/);
  refused(['  any: typed_data', '  and: typed_data'], /^SyntaxError: line 9: no fact may be called and/);
  refused(['  other: typed', '  any: typed'], /^SyntaxError: line 15: no second fact may be called any/);
  refused(['group = offer', 'group offer'], /^SyntaxError: line 10: "group offer" is no argument/);
  refused(['own = no', 'least = 2'], /^SyntaxError: line 14: the argument least is there twice/);
  refused(['buy now,', 'buy now,,'], /^SyntaxError: line 12: "" is no word of a list/);
  refused(['1: Something', 'one: Something'], /^SyntaxError: line 18: a rung begins with "3: title"/);
  refused(['    when any\n', ''], /^SyntaxError: line 18: rung 1 needs its text and a line "when …"/);
  refused(
    ['other >= 2', 'other >= many'],
    /^SyntaxError: line 24: rung 2: after "rung 1 and \(offer or other >=" there should be a number, not "many"/,
  );
  refused(['when any: {', 'if any: {'], /^SyntaxError: line 28: a sentence of evidence reads "when condition: text"/);
  refused(['not any and\n', 'any any and\n'], /^SyntaxError: line 29: evidence 2: after "any" there should be/);
  refused(['0 to 2, Low:', '0 to 2:'], /^SyntaxError: line 34: an action reads "2 to 3, Low: what to do"/);
});
