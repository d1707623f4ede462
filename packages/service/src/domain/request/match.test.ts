import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from './match.ts';

const audit = { company: 'Acme', website: 'https://acme.example/' };
const request = (company: string, website: string) => answers(audit, { company, website });

test('an audit answers a request for its site, whatever the name and the page (decision 19)', () => {
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

/** Whether an audit of one site answers a request for another, under names that differ. */
const sites = (audited: string, requested: string) =>
  answers({ company: 'One', website: audited }, { company: 'Two', website: requested });

test('names without a letter or digit match nothing, not even each other', () => {
  for (const [one, other] of [
    ['★', '🎉'],
    ['★', '★'],
    ['—', '…'],
  ] as const)
    assert.ok(
      !answers({ company: one, website: 'https://a.example/' }, { company: other, website: 'https://b.example/' }),
      `${one} ${other}`,
    );
  for (const company of ['株式会社', 'Ελλάδα', '3'])
    assert.ok(answers({ company, website: 'https://a.example/' }, { company, website: 'https://b.example/' }), company);
});

test('a public suffix belongs to nobody below it, whoever registers names there', () => {
  for (const suffix of ['co.uk', 'github.io', 'com', 'herokuapp.com', 's3.amazonaws.com', '公司.cn', 'www.ck'])
    for (const below of ['acme', 'www', 'shop.acme']) {
      const [one, other] = [`https://${suffix}/`, `https://${below}.${suffix}/`];
      const owned = suffix === 'www.ck';
      assert.equal(sites(one, other), owned, `${one} ${other}`);
      assert.equal(sites(other, one), owned, `${other} ${one}`);
    }
  assert.ok(!sites('https://co.uk/', 'https://co.uk/'));
  assert.ok(!sites('https://acme.co.uk/', 'https://other.co.uk/'));
  assert.ok(!sites('https://acme.github.io/', 'https://other.github.io/'));
  // The domain is Amazon’s, the bucket below one of its suffixes is not.
  assert.ok(!sites('https://amazonaws.com/', 'https://bucket.s3.amazonaws.com/'));
});

test('subdomains of one owner match below public suffixes of any kind', () => {
  for (const domain of ['acme.co.uk', 'acme.github.io', 'acme.com', 'acme.公司.cn', 'acme.example'])
    for (const [one, other] of [
      [`https://${domain}/`, `https://app.${domain}/`],
      [`https://www.${domain}/`, `https://a.b.${domain}/`],
      [`https://${domain}./`, `https://${domain}/`],
    ] as const) {
      assert.ok(sites(one, other), `${one} ${other}`);
      assert.ok(sites(other, one), `${other} ${one}`);
    }
  assert.ok(!sites('https://shop.acme.com/', 'https://app.acme.com/'), 'two subdomains');
});

test('addresses and single words match only themselves', () => {
  for (const host of ['10.0.0.1', '[2001:db8::1]', 'intranet', 'localhost']) {
    assert.ok(sites(`https://${host}/`, `http://${host}:8080/shop`), host);
    assert.ok(!sites(`https://${host}/`, 'https://10.0.0.2/'), host);
  }
  assert.ok(!sites('https://intranet/', 'https://acme.intranet/'));
});
