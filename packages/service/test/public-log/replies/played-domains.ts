import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer as createTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type DomainProofs, openDomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import { run } from '../../../../../test/world/processes.ts';
import { freePort } from '../../world/postgres.ts';
import { temporaryFolder } from '../../world/readymark.ts';

/**
 * Domains with a real DNS server and a real web server on loopback, behind the guard: only the last step, from a public
 * address to a socket, leads here. All hosts have one certificate, which this process trusts.
 */
type PlayedDomains = {
  proofs(opt_out?: string[]): DomainProofs;
  /** TXT records by name, each of one or several strings; bytes stand in the place of a whole answer. */
  txt: Map<string, string[][] | 'silent' | Buffer>;
  /** Addresses of hosts, in the order of look-ups; the last one stays. Default: one that is public. */
  addresses: Map<string, string[][]>;
  /** What a host answers, by `host/path`. */
  files: Map<string, RequestListener>;
  /** Names that were asked for TXT, and hosts and paths that were asked for a file. */
  asked: string[];
};

const PUBLIC = '93.184.216.34';

export async function playDomains(hosts: readonly string[]): Promise<PlayedDomains> {
  const played = { txt: new Map(), addresses: new Map(), files: new Map(), asked: [] } as Omit<PlayedDomains, 'proofs'>;
  const dns_port = await serveNames(played);
  const { key, cert } = await certificateFor(hosts);
  setDefaultCACertificates([...getCACertificates(), cert]);
  const web = createHttps({ key, cert }, (request, reply) => {
    const place = `${request.headers.host}${request.url}`;
    played.asked.push(place);
    const answer = played.files.get(place);
    if (answer) answer(request, reply);
    else reply.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
  });
  web.listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  const { port } = web.address() as { port: number };
  after(() => {
    web.close();
    web.closeAllConnections();
  });
  const connector = {
    async resolve(host: string): Promise<string[]> {
      const answers = played.addresses.get(host) ?? [[PUBLIC]];
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    },
    dial: (): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port });
      return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject));
    },
  };
  return {
    ...played,
    proofs: (opt_out = []) =>
      openDomainProofs({
        ...{ base_url: 'https://readymark.test', now: () => new Date(), opt_out, connector },
        dns_servers: [`127.0.0.1:${dns_port}`],
      }),
  };
}

/** Answers questions for TXT: over UDP, and over TCP where the answer is too long for that. @returns the port */
async function serveNames({ txt, asked }: Omit<PlayedDomains, 'proofs'>): Promise<number> {
  const port = await freePort();
  const answer = (question: Buffer): Buffer | undefined => {
    const name = nameIn(question);
    asked.push(name);
    const records = txt.get(name);
    if (records === 'silent') return undefined;
    if (Buffer.isBuffer(records)) return Buffer.concat([question.subarray(0, 2), records]);
    return answerTo(question, records);
  };
  const udp = createSocket('udp4');
  udp.on('message', (question, from) => {
    const whole = answer(question);
    if (!whole) return;
    // Cut off: asked again over TCP.
    const sent = whole.length > 1_200 ? answerTo(question, undefined, 0x8380) : whole;
    udp.send(sent, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  const tcp = createTcp((socket) => {
    socket.on('error', () => {});
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
      const whole = answer(received.subarray(2, 2 + received.readUInt16BE()));
      if (!whole) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(whole.length);
      socket.end(Buffer.concat([length, whole]));
    });
  });
  tcp.listen(port, '127.0.0.1');
  await new Promise((resolve) => tcp.once('listening', resolve));
  after(() => {
    udp.close();
    tcp.close();
  });
  return port;
}

const HEADER = 12;

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER; question[at]; at += 1 + (question[at] ?? 0))
    labels.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString('latin1'));
  return labels.join('.').toLowerCase();
}

/** A reply (RFC 1035) with TXT records; without them the name does not exist, or what the flags say. */
function answerTo(question: Buffer, records: string[][] | undefined, flags = records ? 0x8180 : 0x8183): Buffer {
  const end = question.indexOf(0, HEADER) + 5;
  const head = Buffer.from(question.subarray(0, HEADER));
  head.writeUInt16BE(flags, 2);
  for (const [at, count] of [1, records?.length ?? 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
  const answers = (records ?? []).map((texts) => {
    const data = Buffer.concat(texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])));
    const fields = Buffer.from([0xc0, HEADER, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
    fields.writeUInt16BE(data.length, 10);
    return Buffer.concat([fields, data]);
  });
  return Buffer.concat([head, question.subarray(HEADER, end), ...answers]);
}

async function certificateFor(hosts: readonly string[]): Promise<{ key: string; cert: string }> {
  const folder = temporaryFolder('readymark-domains-');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=played', '-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
    ...['-keyout', key, '-out', cert],
  ]);
  if (made.code !== 0) throw new Error(made.err);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** Answers with a text. */
export const says =
  (text: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(text);
  };

export const leadsTo =
  (location: string): RequestListener =>
  (_, reply) => {
    reply.writeHead(302, { location }).end();
  };
