import { example_slug, failure } from './openapi-parts.ts';

type Json = Record<string, unknown>;

const slug = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'Slug of a company from the index.',
  schema: { type: 'string' },
  example: example_slug,
};

const audit_date = {
  name: 'audit_date',
  in: 'path',
  required: true,
  description: 'Date of a published audit, from the history.',
  schema: { type: 'string', format: 'date' },
  example: '2026-11-16',
};

const document = (
  operationId: string,
  summary: string,
  parameters: Json[],
  type: string,
  schema: Json,
  tag = 'Scores',
): Json => ({
  get: {
    operationId,
    tags: [tag],
    summary,
    security: [],
    parameters,
    responses: {
      200: { description: summary, content: { [type]: { schema } } },
      ...(parameters.length ? { 404: failure(['not_found']) } : { 405: failure(['method_not_allowed']) }),
    },
  },
});

const health = { type: 'object', required: ['status'], properties: { status: { type: 'string' } } };

/**
 * The public addresses that no operation stands behind: further documents of the snapshot, and the health of the
 * service.
 */
export function staticPaths(): Record<string, Json> {
  return {
    '/api/audits/{slug}/history.json': document(
      'get_history',
      'Get the history of a company',
      [slug],
      'application/json',
      {
        type: 'object',
      },
    ),
    '/api/audits/{slug}/{audit_date}.json': document(
      'get_past_audit',
      'Get a past audit',
      [slug, audit_date],
      'application/json',
      {
        type: 'object',
      },
    ),
    '/badge/{slug}.svg': document('get_badge', 'Get a badge', [slug], 'image/svg+xml', {
      type: 'string',
    }),
    '/healthz': document('get_health', 'Is the process alive?', [], 'application/json', health, 'Service'),
    '/readyz': {
      get: {
        operationId: 'get_readiness',
        tags: ['Service'],
        summary: 'Can the service do all that it should?',
        security: [],
        responses: {
          200: { description: 'Ready', content: { 'application/json': { schema: health } } },
          405: failure(['method_not_allowed']),
          503: { description: 'Degraded', content: { 'application/json': { schema: health } } },
        },
      },
    },
  };
}
