import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { timeLimit } from '../../../test/world/wait.ts';
import type { FetchResult } from './world/network/fetch-case.ts';
import { fetchCases } from './world/network/fetched.ts';

/** What a site may answer, and what is made of it: in time, in memory, with an item that says what was seen (decision 92). */
const fetching = fetchCases();
const odd = (path: string, more: Record<string, string> = {}) => ({ url: `http://odd.evilcorp.dev${path}`, ...more });
const raw = (path: string) => ({ url: `http://raw.evilcorp.dev${path}` });
const quick = { connect_ms: 1_500, headers_ms: 500, idle_ms: 400, request_ms: 1_500 };
const seen = ({ item }: FetchResult) => [item.status, item.problem, item.truncated];

describe('bodies', () => {
  for (const coding of ['gzip', 'brotli'])
    fetching(`${coding} is undone`, [odd(`/${coding}`)], {}, ({ first }) => {
      assert.deepEqual(seen(first), [200, null, false]);
      assert.match(first.head ?? '', /^<!doctype html><title>Page/);
      assert.match(first.item.sha256 ?? '', /^[0-9a-f]{64}$/);
    });
  for (const path of ['/gzip-bomb', '/brotli-bomb'])
    fetching(`${path} is cut where it expands too far`, [odd(path)], {}, ({ first }) => {
      assert.deepEqual(seen(first), [200, null, true]);
      assert.match(first.item.detail ?? '', /expands more than 100 times|longer than 5000000 bytes/);
      assert.ok(
        first.item.bytes <= 5_000_000 && first.ms < timeLimit(5_000),
        `${first.item.bytes} bytes, ${first.ms} ms`,
      );
    });
  fetching('a long one is cut where it is too long', [odd('/long-gzip')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.equal(first.item.bytes, 5_000_000);
  });
  for (const path of ['/triple', '/deflate', '/zstd', '/not-gzip'])
    fetching(`${path} is refused`, [odd(path)], {}, ({ first }) =>
      assert.deepEqual(seen(first), [200, 'malformed', false]),
    );
  fetching('a coding that breaks off gives what came before', [odd('/cut-gzip')], {}, ({ first }) => {
    assert.equal(first.item.problem, null);
    assert.match(first.head ?? '', /^<!doctype html>/);
  });
  fetching('one without end is cut', [odd('/endless')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.equal(first.item.bytes, 2_000_000);
  });
  fetching('one in pieces of a byte is cut, and said to be', [odd('/bytes')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.match(first.item.detail ?? '', /^sent in more than 20000 pieces of a few bytes$/);
  });
  fetching('one that drips is cut in time', [odd('/drip')], { bounds: quick }, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    // It drips for ever: that it ends, with what had come, is what is shown. How soon depends on the load.
    assert.ok(first.item.bytes > 0 && first.ms < timeLimit(20_000), `${first.item.bytes} bytes in ${first.ms} ms`);
  });
  fetching('one that stops is cut in time', [odd('/half')], { bounds: quick }, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.match(first.item.detail ?? '', /broke off/);
  });
  fetching(
    'nothing is something: an empty body, and none',
    [odd('/empty'), odd('/none')],
    {},
    ({ results: [empty, none] }) => {
      assert.deepEqual([empty?.item.problem, empty?.item.bytes], [null, 0]);
      assert.equal(empty?.item.sha256, createHash('sha256').digest('hex'));
      assert.deepEqual([none?.item.status, none?.item.problem, none?.item.sha256], [204, null, null]);
    },
  );
  fetching('character sets are left to the reader', [odd('/utf-16'), odd('/bom')], {}, ({ results: [utf16, bom] }) => {
    assert.match(utf16?.head ?? '', /^\xff\xfe<\0!\0/);
    assert.match(bom?.head ?? '', /^\xef\xbb\xbf<!doctype/);
  });
  fetching('of HTTP/1.0 end with the connection', [raw('/http-1.0')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, false]);
    assert.equal(first.head, '<p>old but fine');
  });
  fetching('shorter than announced are marked', [raw('/short-body')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.equal(first.head, '<p>hello');
  });
});

describe('types', () => {
  for (const path of ['/picture', '/binary', '/document', '/drawing'])
    fetching(`${path} is not received`, [odd(path)], {}, ({ first }) => {
      assert.deepEqual(seen(first), [200, 'type', false]);
      assert.equal(first.item.sha256, null);
    });
  for (const path of ['/no-type', '/problem', '/lie'])
    fetching(`${path} is received`, [odd(path)], {}, ({ first }) => {
      assert.equal(first.item.problem, null);
      assert.ok(first.item.bytes > 0);
    });
  for (const path of ['/sitemap.xml.gz', '/coded.xml.gz'])
    fetching(`${path} is unpacked`, [odd(path)], {}, ({ first }) => {
      assert.deepEqual(seen(first), [200, null, false]);
      assert.equal(first.head, '<urlset></urlset>');
    });
  fetching('/twice.xml.gz is refused', [odd('/twice.xml.gz')], {}, ({ first }) =>
    assert.equal(first.item.problem, 'malformed'),
  );
  fetching('/bomb.xml.gz is cut', [odd('/bomb.xml.gz')], {}, ({ first }) => {
    assert.deepEqual(seen(first), [200, null, true]);
    assert.ok(first.item.bytes <= 5_000_000);
  });
});

describe('headers', () => {
  for (const order of [odd('/long-header'), odd('/many-headers'), raw('/endless-header')])
    fetching(`${order.url} has too many`, [order], { bounds: quick }, ({ first }) => {
      assert.equal(first.item.problem, 'malformed');
      assert.ok(first.ms < timeLimit(2_000));
    });
  fetching('that are kept are cut', [odd('/long-link')], {}, ({ first: { item } }) => {
    assert.equal(item.headers.server?.length, 1_000);
    assert.equal(item.headers.link?.length, 4_000);
  });
  fetching(
    'of odd bytes and names do no harm',
    [raw('/odd-bytes'), raw('/proto')],
    {},
    ({ results: [bytes, proto] }) => {
      assert.equal(bytes?.item.status, 200);
      assert.deepEqual(Object.keys(proto?.item.headers ?? {}), ['content-type']);
    },
  );
  fetching(
    'say nothing of us but who asks; cookies are not sent back',
    [odd('/cookie'), odd('/cookie')],
    {},
    ({ results, log }) => {
      assert.ok(results.every(({ item }) => item.status === 200 && item.headers['set-cookie'] === undefined));
      const asked = log.filter(({ kind, path }) => kind === 'asked-with' && path === '/cookie');
      assert.equal(asked.length, 2);
      for (const { headers } of asked)
        assert.deepEqual(headers, {
          host: 'odd.evilcorp.dev',
          connection: 'keep-alive',
          'accept-language': 'en, *;q=0.5',
          'user-agent': 'AgentReadinessAuditor/1.0 (+https://readymark.example/bot)',
          accept: '*/*',
          'accept-encoding': 'gzip, br',
        });
    },
  );
  const secret = {
    authorization: 'Bearer x',
    Cookie: 'a=b',
    referer: 'https://x.dev/',
    host: '10.0.0.7',
    'x-forwarded-for': '1.2.3.4',
  };
  const post = {
    ...odd('/mcp'),
    method: 'POST' as const,
    body: '{}',
    headers: { ...secret, 'content-type': 'application/json', 'Mcp-Method': 'server/discover' },
  };
  fetching('of an order are sent if they are those of a handshake', [post], {}, ({ first, log }) => {
    assert.equal(first.item.status, 200);
    const [asked] = log.filter(({ kind, path }) => kind === 'asked-with' && path === '/mcp');
    const sent = (asked?.headers ?? {}) as Record<string, string>;
    const { 'content-type': type, 'mcp-method': method, ...rest } = sent;
    assert.deepEqual([type, method, rest.host], ['application/json', 'server/discover', 'odd.evilcorp.dev']);
    for (const name of ['authorization', 'cookie', 'referer', 'x-forwarded-for']) assert.equal(rest[name], undefined);
  });
});

describe('answers that are none', () => {
  for (const [path, problem] of Object.entries({
    '/banner': 'malformed',
    '/garbage': 'malformed',
    '/two-lengths': 'malformed',
    '/length-and-chunks': 'malformed',
    '/bad-header': 'malformed',
    '/upgrade': 'malformed',
    '/no-answer': 'unreachable',
    '/reset': 'unreachable',
    '/headers-only': 'unreachable',
    '/hints': 'timeout',
  }))
    fetching(`${path} is ${problem}`, [raw(path)], { bounds: quick }, ({ first }) => {
      assert.equal(first.item.problem, problem, String(first.item.detail));
      assert.equal(first.head, undefined);
      assert.ok(first.ms < timeLimit(3_000));
    });
  fetching('nothing at all is a timeout', [odd('/hang')], { bounds: quick }, ({ first }) => {
    assert.deepEqual(seen(first), [null, 'timeout', false]);
    assert.ok(first.ms < timeLimit(1_500));
  });
  for (const path of ['/bad-chunk', '/long-body', '/endless-chunk-extension', '/endless-trailer', '/status-999'])
    fetching(`${path} ends in time`, [raw(path)], { bounds: quick }, ({ first }) => {
      assert.ok(first.ms < timeLimit(3_000));
      assert.ok(first.item.bytes <= 8);
    });
});

describe('pages for robots', () => {
  for (const path of ['/cloudflare', '/siteground', '/waf', '/datadome', '/incapsula', '/moment', '/captcha'])
    fetching(`${path} is one`, [odd(path)], {}, ({ first }) => assert.equal(first.item.problem, 'challenge'));
  for (const path of ['/datadome-page', '/forbidden', '/page'])
    fetching(`${path} is none`, [odd(path)], {}, ({ first }) => assert.equal(first.item.problem, null));
  for (const path of ['/broken', '/busy'])
    fetching(`${path} is an error of the server`, [odd(path)], {}, ({ first }) =>
      assert.equal(first.item.problem, 'server_error'),
    );
});

describe('altogether', () => {
  fetching('nothing crashed, and memory stayed small', [odd('/page')], {}, ({ report, log }) => {
    assert.deepEqual(report.crashes, []);
    // Six collections ran at once.
    assert.ok(report.peak_mb < 400, `${report.peak_mb} MiB`);
    assert.deepEqual(
      log.filter(({ kind }) => kind === 'canary'),
      [],
    );
  });
});
