import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('every link between the documents leads somewhere', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  ];
  for (const name of documents.filter((name) => name.endsWith('.md')))
    for (const [, target = ''] of read(name).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(root, name, '..', target)), `${name} links to ${target}`);
});
