import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { exampleAudit } from '../packages/rubric/test/example-audit.ts';
import type { Letter } from '../packages/service/src/mail/letters/letter.ts';
import { CONNECTIONS_MAX } from '../packages/service/src/mail/mailer.ts';
import { openContext } from '../packages/service/src/main.ts';
import type { Context } from '../packages/service/src/operations/context.ts';
import { fanOut } from '../packages/service/src/operations/outbox/fan-out.ts';
import { openOutbox } from '../packages/service/src/operations/outbox/outbox.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { countNotices } from '../packages/service/src/store/notices.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { commit } from '../packages/service/test/world/operator.ts';
import { addWatchers } from '../packages/service/test/world/watchers.ts';

/**
 * `npm run bench notices [WATCHERS] [SECONDS]`: a re-audit of a company that a million agents watch. Prints the time of
 * the publishing transaction, how fast the worker writes the notices, how fast a mail server on this machine receives
 * the letters, and the memory used. SQLite, or the empty database of DATABASE_URL.
 */
const watchers = Number(process.argv[2] ?? 1_000_000);
const sending_seconds = Number(process.argv[3] ?? 15);
const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const print = (what: string, figure: string) => console.log(`${what.padEnd(34)} ${figure}`);

const folder = mkdtempSync(join(tmpdir(), 'readymark-bench-'));
const sink = fork(join(import.meta.dirname, 'drive/mail-sink.ts'));
const [{ port }] = (await once(sink, 'message')) as [{ port: number }];
const ctx = openContext(
  readSettings({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    BASE_URL: 'https://readymark.example',
    DATABASE_URL: process.env.DATABASE_URL,
  }),
);
/** How long the last transaction took, from the call to its commit. */
let transaction_ms = 0;
const measured: Context = {
  ...ctx,
  store: {
    ...ctx.store,
    async transaction(work) {
      const since = performance.now();
      const result = await ctx.store.transaction(work);
      transaction_ms = performance.now() - since;
      return result;
    },
  },
};
/** What the mail server took so far: letters, and processor time in µs. */
async function sunk(): Promise<{ letters: number; cpu_us: number }> {
  sink.send('count');
  const [counted] = (await once(sink, 'message')) as [{ letters: number; cpu_us: number }];
  return counted;
}
let sink_us = 0;
/** One of the letters that were sent. */
let sample: Letter | undefined;

/** Processor time in µs of a letter that nodemailer composes and sends by itself, and nothing else happens. */
async function bareLetters(count: number): Promise<number> {
  const transport = createTransport({ pool: true, maxConnections: CONNECTIONS_MAX, host: '127.0.0.1', port });
  const { subject, text, html, date, headers } = sample ?? assert.fail('no letter was sent');
  const same = { from: ctx.settings.MAIL_FROM, subject, text, html, date, headers };
  const send = (n: number) =>
    transport.sendMail({ ...same, messageId: `<bare_${n}@readymark.example>`, to: `w${n}@agents.example` });
  const counted = await sunk();
  const used = process.cpuUsage();
  let next = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (next < count) await send(next++);
    }),
  );
  const { user, system } = process.cpuUsage(used);
  sink_us = ((await sunk()).cpu_us - counted.cpu_us) / count;
  transport.close();
  return (user + system) / count;
}

const publish = (audits: readonly unknown[]) => commit(measured, audits);
let peak = 0;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 50);
const memory = () => {
  const [now, most] = [process.memoryUsage().rss, peak];
  peak = 0;
  return `${mb(now)}, at most ${mb(most)}`;
};

try {
  await migrate(ctx.store);
  const others = Array.from({ length: 1_000 }, (_, n) =>
    exampleAudit({ slug: `c-${n}`, company: `C ${n}`, audit_date: '2026-05-01', scores: n % 6 }),
  );
  await publish([...others, exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 2 })]);
  const since = performance.now();
  await addWatchers(ctx, 'acme', watchers);
  print(
    `${watchers} watchers inserted`,
    `${((performance.now() - since) / 1000).toFixed(1)} s (not part of the bench)`,
  );
  await ctx.catalogue.refresh();
  print('memory before', memory());

  const usual: number[] = [];
  for (let n = 0; n < 20; n++) {
    await publish([exampleAudit({ slug: `c-${n}`, company: `C ${n}`, audit_date: '2026-11-20', scores: 3 })]);
    usual.push(transaction_ms);
    await ctx.catalogue.refresh();
  }
  usual.sort((a, b) => a - b);
  print('publishing, no watchers', `median ${usual[10]?.toFixed(1)} ms, slowest of 20 ${usual[19]?.toFixed(1)} ms`);
  await publish([exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-20', scores: 4 })]);
  print(`publishing, ${watchers} watchers`, `${transaction_ms.toFixed(1)} ms (goal: under 50 ms)`);

  await ctx.catalogue.refresh();
  const start = performance.now();
  let longest = 0;
  const batches: Context = { ...measured };
  await fanOut(batches, undefined, () => {
    longest = Math.max(longest, transaction_ms);
  });
  const took = (performance.now() - start) / 1000;
  const { pending } = await countNotices(ctx.store.db);
  print(
    'notices written',
    `${pending} in ${took.toFixed(1)} s: ${Math.round(pending / took)} rows/s, longest transaction ${longest.toFixed(0)} ms`,
  );
  print('memory while writing notices', memory());

  const stop = new AbortController();
  const send = (letter: Letter) => {
    sample = letter;
    return ctx.mailer.send(letter);
  };
  const outbox = openOutbox({ ...ctx, mailer: { ...ctx.mailer, send } }, stop.signal);
  const first = performance.now();
  const used = process.cpuUsage();
  const drained = outbox.start();
  const memories: number[] = [];
  for (let n = 0; n < sending_seconds; n++) {
    await wait(1_000);
    memories.push(process.memoryUsage().rss);
  }
  stop.abort();
  await drained;
  await outbox.idle();
  const sending = (performance.now() - first) / 1000;
  const { user, system } = process.cpuUsage(used);
  const { sent } = await countNotices(ctx.store.db);
  const { letters } = await sunk();
  print(
    'letters sent',
    `${sent} recorded as sent, ${letters} accepted by the mail server, in ${sending.toFixed(1)} s: ${Math.round(sent / sending)} letters/s`,
  );
  const own = (user + system) / sent;
  const bare = await bareLetters(Math.min(sent, 20_000));
  print(
    'processor time of a letter',
    `${own.toFixed(0)} µs; nodemailer alone, with the same connections, ${bare.toFixed(0)} µs: ratio ${(own / bare).toFixed(2)}; the mail server ${sink_us.toFixed(0)} µs`,
  );
  print(
    'memory while sending, by thirds',
    [0.33, 0.66, 1].map((part) => mb(memories[Math.max(0, Math.ceil(memories.length * part) - 1)] ?? 0)).join(', '),
  );
} finally {
  clearInterval(sampling);
  sink.disconnect();
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
