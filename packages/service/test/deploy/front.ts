import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { run } from '../../../../test/world/processes.ts';
import type { Machine, Network } from './machine.ts';

/** Puts a certificate of `readymark.example` in its place. */
export async function certify(on: Machine): Promise<void> {
  const [key, chain] = ['privkey.pem', 'fullchain.pem'].map((name) => on.path(`/etc/nginx/certificates/${name}`));
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-keyout', key ?? '', '-out', chain ?? '', '-subj', '/CN=readymark.example'],
    ...['-addext', 'subjectAltName=DNS:readymark.example'],
  ]);
  assert.equal(made.code, 0, made.err);
}

/** Reads https://readymark.example from the nginx of a machine. */
export async function getOverTls(on: Machine, { ports }: Network, host: string, path: string) {
  const ca = readFileSync(on.path('/etc/nginx/certificates/fullchain.pem'));
  const sent = request({ host, port: ports.tls, servername: 'readymark.example', path, ca, agent: false });
  sent.setHeader('Host', 'readymark.example');
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await response.toArray();
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(body).toString() };
}
