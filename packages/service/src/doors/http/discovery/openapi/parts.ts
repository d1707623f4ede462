import type { Rubrics } from '@readymark/rubric/rubric';
import { type FaultCode, faults } from '../../../../domain/fault.ts';

export type Json = Record<string, unknown>;

/**
 * A company on the leaderboard whose slug and audit date examples use, so that every example can be run; `day`: a past day at whose end
 * it was listed, once there is one.
 */
export type ListedCompany = { slug: string; audit_date: string; day?: string };

/** What the description shows that is data: a listed company, if there is one, and the rubrics. */
export type Examples = { listed: ListedCompany | undefined; rubrics: Rubrics };

/** Errors that have a response of their own, because headers or their meaning go with them. */
const own_responses: Partial<Record<FaultCode, string>> = {
  invalid_token: 'Unauthorized',
  not_found: 'NotFound',
  rate_limited: 'TooManyRequests',
};

/** The error responses of a call: those of their own, and `default`, which names what only this call may have. */
export function failures(codes: Iterable<FaultCode>): Json {
  const all = [...new Set(codes)];
  const own = all.flatMap((code) => {
    const name = own_responses[code];
    return name === undefined ? [] : [[faults[code].status, { $ref: `#/components/responses/${name}` }] as const];
  });
  const others = all.filter((code) => !(code in own_responses)).map(coded);
  const description = others.length ? `${others.join(', ')}, …` : undefined;
  return {
    ...Object.fromEntries(own.sort(([a], [b]) => a - b)),
    default: { $ref: '#/components/responses/Problem', ...(description && { description }) },
  };
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const coded = (code: FaultCode) => `\`${code}\``;
const header = (description: string): Json => ({ description, schema: { type: 'string' } });

/** @param limits headers of a call that counts against a limit */
export const errorResponses = (limits: Json): Json => ({
  Problem: { description: 'Any error: `error` is its code, `remedy` the next step.', content: problem },
  Unauthorized: {
    description: coded('invalid_token'),
    headers: { 'WWW-Authenticate': header('Where to get a key: resource_metadata (RFC 9728).') },
    content: problem,
  },
  NotFound: { description: coded('not_found'), content: problem },
  TooManyRequests: {
    description: coded('rate_limited'),
    headers: { 'Retry-After': header('Seconds until a retry can succeed.'), ...limits },
    content: problem,
  },
});

/** JSON Schema of the one error body (decision 4). */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'error', 'message', 'remedy'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    error: { type: 'string', enum: Object.keys(faults), description: 'Machine-readable code; branch on this.' },
    message: { type: 'string', description: 'The same as detail.' },
    remedy: { type: 'string' },
    errors: {
      type: 'array',
      description: 'On invalid_request: each faulty field.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
