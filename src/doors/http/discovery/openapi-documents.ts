import { failure, type ListedCompany } from './openapi-parts.ts';

type Json = Record<string, unknown>;

const slug = (listed: ListedCompany | undefined): Json => ({
  name: 'slug',
  in: 'path',
  required: true,
  description: 'Slug of a company from the index.',
  schema: { type: 'string' },
  ...(listed && { example: listed.slug }),
});

const auditDate = (listed: ListedCompany | undefined): Json => ({
  name: 'audit_date',
  in: 'path',
  required: true,
  description: 'Date of a published audit, from the history.',
  schema: { type: 'string', format: 'date' },
  ...(listed && { example: listed.audit_date }),
});

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

/** The public addresses that no operation is bound to: further documents of the snapshot, and the health checks. */
export function staticPaths(listed: ListedCompany | undefined): Record<string, Json> {
  const of_company = [slug(listed)];
  const of_audit = [slug(listed), auditDate(listed)];
  const json = 'application/json';
  const record = { type: 'object' };
  return {
    '/api/audits/{slug}/history.json': document(
      'get_history',
      'Get the history of a company',
      of_company,
      json,
      record,
    ),
    '/api/audits/{slug}/{audit_date}.json': document('get_past_audit', 'Get a past audit', of_audit, json, record),
    '/badge/{slug}.svg': document('get_badge', 'Get a badge', of_company, 'image/svg+xml', { type: 'string' }),
    '/healthz': document('get_health', 'Is the process alive?', [], json, health, 'Service'),
    '/readyz': {
      get: {
        operationId: 'get_readiness',
        tags: ['Service'],
        summary: 'Can the service do all that it should?',
        security: [],
        responses: {
          200: { description: 'Ready', content: { [json]: { schema: health } } },
          405: failure(['method_not_allowed']),
          503: { description: 'Degraded', content: { [json]: { schema: health } } },
        },
      },
    },
  };
}
