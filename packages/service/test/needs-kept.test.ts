import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pino from 'pino';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { openNeeds } from '../src/catalogue/needs/needs.ts';
import type { Snapshot } from '../src/catalogue/snapshot.ts';
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
    const places = await needs.find(counted, need, () => true, { wait_ms: 60_000 });
    await until(() => existsSync(path), 'the offers are kept');
    return { slugs: places.map((place) => snapshot.companies[place]?.slug), read };
  } finally {
    await needs.close();
  }
}

describe('what companies offer', () => {
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
