import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../documents/negotiate.ts';
import { deskHeaders } from './frame.ts';

const zip = promisify(gzip);

/** Smaller bodies are sent as they are. */
const WORTH_COMPRESSING = 1_000;

/**
 * Sends a reply of the desk, compressed where the browser reads that: a page with a whole draft has some hundred kilobytes.
 * What it repeats of a request is no way to guess its tokens: only pages of the desk itself can make requests in a session
 * (decision 119).
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status,
    type,
    body,
    headers = {},
  }: { status: number; type: string; body: string; headers?: Record<string, string> },
): Promise<FastifyReply> {
  reply
    .code(status)
    .headers({ ...deskHeaders, ...headers, vary: 'Accept-Encoding' })
    .type(type);
  const small = body.length < WORTH_COMPRESSING;
  const encodings = acceptedEncodings(request.headers['accept-encoding']);
  if (small || !encodings.includes('gzip')) return reply.send(body);
  const packed = await zip(body, { level: constants.Z_BEST_SPEED });
  return reply.header('content-encoding', 'gzip').send(packed);
}
