import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../world/service.ts';
import { operations } from '../world/site.ts';

/** No browser guesses what a reply is: every reply of every route carries `X-Content-Type-Options: nosniff`. */
const others = [
  'GET /',
  'GET /index.md',
  'GET /audits/',
  'GET /audits/none',
  'GET /assets/none',
  'GET /badge/none.svg',
  'GET /compare',
  'GET /docs',
  'GET /openapi.json',
  'GET /robots.txt',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'DELETE /unsubscribe',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /mcp',
  'POST /mcp',
  'OPTIONS /mcp',
  'GET /%zz',
  'GET /nothing',
];

test('every reply says nosniff', async () => {
  const { url } = await testService('sqlite');
  const bound = operations.flatMap(({ http }) =>
    http.flatMap(({ method, path }) => {
      const address = path.replaceAll(/\{\w+\}/g, 'x');
      return [`${method} ${address}`, `OPTIONS ${address}`];
    }),
  );
  for (const on of [...bound, ...others]) {
    const [method = '', path = ''] = on.split(' ');
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await fetch(url + path, { method, headers: { accept }, redirect: 'manual' });
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${on} (${accept}): ${status}`);
    }
  }
});
