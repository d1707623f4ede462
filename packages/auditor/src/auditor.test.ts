import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { Refusal } from '@readymark/rubric/refusal';
import { madeBundle, madePage } from '../test/world/made-site.ts';
import { openAuditor } from './auditor.ts';
import type { EvidenceBundle } from './evidence/evidence.ts';

const ladders = new Map([['v1', { rubric: 'v1', preview: [], ladders: [] }]]);
const open = () =>
  openAuditor({
    ...{ base_url: 'https://readymark.dev', version: '1.0.0', interval_ms: 0, opt_out: ['acme.dev'], ladders },
    now: () => new Date('2026-11-21T12:00:00.000Z'),
  });
const nothing: EvidenceBundle = {
  ...{ format: 1, website: 'https://acme.dev/', requests: 0, bytes: 0, notes: [], items: [] },
  ...{ started_at: '2026-11-21T12:00:00.000Z', finished_at: '2026-11-21T12:00:00.000Z' },
};

test('addresses that are not audited are refused before a thread is started, with a remedy', async () => {
  const auditor = open();
  const signal = new AbortController().signal;
  for (const [website, why] of [
    ['http://127.0.0.1/', /must be the public address of a website.*address in numbers/],
    ['localhost', /without a public suffix/],
    ['ftp://example.com', /must begin with https/],
    ['https://user:pw@example.com/', /user name and password: leave out/],
    ['https://example.com:8080/', /without a port/],
    ['https://www.acme.dev/', /does not wish to be visited.*opt-out list/],
    ['acme.dev', /opt-out list/],
  ] as const)
    await assert.rejects(auditor.collect(website, { signal }), (error) => {
      assert.ok(error instanceof Refusal, website);
      assert.match(error.message, why);
      return true;
    });
  await auditor.close();
});

test('a collection ends when it is stopped, and when the auditor is closed', async () => {
  const auditor = open();
  const stop = new AbortController();
  const stopped = auditor.collect('https://nobody.example.com', { signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(stopped, /enough/);
  const closed = auditor.collect('https://nobody.example.com', { signal: new AbortController().signal });
  const ended = assert.rejects(closed, /ended before it was finished/);
  await auditor.close();
  await ended;
});

test('scoring needs the ladders of the rubric', async () => {
  const auditor = open();
  assert.deepEqual(await auditor.score(nothing, () => undefined, 'v1'), []);
  await assert.rejects(
    auditor.score(nothing, () => undefined, 'v9'),
    /no ladders for the rubric v9; write them in the folder rubrics\/v9/,
  );
  await auditor.close();
});

test('one scoring keeps nothing for the next, whether it failed or not, and several may be made at a time', async () => {
  const auditor = openAuditor({
    ...{ base_url: 'https://readymark.dev', version: '1.0.0', interval_ms: 0, opt_out: [], ladders: readLadders() },
    now: () => new Date('2026-11-21T12:00:00.000Z'),
  });
  const said = (text: string) =>
    madeBundle({ '/': madePage(`<h1>Mill</h1><p>${text}</p><p>We repair bicycles in the old mill of the town.</p>`) });
  const evidence = async ({ bundle, bodies }: ReturnType<typeof said>) =>
    JSON.stringify(await auditor.score(bundle, bodies, 'v1'));
  const [wheels, chains] = [said('A wheel costs $90, and you can cancel within 14 days.'), said('A chain costs $30.')];
  const first = await evidence(wheels);
  const broken = { ...wheels.bundle, items: [{}] } as unknown as EvidenceBundle;
  assert.equal(await evidence(chains).then((text) => text.includes('$90')), false);
  await assert.rejects(auditor.score(broken, wheels.bodies, 'v1'), TypeError);
  assert.deepEqual(await Promise.all([evidence(wheels), evidence(chains), evidence(wheels)]), [
    first,
    await evidence(chains),
    first,
  ]);
  await auditor.close();
});
