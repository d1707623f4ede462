import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentProfile } from '../src/domain/agent.ts';
import { digest } from '../src/domain/digest.ts';
import { call, newKey } from './world/call.ts';
import { madeCompany } from './world/made-companies.ts';
import { publish } from './world/operator.ts';
import { engines, sharedDatabases, testService } from './world/service.ts';

/** What one key may watch (decision 20), and what its profile and its digest contain (decisions 14 and 23). */
sharedDatabases();

const audits = Array.from({ length: 12 }, (_, at) => madeCompany(at, '2026-05-02'));
const slug = (at: number) => audits[at]?.slug ?? '';

for (const engine of engines)
  describe(`what one key may buy, on ${engine}`, () => {
    test('a registration watches so many companies and no more, through all doors at once', async () => {
      const service = await testService(engine, { WATCHES_PER_REGISTRATION: '5' });
      const { DATA_DIR, DATABASE_URL } = service.settings;
      const other = await testService(engine, { DATA_DIR, DATABASE_URL, WATCHES_PER_REGISTRATION: '5' });
      await publish(service, audits);
      await other.catalogue.refresh();
      const key = await newKey(service.url);
      const watch = (url: string, at: number, method = 'POST') =>
        call(url, method, '/api/agent/watch', { key, body: { slug: slug(at) } });
      const tool = async (at: number) => {
        const params = { name: 'watch_company', arguments: { slug: slug(at) } };
        const { text } = await call(service.url, 'POST', '/mcp', {
          key,
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
          headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
        });
        return text.includes('"isError":true') ? 409 : 201;
      };
      const statuses = await Promise.all(
        audits.map(async (_, at) =>
          at % 3 === 2 ? tool(at) : (await watch(at % 3 ? service.url : other.url, at)).status,
        ),
      );
      const made = statuses.filter((status) => status === 201).length;
      assert.deepEqual([made, statuses.filter((status) => status === 409).length], [5, 7], statuses.join(' '));
      const { watches } = (await call(service.url, 'GET', '/api/agent/me', { key })).json;
      assert.equal(watches.length, 5);

      const watched = audits.findIndex((audit) => audit.slug === watches[0].slug);
      const unwatched = audits.findIndex((audit) => !watches.some((one: { slug: string }) => one.slug === audit.slug));
      assert.equal(
        (await watch(service.url, watched)).status,
        200,
        'a company that is watched already can be repeated',
      );
      const refused = await watch(service.url, unwatched);
      assert.deepEqual(
        [refused.json.error, refused.json.detail],
        ['conflict', 'You watch 5 companies, which is the most; stop watching one first.'],
      );
      await watch(service.url, watched, 'DELETE');
      assert.equal((await watch(service.url, unwatched)).status, 201);
      assert.equal((await watch(service.url, watched)).status, 409);
      await other.stop();
      await service.stop();
    });

    test('profile and digest fit their schemas, in the order of their keys, though the gate does not check them', async () => {
      const service = await testService(engine);
      await publish(service, audits);
      const { url } = service;
      const key = await newKey(url, { agent_name: 'A', contact_email: 'a@agents.example' });
      for (let at = 0; at < 4; at += 1) await call(url, 'POST', '/api/agent/watch', { key, body: { slug: slug(at) } });
      await call(url, 'POST', '/api/audit-requests', { key, body: { company: 'A', website: 'https://a.example' } });
      service.clock.advance(1_000);
      await publish(service, [madeCompany(0, '2026-11-02')]);
      const profile = await call(url, 'GET', '/api/agent/me', { key });
      assert.equal(JSON.stringify(agentProfile.parse(profile.json)), profile.text);
      const report = await call(url, 'GET', '/api/agent/digest', { key });
      assert.equal(JSON.stringify(digest.parse(report.json)), report.text);
      assert.equal(report.json.companies.length, 4);
      await service.stop();
    });
  });
