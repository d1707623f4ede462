import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { LogUnreachable, openLogPlace } from '../../src/cli/public-log/log-place.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** Whoever checks a log reads it from a service or from a folder, in the same way (decision 149). */

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

test('a folder and a service give the same files, and neither leads out of itself', async (t) => {
  const folder = temporaryFolder('readymark-place-');
  mkdirSync(join(folder, 'log/tile/0'), { recursive: true });
  writeFileSync(join(folder, 'log/checkpoint'), 'a note');
  writeFileSync(join(folder, 'log/tile/0/000'), Buffer.alloc(8_192, 'h'));
  writeFileSync(join(folder, 'log/tile/0/001'), '');
  truncateSync(join(folder, 'log/tile/0/001'), 8_193);
  // It has no size, and never ends.
  symlinkSync('/dev/zero', join(folder, 'log/tile/0/009'));
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    if (request.url === '/log/checkpoint') response.end('a note');
    else if (request.url === '/log/tile/0/000') response.end(Buffer.alloc(8_192, 'h'));
    else if (request.url === '/log/tile/0/001') response.end(Buffer.alloc(8_193, 'h'));
    else if (request.url === '/log/tile/0/002') response.writeHead(301, { location: 'http://localhost/' }).end();
    else if (request.url === '/log/tile/0/003') response.writeHead(500).end('\u001b[31mred');
    // Three times busy, and then once.
    else if (request.url === '/log/tile/0/004') response.writeHead(503, { 'retry-after': '0' }).end();
    else if (request.url === '/log/tile/0/005' && asked.filter((one) => one === request.url).length < 3)
      response.writeHead(429, { 'retry-after': '0' }).end();
    else if (request.url === '/log/tile/0/005') response.end('late');
    else response.writeHead(404).end('nothing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of [folder, address]) {
    const place = await openLogPlace(name);
    t.after(() => place.close());
    assert.equal(place.remote, name === address);
    assert.equal(text(await place.read('log/checkpoint')), 'a note');
    assert.equal((await place.read('log/tile/0/000'))?.byteLength, 8_192);
    assert.equal(await place.read('log/tile/entries/000'), undefined);
    assert.equal(await place.read('log/tile/0/009'), undefined);
    await assert.rejects(place.read('log/tile/0/001'), /^Error: log\/tile\/0\/001 has more than 8192 bytes/);
    for (const path of ['../log/checkpoint', 'log/../log/checkpoint', '//elsewhere/x', 'log/check%70oint', ''])
      assert.equal(await place.read(path), undefined, path);
  }
  const place = await openLogPlace(address);
  t.after(() => place.close());
  const why = (path: string) =>
    place.read(path).then(
      () => assert.fail(path),
      (error: unknown) => (error instanceof LogUnreachable ? error.message : String(error)),
    );
  assert.match(await why('log/tile/0/002'), /with a redirect, which is not followed\. Give the address/);
  assert.equal(await why('log/tile/0/003'), `${address} answers log/tile/0/003 with status 500.`);
  assert.equal(await why('log/tile/0/004'), `${address} answers log/tile/0/004 with status 503.`);
  assert.equal(text(await place.read('log/tile/0/005')), 'late');
  assert.equal(asked.filter((one) => one === '/log/tile/0/004').length, 3);
});

test('an address that nothing answers, and one that is none, are refused in words', async (t) => {
  const nobody = await openLogPlace('http://127.0.0.1:1');
  t.after(() => nobody.close());
  await assert.rejects(
    nobody.read('log/checkpoint'),
    (error: unknown) =>
      error instanceof LogUnreachable &&
      error.message === 'http://127.0.0.1:1 cannot be reached: no connection (ECONNREFUSED).',
  );
  for (const place of ['https://', 'https://user:secret@readymark.example', 'https://readymark.example/?a=b'])
    await assert.rejects(openLogPlace(place), /address/, place);
});
