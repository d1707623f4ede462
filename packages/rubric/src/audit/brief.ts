import type { z } from 'zod';
import type { AuditRecord } from './audit.ts';
import { type briefView, headOf } from './views.ts';

/**
 * What the texts of a brief may weigh together, slug and name included. With it a brief takes at most 220 tokens in
 * European languages and in Chinese or Japanese (decision 63); texts of usual length are not shortened.
 */
const TEXTS_WEIGHT_MAX = 300;

/** An audit in brief. Where its texts are too long together, the longest are shortened. */
export function briefOf(record: AuditRecord, stale: boolean): z.infer<typeof briefView> {
  const [signal, gap, action] = [record.strongest_signals[0], record.critical_gaps[0], record.priority_actions[0]];
  const [company = '', signal_title = '', gap_title = '', text = ''] = shortenedTogether(
    [record.company, signal?.title ?? '', gap?.title ?? '', action?.action ?? ''],
    TEXTS_WEIGHT_MAX - record.slug.length,
  );
  const pillars = Object.entries(record.pillars).map(([id, { score, max }]) => [id, { score, max }]);
  return {
    ...headOf({ ...record, company }, stale),
    pillars: Object.fromEntries(pillars),
    strongest_signals: signal ? [{ title: signal_title }] : [],
    critical_gaps: gap ? [{ title: gap_title }] : [],
    priority_actions: action ? [{ ...action, action: text }] : [],
    rank: record.rank,
  };
}

/** Texts that weigh at most `most` together: where they weigh more, all are shortened to one weight that fits. */
export function shortenedTogether(texts: readonly string[], most: number): string[] {
  let left = most;
  let share = most;
  const weights = texts.map(weight).sort((a, b) => a - b);
  for (const [at, one] of weights.entries()) {
    share = Math.floor(left / (weights.length - at));
    if (one > share) break;
    left -= one;
    share = most;
  }
  return texts.map((text) => shortenedTo(text, share));
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of at most this weight: whole, or its first whole words and an ellipsis. */
function shortenedTo(text: string, most: number): string {
  if (weight(text) <= most) return text;
  // No letter weighs less than 1, so nothing behind this many can fit.
  const beginning = text.slice(0, most);
  const kept = firstOf(words, beginning, most - 1).replace(/[\s\p{P}]{1,9}$/u, '');
  return `${kept || firstOf(letters, beginning, most - 1)}…`;
}

/** The first segments of a text that weigh at most `most` together. */
function firstOf(segmenter: Intl.Segmenter, text: string, most: number): string {
  let left = most;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    left -= weight(segment);
    if (left < 0) return text.slice(0, end);
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** About how much of a model's input a text takes, four to the token: a letter outside of ASCII can be a whole one. */
export function weight(text: string): number {
  let sum = 0;
  for (const letter of text) sum += letter <= '\x7f' ? 1 : 4;
  return sum;
}
