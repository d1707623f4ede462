import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pino from 'pino';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { openNeeds } from '../src/catalogue/needs/needs.ts';
import type { Listed, Snapshot } from '../src/catalogue/snapshot.ts';
import { publish } from './world/operator.ts';
import { temporaryFolder } from './world/readymark.ts';
import { testService } from './world/service.ts';

/** What companies offer is kept for the next start (decisions 192 and 203): nothing in the answers depends on it. */
const path = join(temporaryFolder('readymark-offers-'), 'offers');
const COMPANIES = 230;

const saying = (at: number, detail: string, audit_date = '2026-11-01') => ({
  ...exampleAudit({ slug: `acme-${at}`, company: `Acme ${at}`, audit_date }),
  strongest_signals: [{ title: 'What it does', detail }],
});
const service = await testService('sqlite');
await publish(
  service,
  Array.from({ length: COMPANIES }, (_, at) => saying(at, at === 7 ? 'It tunes pianos.' : 'It sells bread.')),
);

/** A start: asks one need of the board. @returns who fits, and how many records were read for it */
async function start(need: string, key = 'one version') {
  let read = 0;
  const snapshot = service.catalogue.current();
  const counted: Snapshot = {
    ...snapshot,
    stored: (company) => {
      const { packed, ...stored } = snapshot.stored(company);
      return {
        ...stored,
        packed() {
          read += 1;
          return packed();
        },
      };
    },
  };
  const needs = openNeeds(() => ({ path, key }), pino({ level: 'silent' }));
  try {
    const places = await needs.begin().find(counted, need, () => true, { wait_ms: 60_000 });
    await until(() => existsSync(path), 'the offers are kept');
    return { slugs: places.map((place) => snapshot.companies[place]?.slug), read };
  } finally {
    await needs.close();
  }
}

describe('what companies offer', () => {
  test('is read before anybody asks on boards of a size, and on larger ones where somebody has asked before', async () => {
    const snapshot = service.catalogue.current();
    const log = pino({ level: 'silent' });
    const folder = temporaryFolder('readymark-prepared-');
    const begun = (name: string, to: number) => {
      const file = join(folder, name);
      let asked = 0;
      const counted: Snapshot = {
        ...snapshot,
        stored(company) {
          asked += 1;
          return snapshot.stored(company);
        },
      };
      const prepared = { from: COMPANIES, to, after_ms: 0 };
      const needs = openNeeds(() => ({ path: file, key: 'one version' }), log, { prepared });
      needs.prepare(counted);
      return { file, needs, asked: () => asked };
    };
    const [large, small] = [begun('large', COMPANIES - 1), begun('small', COMPANIES)];
    await until(() => small.asked() >= COMPANIES, 'the smaller board is read');
    assert.equal(large.asked(), 0);
    await large.needs.begin().find(snapshot, 'piano tuner', () => true, { wait_ms: 60_000 });
    await until(() => existsSync(large.file), 'the offers of the larger board are kept');
    const again = begun('large', COMPANIES - 1);
    await until(() => again.asked() >= COMPANIES, 'the next start begins with what was left');
    for (const { needs } of [large, small, again]) await needs.close();
  });

  test('is forgotten when many boards were asked, and never while one is being read or asked', async () => {
    const current = service.catalogue.current();
    const companyOf = (slug: string) => current.companies.find((company) => company.slug === slug) as Listed;
    let read = 0;
    /** A board of other companies with the same records: the one at place 3 tunes pianos. */
    const board = (before: Snapshot['companies'] = []): Snapshot => {
      const companies = [...before, ...[1, 2, 3, 7, 4, 5].map((at) => ({ slug: `acme-${at}` }) as Listed)];
      const stored: Snapshot['stored'] = (company) => {
        const record = current.stored(companyOf(company.slug));
        return {
          ...record,
          packed() {
            read += 1;
            return record.packed();
          },
        };
      };
      return { ...current, companies, count: companies.length, stored };
    };
    const needs = openNeeds(() => undefined, pino({ level: 'silent' }), { spare: 4 });
    const places = async (snapshot: Snapshot) => {
      const call = needs.begin();
      try {
        return await call.find(snapshot, 'piano tuning', () => true, { wait_ms: 60_000 });
      } finally {
        call.end();
      }
    };
    try {
      const [first, second] = [board(), board()];
      // As many as on a board, and four, are kept beside it: of a large one nothing is forgotten, and of a small one what others have.
      const large = board(board().companies);
      for (const one of [first, second]) assert.deepEqual(await places(one), [3]);
      assert.deepEqual(await places(large), [3, 9]);
      assert.deepEqual(await Promise.all([places(first), places(second)]), [[3], [3]], 'both are asked at once');
      assert.deepEqual(await places(large), [3, 9]);
      const unread = board(first.companies);
      read = 0;
      assert.deepEqual(await Promise.all([places(unread), places(second)]), [[3, 9], [3]], 'one is being read');
      assert.equal(read, 6, 'what it has in common with others was not read again');
      assert.deepEqual(await places(unread), [3, 9]);
    } finally {
      await needs.close();
    }
  });

  test('is read once, and kept for the next start', async () => {
    assert.deepEqual(await start('piano tuning'), { slugs: ['acme-7'], read: COMPANIES });
    assert.deepEqual(await start('a piano tuner'), { slugs: ['acme-7'], read: 0 });
  });

  test('is read anew of audits that are new since', async () => {
    await publish(service, [saying(7, 'It sells bread.', '2026-11-20'), saying(9, 'It tunes pianos.', '2026-11-20')]);
    assert.deepEqual(await start('piano tuning'), { slugs: ['acme-9'], read: 2 });
  });

  test('is read again where the file is of another version, or is not what was written', async () => {
    assert.equal((await start('piano tuning', 'another version')).read, COMPANIES);
    const written = readFileSync(path);
    for (const [what, bytes] of [
      ['cut', written.subarray(0, written.length - 9)],
      ['changed', Buffer.from(written).fill(0xff, written.length - 9)],
      ['empty', Buffer.alloc(0)],
      ['no such file', undefined],
    ] as const) {
      rmSync(path, { force: true });
      if (bytes) writeFileSync(path, bytes);
      assert.deepEqual(await start('piano tuning', 'another version'), { slugs: ['acme-9'], read: COMPANIES }, what);
    }
  });
});
