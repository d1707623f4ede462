import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { madePage, madeSite } from '../../test/world/made-site.ts';
import { previewOf } from './preview.ts';

/** Bidirectional, of no width, an escape of terminals, and letters that are seen by models alone. */
const HIDDEN = '\u202e\u2066\u200b\u2060\ufeff\u001b[31m\u0007\u{e0041}';

test('what a preview quotes of a site has no character that is not seen', () => {
  const name = `Acme${HIDDEN} Widgets`;
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, description: `${name}.` };
  const more = { '@context': 'https://schema.org', '@type': `Widget${HIDDEN}`, name, sku: HIDDEN };
  const offers = { '@type': 'Offer', name, price: '10.00', priceCurrency: 'EUR' };
  const json = JSON.stringify({ ...data, offers: [offers, { ...offers, name: `Big ${name}`, price: '20.00' }] });
  const head = [json, JSON.stringify(more)].map((one) => `<script type="application/ld+json">${one}</script>`).join('');
  const openapi = JSON.stringify({
    openapi: `3.1.0${HIDDEN}`,
    info: { title: name, version: '1' },
    paths: { '/a': { get: {} } },
  });
  const site = madeSite({
    '/': madePage(`<h1>${name}</h1><p>${name} costs EUR 10 a month.</p>`, { head, title: name }),
    '/llms.txt': `# ${name}\n\n> ${name} for all.\n\n## Docs\n\n- [${name}](https://example.com/a): ${name}\n`,
    '/openapi.json': openapi,
    '/.well-known/mcp/server-card.json': JSON.stringify({
      name,
      serverInfo: { name, version: '1' },
      tools: [{ name }],
    }),
    '/pricing.md': `# ${name}\n\n${name}: EUR 10 a month\n`,
  });
  const ladders = readLadders().get('v1') ?? assert.fail();
  const { criteria } = previewOf(site, ladders);
  const said = criteria.map(({ evidence, next }) => `${evidence}${next?.text ?? ''}`).join('\n');
  assert.match(said, /Widget|Acme|3\.1\.0/, 'something of it is quoted');
  assert.doesNotMatch(said.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u);
});
