import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { timeLimit } from '../../../test/world/wait.ts';
import { fetchCases } from './world/network/fetched.ts';

/** Where a site may lead the auditor, and where not (decision 92), past listeners on private addresses that would tell. */
const fetching = fetchCases();
const host = (name: string) => `http://${name}.evilcorp.dev`;
const quick = { connect_ms: 1_500, headers_ms: 600, request_ms: 3_000 };

describe('names', () => {
  const refused = [
    'private',
    'loopback',
    'metadata',
    'carrier',
    'lan',
    'nothing',
    'azure',
    'multicast',
    'mapped',
    'nat64',
    'local6',
    'unique6',
    '6to4',
    'mixed',
    'mixed6',
  ];
  for (const name of refused)
    for (const scheme of ['http', 'https'])
      fetching(
        `${scheme}: ${name} is refused`,
        [{ url: `${scheme}://${name}.evilcorp.dev/` }],
        { bounds: quick },
        ({ first: { item } }) => {
          assert.equal(item.problem, 'refused');
          assert.equal(item.status, null);
          assert.match(item.detail ?? '', /not public/);
        },
      );

  const silent = {
    'nxdomain.evilcorp.dev': ['unreachable', /does not exist/],
    'broken-name.evilcorp.dev': ['unreachable', /could not be resolved/],
    'no-address.evilcorp.dev': ['unreachable', /no address/],
    'silent-name.evilcorp.dev': ['timeout', /not answered in time/],
    'nowhere.evilcorp.dev': ['unreachable', /no connection/],
    'closed.evilcorp.dev': ['unreachable', /no connection/],
  } as const;
  for (const [name, [problem, detail]] of Object.entries(silent))
    fetching(`${name} cannot be reached`, [{ url: `http://${name}/` }], { bounds: quick }, ({ first: { item } }) => {
      assert.equal(item.problem, problem, String(item.detail));
      assert.match(item.detail ?? '', detail);
    });

  for (const name of ['half-silent', 'half-dead'])
    fetching(
      `${name}: one good address is enough`,
      [{ url: `${host(name)}/` }],
      { bounds: { ...quick, connect_ms: 4_000, request_ms: 5_000 } },
      ({ first }) => {
        assert.equal(first.item.status, 200, String(first.item.detail));
        assert.equal(first.head, 'hello');
      },
    );

  fetching(
    'a name that points inside by the second connection is refused then',
    [{ url: `${host('rebind')}/page` }, { url: `${host('rebind')}/page` }],
    {},
    ({ results }) => {
      // The first connection was for robots.txt.
      for (const { item } of results) assert.equal(item.problem, 'refused');
    },
  );
});

describe('addresses', () => {
  const never = [
    'http://127.0.0.1/',
    'https://10.0.0.7/',
    'http://[::1]/',
    'http://[fd00::7]/',
    'http://[::ffff:10.0.0.7]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://%31%32%37.0.0.1/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://printer/',
    'http://nas.local/',
    'http://a.internal/',
    'http://a.localhost/',
    'http://a.onion/',
    'http://7.0.0.10.in-addr.arpa/',
    'http://co.uk/',
    'http://metadata.google.internal/',
    'http://odd.evilcorp.dev:22/',
    'https://odd.evilcorp.dev:8080/',
    'http://user@odd.evilcorp.dev/',
    'http://user:pass@odd.evilcorp.dev/',
    'file:///etc/passwd',
    'ftp://odd.evilcorp.dev/',
    'javascript:alert(1)',
    'data:text/html,x',
    'gopher://odd.evilcorp.dev/',
    '',
    'http://',
    '//',
    '\0',
    `http://odd.evilcorp.dev/${'x'.repeat(3_000)}`,
  ];
  fetching(
    'that are no public web addresses are refused without a request',
    never.map((url) => ({ url })),
    { together: true },
    ({ results, requests }) => {
      assert.equal(requests, 0);
      assert.equal(results.length, never.length);
      for (const { item, ms } of results) {
        assert.equal(item.problem, 'refused', item.url);
        assert.ok(item.url.length <= 2_000 && ms < timeLimit(500));
      }
    },
  );
});

describe('redirects', () => {
  const to = (target: string) => ({ url: `${host('odd')}/to?hex=${Buffer.from(target, 'latin1').toString('hex')}` });
  const inside = [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://localhost/',
    '//10.0.0.7/',
    'file:///etc/passwd',
    'http://odd.evilcorp.dev:22/',
    'http://u:p@odd.evilcorp.dev/',
    'javascript:alert(1)',
    'http://',
    'http://[',
    'http://xn--/',
  ];
  inside.forEach((target, at) => {
    fetching(
      `${at}: to ${JSON.stringify(target.slice(0, 60))} are refused`,
      [to(target)],
      {},
      ({ first: { item } }) => {
        assert.equal(item.problem, 'refused');
        assert.equal(item.status, 302);
        assert.equal(item.redirects.length, 1);
        assert.ok((item.redirects[0]?.url.length ?? 0) <= 2_000);
      },
    );
  });
  fetching('to a private name are refused', [to('http://private.evilcorp.dev/')], {}, ({ first: { item } }) =>
    assert.equal(item.problem, 'refused'),
  );
  fetching(
    'twice in one answer: the first counts',
    [{ url: `${host('raw')}/two-locations` }],
    {},
    ({ first: { item } }) => assert.equal(item.problem, 'refused'),
  );
  fetching('with a long address are refused', [{ url: `${host('odd')}/far` }], {}, ({ first: { item } }) => {
    assert.deepEqual([item.problem, item.status], ['refused', 302]);
    assert.equal(item.redirects[0]?.url.length, 2_000);
  });
  fetching(
    'with an address that is read in two ways go nowhere',
    [{ url: `${host('raw')}/odd-location` }],
    {},
    ({ first, hosts }) => {
      assert.deepEqual([first.item.status, first.head, hosts.length], [302, undefined, 1]);
    },
  );
  fetching('in a circle end', [{ url: `${host('odd')}/loop` }], {}, ({ first: { item }, requests }) => {
    assert.equal(item.problem, 'malformed');
    // With robots.txt, the first request, and five redirects.
    assert.equal(requests, 7);
  });
  fetching(
    'are followed five times',
    [{ url: `${host('odd')}/hops?n=5` }, { url: `${host('odd')}/hops?n=6` }],
    {},
    ({ results: [five, six] }) => {
      assert.deepEqual([five?.item.status, five?.item.problem, five?.item.redirects.length], [200, null, 5]);
      assert.deepEqual([six?.item.status, six?.item.problem], [301, 'malformed']);
    },
  );
  const away = to('http://other-site.dev/page');
  fetching('to another site are noted and not followed', [away], {}, ({ first: { item, head }, hosts }) => {
    assert.deepEqual([item.status, item.problem, head], [302, null, undefined]);
    assert.deepEqual(item.redirects, [{ status: 302, url: 'http://other-site.dev/page' }]);
    assert.equal(hosts.length, 1);
  });
  fetching(
    'to another site are followed from the first look at the home page only',
    [
      { ...away, role: 'home' },
      { ...away, role: 'home' },
    ],
    {},
    ({ results: [first, second] }) => {
      assert.deepEqual([first?.item.status, first?.item.problem], [200, null]);
      assert.equal(second?.item.status, 302);
    },
  );
  const downgrade = { url: to('http://odd.evilcorp.dev/page').url.replace('http:', 'https:') };
  fetching(
    'from https to http are followed from the home page only',
    [downgrade, { ...downgrade, role: 'home' }],
    {},
    ({ results: [probe, home] }) => {
      assert.deepEqual([probe?.item.status, probe?.item.problem], [302, null]);
      assert.equal(home?.item.status, 200);
    },
  );
});

describe('certificates', () => {
  const kinds = {
    expired: 'CERT_HAS_EXPIRED',
    'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
    'wrong-name': 'ERR_TLS_CERT_ALTNAME_INVALID',
  };
  for (const [kind, code] of Object.entries(kinds))
    fetching(
      `${kind}: no answer is taken`,
      [{ url: `https://${kind}.evilcorp.dev/page` }],
      {},
      ({ first: { item } }) => {
        assert.equal(item.problem, 'unreachable');
        assert.ok(item.detail?.includes(`the certificate does not fit (${code})`), String(item.detail));
      },
    );
  fetching('that fit are taken', [{ url: 'https://odd.evilcorp.dev/page' }], {}, ({ first: { item } }) =>
    assert.equal(item.status, 200),
  );
});

describe('altogether', () => {
  fetching(
    'no private address saw a connection, and nothing crashed',
    [{ url: `${host('odd')}/page` }],
    {},
    ({ report, log }) => {
      assert.deepEqual(
        log.filter(({ kind }) => kind === 'canary'),
        [],
      );
      // One that went past the guard was seen.
      assert.equal(log.filter(({ kind }) => kind === 'control').length, 1);
      assert.deepEqual(report.crashes, []);
    },
  );
});
