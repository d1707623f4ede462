import type { Rubrics } from '@readymark/rubric/rubric';
import { rubricPath } from '@readymark/rubric/rubric-document';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { nearbyAddress } from './nearby.ts';
import { missing, nothingHere } from './nothing-here.ts';
import { sendFault } from './problems.ts';

const RUBRICS_FOLDER = rubricPath('').replace(/[^/]*$/, '');

/**
 * Answers 405 with Allow for a path that exists with other methods (decision 1), and 404 for other paths. Call it before
 * routes are added.
 */
export function refuseTheRest(app: FastifyInstance, base_url: string, rubrics: Rubrics): void {
  const known = `There are ${[...rubrics.keys()].map(rubricPath).join(', ')}`;
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
    const nearby = nearbyAddress(request.method, path);
    const sign = nearby === undefined ? '' : ` ${nearby}`;
    if (allow.length) {
      const fault = new Fault('method_not_allowed', `This address accepts ${allow.join(', ')}.${sign}`, { allow });
      return sendFault(reply, fault, base_url);
    }
    const of_rubrics = path.startsWith(RUBRICS_FOLDER);
    return sendFault(reply, of_rubrics ? missing('There is no such rubric.', known) : nothingHere(nearby), base_url);
  });
}
