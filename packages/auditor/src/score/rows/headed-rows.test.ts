import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import { headedRows } from './headed-rows.ts';

const table = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const words =
  '<h1>Prices</h1><p>We hire out boats on the lake and in the harbour, and this is what you pay for them.</p>';
const rowsOf = (...rows: readonly (readonly string[])[]): string[] => {
  const [page] = madeSite({ '/': madePage(words + table(...rows)) }).pages;
  return page ? headedRows(page).map(({ quote }) => quote) : assert.fail();
};

test('a row of a table is quoted with its headings, so that it can be understood alone', () => {
  assert.deepEqual(rowsOf(['Boat', 'Seats', 'Per hour'], ['Dinghy', '4', '$12']), [
    'Boat: Dinghy; Seats: 4; Per hour: $12',
  ]);
  assert.deepEqual(rowsOf(['', 'Dinghy', 'Skiff'], ['Seats', '4', '6']), ['Seats; Dinghy: 4; Skiff: 6']);
});

test('a table without headings has no row that can be quoted', () => {
  assert.deepEqual(rowsOf(['Dinghy', '4', '$12'], ['Skiff', '6', '$18']), []);
  assert.deepEqual(rowsOf(['Boat', '', 'Per hour'], ['Dinghy', '4', '$12']), []);
});

test('a row with a bound proves that there is one; one that names another party does not', () => {
  const evidence = (...rows: readonly (readonly string[])[]) =>
    proposalFor('P2-B', { '/': madePage(words), '/pricing': madePage(words + table(...rows), { title: 'Prices' }) })
      .evidence;
  assert.match(evidence(['Boat', 'Limit'], ['Dinghy', '4']), /numbers at \/pricing: "Boat: Dinghy; Limit: 4"/);
  assert.doesNotMatch(evidence(['Paid by', 'Limit'], ['PayPal', '4']), /PayPal/);
});

test('a row whose labels are in several languages is not quoted', () => {
  assert.deepEqual(rowsOf(['Boat / Boot', 'Seats', 'Per hour'], ['Dinghy / Jolle', '4', '$12']), []);
});

test('a row that compares the offer with what others do is not quoted', () => {
  assert.deepEqual(rowsOf(['Boat', 'Here', 'A typical marina'], ['Dinghy', '$12', '$30']), []);
  assert.deepEqual(rowsOf(['', 'Bei uns', 'Andere'], ['Stornieren', 'frei', '30 €']), []);
});

test('a table of hours has no headings', () => {
  assert.deepEqual(rowsOf(['Mon', 'Closed'], ['Tue to Fri', '8 am to 5 pm']), []);
  assert.deepEqual(rowsOf(['Montag', 'geschlossen'], ['Dienstag', '8 bis 17 Uhr']), []);
  assert.deepEqual(rowsOf(['Boat', 'Monday', 'Saturday'], ['Dinghy', '$12', '$15']), [
    'Boat: Dinghy; Monday: $12; Saturday: $15',
  ]);
});

test('a row of work that was done is not quoted', () => {
  assert.deepEqual(rowsOf(['Job', 'Took us', 'Came to'], ['Cherry, 6 m', 'a morning', '£260']), []);
});
