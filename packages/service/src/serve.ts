import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isFictional, latestAuditDate } from '@readymark/rubric/audit/audit';
import { Refusal } from '@readymark/rubric/refusal';
import { auditFiles, readAuditFile } from './catalogue/audit-files.ts';
import { Fault } from './domain/fault.ts';
import { listen } from './doors/http/fairness/listeners.ts';
import { httpParts } from './doors/http/feature-part.ts';
import { buildServer } from './doors/http/server.ts';
import { openToolServer } from './doors/mcp/open.ts';
import { type Context, today } from './operations/context.ts';
import { publishAudits } from './operations/desk/publish-audits.ts';
import { operationsOf } from './operations/index.ts';
import { renameLocalLog } from './operations/public-log/rotate-key.ts';
import { execute } from './operations/run.ts';
import { startWorker } from './operations/worker.ts';
import { missingPlace } from './store/blobs/kept-bytes.ts';
import { waitUntilReachable } from './store/engine/wait-until-reachable.ts';
import { logPast } from './store/public-log/append.ts';
import { latestPublication } from './store/publications.ts';
import { isHalfCopied } from './store/upkeep/copy.ts';
import { migrate } from './store/upkeep/migrate.ts';

/** How long a stop waits for requests that are still arriving. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Serves until the signal is aborted: store → migrate → snapshot → doors → worker. Then finishes requests and letters in
 * flight, and closes. Aborted while it starts, it ends after the step under way, of which each is whole or nothing.
 *
 * @param ready called with the address when the service answers
 * @throws Refusal when the port is not available or the database is an unfinished copy
 */
export async function serve(
  ctx: Context,
  options: { with_examples: boolean; signal: AbortSignal; ready?(address: AddressInfo): void },
): Promise<void> {
  const { settings, store, log } = ctx;
  for (const step of stepsOfStart(ctx, options)) {
    if (options.signal.aborted) return;
    await step();
  }
  if (options.signal.aborted) return;
  const operations = await operationsOf(ctx.features);
  const tools = openToolServer(ctx, operations);
  const app = buildServer(ctx, operations, tools, await httpParts(ctx.features));
  let stopListening: () => Promise<void>;
  try {
    stopListening = await listen(app, { host: settings.HOST, port: settings.PORT });
  } catch (error) {
    await app.close();
    await tools.close();
    throw portRefusal(error) ?? error;
  }
  const worker = startWorker(ctx, options.signal);
  const address = app.server.address() as AddressInfo;
  log.info(
    { host: address.address, port: address.port, base_url: settings.BASE_URL, engine: store.engine },
    'Readymark is serving',
  );
  options.ready?.(address);
  if (!options.signal.aborted) await once(options.signal, 'abort');
  log.info('stopping after requests and letters in flight');
  // A closing node:http server no longer checks its time limits, so clients that are still sending are cut off here.
  const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
  await Promise.all([stopListening(), app.close()]);
  clearTimeout(cutOff);
  await tools.close();
  await worker.stopped;
}

/** What comes before the doors, in order. */
function stepsOfStart(
  ctx: Context,
  { with_examples, signal }: { with_examples: boolean; signal: AbortSignal },
): readonly (() => Promise<void>)[] {
  const { settings, store, catalogue, log } = ctx;
  return [
    () =>
      waitUntilReachable(store, {
        timeout: settings.DATABASE_WAIT,
        signal,
        waiting: (why) => log.warn({ why }, 'waiting for the database'),
      }),
    async () => {
      await migrate(store);
      if (await isHalfCopied(store))
        throw new Refusal('The database contains an unfinished copy; run the same `readymark copy` command again.');
    },
    async () => {
      const logged = await logPast(store, ctx.rubrics);
      if (logged) log.info({ entries: logged }, 'what was published before is in the public log now');
    },
    async () => {
      const renamed = await renameLocalLog(ctx);
      if (renamed) log.info({ origin: renamed.origin, key: renamed.key }, 'the public log is named after BASE_URL now');
    },
    async () => {
      const why = await missingPlace(ctx).catch((error: Error) => error.message);
      if (why !== undefined) log.error({ why }, 'evidence and datasets cannot be read or kept');
    },
    () => ctx.signer.begin(),
    async () => {
      if (with_examples) await publishExamples(ctx);
    },
    async () => {
      // Building a large leaderboard would grow V8's space for new objects to 64 MB for good; reads rarely need that much.
      setFlagsFromString('--semi-space-growth-factor=1');
      await catalogue.resume();
    },
    async () => {
      await catalogue.refresh();
      setFlagsFromString('--semi-space-growth-factor=2');
    },
    () => ctx.watch_stats.refresh(),
  ];
}

/** Why a port is not available, and what to do; undefined for any other error. */
function portRefusal(error: unknown): Refusal | undefined {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  const setting = 'metrics' in (error as object) ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return new Refusal(
      `Port ${port} of ${address} is taken by another process; stop that process, or set ${setting} to another port.`,
    );
  if (code === 'EACCES')
    return new Refusal(`Port ${port} may not be used by this user; set ${setting} to a port above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal(
      `${address ?? 'The host'} is not an address of this machine; set HOST to one of its addresses, or to 0.0.0.0 for all.`,
    );
  return undefined;
}

/** Publishes the fictional companies of `examples/` into an empty store, except audits dated in the future. */
async function publishExamples(ctx: Context): Promise<void> {
  if ((await latestPublication(ctx.store.db)) > 0) return;
  const files = auditFiles([join(import.meta.dirname, '../../../examples')]).map((file) =>
    readAuditFile(file, ctx.rubrics),
  );
  const latest = latestAuditDate(today(ctx));
  const audits = files.flatMap((file) =>
    'audit' in file && isFictional(file.audit) && file.audit.audit_date <= latest ? [file.audit] : [],
  );
  if (!audits.length) return;
  const caller = { kind: 'operator', name: 'examples' } as const;
  try {
    await execute(ctx, publishAudits, caller, { audits }, {});
    ctx.log.info({ audits: audits.length }, 'published the fictional examples');
  } catch (error) {
    // Another process that started at the same moment has published them.
    if (!(error instanceof Fault && error.code === 'conflict')) throw error;
  }
}
