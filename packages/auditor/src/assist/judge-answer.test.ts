import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeAnswer } from './judge-answer.ts';
import type { AssistQuestion } from './question.ts';

const item = (id: string, url: string, text: string) => ({ id, url, text, fetched_at: '2026-11-20T10:00:00.000Z' });
const question: AssistQuestion = {
  criterion: 'P2-B',
  name: 'Scope & Limits',
  description: 'Quotas are stated as numbers.',
  question: 'Are the limits complete?',
  rungs: [{ score: 2, text: 'A limit' }],
  low: 2,
  high: 3,
  items: [
    item('E1', 'https://acme.dev/pricing', 'The Team plan costs $49 per month and allows 1,000 requests a minute.'),
    item(
      'E2',
      'https://acme.dev/docs',
      'Beyond the limit the API answers 429 with Retry-After. Ｃafe\u0301 plan: see acme.dev/limits.',
    ),
  ],
};
const claim = (text: string, quote: string, ...evidence_ids: string[]) => ({ text, quote, evidence_ids });
const good = claim('The Team plan allows 1,000 requests a minute.', 'allows 1,000 requests a minute', 'E1');
const judge = (claims: unknown, score: unknown = 3) => judgeAnswer(JSON.stringify({ score, claims }), question);

test('a claim is kept when its quote is in a cited item and its numbers and addresses are', () => {
  const judged = judge([good, claim('The API answers 429 at the limit.', 'the  API answers\n429', 'E1', 'E2')]);
  assert.deepEqual(
    judged?.claims.map(({ quote, items }) => [quote, items.map(({ id }) => id)]),
    [
      ['allows 1,000 requests a minute', ['E1']],
      // White space is folded, and the item that holds the quote comes first.
      ['the API answers 429', ['E2', 'E1']],
    ],
  );
  assert.deepEqual([judged?.score, judged?.dropped], [3, 0]);
  assert.equal(judge([claim('Limits are explained.', 'Café plan: see', 'E2')])?.claims.length, 0, 'another letter C');
  assert.equal(judge([claim('Limits are explained.', 'afé plan: see', 'E2')])?.claims.length, 1, 'composed or not');
  assert.equal(judge([claim('See acme.dev/limits for limits.', 'see acme.dev/limits', 'E2')])?.claims.length, 1);
});

test('a claim that is not borne out is dropped alone', () => {
  const bad = {
    'an invented quote': claim('Limits are stated.', 'five nines of uptime', 'E1'),
    'a quote of another item': claim('Limits are stated.', 'answers 429 with Retry-After', 'E1'),
    'a quote that is too short': claim('Limits are stated.', 'the', 'E2'),
    'no quote': claim('Limits are stated.', '', 'E1'),
    'an item that is not there': claim('Limits are stated.', 'allows 1,000 requests', 'E1', 'E9'),
    'no item': claim('Limits are stated.', 'allows 1,000 requests'),
    'a number that is not there': claim('The plan allows 10,000 requests.', 'allows 1,000 requests', 'E1'),
    'a part of a number': claim('The plan allows 1 request.', 'allows 1,000 requests', 'E1'),
    'a number of another item': claim('It answers 429.', 'allows 1,000 requests', 'E1'),
    'an address': claim('See https://evil.example/x for more.', 'allows 1,000 requests', 'E1'),
    'a host without scheme': claim('See evil.example for more.', 'allows 1,000 requests', 'E1'),
    HTML: claim('Limits <b>are</b> stated.', 'allows 1,000 requests', 'E1'),
    Markdown: claim('Limits are [stated](x).', 'allows 1,000 requests', 'E1'),
    'an entity': claim('Limits &lt; stated.', 'allows 1,000 requests', 'E1'),
    'a bidi mark': claim('Limits are \u202estated.', 'allows 1,000 requests', 'E1'),
    'a line break': claim('Limits are\nstated.', 'allows 1,000 requests', 'E1'),
    'a long text': claim('x'.repeat(301), 'allows 1,000 requests', 'E1'),
    'no claim': 'Limits are stated.',
    nothing: null,
  };
  for (const [what, one] of Object.entries(bad)) {
    const judged = judge([one, good]);
    assert.deepEqual([judged?.claims.length, judged?.dropped], [1, 1], what);
  }
});

test('the score never leaves the interval', () => {
  for (const [given, kept] of [
    [5, 3],
    [0, 2],
    [2, 2],
    [3, 3],
  ])
    assert.equal(judge([good], given)?.score, kept);
});

test('an answer of another form says nothing', () => {
  for (const text of [
    '',
    'I cannot help with that.',
    '{"score": 5, "claims": [',
    '[]',
    '{"score": "5", "claims": []}',
    '{"score": 3.5, "claims": []}',
    '{"score": -1, "claims": []}',
  ])
    assert.equal(judgeAnswer(text, question), undefined, text);
  assert.equal(
    judgeAnswer(`\`\`\`json\n${JSON.stringify({ score: 3, claims: [good] })}\n\`\`\``, question)?.claims.length,
    1,
  );
});

test('whatever a model answers, what is kept is quoted from an item and inside the interval', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(good.text, good.quote, 'https://acme.dev/pricing', '429'));
  const any = fc.record({ text, quote: text, evidence_ids: fc.array(fc.constantFrom('E1', 'E2', 'E3', '')) });
  fc.assert(
    fc.property(fc.array(any), fc.integer({ min: -9, max: 99 }), (claims, score) => {
      const judged = judge(claims, score);
      if (judged === undefined) return;
      assert.ok(judged.score >= 2 && judged.score <= 3);
      for (const { quote, items } of judged.claims)
        assert.ok(quote.length >= 8 && items[0]?.text.normalize('NFC').includes(quote));
    }),
  );
});
