import type { FastifyInstance } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { sendFault } from './problems.ts';

/**
 * A path that exists with another method is 405 with Allow (decision 1); a path that does not exist is 404. Call it
 * before routes are added.
 */
export function refuseTheRest(app: FastifyInstance, base_url: string): void {
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
    return sendFault(reply, fault, base_url);
  });
}
