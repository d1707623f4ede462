import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasToken, placesOf } from '../../../src/domain/replies/domain-token.ts';
import { leadsTo, playDomains } from './played-domains.ts';

/** Whoever holds a domain may show it by an element in the head of its home page (decision 181); others who write on the page may not. */
const token = '0123456789abcdef0123456789abcdef';
const meta = `<meta name="readymark-reply" content="${token}">`;
/** The same in a text between quotation marks. */
const bare = `<meta name=readymark-reply content=${token}>`;
const type = 'text/html; charset=utf-8';

const { files, proofs, asked } = await playDomains(['www.acme.com', 'elsewhere.com']);
const looks = proofs();

async function look(html: string | Buffer, headers: Record<string, string> = { 'content-type': type }) {
  files.set('www.acme.com/', (_, reply) => reply.writeHead(200, headers).end(html));
  const { page } = await looks.look(placesOf('https://www.acme.com/x'), (texts) => hasToken(texts, token));
  assert.ok(page);
  assert.equal(page.problem === null, page.found);
  return page;
}
const inHead = (html: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Forum</title>${html}</head><body>x`;

const elements: Readonly<Record<string, string>> = {
  'with quotation marks': inHead(meta),
  'in another order, closed': inHead(`<meta content='${token}' name='readymark-reply' />`),
  'in capital letters, without quotation marks': inHead(`<META NAME=readymark-reply CONTENT=${token}>`),
  'with attributes of a framework': inHead(`<meta data-rh="true" name="readymark-reply" content=" ${token}&#32;">`),
  'in a head that is implied': `<!doctype html><title>x</title>${meta}<p>Hello`,
  'after a byte order mark, before all else': `\ufeff${meta}`,
  'after a comment': inHead(`<!-- ours --><!-->${meta}`),
  'after a script that writes elements': inHead(`<script>document.write("<p></head><body>")</script>${meta}`),
  'after a style and an icon': inHead(`<style>a > b { content: "<p>" }</style><link rel=icon href=/i.svg>${meta}`),
  'after what is for those without scripts': inHead(
    `<noscript><img src="/pixel"><style>p {}</style></noscript>${meta}`,
  ),
  'in a page that is cut off after it': inHead(meta).replace(/<\/head>.*/, `<script>${'x'.repeat(300_000)}`),
};
for (const [what, html] of Object.entries(elements))
  test(`an element of the head shows it: ${what}`, async () => {
    assert.deepEqual(await look(html), { found: true, problem: null });
  });

const others: Readonly<Record<string, string | Buffer>> = {
  'an element of another name': inHead(`<meta name="readymark" content="${token}">`),
  'another token': inHead(`<meta name="readymark-reply" content="${token}0">`),
  'a description': inHead(`<meta name="description" content="readymark-reply ${token}">`),
  'a name that comes second': inHead(`<meta name="description" name="readymark-reply" content="${token}">`),
  'an element in an attribute of meta': inHead(`<meta property="og:description" content="How do I use ${bare} here?">`),
  'an element in an attribute of link': inHead(`<link rel="alternate" title="${bare}" href="/feed">`),
  'an escaped element in an attribute': inHead(
    `<meta property="og:description" content="&lt;meta name=readymark-reply content=${token}&gt;">`,
  ),
  'an element in an attribute of html': `<html data-title="${bare}"><head><title>x</title></head>`,
  'the document of a frame': inHead(`<base href='/'><iframe srcdoc="${bare}"></iframe>`),
  'a field of a form': inHead(`<textarea>${meta}</textarea>`),
  'an example': inHead(`<xmp>${meta}</xmp>`),
  'plain text': inHead(`<plaintext>${meta}`),
  'what is for those without frames': inHead(`<noframes>${meta}</noframes>${meta}`),
  'a picture': inHead(`<svg><title>${meta}</title><desc>${meta}</desc></svg>${meta}`),
  'a formula': inHead(`<math><mtext>${meta}</mtext></math>${meta}`),
  'a comment': inHead(`<!-- ${meta} -->`),
  'a comment that ends twice': inHead(`<!-- --!x> ${meta} -->`),
  'a comment that does not end': inHead(`<!-- ${meta}`),
  'a declaration': inHead(`<!x "${bare.replaceAll('>', '')}">`),
  'a script': inHead(`<script>x = '${meta}'</script>`),
  'a script in which a script ends': inHead(`<script><!-- <script> </script> ${meta} --></script>`),
  'a style': inHead(`<style>${meta}</style>`),
  'a title': inHead(`<title>${meta}</title>`),
  'a title that does not end': `<title>${meta}`,
  'what is for those without scripts': inHead(`<noscript>${meta}</noscript>`),
  'a comment for those without scripts': inHead(`<noscript><!-- </noscript><title>${meta}--></noscript></title>`),
  'a style for those without scripts that does not end': inHead(
    `<noscript><style></noscript><meta name="description" content="</style></noscript>${bare}">`,
  ),
  'a template': inHead(`<template>${meta}</template>`),
  'a template that ends in a text': inHead(
    `<template><style></template><meta name="description" content="</style></template>${bare}">`,
  ),
  'the attribute of an end tag': inHead(`</meta title=">${meta}">`),
  'a section of XML': inHead(`<![CDATA[ > <meta content="]]>${bare}">`),
  'what follows the end of a body that did not begin': `<title>x</title></body>${meta}`,
  'the body': `<head></head><body>${meta}</body>`,
  'the body of a page without head and body': `<title>Forum</title><p>comment by a guest: ${meta}</p>`,
  'the text of a page without head and body': `<title>Forum</title>A guest: ${meta}`,
  'text in letters that look like spaces': `<title>Forum</title>&nbsp;${meta}`,
  'what follows the end of the head': inHead('').replace('</head>', `</head>${meta}`),
  'an escaped text': `<p>&lt;meta name="readymark-reply" content="${token}"&gt;</p>`,
  'an element that is cut off': inHead(`<meta name="readymark-reply" content="${token}"`).replace(/<\/head>.*/, ''),
  'the attribute of an element that is cut off': inHead(`<meta property="x" content="${bare}`).replace(
    /<\/head>.*/,
    '',
  ),
  'more than 200 elements before it': `${'<meta name="x">'.repeat(200)}${meta}`,
  'more than 256 KiB before it': `${' '.repeat(300_000)}${meta}`,
  'openings without end': '<meta '.repeat(20_000),
  'openings of what is for those without scripts': '<noscript>'.repeat(20_000),
  'letters that are bytes of an element in UTF-16': Buffer.from(
    `<title>${Buffer.from(`</title>${meta}${' '.repeat(meta.length % 2)}`).toString('utf16le')}</title>`,
    'utf16le',
  ),
  'letters that are bytes of an element in ISO-2022-JP': inHead('').replace('Forum', `\u001b$B</title>${bare}\u001b(B`),
  'control characters that look like the end of a title': inHead(`<title>\u001c\u000ftitle>${meta}</title>`),
};
for (const [what, html] of Object.entries(others))
  test(`what others may write is no proof: ${what}`, async () => {
    assert.equal((await look(html)).found, false);
  });

test('only a page of HTML has elements', async () => {
  for (const [name, headers] of Object.entries({
    'plain text': { 'content-type': 'text/plain' },
    data: { 'content-type': 'application/json' },
    XML: { 'content-type': 'application/xhtml+xml' },
    nothing: {},
  }))
    assert.deepEqual(
      await look(inHead(meta), headers as Record<string, string>),
      { found: false, problem: 'the home page is not served as text/html' },
      name,
    );
  assert.equal((await look(inHead(meta), { 'content-type': 'Text/HTML' })).found, true);
});

test('what is wrong is said', async () => {
  assert.equal((await look(inHead(''))).problem, 'no meta element in the head of the home page has the token');
  files.delete('www.acme.com/');
  const { page } = await looks.look(placesOf('https://www.acme.com/'), () => true);
  assert.equal(page?.problem, 'it was answered with 404');
});

test('the home page of another site is none', async () => {
  files.set('www.acme.com/', leadsTo('https://elsewhere.com/'));
  files.set('elsewhere.com/', (_, reply) => reply.writeHead(200, { 'content-type': type }).end(inHead(meta)));
  const { page } = await looks.look(placesOf('https://www.acme.com/'), (texts) => hasToken(texts, token));
  assert.match(page?.problem ?? '', /redirects to another site/);
  assert.ok(!asked.includes('elsewhere.com/'));
});
