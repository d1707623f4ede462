import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from './world/example-audit.ts';
import { exchange, get, timeless } from './world/fast-path.ts';
import { publish } from './world/operator.ts';
import { testService } from './world/service.ts';

test('every public address answers alike in the fast lane and behind node:http, to the byte', async () => {
  const service = await testService('sqlite');
  await publish(service, [exampleAudit()]);
  const port = Number(new URL(service.url).port);
  const record = '/api/audits/example-widgets.json';
  const paths = [
    '/api/audits/index.json',
    record,
    '/api/audits/example-widgets/history.json',
    '/api/audits/nobody.json',
    '/api/watch-stats',
  ];
  const pages = [
    '/',
    '/index.md',
    '/audits/example-widgets',
    '/robots.txt',
    '/llms.txt',
    '/openapi.json',
    '/.well-known/oauth-protected-resource',
  ];
  for (const path of [...paths, ...pages, '/healthz', '/nowhere', '/api/agent/me'])
    for (const headers of [
      [],
      ['Accept-Encoding: br'],
      ['Accept: text/markdown', 'Accept-Encoding: gzip'],
      ['If-None-Match: *'],
      ['Origin: https://a.example'],
    ])
      for (const method of ['GET', 'HEAD']) {
        const request = get(path, ...headers).replace('GET', method);
        // TE does nothing here but to make a request that the lane leaves to node:http.
        const slow = request.replace('\r\nHost', '\r\nTE: trailers\r\nHost');
        const [in_lane, behind] = [await exchange(port, [request]), await exchange(port, [slow])];
        assert.match(in_lane, /^HTTP\/1\.1 \d/);
        assert.equal(timeless(in_lane), timeless(behind), request);
      }
});
