import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicReply } from './reply.ts';
import { replyStates } from './reply-states.ts';

const reply = (kind: 'reply' | 'dispute', more: Partial<PublicReply> = {}): PublicReply => ({
  ...{ reply_id: 'rep_1', audit_date: '2026-11-02', kind, criterion: 'P1-A', text: 'x', text_salt: 'y' },
  ...{ published_at: '2026-11-18T12:00:00.000Z', proof: 'dns', proven_at: '2026-11-17T12:00:00.000Z' },
  ...{ outcome: null, removed_at: null, ...more },
});
const ended = (outcome: 'upheld' | 'withdrawn') => ({
  outcome: { outcome, audit_date: null, at: '2026-11-20T12:00:00.000Z' },
});
const states = (...replies: PublicReply[]) => Object.fromEntries(replyStates(replies, '2026-11-02'));

test('an open dispute is what a criterion is, else the newest reply; only of this audit, and of criteria', () => {
  assert.deepEqual(states(), {});
  assert.deepEqual(states(reply('reply')), { 'P1-A': 'replied' });
  assert.deepEqual(states(reply('reply'), reply('dispute')), { 'P1-A': 'disputed' });
  assert.deepEqual(states(reply('dispute', ended('withdrawn')), reply('reply')), { 'P1-A': 'withdrawn' });
  assert.deepEqual(states(reply('reply', ended('withdrawn')), reply('dispute', ended('upheld')), reply('dispute')), {
    'P1-A': 'disputed',
  });
  assert.deepEqual(states(reply('reply', { criterion: null })), {});
  assert.deepEqual(states(reply('dispute', { audit_date: '2026-05-01' })), {});
});
