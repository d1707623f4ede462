import { type FaultCode, faults } from '../../../domain/fault.ts';

type Json = Record<string, unknown>;

/** A company on the leaderboard whose slug and audit date examples use, so that every example can be run. */
export type ListedCompany = { slug: string; audit_date: string };

/** The response object of a status that may have any of these codes. */
export function failure(codes: readonly FaultCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${faults[code].title}. ${faults[code].remedy}`).join('\n\n'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
  };
}

/** JSON Schema of the one error body (decision 4). */
export const problemSchema = {
  type: 'object',
  description: 'The one error body (RFC 9457), with what to do next in remedy.',
  required: ['type', 'title', 'status', 'detail', 'error', 'message', 'remedy'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    error: { type: 'string', enum: Object.keys(faults), description: 'Machine-readable code; branch on this.' },
    message: { type: 'string', description: 'The same as detail.' },
    remedy: { type: 'string', description: 'The next step to take.' },
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
