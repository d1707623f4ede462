import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { get, replyTo, timeless } from '../world/network/fast-path.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

test('every public address answers the same bytes on the fast path and behind node:http', async () => {
  const service = await testService('sqlite');
  await publish(service, [exampleAudit()]);
  const port = Number(new URL(service.url).port);
  const record = '/api/audits/example-widgets.json';
  const paths = [
    '/api/audits/index.json',
    record,
    '/api/audits/example-widgets/history.json',
    '/api/audits/example-widgets/brief.json',
    '/api/audits/example-widgets/P3.json',
    '/api/audits/example-widgets/P9.json',
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
      ['Accept: */*'],
      ['Accept: text/html, */*;q=0.8'],
      ['If-None-Match: *'],
      ['Origin: https://a.example'],
    ])
      for (const method of ['GET', 'HEAD']) {
        const request = get(path, ...headers).replace('GET', method);
        // TE has no effect on the reply, but the fast path leaves such a request to node:http.
        const slow = request.replace('\r\nHost', '\r\nTE: trailers\r\nHost');
        const [fast, behind] = [await replyTo(port, request), await replyTo(port, slow)];
        assert.match(fast, /^HTTP\/1\.1 \d/);
        assert.equal(timeless(fast), timeless(behind), request);
      }
});
