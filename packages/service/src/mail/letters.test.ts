import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { auditChanges } from '@readymark/rubric/audit/changes';
import fc from 'fast-check';
import { HtmlValidate } from 'html-validate';
import { pino } from 'pino';
import { anyText } from '../../../../test/world/any-text.ts';
import { openSmtpSink, readLetter } from '../../test/world/network/smtp-sink.ts';
import { completedLetter } from './letters/completed-letter.ts';
import { correctionLetter } from './letters/correction-letter.ts';
import { declinedLetter } from './letters/declined-letter.ts';
import { manyLines, oneLine } from './letters/letter.ts';
import { reauditLetter } from './letters/reaudit-letter.ts';
import { openMailer } from './mailer.ts';

const criteria = (scores: Record<string, number>, max = 5): Audit['criteria'] =>
  Object.entries(scores).map(([id, score]) => ({
    id,
    pillar: id.slice(0, 2),
    name: `Name of ${id}`,
    score,
    max,
    evidence: 'Seen.',
  }));

const audit = (change: Partial<Audit> = {}): Audit => ({
  company: 'Convalytics',
  slug: 'convalytics',
  website: 'https://convalytics.dev/',
  audit_date: '2026-11-20',
  reaudit_due: '2027-05-19',
  overall_score: 64,
  tier: 'Emerging',
  tier_as_published: 'E',
  pillars: {
    P1: { name: 'Signal Architecture', score: 17, max: 25 },
    P3: { name: 'Trust Envelope', score: 8, max: 20 },
  },
  criteria: criteria({ 'P1-A': 4, 'P1-B': 4, 'P2-C': 0, 'P3-D': 2 }),
  strongest_signals: [],
  critical_gaps: [],
  priority_actions: [{ action: 'Publish prices as JSON.', points_gain: 1, pillar: 'P1', effort: 'Low' }],
  executive_summary: 'Better than before.',
  rubric_version: 'v1 (20 criteria, 100 points; P3-E not scored)',
  framework: 'Agent Readiness Framework',
  source_file: 'convalytics_2026-11-20.audit.json',
  ...change,
});
const earlier = audit({
  audit_date: '2026-04-17',
  overall_score: 29,
  tier: 'Agent-Invisible',
  criteria: criteria({ 'P1-A': 1, 'P1-B': 4, 'P2-C': 1, 'P3-D': 2 }),
});
const occasion = {
  notice_id: 'ntc_1',
  to: 'watcher@agents.example',
  base_url: 'https://readymark.example',
  unsubscribe_url: 'https://readymark.example/unsubscribe?t=v1.reg_1.tcyz00.abc-_',
  created_at: '2026-11-20T12:00:00.000Z',
};
const reaudit = (before = earlier, after = audit()) =>
  reauditLetter({ ...occasion, before, after, rank_before: 3, rank_after: 1, changes: auditChanges(before, after) });
const slip = audit({ overall_score: 63, criteria: criteria({ 'P1-A': 3, 'P1-B': 4, 'P2-C': 0, 'P3-D': 2 }) });
const correction = (after = audit(), before = slip) =>
  correctionLetter({ ...occasion, before, after, rank_before: 2, rank_after: 1, changes: auditChanges(before, after) });
const completed = (change: Partial<Audit> = {}) =>
  completedLetter({ ...occasion, request_id: 'req_1', audit: audit(change), rank: 1 });
const declined = (company = 'Convalytics', declined_reason = 'The site is not public.') =>
  declinedLetter({ ...occasion, request_id: 'req_1', company, declined_reason });

/** What a reader sees of the HTML, roughly. */
const visible = (html: string) =>
  html
    .replace(/<(head|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ');

test('a re-audit letter has score, tier and rank before and after, the criteria that changed, and a link to the record', () => {
  const { subject, text, html } = reaudit();
  assert.equal(subject, 'Convalytics re-audited: 29 → 64 (Emerging)');
  assert.equal(
    text,
    `Convalytics was audited again

The new audit is dated 2026-11-20, the previous one 2026-04-17.

Score  29 → 64 of 100 (+35)
Tier   Agent-Invisible → Emerging
Rank   3 → 1

Criteria up
  P1-A Name of P1-A  1 → 4 of 5

Criteria down
  P2-C Name of P2-C  1 → 0 of 5

The audit           https://readymark.example/audits/convalytics
The record as JSON  https://readymark.example/api/audits/convalytics.json

--
You get this mail because an agent registered with this address and watches Convalytics.
Stop these mails: https://readymark.example/unsubscribe?t=v1.reg_1.tcyz00.abc-_
This removes your address from every registration and request, and for 180 days no agent can bring it back. No login is needed.
Scores are licensed CC BY-NC 4.0: https://creativecommons.org/licenses/by-nc/4.0/
`,
  );
  for (const said of [
    '29 → 64 of 100 (+35)',
    'Agent-Invisible → Emerging',
    'P1-A Name of P1-A 1 → 4 of 5',
    'P2-C Name of P2-C 1 → 0 of 5',
  ])
    assert.ok(visible(html).includes(said), said);
  assert.doesNotMatch(text + html, /P1-B|P3-D/, 'criteria that did not change are not mentioned');
});

test('a correction says what it is, with score, tier and rank before and after and the criteria that changed', () => {
  const { subject, text } = correction();
  assert.equal(subject, 'Convalytics, audit corrected: 63 → 64 (Emerging)');
  assert.ok(
    text.startsWith(`The audit of Convalytics was corrected

The audit dated 2026-11-20 was published again with corrected scores, in place of the one that you knew. The company was not audited again.

Score  63 → 64 of 100 (+1)
Tier   Emerging, as before
Rank   2 → 1

Criteria up
  P1-A Name of P1-A  3 → 4 of 5
`),
    text,
  );
  const even = audit({ criteria: criteria({ 'P1-A': 3, 'P1-B': 5, 'P2-C': 0, 'P3-D': 2 }) });
  assert.equal(correction(even, audit()).subject, 'Convalytics, audit corrected: 64 as before (Emerging)');
});

test('a letter says when a score fell, or stayed the same', () => {
  assert.match(reaudit(audit(), { ...earlier, audit_date: '2027-01-01' }).text, /Score {2}64 → 29 of 100 \(−35\)/);
  const same = reaudit(audit({ audit_date: '2026-10-01' }), audit());
  assert.match(same.text, /Score {2}64, as before\n/);
  assert.match(same.text, /No criterion changed\./);
});

test('a letter says when two audits have different rubrics, and which criteria only one of them scores', () => {
  const after = audit({
    rubric_version: 'v2 (21 criteria, 100 points)',
    criteria: criteria({ 'P1-A': 4, 'P3-D': 2, 'P3-E': 3 }, 4),
  });
  const { text } = reaudit(earlier, after);
  assert.match(
    text,
    /different rubrics: v1 \(20 criteria, 100 points; P3-E not scored\) and v2 \(21 criteria, 100 points\)\./,
  );
  assert.match(text, /P3-E Name of P3-E {2}3 of 4, not scored before/);
  assert.match(text, /P2-C Name of P2-C {2}1 of 5 before, no longer scored/);
  assert.match(text, /P1-A Name of P1-A {2}1 of 5 → 4 of 4/);
});

test('a completion delivers score, tier, rank, pillars, summary, next steps and links', () => {
  const { subject, text, html } = completed();
  assert.equal(subject, 'Audit of Convalytics completed: 64 (Emerging)');
  for (const said of [
    'req_1',
    '64 of 100',
    'Emerging',
    'P1 Signal Architecture',
    '17 of 25',
    'Better than before.',
    'Publish prices as JSON.',
    '2027-05-19',
  ])
    assert.ok(text.includes(said) && visible(html).includes(said), said);
  for (const url of [
    'https://readymark.example/audits/convalytics',
    'https://readymark.example/api/audits/convalytics.json',
  ])
    assert.ok(text.includes(url) && html.includes(`href="${url}"`), url);
});

test('a decline contains the reason, line by line', () => {
  const { subject, text, html } = declined('Convalytics', 'The site is not public.\r\nAsk again when it is.');
  assert.equal(subject, 'Audit request for Convalytics declined');
  assert.ok(text.includes('The site is not public.\nAsk again when it is.'));
  assert.ok(html.includes('The site is not public.\nAsk again when it is.'));
  assert.ok(text.includes('req_1'));
});

test('every letter has the headers of a notice: its own Message-ID, and one-click unsubscribing', () => {
  for (const letter of [reaudit(), correction(), completed(), declined()]) {
    assert.equal(letter.message_id, '<ntc_1@readymark.example>');
    assert.equal(letter.date.toISOString(), occasion.created_at);
    assert.deepEqual(letter.headers, {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${occasion.unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    assert.ok(letter.text.includes(occasion.unsubscribe_url));
    assert.ok(
      letter.html.includes('href="https://readymark.example/unsubscribe?t&#61;v1.reg_1.tcyz00.abc-_"') ||
        letter.html.includes(`href="${occasion.unsubscribe_url}"`),
    );
  }
});

test('the same notice makes the same letter again', () => {
  assert.deepEqual(reaudit(), reaudit());
});

const xss = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><svg/onload=alert(1)>',
  '&lt;b&gt;',
  '!$' + '{1}',
  '\\n',
  '<!--',
];
const tags = (html: string) => html.match(/<\/?[a-z!][^>]*>/gi) ?? [];

test('markup in a company, a reason or a summary is shown as text', () => {
  const plainTags = {
    reaudit: tags(reaudit().html),
    correction: tags(correction().html),
    completed: tags(completed().html),
    declined: tags(declined().html),
  };
  for (const evil of xss) {
    const letters = {
      reaudit: reaudit(earlier, audit({ company: evil })),
      correction: correction(audit({ company: evil })),
      completed: completed({ company: evil, executive_summary: evil, tier: evil }),
      declined: declined(evil, evil),
    };
    for (const [kind, { html, text }] of Object.entries(letters)) {
      assert.deepEqual(tags(html), plainTags[kind as keyof typeof plainTags], `${kind}: ${evil}`);
      assert.ok(visible(html).includes(evil), `${kind} shows ${evil}`);
      assert.ok(text.includes(evil));
    }
  }
});

test('no untrusted text adds an element or a control character to a letter', () => {
  const plain = tags(declined().html);
  fc.assert(
    fc.property(anyText({ minLength: 1 }), (evil) => {
      const { html, text, subject } = declined(evil, `x${evil}`);
      assert.deepEqual(tags(html), plain);
      assert.doesNotMatch(html + text, /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/u);
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u);
      assert.ok((html + text + subject).isWellFormed());
    }),
    { numRuns: 300 },
  );
});

test('untrusted text on one line: breaks become spaces, direction marks and invisible characters are removed, spelling is kept', () => {
  assert.equal(oneLine(' A\r\nBcc: x\u2028y\u0000z '), 'A Bcc: x y z');
  assert.equal(oneLine('safe\u202Egpj.exe\u2066\u200B\u{E0041}'), 'safegpj.exe');
  assert.equal(oneLine('می\u200Cخواهم'), 'می\u200Cخواهم');
  assert.equal(oneLine('x'.repeat(300)).length, 200);
  assert.equal([...oneLine('🙂'.repeat(300), 80)].length, 80);
  assert.equal(manyLines('a\r\nb\u2028c\n\nd'), 'a\nb\nc\n\nd');
});

test('the HTML of every letter is valid', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: { 'no-inline-style': 'off', 'doctype-style': 'off' },
  });
  for (const { html } of [reaudit(), correction(), completed(), declined()]) {
    const report = await validator.validateString(html);
    assert.deepEqual(
      report.results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
      [],
    );
  }
});

test('the letters set no colour, so that they are readable in dark mode too', () => {
  for (const { html } of [reaudit(), correction(), completed(), declined()]) {
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    assert.doesNotMatch(
      html.replace('color-scheme', '').replace('supported-color-schemes', ''),
      /(?<!-)\bcolor\s*:|background/,
    );
    assert.ok(html.length < 20_000, 'small');
  }
});

test('letters arrive at a mail program as they were written', async (t: TestContext) => {
  const server = await openSmtpSink();
  const mailer = openMailer({
    smtp_url: server.url,
    mail_from: 'Readymark <n@readymark.example>',
    outbox_dir: '/nowhere',
    log: pino({ level: 'silent' }),
  });
  t.after(async () => {
    await mailer.close();
    await server.close();
  });
  for (const letter of [reaudit(), correction(), completed(), declined('Größe & Söhne\r\nBcc: x@y.example')]) {
    assert.deepEqual(await mailer.send(letter), { status: 'sent' });
    const got = server.letters.at(-1);
    assert.ok(got);
    const mail = await readLetter(got);
    assert.equal(mail.subject, letter.subject);
    assert.equal(mail.text?.trimEnd(), letter.text.trimEnd());
    assert.equal(typeof mail.html === 'string' && mail.html.trimEnd(), letter.html.trimEnd());
    assert.deepEqual(got.rcpt_to, ['watcher@agents.example']);
  }
});

test('every letter is readable without HTML: no line of text is broken by markup', () => {
  for (const { text } of [reaudit(), correction(), completed(), declined()])
    assert.doesNotMatch(text, /<[a-z]|&#|undefined|null|NaN/);
});
