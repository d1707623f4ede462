import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/**
 * A witness as C2SP tlog-witness and tlog-cosignature describe it, written from these texts alone: it shares no code with the service. It
 * keeps the last head of each log, checks signature and proof of consistency, and refuses everything else with the status of the text.
 */
type Head = { size: number; root: Buffer };

type Answer = { status: number; body?: string; type?: string };

/** Called in the place of a right answer, which it may change. */
type Lie = (
  right: Answer,
  response: ServerResponse,
  signed: (text: string, seconds: number) => string,
) => Answer | undefined;

const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const node = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);
const RAW_KEY = 12;

/** What it answers; `strictWitness` listens. */
export function openWitness(name: string, now: () => Date) {
  const pair = generateKeyPairSync('ed25519');
  const key = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(RAW_KEY);
  const id = sha256(Buffer.from(`${name}\n`), Uint8Array.of(4), key).subarray(0, 4);
  const logs = new Map<string, { name: string; id: Buffer; key: Buffer }[]>();
  const heads = new Map<string, Head>();
  const signed = (text: string, seconds: number): string => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), pair.privateKey);
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  };

  function answer(body: string): Answer {
    const [, digits = '', lines = '', text = '', signatures = ''] =
      /^old (0|[1-9]\d*)\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([^\n]+\n(?:0|[1-9]\d*)\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*)\n((?:— [^\s+]+ [A-Za-z0-9+/=]+\n)+)$/.exec(
        body,
      ) ?? [];
    if (digits === '') return { status: 400 };
    const [origin = '', size_text = '', root_text = ''] = text.split('\n');
    const keys = logs.get(origin);
    if (!keys) return { status: 404 };
    const old = Number(digits);
    const head = { size: Number(size_text), root: Buffer.from(root_text, 'base64') };
    const right = signatures.split('\n').filter((line) => {
      const [, by = '', encoded = ''] = line.split(' ');
      const bytes = Buffer.from(encoded, 'base64');
      const known = keys.find((one) => one.name === by && one.id.equals(bytes.subarray(0, 4)));
      return known && isSigned(text, known.key, bytes.subarray(4));
    });
    if (right.length === 0) return { status: 403 };
    if (old > head.size) return { status: 400 };
    const last = heads.get(origin) ?? { size: 0, root: sha256() };
    if (old !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    const proof = lines
      .split('\n')
      .filter(Boolean)
      .map((line) => Buffer.from(line, 'base64'));
    if (old === head.size && !last.root.equals(head.root))
      return { status: 409, body: 'another root\n', type: 'text/plain' };
    if (!isConsistent(last, head, proof)) return { status: 422 };
    heads.set(origin, head);
    return { status: 200, body: signed(text, Math.floor(now().getTime() / 1_000)) };
  }

  const verifier = `${name}+${id.toString('hex')}+${Buffer.concat([Uint8Array.of(4), key]).toString('base64')}`;
  return {
    key: verifier,
    heads,
    answer,
    signed,
    /** Knows a log by the texts of its keys. */
    knows(keys: readonly string[]) {
      for (const text of keys) {
        const [origin = '', hex = '', ...encoded] = text.split('+');
        const raw = Buffer.from(encoded.join('+'), 'base64').subarray(1);
        logs.set(origin, [...(logs.get(origin) ?? []), { name: origin, id: Buffer.from(hex, 'hex'), key: raw }]);
      }
    },
  };
}

export async function strictWitness(name: string, now: () => Date) {
  const { answer, signed, key, heads, knows } = openWitness(name, now);
  const asked: string[] = [];
  let lie: Lie = (right) => right;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    asked.push(body);
    const given = request.method === 'POST' && request.url === '/w/add-checkpoint' ? answer(body) : { status: 405 };
    const sent = lie(given, response, signed);
    if (sent) response.writeHead(sent.status, { 'content-type': sent.type ?? 'text/plain' }).end(sent.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    key,
    /** For the setting LOG_WITNESSES. */
    setting: `${key} http://127.0.0.1:${(server.address() as AddressInfo).port}/w`,
    asked,
    heads,
    knows,
    lies(next: Lie) {
      lie = next;
    },
    isHonest() {
      lie = (right) => right;
    },
  };
}

function isSigned(text: string, key: Buffer, signature: Buffer): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  return verify(null, Buffer.from(text), createPublicKey({ key: spki, format: 'der', type: 'spki' }), signature);
}

/** As RFC 9162 section 2.1.4.2 verifies it. */
function isConsistent(older: Head, newer: Head, given: readonly Buffer[]): boolean {
  if (older.size === 0) return given.length === 0;
  if (older.size === newer.size) return given.length === 0 && older.root.equals(newer.root);
  const [first, ...rest] = Number.isInteger(Math.log2(older.size)) ? [older.root, ...given] : given;
  if (!first) return false;
  let [fn, sn, fr, sr] = [older.size - 1, newer.size - 1, first, first];
  const up = () => {
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  };
  while (fn % 2 === 1) up();
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [node(hash, fr), node(hash, sr)];
      while (fn % 2 === 0 && fn !== 0) up();
    } else sr = node(sr, hash);
    up();
  }
  return sn === 0 && fr.equals(older.root) && sr.equals(newer.root);
}
