import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { anyText } from '../../../../test/world/any-text.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import {
  type Behaviour,
  headerLines,
  openSmtpSink,
  readLetter,
  type SmtpSink,
} from '../../test/world/network/smtp-sink.ts';
import { letter } from './letters/body.ts';
import type { Occasion } from './letters/letter.ts';
import { CONNECTIONS_MAX, defaultTimeouts, openMailer, type Timeouts } from './mailer.ts';

const mail_from = 'Readymark <notices@readymark.example>';
const occasion: Occasion = {
  notice_id: 'ntc_1',
  to: 'watcher@agents.example',
  base_url: 'https://readymark.example',
  unsubscribe_url:
    'https://readymark.example/unsubscribe?t=v1.reg_01jd3h7q2m8r4t6v.tcyz00.G8sFq2m8r4t6vXy0G8sFq2m8r4t6vXy0G8sFq2m8r4t',
  created_at: '2026-11-20T12:00:00.000Z',
};
const body = { title: 'Hello', paragraphs: [], facts: [], sections: [], links: [], why: '', unsubscribe_url: null };
const some = (change: Partial<Occasion> = {}, subject = 'Convalytics re-audited: 29 → 64 (Emerging)') => ({
  ...letter({ ...occasion, ...change }, { subject, body }),
  text: 'Hello.\n.\nA line with a dot above.\n',
  html: '<p>Hello.</p>',
});

const silent = pino({ level: 'silent' });
const mailer = (
  t: TestContext,
  smtp_url: string,
  options: { timeouts?: Timeouts; outbox_dir?: string; log?: Logger } = {},
) => {
  const made = openMailer({ smtp_url, mail_from, outbox_dir: '/nowhere', log: silent, ...options });
  t.after(() => made.close());
  return made;
};
const sink = async (t: TestContext, login?: { user: string; pass: string }): Promise<SmtpSink> => {
  const made = await openSmtpSink(login);
  t.after(() => made.close());
  return made;
};
const hasty: Timeouts = { connect_ms: 150, silence_ms: 200, total_ms: 1_000 };

test('a letter arrives complete, with the headers of a notice and both bodies', async (t) => {
  const server = await sink(t);
  assert.deepEqual(await mailer(t, server.url).send(some()), { status: 'sent' });
  const [got] = server.letters;
  assert.ok(got);
  assert.equal(got.mail_from, 'notices@readymark.example');
  assert.deepEqual(got.rcpt_to, ['watcher@agents.example']);
  const lines = headerLines(got);
  for (const line of [
    'From: Readymark <notices@readymark.example>',
    'To: watcher@agents.example',
    'Message-ID: <ntc_1@readymark.example>',
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    'Auto-Submitted: auto-generated',
    `List-Unsubscribe: <${occasion.unsubscribe_url}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
    assert.ok(lines.includes(line), `${line} not in\n${lines.join('\n')}`);
  const mail = await readLetter(got);
  assert.equal(mail.subject, 'Convalytics re-audited: 29 → 64 (Emerging)');
  assert.equal(mail.text?.trimEnd(), 'Hello.\n.\nA line with a dot above.');
  assert.equal(mail.html, '<p>Hello.</p>');
});

test('letters share connections, of which at most five are open', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  for (let n = 0; n < 10; n++) await out.send(some({ notice_id: `ntc_${n}` }));
  assert.equal(server.connections(), 1);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => out.send(some({ notice_id: `ntc_${n + 10}` }))),
  );
  assert.ok(answers.every(({ status }) => status === 'sent'));
  assert.ok(server.connections() <= CONNECTIONS_MAX, `${server.connections()} connections`);
  assert.equal(new Set(server.letters.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())?.[1])).size, 70);
});

test('a connection that the server closed while it was idle is replaced, and the letter goes out once', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  await out.send(some());
  server.hangUp();
  assert.deepEqual(await out.send(some({ notice_id: 'ntc_2' })), { status: 'sent' });
  assert.equal(server.seen.length, 2);
});

test('STARTTLS and login come from the address', async (t) => {
  const server = await sink(t, { user: 'readymark', pass: 'p%40ss%2Fw:rd'.replace(':', '%3A') });
  server.logins.length = 0;
  assert.equal(
    (await mailer(t, server.url).send(some())).status,
    'temporary',
    'the sink expects the escaped password, we send the plain one',
  );
  assert.deepEqual(server.logins[0], { user: 'readymark', pass: 'p@ss/w:rd' });

  const plain = await sink(t, { user: 'readymark', pass: 'secret' });
  assert.deepEqual(await mailer(t, plain.url).send(some()), { status: 'sent' });
  assert.equal(plain.letters[0]?.secure, true);
  assert.equal(plain.letters[0]?.user, 'readymark');
});

test('a wrong password is a temporary failure, and the reason contains neither it nor the server’s text', async (t) => {
  const server = await sink(t, { user: 'readymark', pass: 'secret' });
  const answer = await mailer(t, server.url.replace('secret', 'hunter2')).send(some());
  assert.equal(answer.status, 'temporary');
  assert.match('reason' in answer ? answer.reason : '', /^535 EAUTH at AUTH PLAIN$/);
});

test('credentials never cross the network without TLS', async (t) => {
  const server = await sink(t);
  const answer = await mailer(t, server.url.replace('smtp://', 'smtp://readymark:secret@')).send(some());
  assert.equal(answer.status, 'temporary');
  assert.match('reason' in answer ? answer.reason : '', /^(\d{3} )?ETLS/);
  assert.deepEqual([server.logins, server.seen], [[], []]);
});

test('a certificate that cannot be trusted is a temporary failure', async (t) => {
  const server = await sink(t, { user: 'readymark', pass: 'secret' });
  const answer = await mailer(t, server.url.replace('?tls.rejectUnauthorized=false', '')).send(some());
  assert.equal(answer.status, 'temporary');
  assert.deepEqual(server.logins, []);
});

test('5xx for one address is permanent for that letter; the others go out, and the connections stay in use', async (t) => {
  const server = await sink(t);
  server.behave({ recipient: (address) => (address === 'gone@agents.example' ? 550 : undefined) });
  const out = mailer(t, server.url);
  for (let n = 0; n < 6; n++) {
    assert.deepEqual(await out.send(some({ to: 'gone@agents.example' })), {
      status: 'permanent',
      reason: '550 EENVELOPE at RCPT TO',
    });
    assert.deepEqual(await out.send(some()), { status: 'sent' });
  }
  assert.equal(server.letters.length, 6);
  assert.ok(server.connections() <= CONNECTIONS_MAX);
});

test('5xx for the letter is permanent, 5xx for our sender address or at the greeting is not the recipient’s fault', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  server.behave({ data: () => 554 });
  assert.equal((await out.send(some())).status, 'permanent');
  server.behave({ mail_from: () => 550 });
  assert.equal((await out.send(some())).status, 'temporary');
  server.hangUp();
  server.behave({ greeting: () => 554 });
  assert.equal((await out.send(some())).status, 'temporary');
});

test('4xx is temporary at every step, and the next try succeeds', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  for (const behaviour of [
    { recipient: () => 450 },
    { data: () => 451 },
    { mail_from: () => 452 },
    { data: () => 421 },
  ] as const) {
    server.behave(behaviour);
    assert.equal((await out.send(some())).status, 'temporary');
    server.behave({});
    assert.deepEqual(await out.send(some()), { status: 'sent' });
  }
});

test('after a server drops the connection with the letter received, only the outbox tries again', async (t) => {
  const server = await sink(t);
  server.behave({ data: () => 'drop' });
  const answer = await mailer(t, server.url).send(some());
  assert.equal(answer.status, 'temporary');
  assert.equal(server.seen.length, 1);
});

test('a server that drops or hangs at the greeting, or hangs after the letter, takes no longer than the time limits', async (t) => {
  const ills: Behaviour[] = [{ greeting: () => 'drop' }, { greeting: () => 'hang' }, { data: () => 'hang' }];
  for (const behaviour of ills) {
    const server = await sink(t);
    server.behave(behaviour);
    const begun = performance.now();
    assert.equal((await mailer(t, server.url, { timeouts: hasty }).send(some())).status, 'temporary');
    assert.ok(performance.now() - begun < hasty.total_ms + timeLimit(200));
  }
});

test('letters that wait for a connection to a hanging server reach the time limit too', async (t) => {
  const server = await sink(t);
  server.behave({ data: () => 'hang' });
  const out = mailer(t, server.url, { timeouts: { connect_ms: 300, silence_ms: 10_000, total_ms: 400 } });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => out.send(some({ notice_id: `ntc_${n}` }))));
  assert.ok(answers.every(({ status }) => status === 'temporary'));
  assert.deepEqual(answers.at(-1), { status: 'temporary', reason: 'EABORT' });
});

test('a refused connection and an unknown host are temporary, and the reason says which it was', async (t) => {
  const server = await openSmtpSink();
  await server.close();
  const refused = await mailer(t, server.url, { timeouts: hasty }).send(some());
  assert.deepEqual(refused, { status: 'temporary', reason: 'ECONNREFUSED at CONN' });
  const unknown = await mailer(t, 'smtp://mail.invalid', { timeouts: hasty }).send(some());
  assert.equal(unknown.status, 'temporary');
});

test('the default time limits end well before a worker’s lease of 30 seconds', () => {
  assert.ok(defaultTimeouts.total_ms <= 25_000);
  assert.ok(
    defaultTimeouts.connect_ms < defaultTimeouts.total_ms && defaultTimeouts.silence_ms < defaultTimeouts.total_ms,
  );
});

test('anything but one plain address is refused before a connection is made', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  for (const to of [
    'a@b.example, c@d.example',
    'A <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example>',
    'a',
    '',
    'a@b@c',
    'a@b.example\u2028x',
  ])
    assert.deepEqual(
      await out.send(some({ to })),
      { status: 'permanent', reason: 'unusable address' },
      JSON.stringify(to),
    );
  assert.equal(server.connections(), 0);
});

test('no subject, however hostile, adds, breaks or disguises a header line', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  await out.send(some({}, 'plain'));
  const names = (raw: Buffer) => headerLines({ raw }).map((line) => line.slice(0, line.indexOf(':')));
  const expected = server.letters[0] ? names(server.letters[0].raw) : [];
  const nasty = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u0000',
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\u{e0041}',
  );
  const tricks = fc.constantFrom(
    'Bcc: a@b.example',
    '\r\nBcc: a@b.example',
    '=?utf-8?Q?=0D=0ABcc:_a@b.example?=',
    '=?utf-8?B?',
    '?=',
    '\r\n\r\n<html>',
    'é',
    '→',
    '<',
    '"',
    ',',
  );
  const words = fc.array(fc.oneof(nasty, tricks, anyText({ maxLength: 30 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(words, async (parts) => {
      const one = some({}, `Re-audited: ${parts.join('')}`);
      assert.deepEqual(await out.send(one), { status: 'sent' });
      const got = server.letters.at(-1);
      assert.ok(got);
      assert.deepEqual(names(got.raw), expected);
      assert.doesNotMatch(got.raw.toString('latin1').replaceAll('\r\n', ''), /[\r\n]/, 'a bare CR or LF');
      const [head = ''] = got.raw.toString('latin1').split('\r\n\r\n', 1);
      assert.match(head, /^[\x20-\x7e\r\n\t]*$/);
      assert.ok(head.split('\r\n').every((line) => line.length <= 998));
      const subject = (await readLetter(got)).subject ?? '';
      assert.doesNotMatch(subject, /[\r\n\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: 150 },
  );
});

test('a subject arrives as it was written, and an encoded word in it is shown, not decoded', async (t) => {
  const server = await sink(t);
  const out = mailer(t, server.url);
  const shown = async (subject: string) => {
    await out.send(some({}, subject));
    const got = server.letters.at(-1);
    return got && (await readLetter(got)).subject;
  };
  for (const subject of ['Größe → 64 (Emerging)', '社'.repeat(100), 'a "quoted", <angled> & = ? name'])
    assert.equal(await shown(subject), subject);
  assert.equal(await shown('=?utf-8?Q?=41?= audited'), '= ?utf-8?Q?=41?= audited');
  assert.equal(await shown('é =?utf-8?B?QUJD?='), 'é = ?utf-8?B?QUJD?=');
});

test('without a mail server letters are complete .eml files, named by notice, which is logged once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'readymark-outbox-'));
  t.after(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const outbox_dir = join(folder, 'outbox');
  const out = mailer(t, '', { outbox_dir, log: pino({}, { write: (line: string) => lines.push(line) }) });
  for (const notice_id of ['ntc_1', 'ntc_2', 'ntc_1'])
    assert.deepEqual(await out.send(some({ notice_id })), { status: 'sent' });
  assert.deepEqual((await readdir(outbox_dir)).sort(), ['ntc_1.eml', 'ntc_2.eml']);
  const raw = await readFile(join(outbox_dir, 'ntc_1.eml'));
  const mail = await readLetter({ raw });
  assert.equal(mail.subject, 'Convalytics re-audited: 29 → 64 (Emerging)');
  assert.equal(mail.messageId, '<ntc_1@readymark.example>');
  assert.equal(mail.date?.toISOString(), '2026-11-20T12:00:00.000Z');
  assert.ok(headerLines({ raw }).includes(`List-Unsubscribe: <${occasion.unsubscribe_url}>`));
  assert.equal((await stat(outbox_dir)).mode & 0o077, 0, 'only the owner may read addresses');
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /\.eml files/);
});

test('an outbox that cannot be written is a temporary failure, and a notice id that is not a file name writes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'readymark-outbox-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'taken'), '');
  assert.deepEqual(await mailer(t, '', { outbox_dir: join(folder, 'taken') }).send(some()), {
    status: 'temporary',
    reason: 'EEXIST',
  });
  assert.equal(
    (await mailer(t, '', { outbox_dir: folder }).send(some({ notice_id: '../escaped' }))).status,
    'temporary',
  );
  assert.deepEqual(await readdir(folder), ['taken']);
});

test('closing waits for letters under way', async () => {
  const server = await openSmtpSink();
  const out = openMailer({ smtp_url: server.url, mail_from, outbox_dir: '/nowhere', log: silent });
  const answers = Promise.all(Array.from({ length: 20 }, (_, n) => out.send(some({ notice_id: `ntc_${n}` }))));
  await out.close();
  assert.ok((await answers).every(({ status }) => status === 'sent'));
  await server.close();
});
