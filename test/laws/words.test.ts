import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesOf, packages, read, sources } from './project.ts';

/** Words that mean too many things, and what to write instead: in names, comments, texts and documents, but not in tests. */
type Rule = {
  word: RegExp;
  instead: string;
  /** Where it may be written all the same, and why. */
  but: readonly (readonly [text: RegExp, why: string])[];
};

const rules: readonly Rule[] = [
  {
    word: /(?<![A-Za-z])(?:stand|stands|stood|standing)(?![a-z])|Stand(?:s|ing)?(?![a-z])/g,
    instead: 'is public (neither replaced nor retracted), is current (the newest), is in, appears, the state of',
    but: [
      [/\bstands? for\b/gi, 'means something else'],
      [/\bas it stood at the end of\b/gi, 'what a board of the past is called'],
      [/\bstate\.standing\b|\bstanding(?=: Object|-\$)/g, 'a name in the JSON that the script of a review reads'],
      [
        /\.stands\b|\bstands(?=: z\.|,| }|\)|;|$| [?&=])/gm,
        'a name in the JSON of `check_publication` and `read_draft`',
      ],
    ],
  },
  {
    word: /(?<![A-Za-z])(?:tell|tells|told)(?![a-z])|(?:Tell|Tells|Told)(?![a-z])/g,
    instead: 'is notified (people), reports (programs), says, distinguishes',
    but: [
      [/\b(?:tells?|telling) (?:a|the) (?:reading )?(?:program|auditor)\s+(?:\* )?what\b/g, 'what an injection does'],
      [/\b(?:comments or )tells a program what\b/g, 'what an injection does'],
      [/\bThe digest tells\b/g, 'an answer on the wire, which the contract pins'],
      [/\btell-somebody@/g, 'a name in an example'],
    ],
  },
  {
    word: /\b(?:that|those)(?: (?:of|to|in|for|from|with))? which\b|\bthat there is not\b|\bfor what there is not\b/g,
    instead: 'the noun that is meant',
    but: [],
  },
];

/** Files with words that must stay. */
const exempt: readonly (readonly [file: RegExp, why: string])[] = [
  [
    /^packages\/auditor\/src\/assist\/question\.ts$/,
    'recorded answers belong to the rules of the question, word for word',
  ],
  [/^packages\/auditor\/src\/score\/statements\/languages\//, 'words that sites write'],
  [/^packages\/service\/src\/catalogue\/needs\/concepts\//, 'words that needs and audits are written in'],
];

/** Names of types that mean something else in each file: one file at most may have each of them. */
const vague = ['Order', 'Found', 'Place', 'Seen', 'Standing', 'Draft', 'Part', 'Kind'];

const written = [
  ...sources,
  ...packages.flatMap((one) => ['.js', '.css'].flatMap((ending) => filesOf(`packages/${one}`, ending))),
  ...filesOf('docs', '.md'),
  ...packages
    .map((one) => `packages/${one}/README.md`)
    .concat('README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md')
    .map((name) => ({ name, text: read(name) })),
].filter(({ name }) => !exempt.some(([file]) => file.test(name)));

describe('one meaning a word', () => {
  for (const { word, instead, but } of rules)
    test(`instead of ${word.source.slice(0, 60)}: ${instead}`, () => {
      const found = written.flatMap(({ name, text }) => {
        const rest = but.reduce((left, [allowed]) => left.replaceAll(allowed, ''), text);
        return rest
          .split('\n')
          .flatMap((line) => (line.match(word) ?? []).map((one) => `${name}: "${one}" in: ${line.trim()}`));
      });
      assert.deepEqual(found, [], `write instead: ${instead}`);
    });

  test('a type is named after what it is', () => {
    for (const name of vague) {
      const files = sources.filter(({ text }) =>
        new RegExp(`^(?:export )?(?:type|interface) ${name}\\b`, 'm').test(text),
      );
      assert.ok(
        files.length <= 1,
        `${name} means something else in ${files.map((one) => one.name)}: say what it is (RowPlace, SortOrder)`,
      );
    }
  });
});
