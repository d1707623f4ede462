import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signingKey } from '@readymark/tlog/note';
import { type BoardLine, boardContents, boardLine, boardPointer } from '../../domain/board/board.ts';
import { isSigned, signPointer } from '../../domain/board/signed-pointer.ts';
import { dealt, numbered, siteGroup } from './groups.ts';
import { checkedLines } from './parts.ts';

/** What a part of a board may have, and what its list and its pointer may say, whoever wrote them (decision 214). */

const SPREAD = 4;
const companies = (slug: string) => `companies/${numbered(dealt(slug, SPREAD))}`;
const pages = (slug: string) => `pages/${numbered(dealt(slug, SPREAD))}`;
const line = (path: string, more: object = {}) => ({
  ...{ path, type: 'text/html', modified: '2026-11-20T09:30:00.000Z', text: 'x', ...more },
});
const check = (name: string, ...lines: object[]) =>
  checkedLines(
    name,
    lines.map((one): BoardLine => boardLine.parse(one)),
    SPREAD,
  );

test('a group has documents of its own alone, at paths that lead nowhere else', () => {
  for (const [name, path, file] of [
    [companies('acme'), '/api/audits/acme.json', 'api/audits/acme.json'],
    [companies('acme'), '/api/audits/acme/2026-11-20.json', 'api/audits/acme/2026-11-20.json'],
    [pages('acme'), '/audits/acme', 'audits/acme.html'],
    [pages('acme'), '/badge/acme.svg', 'badge/acme.svg'],
    [siteGroup('/'), '/', 'index.html'],
    [siteGroup('/audits/llms.txt'), '/audits/llms.txt', 'audits/llms.txt'],
    [siteGroup('/.well-known/mcp.json'), '/.well-known/mcp.json', '.well-known/mcp.json'],
    ['log/newest', '/log/tile/entries/000.p/2', 'log/tile/entries/000.p/2'],
    ['log/tile/entries/000', '/log/tile/entries/000', 'log/tile/entries/000'],
  ] as const)
    assert.equal(
      check(name, line(path, path.includes('.') || name.startsWith('log') ? { type: 'x' } : {}))[0]?.file,
      file,
    );

  for (const path of [
    ...[
      '/../../x',
      '/a/../../x',
      '/a/./b',
      '//etc/x',
      '/a//b',
      '/a/',
      'a',
      '',
      '/a\\..\\b',
      '/a\0b',
      '/a\rb',
      '/a\nb',
      '/a b',
      '/ä',
    ],
    ...[
      '/a%2e',
      '/.htaccess',
      '/.git/config',
      '/a/.well-known',
      '/index.html.gz',
      `/${'a'.repeat(201)}`,
      '/log/checkpoint',
    ],
    ...[
      '/api',
      '/api/x',
      '/api/audits/index.json',
      '/API/audits/acme.json',
      '/api/audits/acme.json',
      '/api/audits/acme.json/x',
    ],
    ...['/Audits/acme', '/badge/x/y', '/audits', '/share.html', '/audits/acme.md', '/.well-known/readymark-keys'],
  ])
    assert.throws(() => check(siteGroup(path), line(path)), path);
  for (const path of [
    ...[
      '/api/audits/acme.json/../../x',
      '/api/audits/best.json',
      '/rubric',
      '/api/audits/acme/.json',
      '/log/checkpoint',
      '/audits/acme',
    ],
    '/api/audits/acme\r.json',
  ])
    assert.throws(() => check(companies('acme'), line(path)), path);
  assert.throws(() => check(siteGroup('/b'), line('/a')));
  assert.throws(() => check('log/newest', line('/log/tile/entries/000')));
  assert.throws(() => check('log/tile/entries/000', line('/log/tile/entries/001')));
  assert.throws(() => check('index/50', line('/a')));
});

test('no two documents of a group are one file, whatever a file system thinks of upper case', () => {
  const at = (...paths: string[]) => check(companies('acme'), ...paths.map((path) => line(`/api/audits/${path}`)));
  assert.equal(at('acme.json', 'acme/P1.json', 'acme/P2.json').length, 3);
  assert.throws(() => at('acme.json', 'acme.json'));
  assert.throws(() => at('acme/P1.json', 'acme/p1.json'));
  assert.throws(() => check(siteGroup('/a'), line('/a'), line('/a')));
});

test('slugs, times, scores and names of groups are what they are, and nothing longer', () => {
  assert.equal(check('former', { former: 'a-1', moved_to: 'b' }).length, 1);
  for (const wrong of [
    ...['../../x', 'a\r', 'a\n', 'A', '', 'a/b', 'a'.repeat(65)].flatMap((slug) => [
      { former: slug, gone: 'x' },
      { former: 'x', moved_to: slug },
    ]),
    ...['soon', '1601-01-01T00:00:00.000Z', '2101-01-01T00:00:00.000Z', ''].map((modified) => line('/a', { modified })),
    ...[1e300, -1, 1.5, '5', null].map((score) => line('/a', { score })),
  ])
    assert.equal(boardLine.safeParse(wrong).success, false, JSON.stringify(wrong));
  assert.throws(() => check(companies('acme'), { former: 'acme', gone: 'x' }));

  const part = (digit: string) => digit.repeat(64);
  const list = (...groups: [string, string, string, number][]) =>
    boardContents.safeParse({ format: 2, ranks: {}, index_head: '', spread: 1, groups, dropped: [] }).success;
  assert.ok(list(['former', 'x', part('a'), 10], ['log/tile/0/x001/067', 'x', part('b'), 10]));
  for (const name of [
    '../x',
    '/x',
    'site/../../../../../../../x',
    'log/tile/../x',
    'index/1/../x',
    'former/x',
    'x',
    'companies/1',
  ])
    assert.ok(!list([name, 'x', part('a'), 10]), name);
  for (const size of [0, -1, 1e9, 1.5, 2 ** 60]) assert.ok(!list(['former', 'x', part('a'), size]));
  assert.ok(!list(['former', 'x', part('a'), 10], ['former', 'x', part('b'), 10]));
  assert.ok(!list(['former', 'x', part('a'), 10], ['log/newest', 'x', part('a'), 10]));
});

test('a pointer is signed whole, and its numbers are those that a later pointer can follow', () => {
  const key = signingKey('readymark.example/log', Buffer.alloc(32, 1));
  const keys = [key.verifier.text];
  const signed = signPointer(
    {
      ...{ format: 2, publication: 3, program: '1.0.0', stamp: 1_763_600_000, contents: 'a'.repeat(64) },
      ...{ contents_bytes: 10, checkpoint: 'c', keys: 'k' },
    },
    key,
  );
  assert.ok(boardPointer.safeParse(signed).success && isSigned(signed, key.name, keys));
  for (const changed of [
    ...[{ publication: 4 }, { stamp: 1_763_600_001 }, { program: '1.0.1' }, { contents: 'b'.repeat(64) }],
    ...[{ contents_bytes: 11 }, { checkpoint: 'd' }, { keys: 'l' }, { signature: '' }],
  ])
    assert.ok(!isSigned({ ...signed, ...changed }, key.name, keys), JSON.stringify(changed));
  assert.ok(!isSigned(signed, 'another.example/log', keys));
  assert.ok(!isSigned(signed, key.name, [signingKey(key.name, Buffer.alloc(32, 2)).verifier.text]));
  for (const changed of [
    ...[1e308, 2 ** 53, -1, 1.5, '2', null, Number.NaN].map((publication) => ({ publication })),
    ...[1e308, 2 ** 53, 9_999_999_999, -1, null].map((stamp) => ({ stamp })),
    ...[{ contents_bytes: 1e9 }, { program: '1\n2' }, { contents: '../x' }, { format: 1 }],
  ])
    assert.equal(boardPointer.safeParse({ ...signed, ...changed }).success, false, JSON.stringify(changed));
});
