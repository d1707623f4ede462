import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAddresses } from './evidence-text.ts';

test('sources in brackets leave the sentence, and are kept as addresses, each once', () => {
  assert.deepEqual(
    withoutAddresses(
      'Two pages have prices (https://a.example/prices, 2026-11-22; https://a.example/, 2026-11-22). One repeats it (https://a.example/prices).',
    ),
    {
      text: 'Two pages have prices. One repeats it.',
      addresses: ['https://a.example/prices', 'https://a.example/'],
    },
  );
});

test('an address within a sentence is named by its path, with what follows it', () => {
  assert.deepEqual(withoutAddresses('The file https://a.example/llms.txt?v=1, and https://b.example/.'), {
    text: 'The file /llms.txt?v=1, and b.example.',
    addresses: ['https://a.example/llms.txt?v=1', 'https://b.example/'],
  });
  assert.equal(withoutAddresses('Seen (see https://a.example/x for all).').text, 'Seen (see /x for all).');
});

test('brackets without addresses, and what is no address, stay as they are', () => {
  for (const text of ['One (of two) is there.', '', 'http://', 'A ( b ((( c) https', '(https://[)'])
    assert.deepEqual(withoutAddresses(text), { text, addresses: [] });
});
