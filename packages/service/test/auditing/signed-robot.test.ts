import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openFetch } from '@readymark/auditor/collect/guard/fetcher';
import { readRequestKey, requestSigner } from '@readymark/auditor/request-signature';
import { httpbis } from 'http-message-signatures';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { openContext } from '../../src/main.ts';
import { robotKey } from '../world/robot-key.ts';
import { fakeClock, testContext, testService } from '../world/service.ts';

/**
 * Requests of our robot are signed, and a site verifies them with the keys that the service serves (decision 197). What verifies is an
 * implementation of RFC 9421 that is not ours.
 */
const host = 'http://readymark.test';
/** The verifier looks at the clock of the machine. */
const clock = fakeClock(new Date().toISOString());
const ctx = await testContext('sqlite', {}, clock);
const { file, pem } = robotKey();
const service = await testService('sqlite', { AUDIT_KEY_FILE: file }, clock, { auditor: madeAuditor({}) });

type Directory = { keys: { kty: string; crv: string; x: string; kid: string }[] };
const DIRECTORY = '/.well-known/http-message-signatures-directory';
const directory = () => fetch(`${service.url}${DIRECTORY}`);

/** How a site looks up a key: by its name in the directory. */
async function keyLookup({ keyid }: { keyid?: string | undefined }) {
  const { keys } = (await (await directory()).json()) as Directory;
  const jwk = keys.find(({ kid }) => kid === keyid);
  if (!jwk) return null;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return {
    id: jwk.kid,
    algs: ['ed25519'],
    verify: async (data: Buffer, signature: Buffer) => verify(null, data, key, signature),
  };
}

/** What a site got, from a real socket. */
const got: IncomingMessage[] = [];
const site = createServer((request, response) => {
  got.push(request);
  if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(request.url === '/robots.txt' ? '' : 'hello');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => site.once('listening', resolve));
const { port } = site.address() as { port: number };
after(() => site.close());
const connector = {
  resolve: async () => ['93.184.216.34'],
  dial: (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port });
    return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
  },
};

function robot(signs: boolean) {
  const key = readRequestKey(pem) ?? assert.fail();
  const fetcher = openFetch({
    ...{ base_url: host, now: clock.now, interval_ms: 0, connector },
    ...(signs && { sign: requestSigner(key, host, clock.now) }),
  });
  after(() => fetcher.close());
  return fetcher;
}

const verified = (request: IncomingMessage, headers: Record<string, string | string[]>) =>
  httpbis.verifyMessage(
    { keyLookup, notAfter: new Date(clock.now().getTime() + 1_000) },
    { method: request.method ?? '', url: `http://example.com${request.url}`, headers },
  );
const headersOf = (request: IncomingMessage) => request.headers as Record<string, string | string[]>;

test('each request, robots.txt and redirects among them, verifies with the key that the directory names', async () => {
  got.length = 0;
  await robot(true).fetch({ role: 'probe', url: 'http://example.com/old' });
  assert.deepEqual(
    got.map(({ url }) => url),
    ['/robots.txt', '/old', '/new'],
  );
  const nonces = new Set<string>();
  for (const request of got) {
    assert.equal(await verified(request, headersOf(request)), true, request.url ?? '');
    assert.equal(request.headers['signature-agent'], `sig1="${host}"`);
    const input = String(request.headers['signature-input']);
    assert.match(input, /^sig1=\("@authority" "signature-agent";key="sig1"\);/);
    assert.match(input, /;tag="web-bot-auth"$/);
    const [, created = '', expires = ''] = /;created=(\d+);expires=(\d+);/.exec(input) ?? ['', '', ''];
    assert.equal(Number(expires) - Number(created), 60);
    nonces.add(/;nonce="([^"]+)"/.exec(input)?.[1] ?? '');
  }
  assert.equal(nonces.size, got.length);
});

test('a signature that was changed, for another host, or that names another robot does not verify', async () => {
  const [request] = got;
  assert.ok(request);
  const headers = headersOf(request);
  const of = (over: Record<string, string>) => verified(request, { ...headers, ...over }).catch(() => false);
  assert.equal(await of({ 'signature-agent': 'sig1="https://evil.example"' }), false);
  assert.equal(
    await of({ signature: `${headers.signature}`.replace(/:(.)/, (_, one) => `:${one === 'A' ? 'B' : 'A'}`) }),
    false,
  );
  const elsewhere = httpbis.verifyMessage(
    { keyLookup },
    { method: 'GET', url: 'http://other.example.com/', headers: { ...headers, host: 'other.example.com' } },
  );
  assert.equal(await elsewhere.catch(() => false), false);
});

test('nothing of it is sent where no key is set', async () => {
  got.length = 0;
  await robot(false).fetch({ role: 'probe', url: 'http://example.com/' });
  for (const { headers } of got)
    assert.ok(!('signature' in headers) && !('signature-input' in headers) && !('signature-agent' in headers));
});

test('the directory has the public key alone, under its thumbprint, with a signature of its own', async () => {
  const reply = await directory();
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/http-message-signatures-directory+json');
  const { keys } = (await reply.json()) as Directory;
  const [key] = keys;
  assert.ok(key && keys.length === 1 && !('d' in key));
  const thumbprint = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: key.x });
  assert.equal(key.kid, createHash('sha256').update(thumbprint).digest('base64url'));
  const headers = Object.fromEntries(reply.headers);
  const request = { method: 'GET', url: `${host}${DIRECTORY}`, headers: {} };
  assert.match(
    headers['signature-input'] ?? '',
    /^binding0=\("@authority";req\);.*tag="http-message-signatures-directory"$/,
  );
  assert.equal(await httpbis.verifyMessage({ keyLookup }, { status: 200, headers }, request), true);
});

test('without the setting there is no directory, and a file that is no key stops the start with what to do', async () => {
  const plain = await testService('sqlite', {}, clock, { auditor: madeAuditor({}) });
  assert.equal((await fetch(`${plain.url}${DIRECTORY}`)).status, 404);
  const wrong = join(ctx.data_dir, 'wrong.pem');
  for (const text of [
    '',
    'no key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  ]) {
    writeFileSync(wrong, text);
    assert.throws(
      () => openContext({ ...ctx.settings, AUDIT_KEY_FILE: wrong }, { now: clock.now, log: ctx.log }),
      /AUDIT_KEY_FILE names no Ed25519 private key\. Make one with: openssl genpkey/,
    );
  }
});
