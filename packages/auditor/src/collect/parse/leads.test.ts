import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadsOf } from './leads.ts';

const leads = (html: string) =>
  leadsOf({ kind: 'html', url: 'https://acme.dev/', type: 'text/html', body: new TextEncoder().encode(html) });
const refresh = (content: string, body = '<a href="/en/">On</a>') =>
  leads(`<!doctype html><title>Acme</title><meta http-equiv="refresh" content="${content}">${body}`).onward;

test('a page that holds nothing leads on by a refresh within seconds, as browsers read it', () => {
  for (const content of [
    '0;url=/en/',
    '0; URL=/en/',
    '5, /en/',
    '0 url=/en/',
    " 0.5 ; url = '/en/' trailing",
    '0;/en/',
  ])
    assert.equal(refresh(content), 'https://acme.dev/en/', content);
  assert.equal(refresh('0;url=/my page/x'), 'https://acme.dev/my%20page/x');
  assert.equal(refresh('0;url=?lang=en'), 'https://acme.dev/?lang=en');
});

test('it leads nowhere by one that is late, names nothing or itself, or is no address of the web', () => {
  for (const content of ['30;url=/en/', '0', '0;url=', "0;url=''", '0; URL', '0;url=/', '0;url=#top', 'url=/en/'])
    assert.equal(refresh(content), undefined, content);
  for (const target of ['javascript:go()', 'data:text/html,x', 'file:///etc/passwd', 'https://user:word@acme.dev/en/'])
    assert.equal(refresh(`0;url=${target}`), undefined, target);
});

test('a page with text, a form or data of its own is no stub, whatever refreshes it', () => {
  assert.equal(refresh('0;url=/en/', `<p>${'We repair bicycles. '.repeat(20)}</p>`), undefined);
  assert.equal(refresh('0;url=/en/', '<form action="/in"><input name="mail"></form>'), undefined);
  const data = '<script type="application/ld+json">{"@type":"Organization","name":"Acme"}</script>';
  assert.equal(refresh('0;url=/en/', data), undefined);
  assert.equal(leads('<h1>404 Page not found</h1>').stub, true);
  assert.equal(leads(`<p>${'We repair bicycles. '.repeat(20)}</p>`).stub, false);
});

test('a frameset leads to the pages that it shows', () => {
  const set = '<frameset cols="200,*"><frame src="menu.html" title="Menu"><frame src="/start.html"></frameset>';
  assert.deepEqual(
    leads(set)?.links.map(({ url, text }) => [url, text]),
    [
      ['https://acme.dev/menu.html', 'Menu'],
      ['https://acme.dev/start.html', ''],
    ],
  );
});
