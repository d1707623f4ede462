import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decisionIndex, decisions, isTopic, presentNumbers } from './decision-files.ts';
import { filesOf, type ProjectFile, read } from './project.ts';

/** Citations: `decision 6`, `decisions 10, 19.2 and 28`, also over the end of a comment's line. */
function citedBy({ text }: ProjectFile): number[] {
  const plain = text.replaceAll(/\s*\n\s*(?:\/?\*+|\/\/)?\s*/g, ' ');
  return [...plain.matchAll(/\bdecisions? (\d+(?:\.\d+)?(?:(?:, | and |, and | to )\d+(?:\.\d+)?)*)/gi)].flatMap(
    ([, list = '']) => (list.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => Math.floor(Number(number))),
  );
}

const code = ['packages', 'test', 'bench'].flatMap((folder) => filesOf(folder, '.ts'));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => ({
  name,
  text: read(name),
}));

describe('decisions', () => {
  test('have a file each: every citation names one, by its number or by one that it had before', () => {
    for (const file of [...code, ...documents, ...filesOf('docs', '.md')])
      for (const number of citedBy(file))
        assert.ok(presentNumbers.has(number), `${file.name} cites decision ${number}`);
  });

  test('are cited by the code or the tests that follow them, or say that only documents cite them', () => {
    const cited = new Set(
      code
        .filter(({ name }) => !name.startsWith('test/laws/'))
        .flatMap(citedBy)
        .map((number) => presentNumbers.get(number)),
    );
    for (const { number, name, text } of decisions) {
      const only_documents = /^Cited by: documents only, .{10,}/m.test(text);
      assert.ok(
        cited.has(number) || only_documents,
        `${name}: cite it in the code that follows it, or let it say "Cited by: documents only, " and which`,
      );
      assert.ok(!(cited.has(number) && only_documents), `${name} says that only documents cite it, and code does`);
    }
  });

  test('say topic, summary, status and which numbers they contain, and have all four parts', () => {
    const numbers = decisions.flatMap(({ number, also }) => [number, ...also]);
    assert.equal(new Set(numbers).size, numbers.length, 'a number is given twice');
    for (const { number, title, topic, summary, status, name, text } of decisions) {
      assert.ok(text.startsWith(`# ${number}. ${title}\n\n- Topic: ${topic}\n- Summary: ${summary}\n- Status: `), name);
      assert.ok(isTopic(topic), `${name} has the topic ${topic}`);
      assert.match(summary, /^[A-Z`].{20,150}\.$/, name);
      const by = /^superseded by (\d+)$/.exec(status)?.[1];
      assert.ok(status === 'in force' || decisions.some((other) => other.number === Number(by)), `${name}: ${status}`);
      for (const part of [
        /^\*\*Question\.\*\* /m,
        /^\*\*Ruling/m,
        /^\*\*Why\.\*\* /m,
        /^\*\*What would change it\.\*\* /m,
      ])
        assert.match(text, part, name);
    }
  });

  test('have an index that is up to date: npm run decisions writes it', () => {
    assert.equal(read('docs/decisions/README.md'), decisionIndex());
  });
});
