import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { SITE } from '../../../../auditor/test/world/network/changing-site.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { features } from '../../../src/features.ts';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { call, newKey } from '../call.ts';

/**
 * In a closed world: a service with the real agent, an agent that requests an audit over HTTP, and an operator at the
 * command line who starts, judges and publishes it; and again after the site has changed. Prints what each saw.
 */
const folder = mkdtempSync(join(tmpdir(), 'readymark-walk-'));
const token = 'operator-token';
const OPERATOR_TOKENS = `ada:${createHash('sha256').update(token).digest('hex')}`;
const env = { PORT: '0', DATA_DIR: folder, AUDIT_INTERVAL_MS: '0', OPERATOR_TOKENS, MAX_EVENT_LOOP_DELAY: '0' };
const lines: string[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const stop = new AbortController();
const ctx = openContext(readSettings(env), { log: pino(log) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: resolve });
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const token_file = join(folder, 'token');
  writeFileSync(token_file, token);
  const desk = async (...args: string[]) => {
    let out = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        out += String(chunk);
        done();
      },
    });
    const open = () => {
      throw new Error('a command for another server opens no database');
    };
    const all = [...args, '--url', url, '--token-file', token_file];
    const code = await runCommand(all, open, { out: stream, err: stream }, stop.signal, { features });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}`);
    return out;
  };
  /** Starts an audit, judges what needs a person, and publishes it. */
  const audit = async (subject: string, change: string[], ...publishing: string[]) => {
    const { job_id } = JSON.parse(await desk('audits', 'start', subject, '--again', '--follow', '--json'));
    const shown = await desk('audits', 'draft', job_id);
    const draft = JSON.parse(await desk('audits', 'draft', job_id, '--json'));
    const confirm = draft.open.filter((id: string) => !change.some((one) => one.startsWith(id)));
    const touched = [...change, ...confirm.flatMap((id: string) => ['--confirm', id])];
    if (touched.length) await desk('audits', 'revise', job_id, ...touched);
    await desk('audits', 'publish', job_id, ...publishing);
    const { hash } = JSON.parse(await desk('audits', 'draft', job_id, '--json'));
    const evidence = JSON.parse(await desk('audits', 'evidence', job_id, '--json'));
    return { job_id, shown, draft, hash, items: evidence.items };
  };
  const read = async (path: string) => (await call(url, 'GET', path)).json;

  const key = await newKey(url);
  const requested = await call(url, 'POST', '/api/audit-requests', {
    key,
    body: { company: 'Lindenlake', website: SITE },
  });
  const { request_id } = requested.json;
  await desk('requests', 'review', request_id);
  await desk('requests', 'schedule', request_id);
  const first = await audit(
    request_id,
    [
      'P2-A=4',
      '--reason',
      'The terms were read by phone.',
      '--evidence',
      'P2-A=They read their terms to us on the phone.',
    ],
    '--completes',
    request_id,
  );
  await until(async () => (await read('/api/audits/lindenlake.json')).slug === 'lindenlake', 'the audit is public');
  const status = (await call(url, 'GET', `/api/audit-requests/${request_id}`, { key })).json.status;
  const [record, receipts] = [
    await read('/api/audits/lindenlake.json'),
    await read('/api/audits/lindenlake/evidence.json'),
  ];
  await fetch(`${SITE}/publish-prices`);
  const second = await audit('lindenlake', [], '--replace');
  const seen = JSON.stringify({ status, first, record, receipts, second, log: lines.join('') });
  // The process ends at once afterwards.
  await new Promise((done) => process.stdout.write(seen, done));
} finally {
  stop.abort();
  await served;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
