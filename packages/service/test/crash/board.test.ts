import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { assertSound, boardStore, company, edgeOf, filesIn, signing, writerOf } from '../world/board/board-world.ts';
import { operator, publish } from '../world/operator.ts';

/** Writers and edges of a board in a store that end at any moment (decision 214). */
const limit = { timeout: timeLimit(240_000) };

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

test(
  'a writer that ends at any of its writes leaves the board before it whole, and the next one goes on',
  limit,
  async () => {
    const store = await boardStore();
    const ctx = await signing();
    await publish(ctx, [company('first', 3)]);
    const writer = await writerOf(ctx, store);
    await writer.pass();
    const edge = await edgeOf(store);
    for (let at = 1; ; at += 3) {
      await edge.step();
      await publish(ctx, [company(`c-${at}`, 1 + (at % 5))]);
      const shown = filesIn(edge.site);
      let writes = 0;
      store.breaks((request, response) => {
        if (request.method === 'PUT') writes += 1;
        if (writes < at) return false;
        response.destroy();
        return true;
      });
      const ended = await writer.pass().catch((error) => error);
      store.breaks(undefined);
      if (!(ended instanceof Error)) break;
      assert.equal((await edge.step()).outcome, 'same');
      assert.deepEqual(filesIn(edge.site), shown);
      const next = await writerOf(ctx, store);
      assert.equal((await next.pass()).outcome, 'published');
      assert.ok(at < 60);
    }
    await edge.step();
    await assertSound(edge.site);
  },
);

test('an edge that ends at any of its steps goes on, and shows the same as a new one', limit, async () => {
  const store = await boardStore();
  const ctx = await signing();
  await publish(ctx, [company('first', 3), company('leaves', 4), company('moves', 2)]);
  const writer = await writerOf(ctx, store);
  await writer.pass();
  const { folder } = await edgeOf(store);
  for (let at = 0, ended = true; ended; at += 211) {
    const change = at % 3;
    if (change === 0) await publish(ctx, [company(`c-${at}`, 1 + (at % 5))]);
    if (change === 2)
      await execute(ctx, correctCompany, operator, { slug: 'moves', new_slug: `m-${at}` }, {}).catch(() => {});
    if (change === 1 && at === 211)
      await execute(ctx, retractCompany, operator, { slug: 'leaves', reason: 'It was wrong.' }, {});
    await writer.pass();
    let steps = 0;
    const die = () => {
      steps += 1;
      if (steps > at) throw new Error('killed');
    };
    const edge = await edgeOf(store, folder, (files) => {
      const dying =
        <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          die();
          return work(...args);
        };
      const { put, note, remove, link, keep } = files;
      return {
        ...files,
        ...{ put: dying(put), note: dying(note), remove: dying(remove), link: dying(link), keep: dying(keep) },
        replaceEnd(...given) {
          die();
          return files.replaceEnd(...given);
        },
      };
    });
    ended = await edge.step().then(
      () => false,
      (error) => {
        assert.match(String(error), /killed/);
        return true;
      },
    );
    assert.ok(at < 1_000);
  }
  const [going, fresh] = [await edgeOf(store, folder), await edgeOf(store)];
  await Promise.all([going.step(), fresh.step()]);
  assert.deepEqual(filesIn(going.site), filesIn(fresh.site));
  for (const name of ['gone', 'moved'])
    assert.deepEqual(namesIn(join(folder, name)), namesIn(join(fresh.folder, name)));
  await assertSound(going.site);
});
