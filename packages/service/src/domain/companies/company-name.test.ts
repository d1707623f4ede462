import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreName, fold, withoutLegalForms } from './company-name.ts';

test('folded text has no case, accents, width variants, joined letters or invisible marks (decision 71)', () => {
  const folded = {
    Café: 'cafe',
    ÜBER: 'uber',
    ＡＢＣ: 'abc',
    plain: 'plain',
    Łódź: 'lodz',
    'Språkvimla Smørrebrød': 'sprakvimla smorrebrod',
    'Straße STRASSE Straẞe': 'strasse strasse strasse',
    'Æsir œuvre Þór Đuro': 'aesir oeuvre thor duro',
    'İstanbul Iğdır': 'istanbul igdir',
    'ΟΔΟΣ οδός': 'οδοσ οδοσ',
    'O’Brien Coca‑Cola': "o'brien coca-cola",
    'so\u00adft zero\u200bwidth': 'soft zerowidth',
  };
  assert.deepEqual(Object.keys(folded).map(fold), Object.values(folded));
});

test('legal forms are left out, however they are written, and nothing else is', () => {
  const core = (name: string) => withoutLegalForms(fold(name).split(/\s+/)).join(' ');
  for (const name of [
    'Acme Ltd',
    'Acme, Inc.',
    'Acme S.A.',
    'ACME GmbH & Co. KG',
    'Acme Sp. z o.o.',
    'Acme S.A. de C.V.',
    'Acme Sdn. Bhd.',
    'Acme A/S',
    '株式会社Acme',
    'Acme（株）',
    '株式会社 Acme',
    'ООО Acme',
    'Acme 有限公司',
    '주식회사 Acme',
    'Acme AŞ',
  ])
    assert.equal(core(name).replace(/[,&]/g, '').trim(), 'acme', name);
  for (const name of ['acme z', 'deacme', 'acme oo', 'incacme', 'gmbhacme']) assert.equal(core(name), name);
  for (const name of ['ag', 'co. ltd', '株式会社', '★']) assert.equal(core(name), fold(name), name);
});

test('two names are equal without case, accents, punctuation and legal form', () => {
  for (const name of ['ACME', 'Acmé', 'A.C.M.E', 'Acme Co., Ltd.', 'acme s.r.o.']) assert.equal(coreName(name), 'acme');
  assert.equal(coreName('AG'), 'ag');
  assert.equal(coreName('★'), '');
});
