import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Audit, isFictional } from '@readymark/rubric/audit/audit';
import fc from 'fast-check';
import { pino } from 'pino';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { indexEntryOf, ranked } from '../../test/world/plain-leaderboard.ts';
import type { PublishedAudit } from '../domain/audit/published.ts';
import type { SlugChange } from '../domain/companies/former-slug.ts';
import { compareEntries } from '../domain/leaderboard.ts';
import { openCatalogue } from './catalogue.ts';
import type { Snapshot } from './snapshot.ts';
import type { PublicationSource } from './snapshot-states.ts';

/**
 * A store in memory that publishes as the real one does: one number per publication; a replaced audit is not current.
 */
function source() {
  let current_audits: PublishedAudit[] = [];
  let publication = 0;
  let ids = 0;
  let broken: Error | undefined;
  const limits: number[] = [];
  const changes: SlugChange[] = [];
  const at = () => new Date(Date.UTC(2026, 10, 21, 12, 0, publication)).toISOString();
  const retract = (slug: string, reason = 'Wrong.') => {
    publication += 1;
    current_audits = current_audits.filter((row) => row.slug !== slug);
    changes.push({ publication, slug, change: 'retracted', moved_to: null, reason, at: at() });
  };
  const move = (slug: string, moved_to: string) => {
    const audits = current_audits.filter((row) => row.slug === slug).map(({ record }) => JSON.parse(record) as Audit);
    current_audits = current_audits.filter((row) => row.slug !== slug);
    publish(audits.map((audit) => ({ ...audit, slug: moved_to })));
    changes.push({ publication, slug, change: 'moved', moved_to, reason: null, at: at() });
  };
  const reinstate = (audits: readonly Audit[]) => {
    publish(audits);
    for (const { slug } of audits)
      changes.push({ publication, slug, change: 'reinstated', moved_to: null, reason: null, at: at() });
  };
  const publish = (audits: readonly Audit[]) => {
    publication += 1;
    for (const audit of audits) {
      current_audits = current_audits.filter(
        ({ slug, audit_date }) => slug !== audit.slug || audit_date !== audit.audit_date,
      );
      const { slug, company, website, audit_date, reaudit_due, overall_score, tier } = audit;
      current_audits.push({
        ...{ slug, company, website, audit_date, reaudit_due, overall_score, tier, rubric: 'v1', publication },
        audit_id: `aud_${String(ids++).padStart(6, '0')}`,
        pillar_scores: JSON.stringify(indexEntryOf(audit, 1).pillar_scores),
        criterion_scores: JSON.stringify(Object.fromEntries(audit.criteria.map(({ id, score }) => [id, score]))),
        record: JSON.stringify(audit),
        published_at: at(),
        receipts: null,
        reviewed_by: null,
        business: null,
        fictional: isFictional(audit) ? 1 : 0,
      });
    }
  };
  const of: PublicationSource = {
    latest: async () => publication,
    audits: {
      async after(position, limit, until) {
        if (broken) throw broken;
        limits.push(limit);
        return current_audits
          .filter(
            (row) =>
              row.publication <= until &&
              (row.publication > position.publication ||
                (row.publication === position.publication && row.audit_id > position.audit_id)),
          )
          .slice(0, limit);
      },
    },
    slugs: {
      changed: async (after, until) =>
        changes.filter((change) => change.publication > after && change.publication <= until),
    },
    replies: { changed: async () => [] },
    corrections: { between: async () => [] },
  };
  return {
    of,
    publish,
    retract,
    move,
    reinstate,
    limits,
    break: (error?: Error) => {
      broken = error;
    },
    rewind(to: number) {
      current_audits = current_audits.filter((row) => row.publication <= to);
      publication = to;
    },
  };
}

const silent = pino({ level: 'silent' });
const now = () => new Date('2026-11-21T12:00:00.000Z');
const no_rubrics = { rubrics: new Map(), ladders: new Map(), publishable: [] };
const open = (of: PublicationSource, log = silent) => openCatalogue({ source: of, rubrics: no_rubrics, now, log });

/** Everything that a snapshot shows, as text. */
function shown(snapshot: Snapshot) {
  const documents = [...snapshot.documents()].map(([path, { bodies, tag, modified, content_type }]) => {
    const kept = snapshot.document(path);
    assert.deepEqual(
      { tag: kept?.tag, modified: kept?.modified, bytes: kept && Buffer.from(kept.bodies.identity).toString() },
      { tag, modified, bytes: Buffer.from(bodies.identity).toString() },
      `${path} is the same in both`,
    );
    return [path, Buffer.from(bodies.identity).toString(), tag, modified.toISOString(), content_type];
  });
  return {
    version: snapshot.version,
    modified: snapshot.modified,
    count: snapshot.count,
    entries: snapshot.slice(0, snapshot.count),
    documents,
  };
}

const names = ['Ada', 'Bode', 'Çelik', '株式会社', 'Ada'] as const;
const publications = fc.array(
  fc.array(
    fc.record({ company: fc.nat(11), day: fc.integer({ min: 1, max: 5 }), score: fc.integer({ min: 0, max: 5 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
  { minLength: 1, maxLength: 8 },
);

const auditOf = ({ company, day, score }: { company: number; day: number; score: number }): Audit =>
  exampleAudit({
    slug: `company-${company}`,
    company: `${names[company % names.length]} ${company % 3}`,
    audit_date: `2026-0${day}-01`,
    scores: { 'P1-A': score },
  });

test('what says whether a score is stale is right after midnight, even when midnight came while it was made', async () => {
  const audit = exampleAudit();
  const last = Date.parse(`${audit.reaudit_due}T23:59:59.999Z`);
  let calls_before_midnight = 0;
  const clock = () => new Date(calls_before_midnight-- > 0 ? last : last + 1);
  for (const calls of [0, 1, 2, 3]) {
    const store = source();
    store.publish([audit]);
    const catalogue = openCatalogue({ source: store.of, rubrics: no_rubrics, now: clock, log: silent });
    calls_before_midnight = Number.POSITIVE_INFINITY;
    await catalogue.refresh();
    const brief = () => catalogue.current().document(`/api/audits/${audit.slug}/brief.json`);
    calls_before_midnight = calls;
    brief();
    calls_before_midnight = 0;
    assert.equal(JSON.parse(Buffer.from(brief()?.bodies.identity ?? []).toString()).stale, true, `${calls}`);
  }
});

test('a leaderboard built publication by publication equals one built at once, byte for byte, and matches its audits', async () => {
  await fc.assert(
    fc.asyncProperty(publications, async (all) => {
      const store = source();
      const growing = open(store.of);
      for (const one of all) {
        store.publish(one.map(auditOf));
        await growing.refresh();
        for (const { slug } of growing.current().companies) growing.current().document(`/api/audits/${slug}.json`);
      }
      const fresh = open(store.of);
      await fresh.refresh();
      const snapshot = growing.current();
      assert.deepEqual(shown(snapshot), shown(fresh.current()));

      const expected = new Map<string, Map<string, Audit>>();
      for (const input of all.flat()) {
        const audit = auditOf(input);
        const dated = expected.get(audit.slug) ?? new Map<string, Audit>();
        expected.set(audit.slug, dated.set(audit.audit_date, audit));
      }
      const latest = [...expected.values()].map(
        (dated) => [...dated].sort(([a], [b]) => (a < b ? -1 : 1)).at(-1)?.[1] as Audit,
      );
      const board = ranked(latest);
      const index = {
        count: board.length,
        rubric_version: 'v1',
        audits: board.map(({ item, rank }) => indexEntryOf(item, rank)),
      };
      const text = (path: string) => Buffer.from(snapshot.document(path)?.bodies.identity ?? []).toString();
      assert.equal(text('/api/audits/index.json'), JSON.stringify(index));
      for (const { item, rank } of board) {
        assert.equal(text(`/api/audits/${item.slug}.json`), JSON.stringify({ ...item, rank }));
        assert.deepEqual(snapshot.record(item.slug), { ...item, rank });
        assert.equal(snapshot.entry(item.slug)?.rank, rank);
        for (const [date, audit] of expected.get(item.slug) ?? [])
          assert.equal(text(`/api/audits/${item.slug}/${date}.json`), JSON.stringify({ ...audit, rank: null }));
      }
      assert.deepEqual(
        snapshot.slice(0, snapshot.count).map(({ slug }) => slug),
        latest.sort(compareEntries).map(({ slug }) => slug),
      );
      assert.deepEqual(snapshot.slice(1, 3), snapshot.slice(0, snapshot.count).slice(1, 3));
    }),
    { numRuns: 60 },
  );
});

test('fictional companies are ranked among themselves, and never count beside real ones (decision 105)', async () => {
  const store = source();
  const fictional = (company: number, score: number) => ({
    ...auditOf({ company, day: 1, score }),
    framework: 'Agent Readiness Framework (fictional)',
  });
  store.publish([fictional(1, 5), fictional(2, 3), fictional(3, 1)]);
  const catalogue = open(store.of);
  const board = async () => {
    await catalogue.refresh();
    const fresh = open(store.of);
    await fresh.refresh();
    assert.deepEqual(shown(catalogue.current()), shown(fresh.current()));
    return catalogue.current();
  };
  const alone = await board();
  const places = (snapshot: Snapshot) =>
    snapshot.slice(0, 99).map(({ slug, rank, fictional }) => [slug, rank, fictional]);
  assert.deepEqual(places(alone), [
    ['company-1', 1, true],
    ['company-2', 2, true],
    ['company-3', 3, true],
  ]);
  assert.deepEqual([alone.count, alone.ranked, alone.scores.get(62)], [3, 3, 1]);
  store.publish([auditOf({ company: 4, day: 1, score: 3 }), auditOf({ company: 5, day: 1, score: 0 })]);
  const mixed = await board();
  assert.deepEqual(places(mixed), [
    ['company-1', 1, true],
    ['company-4', 1, false],
    ['company-2', 1, true],
    ['company-3', 2, true],
    ['company-5', 2, false],
  ]);
  assert.deepEqual([mixed.count, mixed.ranked, mixed.scores.get(62)], [5, 2, 0]);
  const index = JSON.parse(Buffer.from(mixed.document('/api/audits/index.json')?.bodies.identity ?? []).toString());
  const entry = ['rank', 'company', 'slug', 'overall_score', 'tier', 'pillar_scores', 'detail_json'];
  assert.deepEqual(Object.keys(index.audits[1]), entry, 'that of a real company is as the contract shows it');
  assert.deepEqual(Object.keys(index.audits[0]), [...entry, 'fictional']);
  store.publish([auditOf({ company: 1, day: 2, score: 5 })]);
  assert.deepEqual(places(await board()).slice(0, 3), [
    ['company-1', 1, false],
    ['company-4', 2, false],
    ['company-2', 2, true],
  ]);
});

test('companies come and go: a leaderboard built step by step equals one built at once (decisions 100 and 101)', async () => {
  const act = fc.record({
    act: fc.constantFrom('publish', 'publish', 'retract', 'move', 'reinstate'),
    company: fc.nat(5),
    to: fc.nat(5),
    day: fc.integer({ min: 1, max: 3 }),
    score: fc.integer({ min: 0, max: 5 }),
    seen: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      const store = source();
      const growing = open(store.of);
      // Where each slug is: listed, gone, moved or free; as the desk allows it.
      const state = new Map<string, 'listed' | 'retracted' | 'moved'>();
      for (const { act, company, to, day, score, seen } of acts) {
        const [slug, other] = [`company-${company}`, `company-${to}`];
        const was = state.get(slug);
        const real = auditOf({ company, day, score });
        const audit = company === 5 ? { ...real, framework: 'Agent Readiness Framework (fictional)' } : real;
        if (act === 'publish' && (was === undefined || was === 'listed')) store.publish([audit]);
        else if (act === 'retract' && was === 'listed') store.retract(slug);
        else if (act === 'reinstate' && was === 'retracted') store.reinstate([audit]);
        else if (act === 'move' && was === 'listed' && !state.has(other)) store.move(slug, other);
        else continue;
        state.set(slug, act === 'retract' ? 'retracted' : act === 'move' ? 'moved' : 'listed');
        if (act === 'move') state.set(other, 'listed');
        if (seen) await growing.refresh();
      }
      await growing.refresh();
      const fresh = open(store.of);
      await fresh.refresh();
      const snapshot = growing.current();
      assert.deepEqual(shown(snapshot), shown(fresh.current()));
      assert.deepEqual(snapshot.former_slugs, fresh.current().former_slugs);
      for (const [slug, is] of state) {
        assert.equal(snapshot.entry(slug) !== undefined, is === 'listed', slug);
        const former = snapshot.former(slug);
        assert.equal(former !== undefined, is !== 'listed', slug);
        if (former && 'moved_to' in former) assert.ok(snapshot.entry(former.moved_to), 'one step leads to the company');
      }
      assert.equal(snapshot.by_name.length, snapshot.count);
      assert.equal(
        snapshot.groups.reduce((sum, { companies }) => sum + companies.length, 0),
        snapshot.count,
      );
    }),
    { numRuns: 150 },
  );
});

test('what is published while a snapshot is built is in it, or in the next one, and never half', async () => {
  for (const [then, listed] of [
    ['retract', false],
    ['reinstate', true],
    ['move', false],
  ] as const) {
    const store = source();
    store.publish([auditOf({ company: 1, day: 1, score: 1 }), auditOf({ company: 2, day: 1, score: 1 })]);
    let reads = 0;
    const slow: PublicationSource = {
      ...store.of,
      audits: {
        async after(position, limit, until) {
          const rows = await store.of.audits.after(position, limit, until);
          if (reads++ === 0) {
            if (then === 'move') store.move('company-1', 'company-9');
            else store.retract('company-1');
            if (then === 'reinstate') store.reinstate([auditOf({ company: 1, day: 1, score: 4 })]);
          }
          return rows;
        },
      },
    };
    const catalogue = open(slow);
    await catalogue.refresh();
    const snapshot = catalogue.current();
    assert.equal(snapshot.version, then === 'reinstate' ? 3 : 2);
    assert.equal(snapshot.entry('company-1') !== undefined, listed, then);
    assert.equal(snapshot.count, then === 'retract' ? 1 : 2);
    if (then === 'reinstate') assert.equal(snapshot.entry('company-1')?.overall_score, 61);
  }
});

test('equal scores share a rank and the next rank counts them: 1, 2, 2, 4', async () => {
  const store = source();
  store.publish([5, 3, 3, 1].map((score, company) => auditOf({ company, day: 1, score })));
  const catalogue = open(store.of);
  await catalogue.refresh();
  assert.deepEqual(
    catalogue
      .current()
      .slice(0, 99)
      .map(({ rank, overall_score }) => [rank, overall_score]),
    [
      [1, 62],
      [2, 60],
      [2, 60],
      [4, 58],
    ],
  );
});

test('an empty store gives an empty index and nothing else', async () => {
  const catalogue = open(source().of);
  await catalogue.refresh();
  const snapshot = catalogue.current();
  assert.deepEqual(
    [...snapshot.documents()].map(([path, { bodies }]) => [path, Buffer.from(bodies.identity).toString()]),
    // Here are no rubrics either.
    [['/api/audits/index.json', '{"count":0,"rubric_version":"","audits":[]}']],
  );
  for (const path of [
    '/api/audits/acme.json',
    '/api/audits/acme/history.json',
    '/api/audits/.json',
    '/',
    '/api/audits/',
  ])
    assert.equal(snapshot.document(path), undefined);
  assert.deepEqual(
    [snapshot.slice(0, snapshot.count), snapshot.record('acme'), snapshot.audits('acme')],
    [[], undefined, []],
  );
});

test('a publication reads only its own audits and remakes only the documents that it changed', async () => {
  const store = source();
  store.publish(Array.from({ length: 250 }, (_, company) => auditOf({ company, day: 1, score: company % 5 })));
  const catalogue = open(store.of);
  await catalogue.refresh();
  const kept = catalogue.current().document('/api/audits/company-4.json');
  const moved = catalogue.current().document('/api/audits/company-3.json');
  const before = store.limits.length;
  store.publish([auditOf({ company: 3, day: 2, score: 0 })]);
  await catalogue.refresh();
  assert.equal(store.limits.length, before + 1);
  assert.equal(catalogue.current().document('/api/audits/company-4.json')?.bodies, kept?.bodies);
  assert.notEqual(catalogue.current().document('/api/audits/company-3.json')?.tag, moved?.tag);
});

test('a snapshot that is still being read does not change', async () => {
  const store = source();
  store.publish([auditOf({ company: 1, day: 1, score: 1 }), auditOf({ company: 2, day: 1, score: 2 })]);
  const catalogue = open(store.of);
  await catalogue.refresh();
  const old = catalogue.current();
  const before = shown(old);
  store.publish([
    auditOf({ company: 1, day: 2, score: 5 }),
    auditOf({ company: 2, day: 1, score: 0 }),
    auditOf({ company: 3, day: 1, score: 4 }),
  ]);
  await catalogue.refresh();
  assert.notEqual(catalogue.current(), old);
  assert.deepEqual(shown(catalogue.current()).count, 3);
  assert.deepEqual(shown(old), before);
});

test('when no snapshot can be built the last good one stays current, the log says so once, and it recovers by itself', async () => {
  const store = source();
  const lines: string[] = [];
  const catalogue = open(store.of, pino({ base: null }, { write: (line) => void lines.push(line) }));
  store.publish([auditOf({ company: 1, day: 1, score: 1 })]);
  await catalogue.refresh();
  const good = catalogue.current();
  store.publish([auditOf({ company: 1, day: 2, score: 5 })]);
  store.break(new Error('the disk is gone'));
  for (let tick = 0; tick < 3; tick++) await assert.rejects(catalogue.refresh(), /the disk is gone/);
  assert.equal(catalogue.current(), good);
  assert.deepEqual(catalogue.failure()?.since, now());
  assert.equal(catalogue.figures().failed_builds, 3);
  assert.equal(lines.filter((line) => line.includes('last good one')).length, 1);
  store.break();
  await catalogue.refresh();
  assert.equal(catalogue.failure(), undefined);
  assert.equal(catalogue.current().entry('company-1')?.overall_score, 62);
});

test('an audit that is not a JSON object fails its publication, and repeated attempts take no memory', async () => {
  const store = source();
  store.publish([auditOf({ company: 1, day: 1, score: 1 })]);
  const catalogue = open({
    ...store.of,
    audits: {
      after: async (position, limit, until) =>
        (await store.of.audits.after(position, limit, until)).map((row) =>
          row.company.startsWith('Bad') ? { ...row, record: 'half a rec' } : row,
        ),
    },
  });
  await catalogue.refresh();
  const before = catalogue.figures().records_bytes;
  const many = Array.from({ length: 99 }, (_, company) => auditOf({ company, day: 2, score: 2 }));
  store.publish([...many, exampleAudit({ slug: 'bad', company: 'Bad' })]);
  for (let tick = 0; tick < 5; tick++) await assert.rejects(catalogue.refresh(), /not stored as a JSON object/);
  assert.equal(catalogue.figures().records_bytes, before);
  assert.equal(catalogue.current().count, 1);
});

test('a database replaced by an older one is read from the beginning', async () => {
  const store = source();
  store.publish([auditOf({ company: 1, day: 1, score: 1 })]);
  store.publish([auditOf({ company: 2, day: 1, score: 5 })]);
  const catalogue = open(store.of);
  await catalogue.refresh();
  store.rewind(1);
  await catalogue.refresh();
  assert.deepEqual(
    catalogue
      .current()
      .slice(0, 99)
      .map(({ slug, rank }) => [slug, rank]),
    [['company-1', 1]],
  );
});

test('a large index is compressed later, and its encodings expand to the same bytes', async () => {
  const store = source();
  store.publish(Array.from({ length: 2_000 }, (_, company) => auditOf({ company, day: 1, score: company % 5 })));
  const catalogue = open(store.of);
  await catalogue.refresh();
  const { bodies } = catalogue.current().document('/api/audits/index.json') ?? assert.fail('no index');
  const gone = AbortSignal.timeout(timeLimit(20_000));
  while (!(bodies.br && bodies.gzip && bodies.zstd) && !gone.aborted) await new Promise((next) => setTimeout(next, 5));
  for (const [encoding, expand] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)
    assert.ok(expand(bodies[encoding] ?? Buffer.alloc(0)).equals(bodies.identity), encoding);
  await catalogue.close();
});

test('a large index is the same to the byte, in pieces or as a whole, and with the same tag however it came about', async () => {
  const audits = Array.from({ length: 2_000 }, (_, company) => auditOf({ company, day: 1, score: company % 5 }));
  const [at_once, step_by_step] = [source(), source()];
  at_once.publish(audits);
  step_by_step.publish(audits.slice(500).toReversed());
  step_by_step.publish([auditOf({ company: 0, day: 1, score: 4 }), ...audits.slice(1, 500)]);
  step_by_step.publish(audits.slice(0, 1));
  const [one, other] = [open(at_once.of), open(step_by_step.of)];
  await one.refresh();
  for (let publication = 0; publication < 3; publication++) await other.refresh();
  const path = '/api/audits/index.json';
  const [first = assert.fail(), second = assert.fail()] = [one, other].map((of) => of.current().document(path));
  const bytes = Buffer.concat([...(first.in_pieces ?? assert.fail('it is made as a whole')).pieces()]);
  assert.equal(bytes.byteLength, first.in_pieces?.byteLength);
  assert.ok(bytes.equals(first.bodies.identity));
  assert.ok(bytes.equals(second.bodies.identity));
  assert.equal(first.tag, second.tag);
  assert.equal(JSON.parse(bytes.toString()).audits.length, 2_000);
  step_by_step.publish([auditOf({ company: 7, day: 2, score: 4 })]);
  await other.refresh();
  const third = other.current().document(path) ?? assert.fail();
  assert.notEqual(third.tag, second.tag);
  // What is still read does not change.
  assert.ok(bytes.equals(Buffer.concat([...(second.in_pieces?.pieces() ?? [])])));
  await Promise.all([one.close(), other.close()]);
});

test('a website leads to the company with the same host, else to one of the same owner above or below it', async () => {
  const from = source();
  const catalogue = open(from.of);
  const at = (slug: string, website: string, scores: number) => ({ ...exampleAudit({ slug, scores }), website });
  from.publish([
    at('acme', 'https://acme.example/', 2),
    at('acme-docs', 'https://docs.acme.example/', 5),
    at('hosted', 'https://hosted.github.io/', 3),
    at('shop', 'https://www.shop.co.uk/en', 3),
  ]);
  await catalogue.refresh();
  const found = (website: string) => catalogue.current().atSite(website)?.slug;
  assert.equal(found('http://www.acme.example/pricing?x=1'), 'acme');
  assert.equal(found('https://docs.acme.example'), 'acme-docs');
  assert.equal(found('https://app.acme.example'), 'acme');
  assert.equal(found('https://shop.co.uk'), 'shop');
  assert.equal(found('https://hosted.github.io/'), 'hosted');
  for (const other of ['https://github.io/', 'https://other.github.io/', 'https://co.uk/', 'https://acme2.example/'])
    assert.equal(found(other), undefined, other);
  from.publish([at('acme', 'https://acme.example/', 4)]);
  await catalogue.refresh();
  assert.equal(catalogue.current().atSite('https://acme.example')?.overall_score, 80);
});
