import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { Index } from '../../src/domain/leaderboard.ts';
import { type Publisher, startPublisher } from '../world/readymark.ts';
import { engines, sharedDatabases, type TestService, testService } from '../world/service.ts';

/** No two surfaces ever disagree, not even while an audit is being published (decision 6), whoever publishes. */
sharedDatabases();

const COMPANIES = 8;
const PUBLICATIONS = 60;

/** Another process on the same database. */
const beside = ({ data_dir, settings: { DATABASE_URL, BASE_URL } }: TestService): Promise<Publisher> =>
  startPublisher({ DATA_DIR: data_dir, DATABASE_URL, BASE_URL });

async function read<T>(url: string): Promise<{ body: T; tag: string | null }> {
  const reply = await fetch(url);
  assert.equal(reply.status, 200, url);
  return { body: (await reply.json()) as T, tag: reply.headers.get('etag') };
}

/** One audit of one company: a re-audit, or a correction of the standing one, with few scores so that ties are many. */
function order(turn: number) {
  const company = (turn * 5) % COMPANIES;
  const round = Math.floor(turn / COMPANIES);
  const correction = round % 3 === 2;
  const audit_date = new Date(Date.UTC(2026, 0, 1 + round - (correction ? 1 : 0))).toISOString().slice(0, 10);
  const slug = `company-${company}`;
  const scores = { 'P1-A': (turn * 7) % 4, 'P5-D': turn % 2 };
  return {
    audits: [exampleAudit({ slug, company: `Company ${company % 3}`, audit_date, scores })],
    replace: correction,
  };
}

/** @param pause awaited after every twentieth publication */
async function publishAll(publisher: Publisher, pause: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < PUBLICATIONS; turn++) {
    await publisher.publish(order(turn));
    if (turn % 20 === 0) await pause();
  }
}

/** Index and records by HTTP; true when the index stood still meanwhile, so that all were read from one state. */
async function readAll(url: string): Promise<boolean> {
  const before = await read<Index>(`${url}/api/audits/index.json`);
  const records = await Promise.all(
    before.body.audits.map(({ detail_json }) => read<AuditRecord>(`${url}${detail_json}`)),
  );
  const after = await read<Index>(`${url}/api/audits/index.json`);
  const scores = before.body.audits.map(({ overall_score }) => overall_score);
  for (const entry of before.body.audits)
    assert.equal(entry.rank, 1 + scores.filter((score) => score > entry.overall_score).length);
  assert.equal(before.body.count, before.body.audits.length);
  if (before.tag !== after.tag) return false;
  for (const [at, { body }] of records.entries()) {
    const { rank, company, slug, overall_score, tier } = body;
    const { detail_json, pillar_scores, ...entry } = before.body.audits[at] ?? assert.fail();
    assert.deepEqual({ rank, company, slug, overall_score, tier }, entry);
    assert.deepEqual(
      Object.fromEntries(Object.entries(body.pillars).map(([id, { score }]) => [id, score])),
      pillar_scores,
    );
  }
  return true;
}

/** The same within the process: every surface of one snapshot, whatever is published meanwhile. */
function compareSnapshot(service: TestService): void {
  const snapshot = service.catalogue.current();
  const index = JSON.parse(
    Buffer.from(snapshot.document('/api/audits/index.json')?.bodies.identity ?? []).toString(),
  ) as Index;
  assert.equal(index.count, snapshot.count);
  assert.deepEqual(
    snapshot.slice(0, snapshot.count).map(({ rank, slug, overall_score }) => [rank, slug, overall_score]),
    index.audits.map(({ rank, slug, overall_score }) => [rank, slug, overall_score]),
  );
  for (const { slug, rank, overall_score, audit_date } of snapshot.slice(0, snapshot.count)) {
    const shown = JSON.parse(
      Buffer.from(snapshot.document(`/api/audits/${slug}.json`)?.bodies.identity ?? []).toString(),
    ) as AuditRecord;
    assert.ok(isDeepStrictEqual(shown, snapshot.record(slug)), slug);
    assert.deepEqual([shown.rank, shown.overall_score, shown.audit_date], [rank, overall_score, audit_date]);
    const { rank: _, ...audit } = shown;
    assert.deepEqual(snapshot.audits(slug).at(-1), audit);
  }
}

for (const engine of engines) {
  test(`index, records and ranks agree at every moment while another process publishes (${engine})`, async () => {
    const service = await testService(engine);
    const publisher = await beside(service);
    let publishing = true;
    let at_rest = 0;
    const versions = new Set<number>();
    const reading = (async () => {
      while (publishing) {
        if (await readAll(service.url)) at_rest += 1;
        compareSnapshot(service);
        versions.add(service.catalogue.current().version);
      }
    })();
    await publishAll(publisher, async () => {
      const before = versions.size;
      await until(() => versions.size > before, 'another state was read');
    });
    publishing = false;
    await reading;
    assert.ok(at_rest >= 5, `only ${at_rest} rounds were read from one state`);
    assert.ok(versions.size >= 3, `only ${versions.size} states were seen`);
    await service.catalogue.refresh();
    assert.ok(await readAll(service.url));
    assert.equal(service.catalogue.current().version, PUBLICATIONS);
  });

  test(`what another process published is served within a second, without a restart (${engine})`, async () => {
    const service = await testService(engine);
    const publisher = await beside(service);
    for (let turn = 0; turn < 3; turn++) {
      await publisher.publish({ audits: [exampleAudit({ slug: `acme-${turn}`, company: 'Acme' })] });
      const committed = performance.now();
      for (;;) {
        const reply = await fetch(`${service.url}/api/audits/acme-${turn}.json`);
        await reply.arrayBuffer();
        if (reply.status === 200) break;
        assert.ok(performance.now() - committed < 1_000, 'not visible after a second');
      }
    }
  });

  test(`a replaced audit is gone from record and history, and the earlier ones keep their addresses (${engine})`, async () => {
    const service = await testService(engine);
    const publisher = await beside(service);
    const first = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-01-10', scores: 2 });
    const wrong = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-07-10', scores: 5 });
    const right = exampleAudit({ slug: 'acme', company: 'Acme Ltd', audit_date: '2026-07-10', scores: 4 });
    await publisher.publish({ audits: [first, wrong] });
    await publisher.publish({ audits: [right], replace: true });
    await service.catalogue.refresh();
    const url = `${service.url}/api/audits/acme`;
    assert.deepEqual((await read(`${url}.json`)).body, { ...right, rank: 1 });
    assert.deepEqual((await read(`${url}/2026-01-10.json`)).body, { ...first, rank: null });
    assert.deepEqual((await read(`${url}/2026-07-10.json`)).body, { ...right, rank: null });
    assert.equal((await fetch(`${url}/2026-03-01.json`)).status, 404);
    const history = (await read<{ company: string; count: number; audits: object[] }>(`${url}/history.json`)).body;
    assert.deepEqual([history.company, history.count], ['Acme Ltd', 2]);
    const { criteria, pillars, tier, tier_as_published, rubric_version, overall_score, audit_date } = first;
    assert.deepEqual(history.audits[0], {
      ...{ audit_date, overall_score, tier, tier_as_published, rubric_version, pillars },
      criteria: criteria.map(({ evidence, ...criterion }) => criterion),
      detail_json: '/api/audits/acme/2026-01-10.json',
    });
  });

  test(`with the store out of reach the last good snapshot is served, and readiness says so (${engine})`, async () => {
    const service = await testService(engine);
    const publisher = await beside(service);
    await publisher.publish({ audits: [exampleAudit({ slug: 'acme', company: 'Acme' })] });
    await service.catalogue.refresh();
    await service.store.db.schema.alterTable('counters').renameTo('counters_away').execute();
    await assert.rejects(service.catalogue.refresh());
    assert.equal((await fetch(`${service.url}/api/audits/acme.json`)).status, 200);
    const ready = await fetch(`${service.url}/readyz`);
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), /"stale_since":"2026-/);
    await service.store.db.schema.alterTable('counters_away').renameTo('counters').execute();
    await service.catalogue.refresh();
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.equal(service.log_lines.filter((line) => line.includes('last good one is served')).length, 1);
    // A counter that is ahead of the publications adds nothing, and nothing waits for what is not there.
    await service.store.db.updateTable('counters').set({ value: 99 }).where('name', '=', 'publications').execute();
    await service.catalogue.refresh();
    assert.equal(service.catalogue.current().version, 1);
  });
}
