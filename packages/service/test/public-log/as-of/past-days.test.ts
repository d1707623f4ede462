import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey } from '@readymark/tlog/note';
import { leafHash } from '@readymark/tlog/tree';
import { canonicalJson, rootOfInclusion } from '@readymark/verify';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { canonicalHash } from '../../../src/domain/canonical-json.ts';
import type { Statement } from '../../../src/domain/public-log/statement.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { publishAudits } from '../../../src/operations/desk/publish-audits.ts';
import { execute } from '../../../src/operations/run.ts';
import { operator } from '../../world/operator.ts';
import { engines, fakeClock, sharedDatabases, type TestService, testService } from '../../world/service.ts';

/** The boards of past days (decision 151), beside what the log and the published records say of them. */
sharedDatabases();

const START = '2026-11-01T09:00:00.000Z';
const DAYS = 9;
const DAY_MS = 86_400_000;

type Listed = { rank: number; company: string; slug: string; overall_score: number; detail_json: string };
type Index = { count: number; as_of: string; log_size: number; retracted_since: number; audits: Listed[] };
type Record = { slug: string; company: string; overall_score: number; tier: string; audit_date: string; rank?: number };

/** A published record by its hash, as anybody could have kept it. */
type Kept = Map<string, Record>;

const dayAt = (at: number) => new Date(Date.parse(START) + at * DAY_MS).toISOString().slice(0, 10);

async function json<Body>(service: TestService, path: string): Promise<Body> {
  const reply = await fetch(service.url + path);
  const text = await reply.text();
  assert.equal(reply.status, 200, `${path}: ${text}`);
  return JSON.parse(text) as Body;
}

/** The same numbers on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Some days of publications of every kind. @returns what was shown when each day ended, and every record that was ever public */
async function history(service: TestService): Promise<{ shown: Map<string, Index>; kept: Kept }> {
  const next = numbers(7);
  const shown = new Map<string, Index>();
  const kept: Kept = new Map();
  const listed: string[] = [];
  const retracted: string[] = [];
  const dates = new Map<string, string>();
  const run = (operation: typeof publishAudits | typeof correctCompany | typeof retractCompany, input: object) =>
    execute(service, operation as typeof publishAudits, operator, input as never, {});
  const publish = (slug: string, audit_date: string, more = {}) => {
    dates.set(slug, audit_date);
    return run(publishAudits, {
      audits: [exampleAudit({ slug, company: `Of ${slug}`, audit_date, scores: { 'P1-A': next(6), 'P3-B': next(6) } })],
      ...more,
    });
  };
  const one = () => listed[next(listed.length)] ?? 'c-0';

  async function change(at: number): Promise<void> {
    const kind = next(9);
    if (listed.length < 3 || kind < 3) {
      const slug = `c-${listed.length + retracted.length}-${at}`;
      listed.push(slug);
      await publish(slug, dayAt(at));
    } else if (kind === 3) await publish(one(), dayAt(at), { replace: true });
    else if (kind === 4) {
      const slug = one();
      await publish(slug, dates.get(slug) ?? '', { replace: true });
    } else if (kind === 5) await run(correctCompany, { slug: one(), company: `Put right ${at} ${next(1_000)}` });
    else if (kind === 6) {
      const slug = one();
      const new_slug = `${slug.slice(0, 20)}-m${at}-${next(1_000)}`;
      await run(correctCompany, { slug, new_slug });
      dates.set(new_slug, dates.get(slug) ?? '');
      listed.splice(listed.indexOf(slug), 1, new_slug);
    } else if (kind === 7) {
      const slug = one();
      await run(retractCompany, { slug, reason: 'It was another company.' });
      listed.splice(listed.indexOf(slug), 1);
      retracted.push(slug);
    } else {
      const slug = retracted.pop();
      if (slug === undefined) return;
      await publish(slug, dayAt(at), { reinstate: true });
      listed.push(slug);
    }
  }

  for (let at = 0; at < DAYS; at += 1) {
    for (let left = at === 0 ? 4 : next(6); left > 0; left -= 1) {
      service.clock.advance(next(600_000));
      await change(at);
      await service.catalogue.refresh();
      for (const slug of listed) {
        const { audits } = await json<{ audits: Listed[] }>(service, `/api/audits/${slug}/history.json`);
        for (const { detail_json } of audits) {
          const { rank: _, ...record } = await json<Record>(service, detail_json);
          kept.set(canonicalHash(record), record);
        }
      }
    }
    shown.set(dayAt(at), await json<Index>(service, '/api/audits/index.json'));
    service.clock.set(new Date(Date.parse(START) + (at + 1) * DAY_MS).toISOString());
  }
  return { shown, kept };
}

/** The statements of the log in their order, from its bundles. */
async function statements(service: TestService): Promise<Statement[]> {
  const size = Number((await (await fetch(`${service.url}/log/checkpoint`)).text()).split('\n')[1]);
  assert.ok(size > 0 && size < 256, `${size}`);
  const bytes = Buffer.from(await (await fetch(`${service.url}/log/tile/entries/000.p/${size}`)).arrayBuffer());
  const found: Statement[] = [];
  for (let at = 0; at < bytes.byteLength; at += 2 + bytes.readUInt16BE(at))
    found.push(JSON.parse(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)).toString()));
  return found;
}

/** The board at the end of a day from the log and the records alone. */
function recomputed(log: readonly Statement[], kept: Kept, day: string) {
  const end = `${new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;
  /** Companies by the slug that they have at that point, each with its audits that stand by date. */
  const companies = new Map<string, Map<string, Statement>>();
  let then: Map<string, Map<string, Statement>> | undefined;
  const retracted = new Set<Map<string, Statement>>();
  const snap = () => new Map([...companies].map(([slug, audits]) => [slug, audits]));
  const audits_then = new Map<Map<string, Statement>, Statement[]>();
  const take = () => {
    then = snap();
    for (const audits of then.values()) audits_then.set(audits, [...audits.values()]);
  };
  let size = 0;
  for (const entry of log) {
    if (entry.at >= end && !then) take();
    if (entry.at < end) size += 1;
    const { kind, slug, audit_date, replaces } = entry;
    if (kind === 'retraction') {
      retracted.add(companies.get(slug) ?? assert.fail(slug));
      companies.delete(slug);
      continue;
    }
    const former = replaces === null ? undefined : log[replaces];
    const audits =
      companies.get(kind === 'name_change' && former ? former.slug : slug) ?? companies.get(slug) ?? new Map();
    if (kind === 'name_change' && former) companies.delete(former.slug);
    audits.set(audit_date ?? '', entry);
    companies.set(slug, audits);
  }
  if (!then) take();
  const rows = [...(then ?? [])].filter(([, audits]) => audits.size && !retracted.has(audits));
  const current = rows.map(([slug, company]) => {
    const audits = audits_then.get(company) ?? [];
    const last = audits.reduce((one, other) => ((one.audit_date ?? '') > (other.audit_date ?? '') ? one : other));
    const record = kept.get(last.record_sha256 ?? '') ?? assert.fail(`no record of ${slug}`);
    return { slug, company: record.company, overall_score: record.overall_score, tier: record.tier, record };
  });
  const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = current.sort(
    (a, b) => b.overall_score - a.overall_score || byCode(a.company, b.company) || byCode(a.slug, b.slug),
  );
  const rank = (score: number) => 1 + sorted.filter((other) => other.overall_score > score).length;
  return {
    size,
    retracted: (then?.size ?? 0) - rows.length,
    rows: sorted.map((row) => ({ rank: rank(row.overall_score), ...row })),
  };
}

for (const engine of engines)
  test(`the board of every past day follows from the log (${engine})`, async (t) => {
    const clock = fakeClock(START);
    const service = await testService(engine, { BASE_URL: 'https://readymark.test' }, clock);
    const { shown, kept } = await history(service);
    const log = await statements(service);
    const [{ key }] = (await json<{ keys: [{ key: string }] }>(service, '/.well-known/readymark-keys')).keys;
    const kinds = new Set(log.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(['audit', 'replacement', 'correction', 'name_change', 'retraction']));

    await t.test('and is what was shown then, without what was retracted since', async () => {
      let retractions = 0;
      for (const [day, live] of shown) {
        const past = await json<Index>(service, `/api/audits/as-of/${day}/index.json`);
        const expected = recomputed(log, kept, day);
        assert.deepEqual([past.as_of, past.log_size, past.retracted_since], [day, expected.size, expected.retracted]);
        assert.equal(past.count, expected.rows.length);
        assert.deepEqual(
          past.audits.map(({ rank, slug, company, overall_score }) => ({ rank, slug, company, overall_score })),
          expected.rows.map(({ rank, slug, company, overall_score }) => ({ rank, slug, company, overall_score })),
          day,
        );
        assert.deepEqual(Object.keys(past.audits[0] ?? {}), Object.keys(live.audits[0] ?? {}));
        const there = new Set(past.audits.map(({ slug }) => slug));
        const was = live.audits.filter(({ slug }) => there.has(slug));
        assert.equal(was.length + past.retracted_since, live.audits.length);
        assert.deepEqual(
          was.map(({ slug, company, overall_score }) => [slug, company, overall_score]),
          past.audits.map(({ slug, company, overall_score }) => [slug, company, overall_score]),
        );
        retractions += past.retracted_since;
        if (past.retracted_since === 0)
          assert.deepEqual(
            live.audits.map((entry) => ({ ...entry, detail_json: `/api/audits/as-of/${day}/${entry.slug}.json` })),
            past.audits,
          );
      }
      assert.ok(retractions > 0);
    });

    await t.test('each record has the hash of its entry, the rank of the day, and a proof', async () => {
      const verifier = parseVerifierKey(key) ?? assert.fail(key);
      let of_day = 0;
      for (const day of [dayAt(0), dayAt(5), dayAt(DAYS - 1)])
        for (const { slug, rank, detail_json } of (await json<Index>(service, `/api/audits/as-of/${day}/index.json`))
          .audits) {
          const { rank: shown_rank, ...record } = await json<Record>(service, detail_json);
          assert.equal(shown_rank, rank);
          const proof = await json<{
            statement: Statement;
            index: number;
            inclusion: string[];
            checkpoint: string;
            checkpoint_of_day: boolean;
          }>(service, `/api/audits/as-of/${day}/${slug}/proof.json`);
          assert.deepEqual(proof.statement, log[proof.index]);
          assert.equal(canonicalHash(record), proof.statement.record_sha256);
          const opened = openNote(proof.checkpoint, [verifier]);
          assert.ok('text' in opened);
          const head = parseCheckpoint(opened.text) ?? assert.fail();
          const hashes = proof.inclusion.map((hash) => Buffer.from(hash, 'base64'));
          const leaf = leafHash(Buffer.from(canonicalJson(proof.statement)));
          assert.deepEqual(
            Buffer.from((await rootOfInclusion(leaf, proof.index, head.size, hashes)) ?? []),
            Buffer.from(head.root),
          );
          if (proof.checkpoint_of_day) {
            of_day += 1;
            const { log_size } = await json<Index>(service, `/api/audits/as-of/${day}/index.json`);
            assert.equal(head.size, log_size);
          }
        }
      assert.ok(of_day > 0);
    });
  });
