import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { program } from '../world/readymark.ts';

/**
 * The hostile cases of the collector's guard, through the doors that anybody may use: previews by form, interface and tool, proofs of
 * domains, and private drafts (decisions 180 and 181).
 */
/** A copy of a real site, which shows that these doors lead somewhere. */
const PUBLIC = 'https://cramersgenerator.com/';
const host = (name: string) => `http://${name}.evilcorp.dev/`;
const inside = ['private', 'loopback', 'metadata', 'carrier', 'lan', 'nothing', 'azure', 'mapped', 'nat64', 'local6'];
const mixed = ['unique6', '6to4', 'mixed', 'mixed6', 'rebind', 'nowhere', 'raw', 'robots-inside', 'robots-loop'];
/** Their home page, documents and the file with the token lead to private addresses. */
const moving = ['moves-all', 'moves-rest'];
const literal = [
  ...['http://127.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.7/', 'http://[::1]/'],
  ...[
    'http://[::ffff:10.0.0.7]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://127.0.0.1.nip.io:25/',
  ],
  ...[
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'http://user:pass@127.0.0.1/',
    'http://intranet/',
  ],
];

test('no door leads to a private address, whatever site is typed', { timeout: timeLimit(400_000) }, async (t) => {
  const extra = ['odd-hosts', 'odd-names', 'heavy-hosts'].map((name) =>
    join(import.meta.dirname, `../../../auditor/test/world/network/${name}.ts`),
  );
  const addresses = [...literal, ...[...inside, ...mixed, ...moving].map(host), PUBLIC];
  const drafts = [...inside.slice(0, 3), 'rebind', 'mixed', 'robots-inside', ...moving].map(
    (name) => `https://${name}.evilcorp.dev/`,
  );
  const given = [JSON.stringify(addresses), JSON.stringify([...drafts, PUBLIC])];
  const ran = await inClosedWorld(program('hostile-doors'), given, { extra, sites: ['cramers-generator'] });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(
    ran.log.filter(({ kind }) => kind === 'canary'),
    [],
    'nothing connected to a private address',
  );
  const seen = JSON.parse(ran.out);
  assert.equal(seen.found.length, addresses.length);
  for (const { address, answers, status } of seen.found) {
    assert.ok(
      answers.every((answer: number) => answer < 500),
      `${address}: ${answers}`,
    );
    if (literal.includes(address)) assert.equal(status, null, address);
    else assert.notEqual(status, 'queued', address);
  }
  for (const name of inside)
    assert.notEqual(seen.found.find((one: { address: string }) => one.address === host(name)).status, 'done', name);
  assert.equal(seen.found.at(-1).status, 'done', 'what is public is seen');
  assert.equal(seen.drafts[PUBLIC], 'drafted');
  assert.ok(seen.looked >= inside.length, `${seen.looked} looks for a token`);
  const asks = ran.log.filter(({ kind }) => kind === 'http');
  assert.deepEqual([...new Set(asks.map(({ method }) => method))], ['GET'], 'never a POST');
  assert.ok(seen.rss_mb < 900, `${seen.rss_mb} MiB`);
});
