import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { cosignaturesOf, parseWitnessKey } from '@readymark/tlog/cosignature';
import { openNote, parseVerifierKey } from '@readymark/tlog/note';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { publicLogDocument } from '../../../src/doors/http/public-log/log-documents.ts';
import { askWitnesses } from '../../../src/operations/jobs/ask-witnesses.ts';
import { rotateKey } from '../../../src/operations/public-log/rotate-key.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { tick } from '../../../src/operations/worker.ts';
import { witnessRows } from '../../../src/store/public-log/cosignatures.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { publish } from '../../world/operator.ts';
import { temporaryFolder } from '../../world/readymark.ts';
import {
  engines,
  fakeClock,
  sharedDatabases,
  type TestContext,
  testContext,
  testService,
} from '../../world/service.ts';
import { monitor, ran } from '../monitor/run-monitor.ts';
import { strictWitness } from './strict-witness.ts';

/** Witnesses cosign the checkpoints of the log (decision 149). */
sharedDatabases();

const BASE_URL = 'https://readymark.test';
const keyOf = (text: string) => parseWitnessKey(text) ?? assert.fail(text);

/** The checkpoint as it is served. */
const served = async (ctx: TestContext, path = '/log/checkpoint') =>
  Buffer.from((await publicLogDocument(ctx, path))?.bodies.identity ?? []).toString();
const names = (note: string, witnesses: readonly { key: string }[]) => {
  const { valid, wrong } = cosignaturesOf(
    note,
    witnesses.map(({ key }) => keyOf(key)),
  );
  assert.deepEqual(wrong, []);
  return valid.map(({ witness }) => witness.name).sort();
};
const keysOf = async (ctx: TestContext) => (await showKeys(ctx)).keys.map(({ key }) => key);

const folder = temporaryFolder('readymark-witnesses-');
let state = 0;
const newState = () => join(folder, `state-${state++}.json`);

let company = 0;
const more = (ctx: TestContext, count = 1) =>
  publish(
    ctx,
    Array.from({ length: count }, () => exampleAudit({ slug: `c-${company++}` })),
  );

for (const engine of engines)
  describe(`a log that is witnessed, on ${engine}`, () => {
    test('is cosigned by each witness soon after a publication, from where the witness is', async () => {
      const clock = fakeClock();
      const witnesses = [
        await strictWitness('one.example/w', clock.now),
        await strictWitness('two.example', clock.now),
      ];
      const [one, two] = witnesses;
      assert.ok(one && two);
      const env = { BASE_URL, LOG_WITNESSES: witnesses.map(({ setting }) => setting).join(', ') };
      const service = await testService(engine, env, clock);
      for (const witness of witnesses) witness.knows(await keysOf(service));
      const checkpoint = async () => (await fetch(`${service.url}/log/checkpoint`)).text();
      const cosigned = async (by = witnesses) => names(await checkpoint(), by).length === by.length;
      await more(service, 3);
      await until(cosigned, 'both cosigned the first checkpoint');
      const note = await checkpoint();
      const [key = ''] = await keysOf(service);
      assert.ok('text' in openNote(note, [parseVerifierKey(key) ?? assert.fail()]));
      assert.deepEqual(
        note
          .split('\n')
          .slice(5, -1)
          .map((line) => line.split(' ')[1]),
        ['readymark.test/log', 'one.example/w', 'two.example'],
      );
      await more(service, 300);
      await more(service);
      await until(cosigned, 'both cosigned what is new');
      assert.deepEqual(
        [one.heads.get('readymark.test/log')?.size, two.heads.get('readymark.test/log')?.size],
        [304, 304],
      );
      const proof = await (await fetch(`${service.url}/api/audits/c-${company - 1}/proof.json`)).text();
      assert.deepEqual(names(JSON.parse(proof).checkpoint, witnesses), ['one.example/w', 'two.example']);
      // What is known of them is lost, as with a restored database: they say where they are.
      await service.store.db.deleteFrom('log_witnesses').execute();
      one.asked.length = 0;
      await more(service);
      await until(cosigned, 'both cosigned after a conflict');
      assert.deepEqual(
        one.asked.map((body) => body.split('\n')[0]),
        ['old 0', 'old 304'],
      );
      assert.equal((await checkpoint()).split('\n')[1], '305');
      const { witnesses: shown } = await showKeys(service);
      assert.deepEqual(
        shown.map(({ name, size, failure }) => [name, size, failure]),
        [
          ['one.example/w', 305, null],
          ['two.example', 305, null],
        ],
      );
    });

    test('takes nothing from a witness that lies', async () => {
      const clock = fakeClock();
      const [liar, other] = [
        await strictWitness('liar.example', clock.now),
        await strictWitness('other.example', clock.now),
      ];
      const ctx = await testContext(engine, { BASE_URL, LOG_WITNESSES: liar.setting }, clock);
      await ctx.signer.begin();
      await more(ctx, 2);
      liar.knows(await keysOf(ctx));
      const ask = async () => {
        clock.advance(3_600_000);
        await askWitnesses(ctx);
        return (await witnessRows(ctx.store.db))[0]?.failure;
      };
      const seconds = () => Math.floor(clock.now().getTime() / 1_000);
      const text = (await served(ctx)).split('\n\n')[0] ?? '';
      const foreign = await new Promise<string>((resolve) => {
        other.lies((_, __, signed) => ({ status: 200, body: signed(`${text}\n`, seconds()) }));
        fetch(`${other.setting.split(' ')[1]}/x`, { method: 'POST' }).then(async (reply) =>
          resolve(await reply.text()),
        );
      });
      const size = (body: string, type = 'text/x.tlog.size') => ({ status: 409, body, type });
      const lies: [Parameters<typeof liar.lies>[0], RegExp][] = [
        [() => ({ status: 200, body: 'OK\n' }), /other lines than signatures/],
        [() => ({ status: 200, body: '' }), /other lines than signatures/],
        [() => ({ status: 200, body: '\u001b[31m\n' }), /other lines than signatures/],
        [() => ({ status: 200, body: foreign }), /no cosignature that is right for this checkpoint/],
        [(_, __, signed) => ({ status: 200, body: signed(`${text}\nx\n`, seconds()) }), /no cosignature that is right/],
        [(_, __, signed) => ({ status: 200, body: signed(`${text}\n`, 0) }), /no cosignature that is right/],
        [
          (_, __, signed) => ({ status: 200, body: signed(`${text}\n`, seconds() + 660) }),
          /one of the clocks is wrong/,
        ],
        [
          (_, __, signed) => ({ status: 200, body: signed(`${text}\n`, seconds() - 200_000) }),
          /one of the clocks is wrong/,
        ],
        [() => ({ status: 200, body: 'x'.repeat(1_000_000) }), /other lines than signatures/],
        [() => size('9\n'), /it cosigned 9 entries, and there are 2: this database is not the newest/],
        [() => size('1\n'), /it says another size than it said before/],
        [() => size('1e3\n'), /another tree of this size/],
        [() => size('2\n', 'text/plain'), /another tree of this size/],
        [() => ({ status: 302 }), /it answers with status 302/],
        [() => ({ status: 403 }), /does not trust the key/],
        [() => ({ status: 404 }), /does not know this log/],
        [() => ({ status: 422 }), /does not accept the proof/],
        [
          (_, response) => {
            response.destroy();
            return undefined;
          },
          /^it cannot be reached/,
        ],
      ];
      for (const [lie, why] of lies) {
        liar.lies(lie);
        assert.match((await ask()) ?? '', why);
        assert.deepEqual(names(await served(ctx), [liar, other]), []);
        assert.equal((await served(ctx)).split('\n').length, 7, 'nothing of it is served');
      }
      // An honest answer ends it.
      liar.isHonest();
      assert.equal(await ask(), null);
      assert.deepEqual(names(await served(ctx), [liar]), ['liar.example']);
      assert.ok(ctx.log_lines.every((line) => !line.includes('\\u001b')));
      // The doctor reads it again.
      const doctor = async () =>
        (await runDoctor(ctx.store, readRubrics(), () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(await doctor(), []);
      await ctx.store.db.updateTable('log_cosignatures').set({ line: foreign }).execute();
      assert.deepEqual(await doctor(), ['the checkpoint of 2 entries: the cosignature of liar.example is wrong']);
    });

    test('is cosigned again when its head is signed again, and the head of before is served with nothing', async () => {
      const clock = fakeClock();
      const witness = await strictWitness('witness.example', clock.now);
      const ctx = await testContext(engine, { BASE_URL, LOG_WITNESSES: witness.setting }, clock);
      await ctx.signer.begin();
      await more(ctx, 2);
      witness.knows(await keysOf(ctx));
      await tick(ctx);
      const before = await served(ctx);
      clock.advance(86_400_000);
      await ctx.catalogue.refresh();
      const again = await served(ctx);
      assert.notEqual(again.split('\n')[3], before.split('\n')[3]);
      assert.equal(again.split('\n').length, 7, 'what the witness said is about another text');
      await tick(ctx);
      assert.deepEqual(names(await served(ctx), [witness]), ['witness.example']);
      assert.deepEqual(
        witness.asked.map((body) => body.split('\n')[0]),
        ['old 0', 'old 2'],
      );
    });

    test('is cosigned once, however many nodes there are, and they serve the same', async () => {
      const clock = fakeClock();
      const witness = await strictWitness('witness.example', clock.now);
      const one = await testContext(engine, { BASE_URL, LOG_WITNESSES: witness.setting }, clock);
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const env = { BASE_URL, LOG_WITNESSES: witness.setting, DATA_DIR, DATABASE_URL };
      const two = await testContext(engine, env, clock);
      await one.signer.begin();
      await more(one, 5);
      witness.knows(await keysOf(one));
      await Promise.all([tick(one), tick(two)]);
      assert.equal(witness.asked.length, 1);
      assert.deepEqual(names(await served(one), [witness]), ['witness.example']);
      assert.equal(await served(two), await served(one));
      // A node that died before it could store the answer: the witness says where it is.
      await one.store.db.deleteFrom('log_cosignatures').execute();
      await one.store.db.deleteFrom('log_witnesses').execute();
      await tick(two);
      assert.deepEqual(
        witness.asked.slice(1).map((body) => body.split('\n').slice(0, 2)),
        [
          ['old 0', ''],
          ['old 5', ''],
        ],
      );
      assert.deepEqual(names(await served(one), [witness]), ['witness.example']);
      witness.asked.length = 0;
      // A node that died while it asked: the next one asks when its claim has ended.
      await more(one);
      const lease_until = new Date(clock.now().getTime() + 60_000).toISOString();
      await one.store.db.updateTable('log_witnesses').set({ lease_by: 'lea_dead', lease_until }).execute();
      await tick(two);
      assert.equal(witness.asked.length, 0);
      clock.advance(200_000);
      await tick(two);
      assert.deepEqual(names(await served(one), [witness]), ['witness.example']);
      assert.equal(await served(two), await served(one));
    });

    test('keeps its cosignatures when its key changes, and begins without when another log begins', async () => {
      const clock = fakeClock();
      const witness = await strictWitness('witness.example', clock.now);
      const ctx = await testContext(engine, { BASE_URL, LOG_WITNESSES: witness.setting }, clock);
      await ctx.signer.begin();
      await more(ctx, 2);
      witness.knows(await keysOf(ctx));
      await tick(ctx);
      await rotateKey(ctx, { new_log: false });
      await ctx.catalogue.refresh();
      assert.deepEqual(names(await served(ctx), [witness]), ['witness.example']);
      await rotateKey(ctx, { new_log: true });
      await ctx.catalogue.refresh();
      assert.match(await served(ctx), /^readymark\.test\/log\/[\dTZ-]+\n2\n/);
      assert.deepEqual(names(await served(ctx), [witness]), []);
      await tick(ctx);
      assert.match((await witnessRows(ctx.store.db))[0]?.failure ?? '', /does not know this log/);
      witness.knows((await keysOf(ctx)).slice(0, 1));
      clock.advance(5_000);
      await tick(ctx);
      assert.deepEqual(names(await served(ctx), [witness]), ['witness.example']);
    });
  });

test('a log is never held up by a witness, and asks one that failed again, later each time', async () => {
  const clock = fakeClock();
  const [slow, down] = [await strictWitness('slow.example', clock.now), await strictWitness('down.example', clock.now)];
  const env = { BASE_URL, LOG_WITNESSES: `${slow.setting},${down.key} http://127.0.0.1:1` };
  const service = await testService('sqlite', env, clock);
  for (const witness of [slow, down]) witness.knows(await keysOf(service));
  let release: (() => void) | undefined;
  slow.lies((right, response) => {
    release = () => response.writeHead(right.status).end(right.body);
    return undefined;
  });
  await more(service);
  await until(() => release !== undefined, 'the slow witness was asked');
  await more(service);
  assert.match(await (await fetch(`${service.url}/log/checkpoint`)).text(), /^readymark\.test\/log\n2\n/);
  slow.isHonest();
  release?.();
  const note = () => served(service);
  await until(async () => names(await note(), [slow]).length === 1, 'the slow witness cosigned the newest');
  const failed = async () => (await witnessRows(service.store.db)).find(({ witness }) => witness === down.key);
  await until(async () => (await failed())?.failures === 1, 'the other failed');
  assert.match((await failed())?.failure ?? '', /^it cannot be reached: no connection \(ECONNREFUSED\)$/);
  for (const [failures, pause] of [
    [2, 5_000],
    [3, 10_000],
  ] as const) {
    const due = (await failed())?.due_at ?? '';
    assert.equal(due, new Date(clock.now().getTime() + pause).toISOString());
    clock.advance(pause);
    await until(async () => (await failed())?.failures === failures, 'it was asked again');
  }
  const told = service.log_lines.filter((line) => line.includes('a witness did not cosign the log'));
  assert.deepEqual(
    told.map((line) => JSON.parse(line).witness),
    ['down.example'],
  );
});

test('who watches a log, and who checks a score, may demand the cosignatures', async () => {
  const clock = fakeClock();
  const [one, two, third] = await Promise.all(
    ['one.example/w', 'two.example', 'third.example'].map((name) => strictWitness(name, clock.now)),
  );
  assert.ok(one && two && third);
  const service = await testService('sqlite', { BASE_URL, LOG_WITNESSES: `${one.setting},${two.setting}` }, clock);
  const [key = ''] = await keysOf(service);
  for (const witness of [one, two]) witness.knows([key]);
  await more(service, 2);
  await until(async () => names(await served(service), [one, two]).length === 2, 'both cosigned');
  // Who watches demands them.
  const look = (...keys: string[]) =>
    monitor([service.url, '--key', key, '--state', newState(), '--witness', ...keys], undefined, clock.now());
  const { code, out } = await look(one.key, two.key);
  assert.deepEqual(
    [code, out.match(/^cosigned by .+/gm)],
    [
      0,
      ['cosigned by one.example/w at 2026-11-21T12:00:00.000Z', 'cosigned by two.example at 2026-11-21T12:00:00.000Z'],
    ],
  );
  const missing = await look(one.key, third.key);
  assert.deepEqual([missing.code, missing.out], [1, 'wrong  the checkpoint is not cosigned by third.example.\n']);
  // So does who checks a score.
  const check = (...keys: string[]) => {
    const page = `${service.url}/audits/c-${company - 1}`;
    return ran(['verify', page, '--key', key, '--witness', ...keys], undefined, clock.now());
  };
  const checked = await check(one.key, two.key);
  assert.match(
    checked.out,
    /right +The checkpoint is cosigned by one\.example\/w at 2026-11-21T12:00:00\.000Z, cosigned by two/,
  );
  assert.equal(checked.code, 0, checked.out);
  const unchecked = await check(one.key, third.key);
  assert.match(unchecked.out, /wrong +By its proof, the checkpoint is not cosigned by third\.example\./);
  assert.equal(unchecked.code, 1);
  // Also of a past day.
  clock.advance(86_400_000);
  const then = await fetch(`${service.url}/api/audits/as-of/2026-11-21/c-${company - 1}/proof.json`);
  assert.equal(names(JSON.parse(await then.text()).checkpoint, [one, two]).length, 2);
  clock.advance(-86_400_000 - 660_000);
  assert.match(
    (await look(one.key)).out,
    /^wrong {2}the cosignature of one\.example\/w is of a time that has not come/,
  );
  clock.advance(660_000);
  const no_key = await look('one.example');
  assert.deepEqual([no_key.code, /not the text of a witness key/.test(no_key.err)], [1, true]);
});

test('who has a policy demands as many cosignatures as it says, of the log that it names', async () => {
  const clock = fakeClock();
  const [one, two, third] = await Promise.all(
    ['one.example/w', 'two.example', 'third.example'].map((name) => strictWitness(name, clock.now)),
  );
  assert.ok(one && two && third);
  const service = await testService('sqlite', { BASE_URL, LOG_WITNESSES: `${one.setting},${two.setting}` }, clock);
  const [key = ''] = await keysOf(service);
  for (const witness of [one, two]) witness.knows([key]);
  await more(service, 1);
  await until(async () => names(await served(service), [one, two]).length === 2, 'both cosigned');
  const witnesses = `witness one ${one.key} https://one.example\nwitness two ${two.key}\nwitness third ${third.key}`;
  const policy = (text: string): string => {
    const file = join(folder, `policy-${state++}`);
    writeFileSync(file, text);
    return file;
  };
  const both = async (text: string) => {
    const file = ['--policy', policy(text)];
    const watched = await monitor([service.url, '--state', newState(), ...file], undefined, clock.now());
    const page = `${service.url}/audits/c-${company - 1}`;
    return [watched, await ran(['verify', page, ...file], undefined, clock.now())] as const;
  };
  for (const { code, out, err } of await both(
    `# ours\nlog ${key}\n${witnesses}\ngroup most 2 one two third\nquorum most\n`,
  ))
    assert.deepEqual(
      [code, out.match(/cosigned by \S+/g)],
      [0, ['cosigned by one.example/w', 'cosigned by two.example']],
      err,
    );
  for (const { code, out } of await both(`log ${key}\n${witnesses}\ngroup each all one two third\nquorum each\n`)) {
    assert.equal(code, 1);
    assert.match(out, /the checkpoint is not cosigned by third\.example/);
  }
  const another = key.replace('+', '.other+');
  for (const { code, err } of await both(`log ${another}\n${witnesses}\nquorum none\n`)) assert.notEqual(code, 0, err);
  for (const { code, err } of await both(`${witnesses}\n`))
    assert.deepEqual([code, /is no policy that can be read: it has no quorum\./.test(err)], [1, true], err);
});
