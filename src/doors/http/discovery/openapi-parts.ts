import { type FaultCode, faults } from '../../../domain/fault.ts';

type Json = Record<string, unknown>;

/** What the interface description and the server cards call this version (spec 9). */
export const interface_version = '1.0.0';

/** The example company of every description; it stands in `examples/`, so that the examples can be run. */
export const example_slug = 'tidequorl';

/** One answer that may carry any of these codes. */
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
    error: { type: 'string', enum: Object.keys(faults), description: 'The code: decide by this one.' },
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
