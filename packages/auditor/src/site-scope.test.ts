import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWithin, tenantScope } from './site-scope.ts';

describe('an address on a host of many companies', () => {
  for (const [website, scope] of [
    ['https://github.com/acme/tool', 'https://github.com/acme/tool'],
    ['https://github.com/acme/tool/blob/main/README.md', 'https://github.com/acme/tool'],
    ['https://github.com/acme/', 'https://github.com/acme'],
    ['https://www.etsy.com/uk/shop/AcmeWares?ref=x', 'https://www.etsy.com/uk/shop/AcmeWares'],
    ['https://www.facebook.com/acme/about', 'https://www.facebook.com/acme'],
    ['https://sites.google.com/view/acme/home', 'https://sites.google.com/view/acme'],
    ['https://linktr.ee/acme', 'https://linktr.ee/acme'],
    ['https://medium.com/@acme/a-story-1', 'https://medium.com/@acme'],
    ['https://www.notion.so/Acme-Wares-123', 'https://www.notion.so/Acme-Wares-123'],
    ['https://vk.com/acme', 'https://vk.com/acme'],
    ['https://de-de.facebook.com/acme', 'https://de-de.facebook.com/acme'],
    ['https://acme.bandcamp.com/album/x', 'https://acme.bandcamp.com'],
  ] as const)
    test(`${website} is scoped to ${scope}`, () => assert.equal(tenantScope(website), scope));

  for (const website of [
    'https://github.com/',
    'https://acme.github.io/tool',
    'https://acme.example/github.com/x',
    'https://notgithub.com/acme',
    'https://bandcamp.com/',
  ])
    test(`${website} is not scoped`, () => assert.equal(tenantScope(website), undefined));

  test('has what is below it, and nothing beside it', () => {
    const scope = 'https://github.com/acme/tool';
    for (const url of ['', '/', '/wiki', '/blob/main/a.md?x=1']) assert.ok(isWithin(scope, `${scope}${url}`), url);
    assert.ok(isWithin(scope, 'http://www.github.com/Acme/Tool'));
    for (const url of [
      'https://github.com/acme',
      `${scope}box`,
      'https://github.com/',
      'https://x.github.com/acme/tool',
    ])
      assert.ok(!isWithin(scope, url), url);
    assert.ok(!isWithin(scope, 'no address'));
  });
});
