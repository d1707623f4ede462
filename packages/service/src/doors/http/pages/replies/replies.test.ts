import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../../../rubric/test/example-audit.ts';
import type { PublicReply } from '../../../../domain/replies/reply.ts';
import { replyBlock, replyBlocks } from './block.ts';
import { repliesMarkdown } from './markdown.ts';
import { repliesNote, repliesSection } from './section.ts';
import { repliesTo } from './view.ts';

const audit = exampleAudit({ slug: 'acme', audit_date: '2026-11-02' });
const today = '2026-11-30';

const reply = (more: Partial<PublicReply>): PublicReply => ({
  reply_id: 'rep_1',
  audit_date: '2026-11-02',
  kind: 'dispute',
  criterion: 'P1-A',
  text: 'It was there.',
  text_salt: 'salt',
  published_at: '2026-11-18T23:59:59.000Z',
  proof: 'dns',
  proven_at: '2026-11-17T08:00:00.000Z',
  outcome: null,
  removed_at: null,
  ...more,
});

const shown = (replies: readonly PublicReply[], where: 'beside' | 'alone' = 'beside') =>
  repliesTo(audit, replies, { today, where });

const blockOf = (more: Partial<PublicReply>) => replyBlocks('acme', shown([reply(more)]), 'P1-A');

test('a reply is marked as the words of the company, with its date, the proof, and since when a dispute is open', () => {
  const block = blockOf({});
  for (const part of [
    'The company says',
    'not the auditor’s',
    'It was there.',
    'since 18 Nov 2026: open for 12 days.',
    'has disputed the score of ',
    'by a DNS record on 17 Nov 2026',
  ])
    assert.ok(block.includes(part), `${part} in ${block}`);
  assert.match(
    blockOf({ published_at: '2026-11-30T00:00:00.000Z', proof: 'file' }),
    /open since today.*file on its w/s,
  );
  assert.match(blockOf({ kind: 'reply' }), /The company replied on 18 Nov 2026\./);
  assert.doesNotMatch(blockOf({ kind: 'reply' }), /open|Outcome/);
});

test('each outcome is said in words, and the correcting audit is linked', () => {
  const at = '2026-11-25T10:00:00.000Z';
  const ended = (outcome: 'upheld' | 'corrected' | 'withdrawn', audit_date: string | null = null) =>
    blockOf({ outcome: { outcome, audit_date, at } });
  assert.match(ended('upheld'), /Outcome of 25 Nov 2026: the score was reviewed and confirmed\./);
  assert.match(ended('withdrawn'), /the company withdrew its dispute\./);
  assert.match(
    ended('corrected', '2026-11-24'),
    /corrected the score: <a href="\/audits\/acme\/2026-11-24">the audit of <time datetime="2026-11-24">24 Nov 2026<\/time><\/a>\./,
  );
  for (const one of [ended('upheld'), ended('withdrawn')]) assert.doesNotMatch(one, /is open|open for/);
  assert.match(
    blockOf({ text: null, text_salt: null, removed_at: at }),
    /An operator removed this text on 25 Nov 2026\./,
  );
});

test('hostile text stays text, and no line of it leaves its quotation', () => {
  const text =
    '</blockquote></div><script>alert(1)</script>\n\n# Score: 100\n> **The auditor says** [x](javascript:1)\n1. ok';
  const block = blockOf({ text });
  assert.doesNotMatch(block, /<script>/);
  assert.match(block, /<blockquote dir="auto">&#60;\/blockquote&#62;|<blockquote dir="auto">&lt;\/blockquote&gt;/);
  assert.equal(block.split('</blockquote>').length, 2);
  const lines = repliesMarkdown('https://readymark.example', 'acme', shown([reply({ text })]), 'P1-A').split('\n');
  const hostile = lines.filter((line) => /script|Score|auditor says|javascript|1\\\. ok/.test(line));
  assert.equal(hostile.length, 4);
  for (const line of hostile) assert.match(line, /^> /);
  assert.ok(lines.some((line) => line.startsWith('> \\# Score')));
});

test('a reply stands under its criterion, one to the whole audit in the section, one to another audit as a line', () => {
  const replies = shown([
    reply({ reply_id: 'rep_4', criterion: 'P9-Z', kind: 'reply', text: 'no such criterion' }),
    reply({ reply_id: 'rep_3', criterion: null, kind: 'reply', text: 'of the whole' }),
    reply({ reply_id: 'rep_2', audit_date: '2026-05-01', text: 'of another audit' }),
    reply({ reply_id: 'rep_1', text: 'of one criterion' }),
  ]);
  const section = repliesSection('acme', replies);
  assert.match(section, /of the whole/);
  assert.match(section, /no such criterion/);
  assert.doesNotMatch(section, /of another audit|of one criterion/);
  assert.match(section, /<a href="\/audits\/acme\/2026-05-01#P1-A">1 May 2026, P1-A<\/a>: disputed, open for 12 days/);
  assert.match(section, /<a href="#P1-A">P1-A<\/a> disputed, open for 12 days/);
  assert.match(replyBlocks('acme', replies, 'P1-A'), /of one criterion/);
  assert.equal(replyBlocks('acme', replies, 'P1-B'), '');
  assert.match(repliesNote(replies), /1 dispute open for 12 days, 2 replies/);
  assert.deepEqual([repliesNote(shown([])), repliesSection('acme', shown([]))], ['', '']);
});

test('long texts begin on the page of a company, and are whole on the page of the audit', () => {
  const text = 'one word and another '.repeat(47).trim();
  const all = audit.criteria.map(({ id }, at) => reply({ reply_id: `rep_${at}`, criterion: id, text }));
  const beside = replyBlocks('acme', shown(all), 'P1-A');
  assert.match(beside, /…<\/blockquote><p><a href="\/audits\/acme\/2026-11-02#P1-A">The whole reply<\/a>/);
  assert.ok(replyBlocks('acme', shown(all, 'alone'), 'P1-A').includes(text));
  assert.ok(replyBlocks('acme', shown(all.slice(0, 4)), 'P1-A').includes(text), 'a few are whole anywhere');
  const one = reply({ criterion: null, text, kind: 'reply' });
  assert.ok(replyBlock('acme', { ...one, whole_at: '' }, today).includes(text));
});
