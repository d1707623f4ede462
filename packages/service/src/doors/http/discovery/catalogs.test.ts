import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverCard } from './catalogs.ts';

const info = { name: 'readymark', title: 'Readymark', version: '1.0.0', description: 'Scores.', websiteUrl: '' };
const nameAt = (base: string) => serverCard(base, { info, protocol_versions: [], keyed_tools: [] }).name;

test('the server is named after its host, and a host that is only an address gives it no name of its own', () => {
  assert.equal(nameAt('https://scores.example.com'), 'com.example.scores/readymark');
  for (const base of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:8080', 'https://192.0.2.7'])
    assert.equal(nameAt(base), 'localhost/readymark', base);
});
