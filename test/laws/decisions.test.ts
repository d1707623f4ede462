import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { filesOf, type ProjectFile, read, root } from './project.ts';

/** Citations: `decision 7`, `decisions 10, 19.2 and 28`, also over the end of a comment's line. */
function citedBy({ text }: ProjectFile): number[] {
  const plain = text.replaceAll(/\s*\n\s*(?:\/?\*+|\/\/)?\s*/g, ' ');
  return [...plain.matchAll(/\bdecisions? (\d+(?:\.\d+)?(?:(?:, | and |, and )\d+(?:\.\d+)?)*)/gi)].flatMap(
    ([, list = '']) => (list.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => Math.floor(Number(number))),
  );
}

const decisions = new Map(
  readdirSync(`${root}/docs/decisions`).map((file) => [Number.parseInt(file, 10), `docs/decisions/${file}`]),
);
const code = ['packages', 'test', 'bench'].flatMap((folder) => filesOf(folder, '.ts'));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => ({
  name,
  text: read(name),
}));

describe('decisions', () => {
  test('have a file each: every citation names one', () => {
    for (const file of [...code, ...documents, ...filesOf('docs', '.md')])
      for (const number of citedBy(file)) assert.ok(decisions.has(number), `${file.name} cites decision ${number}`);
  });

  test('are cited by the code or the tests that follow them, or say that only documents cite them', () => {
    const cited = new Set(code.filter(({ name }) => !name.startsWith('test/laws/')).flatMap(citedBy));
    for (const [number, file] of decisions) {
      const only_documents = /^Cited by: documents only, .{10,}/m.test(read(file));
      assert.ok(cited.has(number) !== only_documents, `${file} is cited by code: ${cited.has(number)}`);
    }
  });
});
