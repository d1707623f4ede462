import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLivedInDesk } from '../world/desk/lived-in-desk.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { deskForms } from '../world/site.ts';

/** More pages than the desk of the test has: following links ends. */
const PAGES_MAX = 500;

test('every form of the desk is on a page that links lead to', async () => {
  const { service, addresses } = await openLivedInDesk('sqlite');
  const browser = deskBrowser(service.url);
  await browser.signIn();
  const pages = new Set(Object.values(addresses));
  const posted = new Set<string>();
  const read = (text: string) => {
    for (const [, path = ''] of text.matchAll(/<form [^>]*action="([^"]*)"/g)) posted.add(plain(path));
    // What is typed is kept by the script of a review, at a path below that of the audit.
    for (const [, path] of text.matchAll(/data-review="([^"]*)"[^>]* data-typed="/g)) posted.add(`${path}/typed`);
    for (const [, path = ''] of text.matchAll(/<a [^>]*href="(\/desk\/[^"#]*)"/g)) pages.add(plain(path));
  };
  for (const path of pages) {
    assert.ok(pages.size < PAGES_MAX);
    read((await browser.get(path)).text);
  }
  // A reply is published from its preview.
  const token = addresses['/desk/replies/tokens/{slug}/{proof_id}'] ?? '';
  read((await browser.send(token, `${token}/preview`, { about: 'reply', text: 'It has changed.' })).text);

  for (const { path } of deskForms) {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    assert.ok(
      [...posted].some((one) => pattern.test(one)),
      `no page of the desk has a form for ${path}`,
    );
  }
});
