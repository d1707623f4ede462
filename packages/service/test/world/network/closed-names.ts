import type { IncomingMessage, ServerResponse } from 'node:http';
import { openWitness } from '../../public-log/witnesses/strict-witness.ts';

/**
 * Hosts for a closed world, by their names: a company that places the file of a token, a witness of the log, and names that answer
 * no question well. What the program in the world tells them is posted to `/tell`.
 */
export const COMPANY = 'lanternfish.dev';
export const WITNESS = 'witness.lanternfish.dev';
/** Names that DNS answers in other ways than with an address. */
export const BAD_NAMES = {
  silent: 'silent.dev',
  broken: 'broken.dev',
  private: 'private.dev',
  gone: 'gone.lanternfish.dev',
};

const witness = openWitness(`${WITNESS}/w`, () => new Date());
let file: string | undefined;

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

const end = (response: ServerResponse, status: number, body: string, type = 'text/plain') =>
  response.writeHead(status, { 'content-type': type }).end(body);

async function company(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/tell') file = await textOf(request);
  else if (request.url !== '/.well-known/readymark-reply.txt' || file === undefined) return void end(response, 404, '');
  end(response, 200, file ?? '');
}

async function cosign(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/key') return void end(response, 200, witness.key);
  const body = await textOf(request);
  if (request.url === '/tell') {
    witness.knows(body.split('\n'));
    return void end(response, 200, '');
  }
  const given = request.url === '/w/add-checkpoint' ? witness.answer(body) : { status: 404 };
  end(response, given.status, given.body ?? '', given.type);
}

export const hosts = [
  { name: COMPANY, handle: company },
  { name: WITNESS, handle: cosign },
  { name: BAD_NAMES.silent, dns: { drop: true }, handle: company },
  { name: BAD_NAMES.broken, dns: { rcode: 'SERVFAIL' }, handle: company },
  { name: BAD_NAMES.private, dns: { a: ['10.0.0.7'], aaaa: [] }, handle: company },
];
export const addresses = ['10.0.0.7'];
export const listeners = [{ address: '10.0.0.7', port: 443, kind: 'canary', name: 'inside' }];
/** The names of their TXT records answer as badly. */
export const names = {
  [`_readymark-reply.${BAD_NAMES.silent}`]: { drop: true },
  [`_readymark-reply.${BAD_NAMES.broken}`]: { rcode: 'SERVFAIL' },
};
