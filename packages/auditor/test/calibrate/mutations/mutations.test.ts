import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { filesBelow } from './copied-site.ts';
import { movedUnder } from './law.ts';
import { mutate, mutations } from './mutations.ts';

const room = mkdtempSync(join(tmpdir(), 'readymark-mutations-'));
after(() => rmSync(room, { recursive: true }));

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><main>${body}</main></body></html>\n`;
const files: Record<string, string> = {
  'site.json': JSON.stringify({
    website: 'https://rowing-club.example/',
    name: 'Rowing Club',
    hosts: {
      'rowing-club.example': {
        folder: 'www',
        redirects: [{ when: { path: '^/costs$' }, redirect: '/prices' }],
        answers: [{ when: { path: '^/llms\\.txt$' }, file: 'llms.txt' }],
      },
    },
  }),
  'www/index.html': page(
    'Rowing Club',
    '<h1>Rowing Club</h1><p>A membership costs $1,299.00 a year. Cancel at any time.</p><a href="/prices.html?from=home#hour">Prices</a> <a href="https://rowing-club.example/boats/">Boats</a><code>cancel()</code>',
  ),
  'www/prices.html': page(
    'Prices',
    '<h2>Pricing</h2><p>An hour costs 9.50 EUR; 12.5% off for members.</p><a href="boats/">Boats</a>',
  ),
  'www/boats/index.html': page('Boats', '<p>A boat takes up to four.</p>'),
  'www/prices.md': '# Pricing\n\nAn hour: [see](/prices) or `cancel`.\n\n```\nnpm run row\n```\n',
  'www/llms.txt': '# Rowing Club\n\n- [Prices](https://rowing-club.example/prices.md): what an hour costs.\n',
  'www/sitemap.xml': '<urlset><url><loc>https://rowing-club.example/boats/</loc></url></urlset>\n',
  'www/robots.txt': 'User-agent: *\nDisallow: /boats/\n',
};
const original = join(room, 'rowing-club');
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(original, name)), { recursive: true });
  writeFileSync(join(original, name), text);
}

let copies = 0;
function mutated(name: string) {
  copies += 1;
  const folder = join(room, `copy-${copies}`);
  const { changed } = mutate(original, name, folder);
  const paths = filesBelow(folder).map((file) => file.slice(folder.length + 1));
  return { folder, changed, paths, read: (path: string) => readFileSync(join(folder, path), 'utf8') };
}

test('every mutation changes the site, leaves the original alone, and gives the same bytes again', () => {
  for (const name of Object.keys(mutations)) {
    const [one, two] = [mutated(name), mutated(name)];
    assert.ok(one.changed > 0, name);
    assert.deepEqual(one.paths, two.paths);
    for (const path of one.paths) assert.equal(one.read(path), two.read(path), `${name} ${path}`);
    assert.equal(JSON.parse(one.read('site.json')).mutation.name, name);
  }
  for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(original, name), 'utf8'), text);
});

test('a folder that is a link is copied, and what it leads to stays as it is', () => {
  const link = join(room, 'link');
  symlinkSync(original, link);
  mutate(link, 'stuffing-page', join(room, 'from-link'));
  assert.equal(readFileSync(join(original, 'www/index.html'), 'utf8'), files['www/index.html']);
  assert.notEqual(readFileSync(join(room, 'from-link/www/index.html'), 'utf8'), files['www/index.html']);
});

describe('invented claims', () => {
  test('are added to llms.txt, or to a visible section of the home page', () => {
    assert.match(
      mutated('stuffing-llms').read('www/llms.txt'),
      /what an hour costs\.\n\n## Interfaces[\s\S]*mcp\.rowing-club\.example/,
    );
    assert.match(mutated('stuffing-page').read('www/index.html'), /<section><h2>[\s\S]*<\/section>\n<\/main>/);
  });

  test('are hidden by a style sheet of the same origin, or as white on white', () => {
    const { read } = mutated('hidden-class');
    assert.match(read('www/index.html'), /theme-extra\.css"\/>\n<\/head>[\s\S]*<section class="tx-a tx-fold">/);
    assert.match(read('www/theme-extra.css'), /\.tx-fold\{position:absolute/);
    assert.match(
      mutated('hidden-white').read('www/index.html'),
      /color:#fff[\s\S]*<\/head>[\s\S]*<section class="tx-note">/,
    );
  });
});

test('articles and noise are pages that the home page and the sitemap link', () => {
  for (const [name, path, count] of [
    ['foreign-articles', 'how-swim-passes-work', 5],
    ['noise-pages', 'hedgehog', 10],
  ] as const) {
    const { read, paths } = mutated(name);
    assert.equal(paths.length, Object.keys(files).length + count);
    assert.match(read('www/index.html'), new RegExp(`<li><a href="/${path}/">`));
    assert.match(read('www/sitemap.xml'), new RegExp(`<loc>https://rowing-club.example/${path}/</loc>`));
  }
});

describe('the same in other words', () => {
  test('is said in texts, and not in code and addresses', () => {
    const { read } = mutated('paraphrase');
    assert.match(
      read('www/index.html'),
      /Call off whenever you like\.<\/p><a href="\/prices\.html[\s\S]*<code>cancel\(\)/,
    );
    assert.match(read('www/prices.md'), /`cancel`/);
    assert.match(read('www/boats/index.html'), /takes at most four/);
  });

  test('is said in headings alone', () => {
    const { read } = mutated('rename-headings');
    assert.match(read('www/prices.html'), /<h2>What it comes to<\/h2><p>An hour costs 9\.50 EUR/);
    assert.match(read('www/prices.md'), /^# What it comes to\n/);
    assert.equal(read('www/boats/index.html'), files['www/boats/index.html']);
  });

  test('is said with continental numbers', () => {
    const { read } = mutated('translate-numbers');
    assert.match(read('www/index.html'), /costs 1\.299,00 \$ a year/);
    assert.match(read('www/prices.html'), /9,50 EUR; 12,5 % off/);
  });
});

test('the same evidence is given twice: paragraphs, and neither headings nor code', () => {
  const { read } = mutated('repeat-paragraphs');
  assert.match(
    read('www/boats/index.html'),
    /<main><p>A boat takes up to four\.<\/p>\n<p>A boat takes up to four\.<\/p><\/main>/,
  );
  assert.equal(read('www/prices.md').match(/An hour: /g)?.length, 2);
  assert.equal(read('www/prices.md').match(/# Pricing/g)?.length, 1);
  assert.equal(read('www/prices.md').match(/npm/g)?.length, 1);
});

test('moved pages are found by links, documents and rules at their new address, and no more at the old one', () => {
  const { folder, read, paths } = mutated('move-pages');
  const [, prices = '', query] = /href="\/(n[0-9a-f]{5})\.html(\?from=home#hour)"/.exec(read('www/index.html')) ?? [];
  const [, boats = ''] = /href="https:\/\/rowing-club\.example\/(n[0-9a-f]{5})\/"/.exec(read('www/index.html')) ?? [];
  assert.equal(query, '?from=home#hour');
  assert.ok(paths.includes(`www/${prices}.html`) && paths.includes(`www/${prices}.md`));
  assert.ok(paths.includes(`www/${boats}/index.html`));
  assert.ok(!existsSync(join(folder, 'www/prices.html')) && !existsSync(join(folder, 'www/boats')));
  assert.match(read(`www/${prices}.html`), new RegExp(`href="/${boats}/"`));
  assert.match(read(`www/${prices}.md`), new RegExp(`\\[see\\]\\(/${prices}\\)`));
  assert.match(read('www/llms.txt'), new RegExp(`rowing-club\\.example/${prices}\\.md`));
  assert.match(read('www/sitemap.xml'), new RegExp(`/${boats}/</loc>`));
  assert.match(read('www/robots.txt'), new RegExp(`Disallow: /${boats}/`));
  const [rule] = JSON.parse(read('site.json')).hosts['rowing-club.example'].redirects;
  assert.equal(rule.redirect, `/${prices}`);
});

test('llms.txt goes with the rules that answer for it', () => {
  const { read, paths } = mutated('drop-llms');
  assert.ok(!paths.includes('www/llms.txt'));
  const { answers, redirects } = JSON.parse(read('site.json')).hosts['rowing-club.example'];
  assert.deepEqual([answers.length, redirects.length], [0, 1]);
});

test('what cannot be changed is refused', () => {
  assert.throws(() => mutate(original, 'toString', join(room, 'a')), /no mutation toString; there are stuffing-llms/);
  assert.throws(() => mutate(room, 'paraphrase', join(room, 'b')), /has no site\.json/);
  assert.throws(() => mutate(original, 'paraphrase', original), /exists already/);
  const empty = join(room, 'empty');
  mkdirSync(join(empty, 'www'), { recursive: true });
  writeFileSync(join(empty, 'site.json'), files['site.json'] ?? '');
  assert.throws(() => mutate(empty, 'hidden-class', join(room, 'c')), /no home page/);
});

test('a law is broken by more points in all, in what is sure, or in one criterion', () => {
  const before = [
    { id: 'P1-A', low: 1, proposed: 2 },
    { id: 'P1-B', low: 0, proposed: 3 },
  ];
  const after = [
    { id: 'P1-A', low: 2, proposed: 4 },
    { id: 'P1-B', low: 0, proposed: 3 },
  ];
  const law = { total_max: 1, total_abs: 2, low_max: 0, criterion_abs: 1 };
  assert.deepEqual(movedUnder(law, before, after), {
    ...{ total: 2, low: 1, criteria: [{ id: 'P1-A', from: 2, to: 4 }] },
    faults: ['total +2, at most +1', 'low +1, at most +0', 'P1-A 2 → 4, at most ±1'],
  });
  assert.deepEqual(movedUnder(law, after, before).faults, ['P1-A 4 → 2, at most ±1']);
  assert.deepEqual(movedUnder(law, before, before).faults, []);
});
