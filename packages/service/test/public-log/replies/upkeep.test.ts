import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { run } from '../../../../../test/world/processes.ts';
import { exampleAudit, rubrics } from '../../../../rubric/test/example-audit.ts';
import type { Statement } from '../../../src/domain/public-log/statement.ts';
import { beginReply } from '../../../src/features/replies/operations/begin-reply.ts';
import { checkReplyProof } from '../../../src/features/replies/operations/check-reply-proof.ts';
import { decideReply } from '../../../src/features/replies/operations/decide-reply.ts';
import { forgetOldContacts } from '../../../src/features/replies/operations/jobs/forget-contacts.ts';
import { listReplies } from '../../../src/features/replies/operations/list-replies.ts';
import { publishReply } from '../../../src/features/replies/operations/publish-reply.ts';
import { removeReply } from '../../../src/features/replies/operations/remove-reply.ts';
import { showReply } from '../../../src/features/replies/operations/show-reply.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../../src/operations/run.ts';
import { logPast } from '../../../src/store/public-log/append.ts';
import { copyStore } from '../../../src/store/upkeep/copy.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { fullScans, recordQueries } from '../../world/measure/query-log.ts';
import { commit, operator } from '../../world/operator.ts';
import { program, temporaryFolder } from '../../world/readymark.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../../world/service.ts';

/** What is stored of replies survives crashes and moves, and damage to it is found. */
sharedDatabases();

/** In place of the network, where `proofs.test.ts` looks for tokens: a domain that has each. */
const domain_proofs = {
  look: async () => ({ dns: { found: true, problem: null }, file: { found: false, problem: 'no' } }),
};

/** A company with a decided dispute, an open one and a reply whose text was removed. @returns their ids */
async function lived(engine: Engine, env: Record<string, string> = {}) {
  const ctx = await testContext(engine, env, undefined, { domain_proofs });
  const of = (scores: number, audit_date: string) => ({
    ...exampleAudit({ slug: 'acme', company: 'Acme', scores, audit_date }),
    website: 'https://acme.com/',
  });
  await commit(ctx, [of(2, '2026-11-20')]);
  const { proof_id } = (await execute(ctx, beginReply, operator, { slug: 'acme' }, {})).body;
  await execute(ctx, checkReplyProof, operator, { proof_id }, {});
  const said = (criterion: string, kind: 'reply' | 'dispute') => ({ kind, criterion, text: `About ${criterion}.` });
  const replies = [said('P1-A', 'dispute'), said('P1-B', 'dispute'), said('P2-A', 'reply')];
  const ids = (await execute(ctx, publishReply, operator, { proof_id, replies }, {})).body.replies;
  const [decided = '', open = '', removed = ''] = ids.map(({ reply_id }) => reply_id ?? '');
  await commit(ctx, [of(3, '2026-11-21')]);
  await execute(ctx, decideReply, operator, { reply_id: decided, outcome: 'corrected', audit_date: '2026-11-21' }, {});
  await execute(ctx, removeReply, operator, { reply_id: removed }, {});
  return { ctx, decided, open, removed };
}

const findings = async ({ store }: TestContext) =>
  (await runDoctor(store, rubrics, () => {})).flatMap(({ check, findings }) =>
    findings.map((one) => `${check}: ${one}`),
  );

const entriesOf = async ({ store }: TestContext) =>
  (await store.db.selectFrom('log_entries').select('entry').orderBy('entry_index').execute()).map(
    ({ entry }) => JSON.parse(entry) as Statement,
  );

for (const engine of engines) {
  test(`the log of replies can be said again on ${engine}`, async () => {
    const { ctx } = await lived(engine);
    const before = await entriesOf(ctx);
    assert.deepEqual(
      before.map(({ kind }) => kind),
      ['audit', 'reply', 'reply', 'reply', 'audit', 'outcome', 'removal'],
    );
    for (const table of ['log_entries', 'log_tiles', 'log_state'] as const)
      await ctx.store.db.deleteFrom(table).execute();
    assert.equal(await logPast(ctx.store, rubrics), before.length);
    assert.deepEqual(
      await entriesOf(ctx),
      before.map((entry) => ({ ...entry, logged: 'afterwards' })),
    );
    assert.deepEqual(await findings(ctx), []);
  });

  test(`the doctor finds damage to replies on ${engine}`, async () => {
    const { ctx, decided, open, removed } = await lived(engine);
    const { db } = ctx.store;
    const set = (reply_id: string, values: object) =>
      db.updateTable('replies').set(values).where('reply_id', '=', reply_id).execute();
    const change = (reply_id: string, values: object) =>
      db
        .updateTable('reply_changes')
        .set(values)
        .where('reply_id', '=', reply_id)
        .where('change', '<>', 'published')
        .execute();
    const harms: [RegExp, () => Promise<unknown>, () => Promise<unknown>][] = [
      [/text differs from the one/, () => set(open, { text: 'Other.' }), () => set(open, { text: 'About P1-B.' })],
      [/no text and was not removed/, () => set(open, { text: null }), () => set(open, { text: 'About P1-B.' })],
      [/a text and was removed/, () => set(removed, { text: 'x' }), () => set(removed, { text: null })],
      [
        /no audit of acme of 2026-11-19/,
        () => set(open, { audit_date: '2026-11-19' }),
        () => set(open, { audit_date: '2026-11-20' }),
      ],
      [
        /what is stored/,
        () => set(open, { proven_at: 'then' }),
        () => set(open, { proven_at: '2026-11-21T12:00:00.000Z' }),
      ],
      [
        /upheld in publication \d, which does not fit/,
        () => change(decided, { change: 'upheld' }),
        () => change(decided, { change: 'corrected' }),
      ],
      [
        /vanished in publication/,
        () => change(removed, { change: 'vanished' }),
        () => change(removed, { change: 'removed' }),
      ],
      [
        /corrected in publication \d, which does not fit/,
        () => change(removed, { change: 'corrected' }),
        () => change(removed, { change: 'removed' }),
      ],
    ];
    assert.deepEqual(await findings(ctx), []);
    for (const [expected, harm, heal] of harms) {
      await harm();
      assert.match((await findings(ctx)).join('\n'), expected);
      await heal();
    }
    assert.deepEqual(await findings(ctx), []);
    await db.deleteFrom('reply_changes').where('reply_id', '=', open).execute();
    assert.match((await findings(ctx)).join('\n'), /it was never published/);
  });
}

test('no call about replies scans a table', async () => {
  const asked = recordQueries();
  const { ctx, open } = await lived('sqlite');
  for (const wish of [{}, { slug: 'acme' }, { slug: 'acme', state: 'all' as const, after: open }])
    await execute(ctx, listReplies, operator, wish, {});
  await execute(ctx, showReply, operator, { reply_id: open }, {});
  await ctx.catalogue.refresh();
  await forgetOldContacts(ctx);
  await execute(ctx, correctCompany, operator, { slug: 'acme', new_slug: 'acme-ltd' }, {});
  await execute(ctx, retractCompany, operator, { slug: 'acme-ltd', reason: 'Wrong company.' }, {});
  const about = [...asked].filter(([query]) => /repl(y|ies)/.test(query));
  assert.ok(about.length > 15, `only ${about.length} queries were seen`);
  assert.deepEqual(await fullScans(ctx.store, new Map(about)), []);
});

test('replies are copied to another kind of database with all that happened to them', async () => {
  const { ctx } = await lived('sqlite');
  const other = await testContext('postgres');
  const signal = new AbortController().signal;
  await copyStore(ctx.store, other.store, { source_name: 'test', signal, at_row() {} });
  await Promise.all([ctx.catalogue.refresh(), other.catalogue.refresh()]);
  assert.equal(other.catalogue.current().replies('acme').length, 3);
  assert.deepEqual(other.catalogue.current().replies('acme'), ctx.catalogue.current().replies('acme'));
  assert.deepEqual(await findings(other), []);
});

/** One in so many changes that are made to files and database. */
const EVERY = Number(process.env.KILL_EVERY ?? 6);

test('killed while a reply is published and signed, all of it is there or nothing', async () => {
  const until = async (call: number) => {
    const folder = temporaryFolder('readymark-replies-kills-');
    const { ctx } = await lived('sqlite', { DATA_DIR: folder });
    await ctx.signer.begin();
    await ctx.catalogue.refresh();
    await ctx.close();
    const args = [
      '--import',
      pathToFileURL(program('die-at-call')).href,
      join(import.meta.dirname, 'publish-and-show.ts'),
    ];
    const env = { DATA_DIR: folder, DATABASE_URL: '', DIE_AT_CALL: String(call), DIE_WITHIN: folder };
    const { code, err } = await run(process.execPath, args, { env });
    assert.ok(code <= 0, err);
    return { folder, code, changes: Number(/^(\d+) changes$/m.exec(err)?.[1] ?? 0) };
  };
  const { changes } = await until(0);
  const seen = new Set<number>();
  for (let call = 1; call <= changes; call += EVERY) {
    const { folder, code } = await until(call);
    assert.equal(code, -1, `killed before change ${call} of ${changes}`);
    const found = await testContext('sqlite', { DATA_DIR: folder });
    assert.deepEqual(await findings(found), [], `killed before change ${call} of ${changes}`);
    await found.catalogue.refresh();
    const shown = found.catalogue.current().replies('acme').length;
    const logged = (await entriesOf(found)).filter(({ kind }) => kind === 'reply').length;
    assert.equal(shown, logged);
    assert.equal(found.signer.failure(), undefined);
    seen.add(shown);
    await found.close();
  }
  assert.deepEqual([...seen].sort(), [3, 5]);
});
