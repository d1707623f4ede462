import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { run, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { faults } from '../../src/domain/fault.ts';
import { type Called, call, PROBLEM_MEMBERS } from '../world/call.ts';
import { freePort } from '../world/postgres.ts';
import { bin, readymark, serving, temporaryFolder } from '../world/readymark.ts';
import { testService } from '../world/service.ts';

/**
 * deploy/nginx.conf in a real nginx, in front of a real node: what it logs (decision 25), whose calls it counts together
 * (decision 74), what it adds to replies, and what it says while no node answers (decision 46). Skipped where nginx is not installed.
 */
const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
const skip = nginx === undefined ? 'nginx is not installed' : false;
const deploy = join(import.meta.dirname, '../../../../deploy');
/** Where clients connect from; nothing else has this address. */
const CLIENT = '127.0.0.9';

type Front = { port: number /** Everything that nginx has logged. */; logged(): string };
type FrontOptions = {
  /** Lines of trusted-proxies.conf. */
  trusted?: string;
  /** An exported tree. */
  tree?: string;
  /** Ports of tls.conf, and a folder with a certificate. */
  tls?: { http: number; https: number; certificates: string };
};

const ours = (name: string) => readFileSync(join(deploy, name), 'utf8');

/** Starts nginx with our files, changed only in their addresses and paths. @param node_ports where the nodes listen */
async function front(t: TestContext, node_ports: readonly number[], options: FrontOptions = {}): Promise<Front> {
  const { trusted = '', tree, tls } = options;
  const folder = mkdtempSync(join(tmpdir(), 'readymark-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = tree ?? join(folder, 'site');
  if (tree === undefined) {
    mkdirSync(join(site, 'api/audits'), { recursive: true });
    writeFileSync(join(site, 'api/audits/index.json'), '{}');
  }
  writeFileSync(join(folder, 'trusted-proxies.conf'), `${ours('trusted-proxies.conf')}\n${trusted}`);
  writeFileSync(join(folder, 'tree.conf'), ours('tree.conf'));
  // This nginx may be too old to look names up again.
  const nodes = node_ports.map((node_port) => `server 127.0.0.1:${node_port} max_fails=2 fail_timeout=5s;`);
  writeFileSync(
    join(folder, 'nodes.conf'),
    ours('nodes.conf')
      .replace(/^resolver .*$/m, '')
      .replaceAll(/^ *server node-\d.*$/gm, () => nodes.shift() ?? ''),
  );
  assert.deepEqual(nodes, [], 'nodes.conf has two nodes');
  if (tls)
    writeFileSync(
      join(folder, 'tls.conf'),
      ours('tls.conf')
        .replace(/^listen 80 /m, `listen 127.0.0.1:${tls.http} `)
        .replace(/^listen 443 /m, `listen 127.0.0.1:${tls.https} `)
        .replaceAll('/etc/nginx/certificates', tls.certificates),
    );
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const text = ours('nginx.conf')
    .replace('pid /run/nginx.pid;', `pid ${join(folder, 'pid')};`)
    .replace('http {', `http { ${temporary.join(' ')}`)
    .replace('/dev/stdout', join(folder, 'access.log'))
    .replaceAll(/error_log stderr/g, `error_log ${join(folder, 'error.log')}`)
    .replaceAll(/\/etc\/nginx\/(?=(trusted-proxies|nodes|tls|tree)\.conf)/g, `${folder}/`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/public/site', site);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);
  const args = ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'];
  const checked = await run(nginx ?? '', ['-t', ...args]);
  assert.equal(checked.code, 0, checked.err);
  const started = start(nginx ?? '', args);
  await until(async () => (started.ended() ? assert.fail(started.err()) : reachable(port)), 'nginx listens');
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  return { port, logged: () => `${read('access.log')}${read('error.log')}${started.out()}${started.err()}` };
}

async function reachable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

type Answer = { status: number; headers: IncomingHttpHeaders; raw: readonly string[] };

async function send(
  port: number,
  on: string,
  given: { headers?: Record<string, string>; body?: string; from?: string } = {},
): Promise<Answer> {
  const [method = '', path = ''] = on.split(' ');
  const { headers = {}, body, from = CLIENT } = given;
  const sent = request({ port, host: '127.0.0.1', localAddress: from, method, path, headers, agent: false });
  sent.on('error', () => {});
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  return { status: response.statusCode, headers: response.headers, raw: response.rawHeaders };
}

/** Sends bytes that are no right request, and waits for the end of the connection. */
async function sendRaw(port: number, bytes: string, reset = false): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: CLIENT });
  await once(socket, 'connect');
  socket.write(bytes);
  if (reset) {
    await new Promise((next) => setTimeout(next, 50));
    socket.resetAndDestroy();
    return;
  }
  socket.resume().end();
  await once(socket, 'close');
}

const SECRET = 'secret4711';

test('no log names a client, a request line, a token or a key, whatever goes wrong', { skip }, async (t) => {
  const { url } = await testService('sqlite');
  const up = await front(t, [Number(new URL(url).port)]);
  const away = await front(t, [await freePort()]);
  const headers = {
    authorization: `Bearer rmk_${SECRET}`,
    'user-agent': SECRET,
    referer: `https://x.example/${SECRET}`,
  };
  for (const { port } of [up, away]) {
    for (const on of [
      'GET /api/audits/index.json',
      `GET /unsubscribe?t=${SECRET}`,
      `POST /unsubscribe?t=${SECRET}`,
      `GET /api/agent/me?api_key=${SECRET}`,
      `GET /api/agent/${SECRET}`,
      `GET /audits/${SECRET}`,
      `GET /api/audits/${SECRET}.json`,
      `GET /${SECRET}%00`,
      `GET /assets/../../${SECRET}`,
      `${SECRET.toUpperCase().replaceAll(/\d/g, '_')} /`,
    ])
      await send(port, on, { headers }).catch(() => {});
    // A body that nginx writes to a file, and one that it refuses.
    const json = { ...headers, 'content-type': 'application/json' };
    await send(port, `POST /api/audit-requests?x=${SECRET}`, { headers: json, body: SECRET.repeat(10_000) });
    const large = { ...json, 'content-length': String(64 * 1024 * 1024) };
    await send(port, `POST /mcp?x=${SECRET}`, { headers: large, body: SECRET }).catch(() => {});
    await sendRaw(port, `GET /${SECRET} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`);
    await sendRaw(port, `GET /${SECRET} HTTP/9.9\r\n\r\n`);
    await sendRaw(port, `GET /${SECRET} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`);
    await sendRaw(port, `GET /${SECRET}${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`);
    await sendRaw(port, `\x16\x03\x01${SECRET}\r\n\r\n`);
    await sendRaw(port, `POST /mcp?x=${SECRET} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n${SECRET}`, true);
    await sendRaw(port, `GET /?q=${SECRET} HTTP/1.1\r\nHost: x\r\n\r\n`, true);
  }
  await until(() => up.logged().includes(' 200 ') && away.logged().includes(' 503 '), 'both have logged');
  for (const logged of [up.logged(), away.logged()])
    for (const never of [CLIENT, SECRET, SECRET.toUpperCase().replaceAll(/\d/g, '_'), 'HTTP/1', 'request:', 'client:'])
      assert.ok(!logged.includes(never), `${never} in\n${logged}`);
});

/** Calls as one client until the node refuses; the limit is 5 a minute. */
async function exhaust(port: number, given: Parameters<typeof send>[2]): Promise<void> {
  for (let call = 0; call < 5; call += 1) assert.equal((await send(port, 'GET /api/agent/me', given)).status, 401);
  assert.equal((await send(port, 'GET /api/agent/me', given)).status, 429);
}

test('behind a TLS proxy that is named, each client has its own limit, and forwarded addresses cannot be forged', {
  skip,
}, async (t) => {
  const { url } = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '5' });
  const { port } = await front(t, [Number(new URL(url).port)], { trusted: 'set_real_ip_from 127.0.0.1;' });
  const through = (forwarded: string) => ({ from: '127.0.0.1', headers: { 'x-forwarded-for': forwarded } });
  await exhaust(port, through('203.0.113.1'));
  assert.equal((await send(port, 'GET /api/agent/me', through('203.0.113.2'))).status, 401, 'another client');
  // The proxy appends the address that it sees to what the client claimed.
  assert.equal((await send(port, 'GET /api/agent/me', through('198.51.100.7, 203.0.113.1'))).status, 429);
  // Who does not come through the proxy is believed nothing.
  const direct = (forwarded: string) => ({ from: CLIENT, headers: { 'x-forwarded-for': forwarded } });
  await exhaust(port, direct('203.0.113.9'));
  assert.equal((await send(port, 'GET /api/agent/me', direct('203.0.113.10'))).status, 429);
});

test('without a named proxy nobody is believed, and each address has its own limit', { skip }, async (t) => {
  const { url } = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '5' });
  const { port } = await front(t, [Number(new URL(url).port)]);
  const claims = (from: string, forwarded: string) => ({ from, headers: { 'x-forwarded-for': forwarded } });
  await exhaust(port, claims(CLIENT, '203.0.113.1'));
  assert.equal((await send(port, 'GET /api/agent/me', claims(CLIENT, '203.0.113.2'))).status, 429);
  assert.equal((await send(port, 'GET /api/agent/me', claims('127.0.0.10', '203.0.113.1'))).status, 401);
});

test('every reply says nosniff once, and asks for https only where it was sent over https', { skip }, async (t) => {
  const { url } = await testService('sqlite');
  const up = await front(t, [Number(new URL(url).port)]);
  const away = await front(t, [await freePort()]);
  for (const [{ port }, on, status, body] of [
    [up, 'GET /api/audits/index.json', 200],
    [up, 'GET /api/audits/none.json', 404],
    [up, 'GET /', 200],
    [up, 'GET /unsubscribe', 400],
    [up, 'GET /api/agent/me', 401],
    [up, 'DELETE /api/audits/index.json', 405],
    [up, 'POST /api/agent/auth', 413, 'x'.repeat(33 * 1024 * 1024)],
    [away, 'GET /', 503],
    [away, 'GET /api/audits/index.json', 200],
  ] as const)
    for (const scheme of ['https', 'http', undefined]) {
      const headers = scheme === undefined ? {} : { 'x-forwarded-proto': scheme };
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const got = await send(port, on, { headers: { ...headers, ...length } });
      assert.equal(got.status, status, on);
      const names = got.raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      assert.equal(names.filter((name) => name === 'x-content-type-options').length, 1, `${on}: ${got.raw}`);
      assert.equal(
        got.headers['strict-transport-security'],
        scheme === 'https' ? 'max-age=31536000' : undefined,
        `${on} over ${scheme}`,
      );
    }
});

test('while no node answers, pages and documents come from the exported tree; calls are told to come back', {
  skip,
}, async (t) => {
  const env = { DATA_DIR: temporaryFolder('readymark-nginx-data-'), BASE_URL: 'https://readymark.example' };
  const node = await serving(env, [bin, 'serve', '--with-examples']);
  const tree = join(temporaryFolder('readymark-nginx-tree-'), 'site');
  assert.equal((await readymark(['export', tree], env)).code, 0);
  const { port } = await front(t, [Number(new URL(node.url).port), await freePort()], { tree });
  const url = `http://127.0.0.1:${port}`;

  const markdown = { accept: 'text/markdown' };
  const wanted: [string, Record<string, string>?][] = [
    ['/'],
    ['/', markdown],
    ['/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    ['/index.md'],
    ['/audits/zwillexum'],
    ['/audits/zwillexum', markdown],
    ['/audits/zwillexum.md'],
    ['/audits/zwillexum/2026-05-08'],
    ['/rubric'],
    ['/bot'],
    ['/docs'],
    ['/docs.md'],
    ['/llms.txt'],
    ['/auth.md'],
    ['/openapi.json'],
    ['/robots.txt'],
    ['/.well-known/security.txt'],
    ['/api/rubrics/v1.json'],
    ['/api/audits/index.json'],
    ['/badge/zwillexum.svg'],
  ];
  const all = () => Promise.all(wanted.map(([path, headers = {}]) => call(url, 'GET', path, { headers })));
  const names = ['content-type', 'content-security-policy', 'referrer-policy', 'access-control-allow-origin'];
  const seen = ({ status, text, headers }: Called) => ({
    status,
    text,
    ...Object.fromEntries(names.map((name) => [name, headers.get(name)])),
    licensed: headers.get('link')?.includes('rel="license"') ?? false,
  });
  const before = await all();
  await node.stop();
  for (const [at, now] of (await all()).entries()) {
    const [path = '', headers] = wanted[at] ?? [];
    const then = before[at];
    assert.ok(then);
    assert.deepEqual(seen(now), { ...seen(then), status: 200 }, `${path} ${JSON.stringify(headers)}`);
  }

  for (const [method, path] of [
    ['POST', '/api/audit-requests'],
    ['POST', '/mcp'],
    ['GET', '/compare?slugs=zwillexum,tidequorl'],
    ['GET', '/?as-of=2026-11-01'],
    ['GET', '/index.md?q=x&as-of=2026-11-01'],
    ['GET', '/audits/nobody'],
  ] as const) {
    const { status, headers, json } = await call(url, method, path, method === 'POST' ? { body: {} } : {});
    assert.equal(status, 503, path);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(headers.get('retry-after'), '30');
    assert.deepEqual(Object.keys(json), PROBLEM_MEMBERS);
    const { title, remedy } = faults.unavailable;
    assert.deepEqual([json.title, json.remedy, json.error, json.status], [title, remedy, 'unavailable', 503]);
  }
});

test('tls.conf: HTTP/2 and HTTP/1.1 over TLS, with HSTS, and everything from plain HTTP goes there', {
  skip: skip || (existsSync('/usr/bin/openssl') ? false : 'openssl is not installed'),
}, async (t) => {
  const certificates = temporaryFolder('readymark-nginx-tls-');
  const [key, ca] = [join(certificates, 'privkey.pem'), join(certificates, 'fullchain.pem')];
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', ca, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
  ]);
  assert.equal(made.code, 0, made.err);
  const { url } = await testService('sqlite');
  const tls = { http: await freePort(), https: await freePort(), certificates };
  await front(t, [Number(new URL(url).port)], { tls });

  const client = connectHttp2(`https://localhost:${tls.https}`, { ca: readFileSync(ca) });
  t.after(() => client.destroy());
  for (const [path, status] of [
    ['/', 200],
    ['/api/audits/index.json', 200],
    ['/api/agent/me', 401],
  ] as const) {
    const [headers] = await once(client.request({ ':path': path }), 'response');
    assert.equal(headers[':status'], status, path);
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
  }
  const older = connectTls({ port: tls.https, host: 'localhost', ca: readFileSync(ca), ALPNProtocols: ['http/1.1'] });
  await once(older, 'secureConnect');
  assert.equal(older.alpnProtocol, 'http/1.1');
  older.destroy();

  const plain = await send(tls.http, 'GET /audits/x?y=1', { headers: { host: 'readymark.example' } });
  assert.deepEqual([plain.status, plain.headers.location], [308, 'https://readymark.example/audits/x?y=1']);
  assert.equal(plain.headers['strict-transport-security'], undefined);
});
