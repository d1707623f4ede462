import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../world/readymark.ts';
import { edgeNginx, withoutNginx } from './edge-nginx.ts';

/** What nginx at an edge must not answer from its files, whatever it is asked (decision 214). */

/** A folder as `readymark edge` leaves it, with little in it. */
function folderOf(files: Record<string, string>): string {
  const folder = join(temporaryFolder('readymark-edge-'), 'board');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  mkdirSync(join(folder, 'slugs/second'), { recursive: true });
  mkdirSync(join(folder, 'moved'));
  symlinkSync('../slugs/second', join(folder, 'moved/first'));
  return folder;
}

/** Sends the bytes of one request, and returns those of the reply. */
async function raw(url: string, line: string, headers: readonly string[] = []): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(`${[line, 'Host: readymark.example', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return Buffer.concat(parts).toString('latin1');
}

const headOf = (reply: string) => reply.slice(0, reply.indexOf('\r\n\r\n'));

test('nothing in an address gets into the headers of a reply', { skip: withoutNginx }, async (t) => {
  const url = await edgeNginx(t, folderOf({ 'site/index.html': 'the board' }));
  for (const part of ['%0d', '%0a', '%0D%0A', '%c4%8d%0d', '%00', '%0b'])
    for (const path of ['first.json', 'first/history.json', 'first', 'first/', 'first.'])
      for (const start of ['/api/audits/', '/audits/', '/badge/', '/share/', '/api/audits//'])
        for (const address of [
          `${start}${path}${part}Set-Cookie:%20a=b`,
          `${start}${path}${part}%20Set-Cookie:%20a=b?x=${part}`,
          `${start}${part}${path}`,
        ]) {
          const head = headOf(await raw(url, `GET ${address} HTTP/1.1`));
          assert.doesNotMatch(head, /Set-Cookie/i, address);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
          assert.doesNotMatch(head.replaceAll('\r\n', ' '), /[\x00-\x1f]/, address);
        }
  const moved = headOf(await raw(url, 'GET /api/audits/first/2026-11-20.json?x=%0dy HTTP/1.1'));
  assert.match(moved, /^Location: \/api\/audits\/second\/2026-11-20\.json\?x=%0dy$/m);
});

test('searches and choices are not answered with the whole board', { skip: withoutNginx }, async (t) => {
  const url = await edgeNginx(
    t,
    folderOf({
      'site/index.html': 'the board',
      'site/index.md': 'the board',
      'site/audits/acme.html': 'a company',
      'site/audits/acme.md': 'a company',
      'site/audits/acme/2026-11-20.html': 'an audit',
      'site/api/audits/acme.json': '{}',
    }),
  );
  const status = async (path: string) => (await fetch(url + path, { headers: { accept: 'text/html' } })).status;
  for (const path of [
    ...['q=acme', 'tier=Ready', 'sort=P1', 'order=asc', 'page=2', 'as-of=2026-11-01', '%71=acme', 'x=1&q=acme'].flatMap(
      (query) => [`/?${query}`, `/index.md?${query}`],
    ),
    ...['order=weakest', 'pillar=P3', 'criteria=P1-B', 'x&crit%65ria=P1-B'].flatMap((query) => [
      `/audits/acme?${query}`,
      `/audits/acme.md?${query}`,
      `/audits/acme/2026-11-20?${query}`,
    ]),
    '/compare?slugs=acme',
    '/api/audits?query=acme',
  ])
    assert.equal(await status(path), 503, path);
  // What a page does not know is left out, as by the nodes.
  for (const path of ['/', '/?', '/?utm_source=mail', '/?q=&tier=', '/audits/acme?q=x', '/api/audits/acme.json?q=x'])
    assert.equal(await status(path), 200, path);
});

test('browsers that came over https stay there', { skip: withoutNginx }, async (t) => {
  const url = await edgeNginx(
    t,
    folderOf({ 'site/index.html': 'the board', 'site/log/checkpoint': 'x', 'gone/old.json': '{}' }),
  );
  for (const [line, status] of [
    ['GET /?utm_source=mail', 200],
    ['GET /log/checkpoint', 200],
    ['GET /api/audits/first.json', 301],
    ['GET /api/audits/old.json', 410],
    ['GET /api/audits/nobody.json', 404],
    ['POST /mcp', 503],
    ['OPTIONS /api/audits/nobody.json', 204],
  ] as const) {
    const accept = 'Accept: text/html';
    const secure = headOf(await raw(url, `${line} HTTP/1.1`, [accept, 'X-Forwarded-Proto: https']));
    assert.match(secure, new RegExp(`^HTTP/1\\.1 ${status} `), line);
    assert.equal(secure.match(/^Strict-Transport-Security: max-age=31536000$/gm)?.length, 1, line);
    assert.doesNotMatch(headOf(await raw(url, `${line} HTTP/1.1`, [accept])), /Strict-Transport/, line);
  }
});
