import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathOfStandard } from '@readymark/auditor/standards/standards';
import { madeCompany } from '../world/made-companies.ts';
import { publish } from '../world/operator.ts';
import { engines, fakeClock, sharedDatabases, testService } from '../world/service.ts';
import { site } from '../world/site.ts';

/** A service on which nothing was published yet (decision 45). */
sharedDatabases();

for (const engine of engines)
  describe(`an empty leaderboard on ${engine}`, () => {
    test('has no date before its own day, in no document and no header', async () => {
      const service = await testService(engine, {}, fakeClock('2026-11-21T12:00:00.000Z'));
      const paths = site.listings
        // Keys of the robot are served where it has some.
        .filter(({ names, path }) => !names && path !== pathOfStandard('web_bot_auth'))
        .flatMap(({ path, twin }) => [path, ...(twin ? [twin(path)] : [])]);
      assert.ok(paths.length > 20, String(paths));
      for (const path of ['/api/audits/index.json', '/api/watch-stats', '/index.md', '/sitemap.xml'])
        assert.ok(paths.includes(path), path);
      for (const path of paths) {
        const reply = await fetch(service.url + path);
        const body = await reply.text();
        assert.equal(reply.status, 200, path);
        assert.doesNotMatch(body, /\b1970\b/, path);
        const modified = Date.parse(reply.headers.get('last-modified') ?? '');
        assert.ok(modified >= Date.parse('2026-11-21T00:00:00Z'), `${path}: ${reply.headers.get('last-modified')}`);
      }
    });

    test('tells visitors and its operator what comes next', async () => {
      const service = await testService(engine, {}, fakeClock('2026-11-21T12:00:00.000Z'));
      const page = await (await fetch(service.url, { headers: { accept: 'text/html' } })).text();
      assert.match(page, /The first audits will appear here/);
      assert.match(page, /<code>readymark publish FILE<\/code>[\s\S]*<code>readymark serve --with-examples<\/code>/);
      assert.doesNotMatch(page, /class="glance"|class="tray"/);
    });

    test('the first publication is newer, and a later process says the same of it', async () => {
      const service = await testService(engine, {}, fakeClock('2026-11-21T12:00:00.000Z'));
      const index = (url: string) => fetch(`${url}/api/audits/index.json`);
      const empty = await index(service.url);
      assert.equal(empty.headers.get('last-modified'), 'Sat, 21 Nov 2026 00:00:00 GMT');
      await publish(service, [madeCompany(1)]);
      const published = (await index(service.url)).headers.get('last-modified');
      assert.equal(published, 'Sat, 21 Nov 2026 12:00:00 GMT');
      const { DATA_DIR, DATABASE_URL } = service.settings;
      const later = await testService(engine, { DATA_DIR, DATABASE_URL }, fakeClock('2026-11-29T12:00:00.000Z'));
      assert.equal((await index(later.url)).headers.get('last-modified'), published);
    });
  });
