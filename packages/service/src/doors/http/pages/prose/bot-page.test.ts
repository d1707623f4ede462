import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlerUserAgent, ROBOTS_TOKEN } from '@readymark/auditor/collect/crawler';
import { testService } from '../../../../../test/world/service.ts';

/** What the owner of a site reads about the crawler (decision 92). */
const service = await testService('sqlite', {
  SECURITY_CONTACT: 'mailto:robots@readymark.test',
  AUDIT_INTERVAL_MS: '1500',
  EVIDENCE_DAYS: '45',
});
const read = async (path: string) => (await fetch(service.url + path, { headers: { accept: 'text/html' } })).text();

test('/bot says how the crawler calls itself, how often it asks, what it keeps and how to forbid it', async () => {
  const page = await read('/bot.md');
  assert.ok(page.includes(crawlerUserAgent(service.settings.BASE_URL)));
  assert.ok(page.includes(`User-agent: ${ROBOTS_TOKEN}\nDisallow: /`));
  for (const said of [
    'Or write to robots@readymark.test:',
    'begun at least 1.5 s after the one before',
    'at most 90 requests to 6 hosts, 30 MB (2 MB an answer) and 10 minutes',
    'removed after 45 days',
    'never makes the crawler visit a site by itself',
    'at most 18 documents of a site, all with GET, once an hour, or again after a minute where nothing could be seen',
    'a private draft made, at most once in 24 hours',
    'a TXT record, a file and the home page of that domain are read when they press a button, at most 180 times an hour',
  ])
    assert.ok(page.includes(said), said);
});

test('/bot names the registries that audits ask, and none where they ask none', async () => {
  assert.doesNotMatch(await read('/bot.md'), /registry/);
  const { url } = await testService('sqlite', { AUDIT_REGISTRIES: 'npm,mcp' });
  const page = await (await fetch(`${url}/bot.md`)).text();
  assert.match(
    page,
    /of the MCP registry, npm the public document of what the site says it published there, at most 2 names each/,
  );
});

test('/bot is linked from every page, from the page about privacy and from llms-full.txt', async () => {
  for (const path of ['/', '/privacy', '/rubric']) assert.match(await read(path), /<a href="\/bot">/, path);
  assert.match(await read('/llms-full.txt'), /\/bot/);
});
