import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packages, read, root } from './project.ts';

/** The headings of a document as they are linked: `## The queue` is `the-queue`. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link between the documents leads somewhere', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/README.md',
    ...packages.map((name) => `packages/${name}/README.md`),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ];
  for (const name of documents.filter((name) => name.endsWith('.md')))
    for (const [, target = '', anchor] of read(name).matchAll(/\]\(([^)#:]+)(?:#([^)]*))?\)/g)) {
      const path = join(name, '..', target);
      assert.ok(existsSync(join(root, path)), `${name} links to ${target}`);
      if (anchor !== undefined)
        assert.ok(anchorsOf(read(path)).includes(anchor), `${name} links to ${target}#${anchor}`);
    }
});

test('the changelog, which is served as a page, links nothing of the repository', () => {
  const links = [...read('CHANGELOG.md').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  assert.deepEqual(
    links.filter((target) => !/^https?:/.test(target)),
    [],
  );
});

test('every picture is shown by a document, and has less than 60 KB', () => {
  const folder = join(root, 'docs/pictures');
  const shown = read('docs/operating.md') + read('README.md');
  const pictures = readdirSync(folder);
  assert.ok(pictures.length > 0);
  for (const name of pictures) {
    assert.match(shown, new RegExp(`^!\\[[^\\]]{10,}\\]\\((?:docs/)?pictures/${name}\\)$`, 'm'), name);
    assert.ok(statSync(join(folder, name)).size < 60_000, name);
  }
});

test('every file and folder that ARCHITECTURE.md, CONTRIBUTING.md and the READMEs of packages name exists', () => {
  const folders = 'packages test bench docs deploy examples bin runtime'.split(' ');
  const existing = folders.flatMap((folder) => [
    `/${folder}/`,
    ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
  ]);
  for (const name of ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...packages.map((one) => `packages/${one}/README.md`)])
    for (const [, path = ''] of read(name).matchAll(/`([\w./-]+(?:\/|\.ts))`/g)) {
      // Names in capitals are to be chosen: `operations/agent/NAME.ts`.
      if (/[A-Z]{4}|vN|x-letter|^\/api\//.test(path)) continue;
      assert.ok(
        existing.some((file) => file.includes(`/${path}`)),
        `${name} names ${path}`,
      );
    }
});
