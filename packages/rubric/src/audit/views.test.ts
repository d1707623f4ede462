import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleAudit, v2 } from '../../test/example-audit.ts';
import type { Audit, AuditRecord } from './audit.ts';
import { briefOf, shortenedTogether } from './brief.ts';
import { auditAnswer, briefView, pillarView, selectionErrors, selectionView } from './views.ts';

/** Parts of an audit (decision 63). */
const folder = new URL('../../../../examples/', import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Audit);
const tokens = (value: unknown) => encode(JSON.stringify(value)).length;
const ranked = (audit: Audit, rank = 10_000): AuditRecord => ({ ...audit, rank });

/** The longest texts that an audit may have, of words like those of real audits. */
function longest(text: string): AuditRecord {
  const audit = ranked(exampleAudit({ scores: 5 }));
  const long = (length: number) =>
    text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .trim();
  return {
    ...audit,
    company: long(200),
    slug: 'the-international-association-of-agent-ready-widget-makers-ltd-x',
    tier: 'Human-Dependent',
    strongest_signals: [{ title: long(1000), detail: long(20_000) }],
    critical_gaps: [{ title: long(1000), detail: long(20_000) }],
    priority_actions: [{ action: long(2000), points_gain: 25, pillar: 'P5', effort: 'High' }],
  };
}

describe('a brief', () => {
  test('of every example has the whole texts, and at most 220 tokens', () => {
    assert.ok(examples.length > 10);
    for (const audit of examples) {
      const brief = briefOf(ranked(audit), true);
      assert.ok(tokens(brief) <= 220, `${audit.slug} takes ${tokens(brief)} tokens`);
      assert.equal(brief.company, audit.company);
      assert.equal(brief.critical_gaps[0]?.title, audit.critical_gaps[0]?.title);
      assert.deepEqual(brief.priority_actions[0], audit.priority_actions[0]);
      assert.deepEqual(briefView.parse(brief), brief);
    }
  });

  for (const [name, text] of [
    ['English', 'Publish the machine-readable prices with their billing periods and quotas (JSON-LD, pricing.md). '],
    ['German', 'Veröffentlichen Sie maschinenlesbare Preise mit Abrechnungszeiträumen und Übergangsfristen. '],
    ['Greek', 'Δημοσιεύστε τις τιμές σε μορφή αναγνώσιμη από μηχανές και τα όρια χρήσης. '],
    ['Russian', 'Опубликуйте цены в машиночитаемом виде вместе с периодами оплаты и квотами. '],
    ['Japanese', '機械可読な価格表を公開し、請求期間と利用上限を明記してください。'],
    ['Chinese', '请发布机器可读的价格，并注明计费周期和使用配额。'],
    ['addresses', 'Serve /.well-known/api-catalog and https://api.example.com/v1/openapi.json?format=yaml&v=3.1 '],
  ] as const)
    test(`with the longest texts, in ${name}, has at most 220 tokens`, () => {
      const brief = briefOf(longest(text), false);
      assert.ok(tokens(brief) <= 220, `${tokens(brief)} tokens: ${JSON.stringify(brief)}`);
      for (const shown of [brief.company, brief.critical_gaps[0]?.title, brief.priority_actions[0]?.action])
        assert.match(shown ?? '', /[\p{L}\p{N})]…$/u);
    });

  test('of an audit without signals, gaps and actions has empty lists', () => {
    const brief = briefOf(
      { ...ranked(exampleAudit()), strongest_signals: [], critical_gaps: [], priority_actions: [] },
      false,
    );
    assert.deepEqual([brief.strongest_signals, brief.critical_gaps, brief.priority_actions], [[], [], []]);
  });
});

describe('texts that are shortened together', () => {
  test('stay whole while they fit, and leave their room to the longer ones', () => {
    assert.deepEqual(shortenedTogether(['one', 'two words', ''], 12), ['one', 'two words', '']);
    assert.deepEqual(shortenedTogether(['one', 'two words and more'], 20), ['one', 'two words and…']);
    assert.deepEqual(shortenedTogether(['alpha beta gamma', 'alpha beta gamma'], 24), ['alpha beta…', 'alpha beta…']);
  });

  test('end at a word, before punctuation, or within a word that is too long alone', () => {
    assert.deepEqual(shortenedTogether(['first, second'], 8), ['first…']);
    assert.deepEqual(shortenedTogether(['unbelievably'], 8), ['unbelie…']);
  });

  test('are well-formed beginnings, and together no heavier than allowed', () => {
    const heavy = (text: string) => Array.from(text, (one) => (one <= '\x7f' ? 1 : 4)).reduce((a, b) => a + b, 0);
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 40, max: 400 }),
        (texts, most) => {
          const shown = shortenedTogether(texts, most);
          for (const [at, text] of shown.entries()) {
            assert.ok(text.isWellFormed());
            if (text !== texts[at]) assert.ok(text.endsWith('…') && texts[at]?.startsWith(text.slice(0, -1)));
          }
          // The ellipsis counts as one letter.
          assert.ok(shown.reduce((sum, text, at) => sum + heavy(text) - (text === texts[at] ? 0 : 3), 0) <= most);
        },
      ),
    );
  });
});

describe('a part of an audit', () => {
  test('is one pillar: its score and its criteria with evidence, and whose it is', () => {
    const [audit] = examples as [Audit];
    const view = selectionView(ranked(audit, 3), true, { pillar: 'P3' });
    assert.deepEqual(pillarView.parse(view), view);
    const head = ['company', 'slug', 'audit_date', 'stale', 'overall_score', 'tier'];
    const real = selectionView(ranked(exampleAudit()), true, { pillar: 'P3' });
    assert.deepEqual(Object.keys(real), [...head, 'pillars', 'criteria', 'rank']);
    assert.deepEqual(Object.keys(view), [...head, 'fictional', 'pillars', 'criteria', 'rank']);
    assert.deepEqual(view.pillars, { P3: audit.pillars.P3 });
    assert.deepEqual(
      view.criteria,
      audit.criteria.filter(({ pillar }) => pillar === 'P3'),
    );
    assert.ok(tokens(view) <= 400);
  });

  test('is single criteria, a pillar and more criteria, or either without evidence; in the order of the audit', () => {
    const record = ranked(exampleAudit());
    const ids = (view: ReturnType<typeof selectionView>) => view.criteria.map(({ id }) => id);
    assert.deepEqual(ids(selectionView(record, false, { criteria: ['P5-A', 'P1-B'] })), ['P1-B', 'P5-A']);
    const both = selectionView(record, false, { pillar: 'P4', criteria: ['P1-B', 'P4-A'] }, false);
    assert.deepEqual(ids(both), ['P1-B', 'P4-A', 'P4-B']);
    assert.deepEqual(Object.keys(both.pillars ?? {}), ['P4']);
    assert.ok(both.criteria.every((one) => !('evidence' in one)));
    assert.deepEqual(auditAnswer.parse(both), both);
  });

  test('names ids that no asked audit has, and those that they have', () => {
    const [first, second] = [ranked(exampleAudit()), ranked(exampleAudit({ rubric: v2 }))];
    const [pillar, criteria] = selectionErrors([first], { pillar: 'P6', criteria: ['P3-E', 'P1-A'] });
    assert.deepEqual(pillar, { field: 'pillar', message: 'must be one of P1, P2, P3, P4, P5' });
    assert.equal(criteria?.field, 'criteria');
    assert.match(criteria?.message ?? '', /^must name only P1-A, P1-B.*P3-D, P4-A.*P5-D$/);
    assert.deepEqual(selectionErrors([first, second], { pillar: 'P3', criteria: ['P3-E'] }), []);
    assert.deepEqual(selectionErrors([first], {}), []);
  });
});
