import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { call, newKey } from '../world/call.ts';
import { commit, operator } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** What becomes of watched companies is reported: once by a digest, in the profile until then (decision 186). */
sharedDatabases();

const audits = [
  exampleAudit({ slug: 'acme', company: 'Acme Widgets', scores: 4 }),
  exampleAudit({ slug: 'tide', company: 'Tide Tables', scores: 3 }),
  exampleAudit({ slug: 'other', company: 'Other', scores: 2 }),
];

for (const engine of engines)
  describe(`a watched company (${engine})`, () => {
    async function world() {
      const service = await testService(engine);
      await commit(service, audits);
      await service.catalogue.refresh();
      const key = await newKey(service.url);
      const ask = (method: string, path: string, body?: unknown) => call(service.url, method, path, { key, body });
      for (const slug of ['acme', 'tide']) await ask('POST', '/api/agent/watch', { slug });
      service.clock.advance(120_000);
      const desk = async (operation: typeof retractCompany | typeof correctCompany, input: object) => {
        await execute(service, operation as typeof retractCompany, operator, input, {});
        await service.catalogue.refresh();
        service.clock.advance(120_000);
      };
      return {
        service,
        ask,
        digest: async (since?: string) => (await ask('GET', `/api/agent/digest${since ? `?since=${since}` : ''}`)).json,
        profile: async () => (await ask('GET', '/api/agent/me')).json,
        retract: (slug: string, reason = 'Closed down.') => desk(retractCompany, { slug, reason }),
        rename: (slug: string, to: string) => desk(correctCompany, { slug, new_slug: to }),
      };
    }

    test('that was retracted is reported by the next digest and by none after it, before and after its letters are written', async () => {
      const { service, digest, profile, retract } = await world();
      const { as_of } = await digest();
      await retract('acme');
      const [reported] = (await profile()).ended;
      assert.deepEqual(reported, { slug: 'acme', reason: 'Closed down.', at: reported.at });
      assert.deepEqual((await profile()).ended, [reported], 'the profile reports it until a digest did');
      const first = await digest();
      assert.deepEqual(first.ended, [reported]);
      assert.deepEqual(Object.keys(first).slice(-2), ['ended', 'as_of']);
      assert.equal((await digest()).ended, undefined);
      assert.equal((await profile()).ended, undefined);
      await tick(service);
      assert.equal((await digest()).ended, undefined, 'the letters change nothing');
      assert.deepEqual((await digest(as_of)).ended, [reported], 'since then it happened');
      assert.equal((await digest(first.as_of)).ended, undefined);
    });

    test('that was retracted is reported after its watch has ended, too, and on one of two nodes', async () => {
      const { service, ask, retract } = await world();
      await retract('acme');
      await tick(service);
      const head = await ask('HEAD', '/api/agent/digest');
      assert.equal(head.status, 200);
      const replies = await Promise.all(Array.from({ length: 6 }, () => ask('GET', '/api/agent/digest')));
      assert.equal(replies.filter(({ json }) => json.ended).length, 1);
    });

    test('that was retracted is reported by one of two nodes, whichever is asked first', async () => {
      const { service, ask, retract } = await world();
      const { DATABASE_URL, BASE_URL } = service.settings;
      const env = { BASE_URL, DATA_DIR: service.data_dir, ...(DATABASE_URL && { DATABASE_URL }) };
      const other = await testService(engine, env, service.clock);
      const key = await newKey(service.url);
      const at = (url: string) => call(url, 'GET', '/api/agent/digest', { key });
      await call(other.url, 'POST', '/api/agent/watch', { key, body: { slug: 'acme' } });
      service.clock.advance(120_000);
      await retract('acme');
      await other.catalogue.refresh();
      const urls = [service.url, other.url];
      const replies = await Promise.all(Array.from({ length: 8 }, (_, one) => at(urls[one % 2] ?? '')));
      assert.deepEqual(
        replies.map(({ status }) => status),
        replies.map(() => 200),
      );
      const reported = replies.filter(({ json }) => json.ended);
      assert.equal(reported.length, 1);
      assert.deepEqual(reported[0]?.json.ended[0].slug, 'acme');
      for (const url of urls) assert.equal((await at(url)).json.ended, undefined, url);
      const [mine, again] = [await ask('GET', '/api/agent/digest'), await ask('GET', '/api/agent/digest')];
      assert.deepEqual([mine.json.ended.length, again.json.ended], [1, undefined], 'each registration by itself');
    });

    test('that got another slug is reported with it, and stays watched', async () => {
      const { digest, profile, rename } = await world();
      await rename('tide', 'tide-tables');
      const body = await profile();
      const [reported] = body.ended;
      assert.deepEqual(reported, {
        slug: 'tide',
        reason: 'The company has the slug tide-tables now.',
        at: reported.at,
        moved_to: 'tide-tables',
      });
      assert.deepEqual(
        body.watches.map(({ slug }: { slug: string }) => slug),
        ['acme', 'tide-tables'],
      );
      const { as_of, ended } = await digest('2026-11-21');
      assert.deepEqual(ended, [reported]);
      assert.equal((await digest(as_of)).ended, undefined);
      assert.equal((await digest()).ended, undefined);
      await rename('tide-tables', 'tides');
      const [again, ...more] = (await digest()).ended;
      assert.deepEqual([again.slug, again.moved_to, more], ['tide-tables', 'tides', []]);
    });

    test('is reported to nobody who had stopped watching it, or who watches nothing of it', async () => {
      const { service, ask, digest, profile, retract, rename } = await world();
      await ask('DELETE', '/api/agent/watch', { slug: 'acme' });
      await ask('DELETE', '/api/agent/watch', { slug: 'tide' });
      await retract('acme');
      await rename('tide', 'tides');
      await tick(service);
      await ask('POST', '/api/agent/watch', { slug: 'tides' });
      assert.deepEqual([(await digest()).ended, (await profile()).ended], [undefined, undefined]);
      const other = await newKey(service.url);
      assert.equal((await call(service.url, 'GET', '/api/agent/digest', { key: other })).json.ended, undefined);
    });

    test('that is reinstated, watched again and retracted again is reported twice', async () => {
      const { service, ask, digest, retract } = await world();
      await retract('acme', 'First.');
      await tick(service);
      await commit(service, [exampleAudit({ slug: 'acme', company: 'Acme Widgets', scores: 3 })], {
        reinstate: true,
      });
      await service.catalogue.refresh();
      assert.equal((await ask('POST', '/api/agent/watch', { slug: 'acme' })).status, 201);
      service.clock.advance(120_000);
      await retract('acme', 'Second.');
      const { ended } = await digest();
      assert.deepEqual(
        ended.map(({ reason }: { reason: string }) => reason),
        ['First.', 'Second.'],
      );
      assert.equal((await digest()).ended, undefined);
    });

    test('that was retracted is named to whoever searches it or requests an audit of its site', async () => {
      const { service, ask, retract } = await world();
      await retract('acme');
      for (const query of ['acme', 'ACME', 'Acme Widgets', 'acme.example', 'https://www.acme.example/pricing']) {
        const { json } = await ask('GET', `/api/audits?query=${encodeURIComponent(query)}`);
        assert.equal(json.total, 0, query);
        assert.deepEqual(
          json.retracted?.map(({ slug, reason }: Record<string, string>) => [slug, reason]),
          [['acme', 'Closed down.']],
          query,
        );
        assert.equal(json.nearest, undefined);
      }
      const made = await ask('POST', '/api/audit-requests', { company: 'Acme', website: 'https://acme.example/' });
      assert.equal(made.status, 201);
      assert.deepEqual([made.json.listed, made.json.retracted.slug], [null, 'acme']);
      assert.equal(Object.keys(made.json).at(-1), 'retracted');
      const free = await ask('POST', '/api/audit-requests', { company: 'New', website: 'https://new.example/' });
      assert.equal('retracted' in free.json, false);
      await service.catalogue.refresh();
    });
  });

test('a request that is repeated while it waits is answered with it, and does not count', async () => {
  const service = await testService('sqlite', { AUDIT_REQUESTS_PER_DAY: '2' });
  const key = await newKey(service.url);
  const submit = (body: object, headers = {}) =>
    call(service.url, 'POST', '/api/audit-requests', { key, body, headers });
  const offer = { company: 'New Widgets', website: 'https://new.example/' };
  const first = await submit(offer);
  assert.equal(first.status, 201);
  for (const again of [offer, { company: 'New Widgets, Inc.', website: 'http://www.new.example' }]) {
    const got = await submit(again);
    assert.deepEqual([got.status, got.json], [200, first.json]);
    assert.match(got.headers.get('ratelimit') ?? '', /;r=1;/);
    assert.equal(got.headers.get('location'), first.headers.get('location'));
  }
  const product = await submit({ ...offer, company: 'Another product' });
  assert.equal(product.status, 201, 'another company at the same host');
  assert.equal((await submit(offer)).status, 200, 'also when no request is left');
  assert.equal((await submit(offer, { 'idempotency-key': 'x' })).status, 429, 'a key of its own means another request');
  const theirs = await newKey(service.url);
  const other = await call(service.url, 'POST', '/api/audit-requests', { key: theirs, body: offer });
  assert.equal(other.status, 201, 'another registration');
});

const named = await testService('sqlite');
await commit(named, [
  ...audits,
  exampleAudit({ slug: 'smorrebrod', company: 'Smørrebrød & Co', scores: 1 }),
  exampleAudit({ slug: 'twin-one', company: 'Twin', scores: 1 }),
  exampleAudit({ slug: 'twin-two', company: 'Twin', scores: 1 }),
]);
await named.catalogue.refresh();
await execute(named, correctCompany, operator, { slug: 'tide', new_slug: 'tide-tables' }, {});
await named.catalogue.refresh();
const named_key = await newKey(named.url);

describe('a company', () => {
  const service = named;
  const key = named_key;
  const ask = (method: string, path: string, body?: unknown) => call(service.url, method, path, { key, body });
  const tool = async (name: string, args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { result } = (await ask('POST', '/mcp', body)).json;
    return { failed: result.isError === true, body: JSON.parse(result.content[0].text) };
  };
  const names = [
    ['acme', 'acme'],
    [' ACME ', 'acme'],
    ['acme widgets', 'acme'],
    ['Acme Widgets', 'acme'],
    ['acme.example', 'acme'],
    ['https://www.acme.example/pricing?x=1', 'acme'],
    ['docs.acme.example', 'acme'],
    ['tide', 'tide-tables'],
    ['TIDE', 'tide-tables'],
    ['smørrebrød & co', 'smorrebrod'],
    ['SMORREBROD & CO', 'smorrebrod'],
  ] as const;

  test('is named alike to all tools, and both directions of watching', async () => {
    for (const [name, slug] of names) {
      assert.equal((await tool('get_audit', { slug: name })).body.slug, slug, name);
      assert.equal((await tool('get_audit', { slug: name, history: true })).body.slug, slug, name);
      assert.deepEqual(
        (await tool('get_audit', { slugs: [name, 'other'], criteria: ['P1-B'] })).body.audits.map(
          (one: { slug: string }) => one.slug,
        ),
        [slug, 'other'],
        name,
      );
      const begun = await ask('POST', '/api/agent/watch', { slug: name });
      assert.deepEqual([begun.status, begun.json.slug], [201, slug], name);
      const ended = await ask('DELETE', '/api/agent/watch', { slug: name });
      assert.deepEqual([ended.status, ended.json], [200, { slug, watching: false }], name);
      assert.deepEqual((await ask('GET', '/api/agent/me')).json.watches, [], name);
      assert.equal((await tool('watch_company', { slug: name })).body.slug, slug, name);
      assert.equal((await tool('watch_company', { slug: name, watching: false })).body.slug, slug, name);
      assert.deepEqual((await ask('GET', '/api/agent/me')).json.watches, [], name);
    }
  });

  test('is led to from every address that names it otherwise', async () => {
    for (const [name, slug] of names) {
      if (name === slug || name.includes('/')) continue;
      for (const [before, rest] of [
        ['/api/audits/', '.json'],
        ['/api/audits/', '/brief.json'],
        ['/audits/', ''],
        ['/audits/', '.md'],
        ['/badge/', '.svg'],
      ]) {
        const reply = await fetch(`${service.url}${before}${encodeURIComponent(name)}${rest}?a=b`, {
          redirect: 'manual',
        });
        assert.deepEqual([reply.status, reply.headers.get('location')], [301, `${before}${slug}${rest}?a=b`], name);
        await reply.body?.cancel();
      }
    }
  });

  test('is nobody: refused with the nearest, in both directions of watching, and not found where it is read', async () => {
    for (const name of ['acmee', 'Acme Widget', 'Twin', 'nobody.example', 'acme.example.evil.example'])
      for (const method of ['POST', 'DELETE']) {
        const { status, json } = await ask(method, '/api/agent/watch', { slug: name });
        assert.deepEqual([status, json.error, json.errors[0].field], [422, 'invalid_request', 'slug'], name);
        assert.equal(/Nearest slugs?: /.test(json.message), !name.includes('.'), `${name}: ${json.message}`);
        const read = await tool('get_audit', { slug: name });
        assert.deepEqual([read.failed, read.body.error], [true, 'not_found'], name);
      }
    const retracted = await fetch(`${service.url}/api/audits/Twin.json`, { redirect: 'manual' });
    assert.equal(retracted.status, 404, 'a name that two companies have');
  });
});
