import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { type Label, readLabels } from './labels.ts';
import { compareQuotations, type QuotedSite } from './precision.ts';
import { isLabelled, pageAddress, quotedWords, sentenceQuotations, sourceQuotations } from './quotations.ts';

const website = 'https://www.rowing-club.example/';
const at = (path: string) => new URL(path, website).href;
const source = (path: string, excerpt: string) => ({
  ...{ url: at(path), excerpt },
  ...{ fetched_at: '2026-11-20T10:00:00Z', status: 200, sha256: null },
});
const proposal = (id: string, evidence: string, sources: CriterionProposal['sources']): CriterionProposal => ({
  ...{ id, evidence, sources, low: 1, proposed: 2, high: 3 },
  ...{ needs_human: [], rungs: [] },
});
const label = (criterion: string, path: string, quote: string, supports: boolean): Label => ({
  ...{ site: 'rowing-club', criterion, url: at(path), quote, supports },
});

test('addresses of a page are the same without www, final slash and ending', () => {
  const page = pageAddress('https://www.rowing-club.example/prices');
  for (const other of [
    'https://rowing-club.example/prices/',
    'http://rowing-club.example/prices.html',
    at('/prices.md'),
  ])
    assert.equal(pageAddress(other), page);
  assert.equal(pageAddress(at('/index.html')), pageAddress(website));
  assert.notEqual(pageAddress(at('/prices/boats')), page);
  assert.equal(pageAddress('no address'), 'no address');
});

test('words are the same without case, white space and the ellipses of a cut', () => {
  assert.equal(quotedWords('… Boats  are\nlent by the hour …'), 'boats are lent by the hour');
  assert.equal(quotedWords('Boats are lent by the hour...'), 'boats are lent by the hour');
});

describe('the quotations of a proposal', () => {
  const one = proposal(
    'P2-B',
    'Limits with numbers found: 2, such as "A boat takes four" (/boats). Prices: "An hour costs 9.00" (/prices/).',
    [source('/rules', 'Nobody rows after dark.'), source('/empty', ' ')],
  );

  test('in its sentence stand between straight double quotes, from the pages that it names or has as sources', () => {
    const found = sentenceQuotations(one, website);
    assert.deepEqual(
      found.map(({ quote }) => quote),
      ['A boat takes four', 'An hour costs 9.00'],
    );
    for (const path of ['/boats', '/prices', '/rules']) assert.ok(found[0]?.addresses.has(pageAddress(at(path))), path);
  });

  test('of its sources are the excerpts with words', () => {
    assert.deepEqual(
      sourceQuotations(one).map(({ quote }) => quote),
      ['Nobody rows after dark.'],
    );
  });
});

test('a label is about a quotation of the same criterion and page that has its words, or twenty characters of them', () => {
  const quotation = {
    ...{ criterion: 'P2-D', quote: 'Members under 16 row with an adult …' },
    addresses: new Set([pageAddress(at('/rules'))]),
  };
  const whole = 'Members under 16 row with an adult who can swim.';
  assert.ok(isLabelled(quotation, label('P2-D', '/rules.html', whole, true)));
  assert.ok(isLabelled(quotation, label('P2-D', '/rules', 'under 16 row with an adult', true)));
  assert.ok(!isLabelled(quotation, label('P2-D', '/rules', 'with an adult', true)), 'short parts are on many pages');
  assert.ok(isLabelled({ ...quotation, quote: 'From 9 €' }, label('P2-D', '/rules', 'from 9 €', true)));
  assert.ok(!isLabelled(quotation, label('P2-B', '/rules', whole, true)), 'another criterion');
  assert.ok(!isLabelled(quotation, label('P2-D', '/boats', whole, true)), 'another page');
});

describe('quotations against labels', () => {
  const site: QuotedSite = {
    ...{ name: 'rowing-club', website, pages_read: [at('/'), at('/rules/'), at('/prices')] },
    proposals: [
      proposal('P2-D', 'Conditions found: "Whoever cancels a day ahead pays nothing." (/rules).', [
        source('/rules', 'Is there a rule for cancelling a day ahead?'),
      ]),
      proposal('P2-B', 'A limit is named: "The boat house has no limit of hours" (/rules).', [source('/rules', '')]),
    ],
  };
  const labels = [
    label('P2-D', '/rules', 'Whoever cancels a day ahead pays nothing.', true),
    label('P2-D', '/rules', 'Whoever cancels  a day ahead pays nothing.', true),
    label('P2-D', '/rules', 'Is there a rule for cancelling a day ahead?', false),
    label('P2-B', '/rules', 'The boat house has no limit of hours', false),
    label('P1-B', '/prices', 'An hour in a single costs 9.00, in a four 21.00.', true),
    label('P1-B', '/never-read', 'A locker costs 30.00 a year, a key is lent.', true),
    { ...label('P2-B', '/rules', 'The boat house has no limit of hours', true), site: 'another-club' },
  ];

  test('are counted as right or wrong, in sentences and sources; labels of pages that were not read are no loss', () => {
    const { figures, wrong } = compareQuotations([site], labels);
    assert.deepEqual(figures, {
      sentences: { quotations: 2, labelled: 2, right: 1, wrong: 1, precision: 0.5 },
      sources: { quotations: 1, labelled: 1, right: 0, wrong: 1, precision: 0 },
      recall: { labels: 2, quoted: 1, recall: 0.5 },
    });
    assert.deepEqual(
      wrong.map(({ criterion, where }) => `${criterion} ${where}`),
      ['P2-B sentence', 'P2-D source'],
    );
  });

  test('are counted beside a judge, who is asked about each label of these sites once', () => {
    const asked: string[] = [];
    const { figures } = compareQuotations([site], labels, (name, criterion, url, quote) => {
      asked.push(`${name} ${criterion} ${pageAddress(url)}`);
      return !quote.endsWith('?') && criterion === 'P2-D';
    });
    assert.deepEqual(figures.judged, { labels: 5, precision: 1, recall: 1 / 3 });
    assert.equal(asked.length, 5);
  });

  test('have no precision where nothing is labelled', () => {
    const { figures } = compareQuotations([site], [], () => true);
    assert.equal(figures.sentences.precision, null);
    assert.equal(figures.recall.recall, null);
    assert.equal(figures.judged?.precision, null);
  });
});

test('labels are of the site that they name, or that the file is named after', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-labels-'));
  try {
    const one = { url: at('/'), quote: 'Rowing since 1902.', criterion: 'P3-A', supports: false };
    writeFileSync(join(folder, 'rowing-club.claims.json'), JSON.stringify([one]));
    writeFileSync(join(folder, 'several.json'), JSON.stringify([{ ...one, site: 'sailing-club', why: 'own' }]));
    writeFileSync(join(folder, 'README.md'), 'not a list');
    assert.deepEqual(
      readLabels(folder).map(({ site }) => site),
      ['rowing-club', 'sailing-club'],
    );
    writeFileSync(join(folder, 'wrong.json'), '[{"quote": 4}]');
    assert.throws(() => readLabels(folder));
    assert.deepEqual(readLabels(join(folder, 'missing')), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
