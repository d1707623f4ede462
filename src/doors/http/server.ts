import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { type Lookup, serveDocuments } from './documents.ts';
import { serveHealth } from './health.ts';
import { fastLane } from './lane.ts';
import { faultOf, sendFault } from './problems.ts';
import { bindOperations } from './rest.ts';
import { serveTools, type ToolDoor } from './tools.ts';
import { unknownAudit } from './unknown-audit.ts';

/** Bytes that a body may have (decision 2). */
const BODY_LIMIT = 64 * 1024;

/** The HTTP edge: one plug-in per concern, every refusal the one error body. */
export function buildServer(ctx: Context, operations: readonly Operation[], tools: ToolDoor): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    disableRequestLogging: true,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => '',
    frameworkErrors: (error, _request, reply) => {
      sendFault(reply, faultOf(error), ctx.settings.BASE_URL);
    },
  });
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    if (fault.code === 'internal' && !(error instanceof Fault))
      ctx.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    return sendFault(reply, fault, ctx.settings.BASE_URL);
  });
  app.removeContentTypeParser('text/plain');
  refuseTheRest(app, ctx);
  const lookup: Lookup = (path) => ctx.catalogue.current().document(path);
  const notFound = unknownAudit(ctx.settings.BASE_URL);
  serveDocuments(app, lookup, notFound);
  fastLane(app.server, { lookup, notFound, now: ctx.now });
  bindOperations(app, ctx, operations);
  serveTools(app, tools);
  serveHealth(app, ctx);
  return app;
}

/** A path that exists with another method is 405 with Allow (decision 1); a path that does not exist is 404. */
function refuseTheRest(app: FastifyInstance, ctx: Context): void {
  const routes: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allow = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
    const fault = allow.length
      ? new Fault('method_not_allowed', `This address answers ${allow.join(', ')}.`, { allow })
      : new Fault('not_found', 'There is nothing at this address.');
    return sendFault(reply, fault, ctx.settings.BASE_URL);
  });
}
