import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { caching } from '../../documents/caching.ts';
import type { Context } from '../../operations/context.ts';
import { nothingHere } from './errors/nothing-here.ts';
import type { HttpPart } from './feature-part.ts';
import { gauges } from './gauges.ts';
import { hostName, loopbackNames } from './request-target.ts';

/** Metrics for operators, in the text format of Prometheus. No label contains anything that a caller sent. */
export type Metrics = {
  /** @param route the pattern of the route, `document` for public documents, `none` for an unknown address */
  answered(route: string, status: number, seconds?: number): void;
  /** A sign-in at the desk (decision 119). `slowed`: too many of this client had failed; `failed`: through no fault of its own. */
  signedIn(result: 'accepted' | 'refused' | 'slowed' | 'failed'): void;
  text(): Promise<string>;
};

/** @param parts what features add */
export function openMetrics(ctx: Context, parts: readonly HttpPart[] = []): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Counted here and added to the registry when that is read: its own counting costs as much as finding a document.
  const counts = new Map<string, { route: string; status: number; count: number }>();
  /** Of each route, because looking one up by its label costs as much as counting. */
  const timed = new Map<string, Histogram.Internal<'route'>>();
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
  for (const { name, help, label, read } of [...gauges(ctx), ...parts.flatMap((part) => part.gauges?.(ctx) ?? [])])
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
      async collect() {
        const value = await read();
        if (typeof value === 'number') this.set(value);
        else if (label !== undefined)
          for (const [of, number] of Object.entries(value ?? {})) this.set({ [label]: of }, number);
      },
    });
  return {
    answered(route, status, took) {
      const key = `${status} ${route}`;
      const row = counts.get(key);
      if (row) row.count++;
      else counts.set(key, { route, status, count: 1 });
      if (took === undefined) return;
      const of_route = timed.get(route) ?? seconds.labels(route);
      timed.set(route, of_route);
      of_route.observe(took);
    },
    signedIn: (result) => sign_ins.inc({ result }),
    text: () => registry.metrics(),
  };
}

const content_type = 'text/plain; version=0.0.4; charset=utf-8';

/** Whether a Host header names this machine as its own programs do. A browser here would send the name of the page that asks. */
const isLocalHost = (host: string | undefined) => host === undefined || loopbackNames.includes(hostName(host) ?? '');

/** `/metrics`: for loopback clients only (decision 74), or on METRICS_PORT and nowhere else. */
export function serveMetrics(app: FastifyInstance, ctx: Context, metrics: Metrics): void {
  const { METRICS_PORT: port, HOST: host } = ctx.settings;
  if (port > 0) listenSeparately(app, { port, host }, metrics);
  else
    app.get('/metrics', async (request, reply) => {
      // A proxy on this machine is a loopback client too, but what it forwards is not a local call.
      const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers);
      if (
        forwarded ||
        !isLocalHost(request.headers.host) ||
        !/^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
      )
        throw nothingHere();
      return reply
        .header('content-type', content_type)
        .header('cache-control', caching.none)
        .send(await metrics.text());
    });
}

function listenSeparately(app: FastifyInstance, at: { port: number; host: string }, metrics: Metrics): void {
  let server: Server | undefined;
  const is_local = [...loopbackNames, '::1'].includes(at.host);
  // Before the service itself listens, so that a port that is not available stops the start.
  app.addHook('onReady', async () => {
    server = createServer(({ method, url, headers }, response) => {
      if (url?.split('?', 1)[0] !== '/metrics' || (is_local && !isLocalHost(headers.host)))
        response.writeHead(404).end();
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
