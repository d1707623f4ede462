import type { RequestListener } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { BODY_LIMIT_BYTES } from '../../domain/limit/limit.ts';
import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { readJsonBodies } from './bodies/json-body.ts';
import { serveDesk } from './desk/serve-desk.ts';
import { serveDocuments } from './documents/documents.ts';
import { earlyReplies } from './early/early-replies.ts';
import { refusals } from './early/refusals.ts';
import { formerAddress } from './errors/former-address.ts';
import { refuseTheRest } from './errors/not-found.ts';
import { servePageRefusals } from './errors/pages.ts';
import { clientErrorHandler, refuseExpectations, refuseMalformed } from './errors/parser-errors.ts';
import { faultOf, sendFault } from './errors/problems.ts';
import { unknownAudit } from './errors/unknown-audit.ts';
import { boundedServer } from './fairness/http-server.ts';
import { clientCounter, trustedProxies } from './fairness/limits.ts';
import { shareLoop } from './fairness/load-shedding.ts';
import { openTurns } from './fairness/turns.ts';
import { boundUnsent } from './fairness/unsent.ts';
import { fastPath } from './fast-path/fast-path.ts';
import type { HttpPart } from './feature-part.ts';
import { serveHealth } from './health.ts';
import { openMetrics, serveMetrics } from './metrics.ts';
import { openPublicDocuments } from './public/public-documents.ts';
import { openSite } from './public/site.ts';
import { serveLog } from './public-log/serve-log.ts';
import { answerLog, logAnswers } from './request-log.ts';
import { readTargets } from './request-target.ts';
import { bindOperations } from './rest.ts';
import { serveImages } from './share/serve-images.ts';
import type { ToolDoor } from './tools/door.ts';
import { serveTools } from './tools/serve-tools.ts';
import { serveUnsubscribe } from './unsubscribe.ts';

const TWO_HOSTS = 'The Host header was sent more than once.';

/** The HTTP server: one plug-in per concern, and one error body for every refusal (decision 4). */
export function buildServer(
  ctx: Context,
  operations: readonly Operation[],
  tools: ToolDoor,
  parts: readonly HttpPart[],
): FastifyInstance {
  const { BASE_URL } = ctx.settings;
  const early = earlyReplies();
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing is logged with the request, so it needs no log of its own.
    childLoggerFactory: (log) => log,
    bodyLimit: BODY_LIMIT_BYTES,
    // Ids of any length are looked up (decision 1); the head of a request is limited anyway.
    routerOptions: { maxParamLength: 20_000, ignoreTrailingSlash: false },
    trustProxy: trustedProxies,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler) =>
      boundedServer(
        readTargets(early.listener(handler as RequestListener), refuseMalformed(BASE_URL, TWO_HOSTS)),
        ctx.settings,
        (connections) =>
          ctx.log.info({ connections }, 'MAX_CONNECTIONS is lowered to what the limit of open files allows'),
      ),
    genReqId: () => '',
    clientErrorHandler: clientErrorHandler(BASE_URL),
    frameworkErrors: (error, _request, reply) => {
      sendFault(reply, faultOf(error), BASE_URL);
    },
  });
  const site = openSite(parts);
  app.decorate('navigation', site.navigation);
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error, request.routeOptions.bodyLimit);
    if (fault.code === 'internal' && !(error instanceof Fault))
      ctx.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    return sendFault(reply, fault, BASE_URL);
  });
  refuseTheRest(app, BASE_URL, ctx.rubrics);
  refuseExpectations(app.server, BASE_URL);
  readJsonBodies(app);
  const metrics = openMetrics(ctx, parts);
  const turns = openTurns();
  const answered = answerLog(ctx, metrics);
  logAnswers(app, answered);
  const { lookup, pages } = openPublicDocuments(ctx, operations, tools.about, site);
  const moved = formerAddress(BASE_URL, ctx.catalogue.current);
  const notFound = unknownAudit(BASE_URL, ctx.catalogue.current, moved);
  const countClient = clientCounter(ctx);
  serveDocuments(app, lookup, notFound, {
    drawn: pages,
    beforeDraw: countClient,
    inTurn: (request, work) => turns.take(request.raw.socket, work),
  });
  fastPath(app.server, {
    lookup,
    notFound,
    now: ctx.now,
    onServed: (status) => metrics.answered('document', status),
    send_timeout_ms: ctx.settings.SEND_TIMEOUT * 1_000,
    early,
  });
  const overloaded = shareLoop(app, ctx.settings, turns);
  const { unsent, by_client } = boundUnsent(app);
  // Decision 25. Documents carry this already, and so do replies that are written straight to the socket.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.counts_client) countClient(request);
    done();
  });
  servePageRefusals(app, pages, site.pages, ctx);
  bindOperations(app, ctx, operations, unsent);
  serveImages(app, ctx, countClient);
  serveLog(app, ctx, countClient);
  for (const part of parts) part.serve?.(app, ctx, countClient, site);
  serveTools(app, tools, unsent, early);
  early.open({
    ...refusals(ctx, operations),
    ...{ answered, overloaded },
    ...{ door: tools, trusted: trustedProxies, countClient, unsent: by_client },
    closing: () => !app.server.listening,
  });
  serveUnsubscribe(app, ctx);
  serveDesk(app, ctx, { metrics, site, parts, countClient });
  serveHealth(app, ctx);
  serveMetrics(app, ctx, metrics);
  return app;
}
