import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import { facts } from './index.ts';

/** What browsers offer to agents, and what an agent is asked to pay: seen, not declared. */
const count = (name: string, answers: MadeAnswers) => facts.get(name)?.find(madeSite(answers), {}) ?? assert.fail();
const home = (body: string, head = ''): MadeAnswers => ({ '/': madePage(`<h1>Mill</h1>${body}`, { head }) });
const form = (attributes: string) =>
  home(`<form action="/find" ${attributes}><label>What <input name="q"></label><button>Find</button></form>`);
const registering = (where: string) =>
  `${where}.modelContext?.registerTool?.({ name: 'find_mill', description: 'Finds a mill.', execute() {} });`;

test('a form with a name and a description is a tool; one of them alone is none', () => {
  assert.equal(count('page_tools', form('toolname="find" tooldescription="Finds a mill"')).likely, 1);
  for (const lacking of ['toolname="find"', 'tooldescription="Finds"', 'toolname="" tooldescription="Finds"', ''])
    assert.equal(count('page_tools', form(lacking)).likely, 0, lacking);
});

test('a script of a page or of the home page registers tools at document.modelContext; what browsers removed is dead', () => {
  const inline = home(`<script>${registering('document')}</script>`);
  assert.deepEqual([count('page_tools', inline).likely, count('page_tools', inline).says.list], [1, 'find_mill']);
  const served = {
    ...home(''),
    '/site.js': { role: 'script', type: 'text/javascript', body: registering('document') },
  };
  assert.equal(count('page_tools', served).likely, 1);
  const dead = count('page_tools', home(`<script>${registering('navigator')}</script>`));
  assert.equal(dead.likely, 0);
  assert.match(String(dead.says.how), /which browsers removed/);
  assert.equal(count('page_tools', home('<p>We speak of document.modelContext.registerTool here.</p>')).likely, 0);
});

test('such tools are a reference of calls for P1-D, and say so', () => {
  const found = proposalFor('P1-D', form('toolname="find" tooldescription="Finds a mill"'));
  assert.equal(found.proposed, 2, found.evidence);
  assert.match(found.evidence, /Pages offer tools to agents in the browser \(WebMCP\): find/);
});

test('a 402 that says what to pay is a payment that is asked for; a 402 without, and a declaration, are none', () => {
  const asks = { '/v1/a': { status: 402, type: 'application/json', body: '{"x402Version":2,"accepts":[]}' } };
  assert.equal(count('payment_asked', { ...home(''), ...asks }).likely, 1);
  assert.equal(count('payment_asked', { ...home(''), '/v1/a': { status: 402, body: 'pay' } }).likely, 0);
  const declared = { '/.well-known/x402.json': '{"x402Version":2,"accepts":[]}' };
  assert.equal(count('payment_asked', { ...home('<p>We accept x402.</p>'), ...declared }).likely, 0);
});
