import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { call, newKey } from '../call.ts';

/**
 * In a closed world with hostile hosts: a service whose visitors have them previewed by form, interface and tool, say that they hold
 * them, and have them drafted. Prints how each door answered for each address, and what became of it.
 *
 * The clock goes on by an hour or a day between them, because one owner has all of these hosts.
 */
const addresses: string[] = JSON.parse(process.argv[2] ?? '[]');
const drafted: string[] = JSON.parse(process.argv[3] ?? '[]');
const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'readymark-doors-'));
const env = {
  ...{ PORT: '0', DATA_DIR: folder, MAX_EVENT_LOOP_DELAY: '0', AUDIT_INTERVAL_MS: '5' },
  ...{ PREVIEWS_PER_HOUR: '10000', PREVIEWS_PER_CLIENT_PER_HOUR: '0' },
};
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const stop = new AbortController();
const ctx = openContext(readSettings(env), { now, log: pino({ level: 'silent' }) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: resolve });
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const found: { address: string; answers: number[]; status: string | null }[] = [];
const drafts: Record<string, string> = {};
let looked = 0;
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const key = await newKey(url);
  const tool = async (website: string) => {
    const params = { name: 'get_audit', arguments: { website } };
    const headers = { accept: 'application/json, text/event-stream' };
    return call(url, 'POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers });
  };
  const openPreviews = () =>
    ctx.store.db.selectFrom('previews').select('host').where('status', 'in', ['queued', 'running']).execute();
  for (const address of addresses) {
    ahead += HOUR;
    const form = await post(`${url}/check`, { website: address });
    const rest = await call(url, 'POST', '/api/previews', { key, body: { website: address } });
    const mcp = await tool(address);
    await until(async () => (await openPreviews()).length === 0, `the preview of ${address}`);
    const own = await post(`${url}/own`, { website: address });
    const page = own.headers.get('location');
    if (page !== null) {
      await (await post(`${url}${page}/look`, {})).text();
      looked++;
    }
    const answers = [form.status, rest.status, mcp.status, own.status];
    const host = rest.json?.host as string | undefined;
    const row = host
      ? await ctx.store.db.selectFrom('previews').select('status').where('host', '=', host).executeTakeFirst()
      : undefined;
    found.push({ address, answers, status: row?.status ?? null });
  }
  for (const address of drafted) {
    ahead += 25 * HOUR;
    const page = (await post(`${url}/own`, { website: address })).headers.get('location') ?? '';
    // As if its token had been seen: whoever holds such a host can show that.
    const proven = { proof: 'file', proven_at: now().toISOString() };
    await ctx.store.db.updateTable('domain_holders').set(proven).execute();
    await post(`${url}${page}/draft`, {});
    const job = () =>
      ctx.store.db
        .selectFrom('audit_jobs')
        .select(['status', 'error'])
        .where('website', '=', address)
        .executeTakeFirst();
    await until(
      async () => !['queued', 'running'].includes((await job())?.status ?? 'queued'),
      `a draft of ${address}`,
    );
    drafts[address] = (await job())?.status ?? '';
  }
  const rss_mb = Math.round(process.memoryUsage().rss / 1_048_576);
  const seen = JSON.stringify({ found, drafts, looked, rss_mb });
  // The process ends at once afterwards.
  await new Promise((done) => process.stdout.write(seen, done));
} finally {
  stop.abort();
  await served;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
