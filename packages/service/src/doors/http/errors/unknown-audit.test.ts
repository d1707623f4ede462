import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchGroup } from '../../../catalogue/search/search.ts';
import type { Listed, Snapshot } from '../../../catalogue/snapshot.ts';
import { unknownAudit } from './unknown-audit.ts';

const snapshotOf = (slugs: readonly string[]) => {
  const companies = slugs.map((slug) => ({ slug, company: slug, website: `https://${slug}.example/` }) as Listed);
  const entry = (slug: string) => companies.find((one) => one.slug === slug);
  const former = () => undefined;
  const listed = { companies, groups: [searchGroup(companies)], count: companies.length, entry };
  return { ...listed, former, former_slugs: new Map() } as unknown as Snapshot;
};
const notMoved = () => undefined;
const small = snapshotOf(['apex', 'tidequorl']);
const text = (constant: { body: Uint8Array } | undefined) =>
  constant === undefined ? undefined : JSON.parse(Buffer.from(constant.body).toString());

test('an unknown slug is not found, with the nearest slugs, whichever document of it is read', () => {
  const notFound = unknownAudit('https://readymark.example', () => small, notMoved);
  for (const path of ['tidequrol.json', 'tidequrol/history.json', 'tidequrol/2026-11-16.json', 'Tide Quorl Ltd.json'])
    assert.match(text(notFound(`/api/audits/${path}`)).message, /^No audit .* slug\. Nearest slug: tidequorl\.$/, path);
  const body = text(notFound('/api/audits/zzz.json'));
  assert.deepEqual(
    [body.status, body.error, body.message],
    [404, 'not_found', 'No audit is published under this slug.'],
  );
});

test('a listed company without that document is told apart from an unknown slug', () => {
  const notFound = unknownAudit('https://readymark.example', () => small, notMoved);
  for (const name of ['scores', 'P'])
    assert.match(
      text(notFound(`/api/audits/apex/${name}.json`)).message,
      /^This company has no such document\. It has brief\.json, history\.json, replies\.json, plan, /,
    );
});

test('an audit without sources says in one sentence why, and where its evidence is', () => {
  const notFound = unknownAudit('https://readymark.example', () => small, notMoved);
  const { status, message } = text(notFound('/api/audits/apex/evidence.json'));
  assert.equal(status, 404);
  assert.match(message, /^The auditing agent did not make this audit.*record has the evidence\.$/);
  assert.ok(message.length <= 120, message);
  assert.match(text(notFound('/api/audits/nobody-there/evidence.json')).message, /^No audit is published/);
});

test('other addresses are left to the router', () => {
  const notFound = unknownAudit('https://readymark.example', () => small, notMoved);
  for (const path of [
    '/api/audits/',
    '/api/audits/apex',
    '/api/audits/a/b/c.json',
    '/api/other.json',
    '/audits/x.json',
  ])
    assert.equal(notFound(path), undefined, path);
});

test('suggestions follow the snapshot', () => {
  let current = small;
  const notFound = unknownAudit('https://readymark.example', () => current, notMoved);
  assert.doesNotMatch(text(notFound('/api/audits/zebar.json')).message, /Nearest/);
  current = snapshotOf(['zebra']);
  assert.match(text(notFound('/api/audits/zebar.json')).message, /Nearest slug: zebra\./);
  assert.match(text(notFound('/api/audits/apex.json')).message, /^No audit/);
});

test('a flood of guesses costs little: beyond a share of the time they get the reply without suggestions', () => {
  const large = snapshotOf(Array.from({ length: 10_000 }, (_, at) => `company-${at}`));
  const notFound = unknownAudit('https://readymark.example', () => large, notMoved);
  const first = notFound('/api/audits/compny-1.json');
  assert.match(text(first).message, /Nearest slugs: company-1/);
  const before = process.cpuUsage();
  let without = 0;
  for (let at = 0; at < 50_000; at++) {
    const { message } =
      /"message":"(?<message>[^"]*)"/.exec(
        Buffer.from(notFound(`/api/audits/compny-${at * 3}.json`)?.body ?? []).toString(),
      )?.groups ?? {};
    assert.match(message ?? '', /^No audit is published under this slug\./);
    if (!message?.includes('Nearest')) without += 1;
  }
  const { user } = process.cpuUsage(before);
  assert.ok(user < 1_500_000, `50,000 guesses took ${user} µs`);
  assert.ok(without > 40_000, `only ${without} were answered without suggestions`);
  assert.equal(notFound('/api/audits/compny-1.json'), first);
});

test('what others of the machine take meanwhile is no time that suggestions took', () => {
  const waiting = new Proxy(small, {
    get(snapshot, name) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      return Reflect.get(snapshot, name);
    },
  });
  const notFound = unknownAudit('https://readymark.example', () => waiting, notMoved);
  for (const [slug, near] of [
    ['apx', 'apex'],
    ['tidequor', 'tidequorl'],
  ] as const)
    assert.match(text(notFound(`/api/audits/${slug}.json`)).message, new RegExp(`Nearest slug: ${near}`), slug);
});

test('an address that leads elsewhere is asked about before a slug is unknown, and once for each slug', () => {
  const asked: string[] = [];
  const redirect = { status: 301, content_type: 'application/json', body: Buffer.from('{}') };
  const notFound = unknownAudit(
    'https://readymark.example',
    () => small,
    (path) => {
      asked.push(path);
      return path.startsWith('/api/audits/apex-gmbh') ? redirect : undefined;
    },
  );
  for (let times = 0; times < 3; times += 1) {
    assert.equal(notFound('/api/audits/apex-gmbh.json'), redirect);
    assert.equal(notFound('/api/audits/apex-gmbh/P1.json'), redirect);
    assert.match(text(notFound('/api/audits/apx.json')).message, /Nearest slug: apex\.$/);
  }
  assert.equal(asked.filter((path) => path.includes('/apx')).length, 1);
  assert.equal(notFound('/elsewhere'), undefined);
});
