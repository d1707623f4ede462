import assert from 'node:assert/strict';
import { test } from 'node:test';
import { probes } from '@readymark/auditor/evidence/probes';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { againAt, briefOf, type ShownPreview } from './preview.ts';

test('in brief, a preview that found everything takes at most 250 tokens', () => {
  const names = [...new Set(probes.map(({ document }) => document))];
  const host = 'a-rather-long-name.of-a-company.example.com';
  const at = '2026-11-24T21:57:03.768Z';
  const whole: ShownPreview = {
    ...{ host, website: `https://${host}/`, status: 'done', reviewed: false, rubric_version: 'v1', asked_at: at },
    ...{ finished_at: at, again_at: at, progress: null, reason: null, P1: { low: 11, high: 23, max: 25 } },
    // All that documents for machines witness, too.
    criteria: ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E', 'P4-A', 'P5-A', 'P5-B', 'P5-D'].map((id) => ({
      id,
      low: 2,
      high: 5,
      evidence: 'Found.',
      next: null,
    })),
    documents: names.map((name) => ({ name, criterion: null, state: 'there', url: `https://${host}/` })),
    ...{ requests: [], changed_since_audit: [] },
    audit: { slug: 'a-rather-long-name-of-a-company', audit_date: '2026-11-20', overall_score: 63, stale: false },
  };
  const tokens = countTokens(JSON.stringify(briefOf(whole)));
  assert.ok(tokens <= 250, `${tokens} tokens`);
});

test('a preview may be made again after an hour; one that saw nothing a minute after its end; one under way not at all', () => {
  const [asked_at, finished_at] = ['2026-11-24T12:00:00.000Z', '2026-11-24T12:00:20.000Z'];
  const again = (status: string) => againAt({ status, asked_at, finished_at })?.toISOString();
  assert.equal(again('done'), '2026-11-24T13:00:00.000Z');
  assert.equal(again('unobserved'), '2026-11-24T12:01:20.000Z');
  assert.equal(again('failed'), '2026-11-24T12:01:20.000Z');
  assert.equal(again('running'), undefined);
});
