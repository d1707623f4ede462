import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { caching } from '../../documents/caching.ts';
import { auditFigures } from '../../operations/auditing/figures.ts';
import type { Context } from '../../operations/context.ts';
import { deskFigures } from '../../operations/desk/operators/figures.ts';
import { type OutboxFigures, outboxFigures } from '../../operations/outbox/figures.ts';
import { nothingHere } from './errors/nothing-here.ts';

/** Metrics for operators, in the text format of Prometheus. No label contains anything that a caller sent. */
export type Metrics = {
  /** @param route the pattern of the route, `document` for public documents, `none` for an unknown address */
  answered(route: string, status: number, seconds?: number): void;
  /** A sign-in at the desk (decision 119). `slowed`: too many of this client had failed; `failed`: through no fault of its own. */
  signedIn(result: 'accepted' | 'refused' | 'slowed' | 'failed'): void;
  text(): Promise<string>;
};

export function openMetrics(ctx: Context): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Counted here and added to the registry when that is read: its own counting costs as much as finding a document.
  const counts = new Map<string, { route: string; status: number; count: number }>();
  new Counter({
    name: 'readymark_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'status'] as const,
    registers,
    collect() {
      for (const row of counts.values()) {
        this.inc({ route: row.route, status: String(row.status) }, row.count);
        row.count = 0;
      }
    },
  });
  const sign_ins = new Counter({
    name: 'readymark_desk_sign_ins_total',
    help: 'Sign-ins at the desk by result: accepted, refused, slowed (too many failed before), failed.',
    labelNames: ['result'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'readymark_http_request_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge(
    'readymark_snapshot_version',
    'Newest publication in the served snapshot.',
    () => ctx.catalogue.current().version,
  );
  gauge('readymark_snapshot_companies', 'Companies in the served snapshot.', () => ctx.catalogue.current().count);
  gauge(
    'readymark_snapshot_stale_seconds',
    'Seconds since building a newer snapshot began to fail; 0 when the last build succeeded.',
    () => {
      const since = ctx.catalogue.failure()?.since;
      return since ? (ctx.now().getTime() - since.getTime()) / 1000 : 0;
    },
  );
  new Gauge({
    name: 'readymark_snapshot_bytes',
    help: 'Size of the snapshot: the index in all encodings, records in memory and in the spill file, built documents.',
    labelNames: ['part'] as const,
    registers,
    collect() {
      const { index_bytes, records_bytes, spill_bytes, documents_bytes } = ctx.catalogue.figures();
      const parts = { index: index_bytes, records: records_bytes, overflow: spill_bytes, documents: documents_bytes };
      for (const [part, bytes] of Object.entries(parts)) this.set({ part }, bytes);
    },
  });
  gauge('readymark_snapshot_builds', 'Snapshots built since the start.', () => ctx.catalogue.figures().builds);
  gauge(
    'readymark_snapshot_failed_builds',
    'Snapshot builds that failed since the start.',
    () => ctx.catalogue.figures().failed_builds,
  );
  const outbox = (name: string, help: string, value: (figures: OutboxFigures) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await outboxFigures(ctx);
        if (figures) this.set(value(figures));
      },
    });
  outbox(
    'readymark_notices_failed',
    'Letters that failed permanently: `readymark notices list --status failed`.',
    ({ failed }) => failed,
  );
  outbox(
    'readymark_notices_overdue_seconds',
    'How long the oldest waiting letter has been due; a few seconds while letters are being sent.',
    ({ overdue_seconds }) => overdue_seconds,
  );
  new Gauge({
    name: 'readymark_audit_jobs',
    help: 'Audits of the auditing agent by status: `readymark audits list`.',
    labelNames: ['status'] as const,
    registers,
    async collect() {
      const figures = await auditFigures(ctx);
      for (const [status, jobs] of Object.entries(figures?.counts ?? {})) this.set({ status }, jobs);
    },
  });
  new Gauge({
    name: 'readymark_audit_jobs_waiting_seconds',
    help: 'How long the oldest queued audit has waited; it grows while no node makes audits (AUDITS_AT_ONCE).',
    registers,
    async collect() {
      const figures = await auditFigures(ctx);
      if (figures) this.set(figures.waiting_seconds);
    },
  });
  const readDesk = deskFigures(ctx);
  type Desk = NonNullable<Awaited<ReturnType<typeof readDesk>>>;
  const byStatus = (name: string, help: string, counts: (figures: Desk) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['status'] as const,
      registers,
      async collect() {
        const figures = await readDesk();
        for (const [status, count] of Object.entries(figures ? counts(figures) : {})) this.set({ status }, count);
      },
    });
  const desk = (name: string, help: string, value: (figures: Desk) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await readDesk();
        if (figures) this.set(value(figures));
      },
    });
  byStatus('readymark_requests', 'Audit requests by status: `readymark requests list`.', ({ requests }) => requests);
  desk('readymark_requests_waiting', 'Audit requests that wait, whatever their status.', ({ waiting }) => waiting);
  desk(
    'readymark_requests_oldest_seconds',
    'How long the oldest waiting request has waited; 0 when none does.',
    ({ oldest_seconds }) => oldest_seconds,
  );
  byStatus('readymark_notices', 'Letters by status: `readymark notices list`.', ({ notices }) => notices);
  desk(
    'readymark_operator_mail_overdue_seconds',
    'How long the mail to OPERATOR_EMAIL waits to be sent; 0 when it was sent, or there is none.',
    ({ mail_overdue_seconds }) => mail_overdue_seconds,
  );
  return {
    answered(route, status, took) {
      const key = `${status} ${route}`;
      const row = counts.get(key);
      if (row) row.count++;
      else counts.set(key, { route, status, count: 1 });
      if (took !== undefined) seconds.labels(route).observe(took);
    },
    signedIn: (result) => sign_ins.inc({ result }),
    text: () => registry.metrics(),
  };
}

const content_type = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`: for loopback clients only (decision 74), or on METRICS_PORT and nowhere else. */
export function serveMetrics(app: FastifyInstance, ctx: Context, metrics: Metrics): void {
  const { METRICS_PORT: port, HOST: host } = ctx.settings;
  if (port > 0) listenSeparately(app, { port, host }, metrics);
  else
    app.get('/metrics', async (request, reply) => {
      // A proxy on this machine is a loopback client too, but what it forwards is not a local call.
      const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers);
      if (forwarded || !/^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')) throw nothingHere();
      return reply
        .header('content-type', content_type)
        .header('cache-control', caching.none)
        .send(await metrics.text());
    });
}

function listenSeparately(app: FastifyInstance, at: { port: number; host: string }, metrics: Metrics): void {
  let server: Server | undefined;
  // Before the service itself listens, so that a port that is not available stops the start.
  app.addHook('onReady', async () => {
    server = createServer(({ method, url }, response) => {
      if (url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
      else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
      else
        metrics.text().then(
          (text) => response.writeHead(200, { 'content-type': content_type, 'cache-control': caching.none }).end(text),
          () => response.writeHead(500).end(),
        );
    });
    await new Promise<void>((resolve, reject) =>
      server?.once('error', (error) => reject(Object.assign(error, { metrics: true }))).listen(at, resolve),
    );
  });
  app.addHook('onClose', async () => {
    server?.closeAllConnections();
    server?.close();
  });
}
