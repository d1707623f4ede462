import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { call, newKey } from '../call.ts';
import { deskBrowser } from '../desk/plain-browser.ts';
import { firms } from '../network/invented-firms.ts';
import { OPERATOR_TOKENS } from '../operator.ts';

/**
 * In a closed world: a service with the real agent, an agent that requests an audit of each invented firm over HTTP, and an
 * operator who sends the forms of the desk until each is published. Prints what everybody reads afterwards.
 */
const folder = mkdtempSync(join(tmpdir(), 'readymark-walk-'));
const env = { PORT: '0', DATA_DIR: folder, AUDIT_INTERVAL_MS: '0', OPERATOR_TOKENS, MAX_EVENT_LOOP_DELAY: '0' };
const stop = new AbortController();
const ctx = openContext(readSettings(env), { log: pino({ level: 'silent' }) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: resolve });
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const key = await newKey(url, { agent_name: 'Scout' });
  const desk = deskBrowser(url);
  await desk.signIn();

  /** Sends a form of a page. @returns where it leads */
  const sent = async (page: string, action: string, fields: Record<string, string> = {}): Promise<string> => {
    const { status, location, text } = await desk.send(page, action, fields);
    if (status !== 303) throw new Error(`${action} was answered with ${status}: ${text}`);
    return location;
  };

  const seen = [];
  for (const { company, host } of firms) {
    const body = { company, website: `https://${host}/` };
    const requested = await call(url, 'POST', '/api/audit-requests', { key, body });
    const { request_id } = requested.json;
    const request = `/desk/requests/${request_id}`;
    await sent(request, `${request}/review`);
    const job = await sent(request, `${request}/start`);
    await until(async () => /data-review=/.test((await desk.get(job)).text), `${company} is drafted`);
    const draft = JSON.parse((await desk.get(`${job}/record.json`)).text);
    for (const { id } of draft.criteria) await sent(job, `${job}/criteria/${id}`, { act: 'confirm' });
    const left = /<span data-shown="open">([^<]*)/.exec((await desk.get(job)).text)?.[1];
    await sent(`${job}/publish`, `${job}/publish`, { completes: request_id });
    const path = `/api/audits/${draft.slug}.json`;
    await until(async () => (await call(url, 'GET', path)).status === 200, `${company} is public`);
    seen.push({
      ...{ company, requested: requested.status, left, draft },
      record: (await call(url, 'GET', path)).json,
      receipts: (await call(url, 'GET', `/api/audits/${draft.slug}/evidence.json`)).json,
      page: (await call(url, 'GET', `/audits/${draft.slug}`, { headers: { accept: 'text/html' } })).text,
      status: (await call(url, 'GET', `/api/audit-requests/${request_id}`, { key })).json.status,
    });
  }
  const printed = JSON.stringify(seen);
  // The process ends at once afterwards.
  await new Promise((done) => process.stdout.write(printed, done));
} finally {
  stop.abort();
  await served;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
