import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from './match.ts';

const audit = { company: 'Acme', website: 'https://acme.example/' };
const request = (company: string, website: string) => answers(audit, { company, website });

test('an audit answers a request for its site, whatever the name and the page (decision 43)', () => {
  for (const website of [
    'http://acme.example',
    'https://www.acme.example/pricing',
    'https://app.acme.example/',
    'https://ACME.example/',
  ])
    assert.ok(request('Something else', website), website);
});

test('an audit answers a request for its company’s name, whatever case, accents, punctuation and legal form', () => {
  for (const company of ['ACME', 'Acmé', 'Acme, Inc.', 'acme gmbh', 'A.C.M.E', 'Acme Co., Ltd.'])
    assert.ok(request(company, 'https://elsewhere.example/'), company);
});

test('another site and another name do not match, however similar', () => {
  for (const [company, website] of [
    ['Acmeology', 'https://notacme.example/'],
    ['Inc.', 'https://example.example/'],
    ['Registry', 'https://example/'],
    ['', 'https://acme.example.evil.example/'],
  ] as const)
    assert.ok(!request(company, website), `${company} ${website}`);
});

test('companies whose names are only a legal form are distinguished', () => {
  assert.ok(
    !answers({ company: 'AG', website: 'https://a.example/' }, { company: 'Co.', website: 'https://b.example/' }),
  );
});
