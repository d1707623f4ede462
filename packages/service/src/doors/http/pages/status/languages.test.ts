import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentMarkdown, contentPage } from '../../html/content.ts';
import type { Texts } from '../../html/language.ts';
import { page } from '../../html/page.ts';
import { statusPage } from './page.ts';

const from = '2026-11-21T12:00:00.000Z';
const view = {
  status: 'operational',
  reason: null,
  since: from,
  publication: 7,
  published_at: '2026-11-20T08:05:00.000Z',
  companies: 3,
  incidents_noted_from: from,
  incidents: [{ from, until: null, reason: 'The database does not answer.' }],
};
const frame = { base_url: 'https://readymark.example', path: '/status', navigation: { header: [], footer: [] } };

test('a page with texts in a second language is drawn in it: HTML with its tag, Markdown, dates as it writes them', () => {
  const german = statusPage(view, 'de');
  const html = page(contentPage(german), frame);
  const markdown = contentMarkdown(german.content, frame.base_url);
  assert.match(html, /<html lang="de">/);
  for (const tag of ['header class="site"', 'footer class="site"', 'a class="skip" href="#main"'])
    assert.match(html, new RegExp(`<${tag} lang="en">`), 'what surrounds the page is English, and says so');
  for (const form of [html, markdown])
    for (const text of [
      'Alle Teile arbeiten seit 21.11.2026, 12:00 UTC.',
      'Nummer 7, 20.11.2026, 08:05 UTC',
      'dauert an',
    ])
      assert.ok(form.includes(text), text);
  const english = contentMarkdown(statusPage(view).content, frame.base_url);
  const words = (text: string) => new Set(text.match(/\p{L}{4,}/gu));
  const both = [...words(markdown)].filter((word) => words(english).has(word));
  assert.deepEqual(both, ['Status', 'JSON', 'Accept', 'application', 'json', 'readyz', 'database', 'does', 'answer']);
});

test('a page says that it is English, and the parts around it need not', () => {
  const html = page(contentPage(statusPage(view)), frame);
  assert.deepEqual(html.match(/ lang="\w+"/g), [' lang="en"']);
});

test('a language without one of the texts does not compile', () => {
  type Greeting = { hello: string; goodbye: string };
  // @ts-expect-error: the German goodbye is missing
  const texts: Texts<Greeting> = { en: { hello: 'Hello', goodbye: 'Goodbye' }, de: { hello: 'Hallo' } };
  assert.ok(texts.de);
});
