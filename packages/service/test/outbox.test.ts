import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { resendNotice } from '../src/operations/desk/resend-notice.ts';
import { unsubscribe } from '../src/operations/links/unsubscribe.ts';
import { outboxFigures } from '../src/operations/outbox/figures.ts';
import { openOutbox } from '../src/operations/outbox/outbox.ts';
import { execute } from '../src/operations/run.ts';
import { tick } from '../src/operations/worker.ts';
import { runDoctor } from '../src/store/upkeep/doctor.ts';
import { openSmtpSink, readLetter, type SmtpSink } from './world/network/smtp-sink.ts';
import { commit, operator } from './world/operator.ts';
import { freePort } from './world/postgres.ts';
import { engines, sharedDatabases, type TestContext, testContext, testService } from './world/service.ts';
import { addWatchers } from './world/watchers.ts';

/** The outbox against a mail server that fails in every way (decisions 28, 40, 30). */
sharedDatabases();

const acme = (audit_date: string, scores: number) =>
  exampleAudit({ slug: 'acme', company: 'Acme', audit_date, scores });
const notices = (ctx: TestContext) => ctx.store.db.selectFrom('notices').selectAll().orderBy('notice_id').execute();
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

/**
 * A listed company with watchers, re-audited; nothing is sent yet.
 *
 * @param timeout_ms time limit of each SMTP step; short only where the mail server hangs, because a busy machine is slow
 */
async function reaudited(
  engine: 'sqlite' | 'postgres',
  watchers: number,
  env: Record<string, string> = {},
  timeout_ms = 10_000,
) {
  const sink = await openSmtpSink();
  after(() => sink.close());
  const ctx = await testContext(engine, {
    SMTP_URL: `${sink.url}?socketTimeout=${timeout_ms}&greetingTimeout=${timeout_ms}&connectionTimeout=${timeout_ms}`,
    ...env,
  });
  await commit(ctx, [acme('2026-05-01', 2)]);
  await addWatchers(ctx, 'acme', watchers);
  ctx.clock.advance(1_000);
  await commit(ctx, [acme('2026-11-20', 3)]);
  return { ctx, sink };
}
const recipients = (sink: SmtpSink) => sink.letters.map(({ rcpt_to }) => rcpt_to[0] ?? '').sort();

for (const engine of engines)
  describe(`the outbox on ${engine}`, () => {
    test('a re-audit makes one letter for every watcher with an address, and none for others', async () => {
      const { ctx, sink } = await reaudited(engine, 25);
      await ctx.store.db
        .updateTable('registrations')
        .set({ contact_email: null })
        .where('registration_id', '=', 'reg_0000003')
        .execute();
      await tick(ctx);
      await tick(ctx);
      assert.equal(sink.letters.length, 24);
      assert.equal(new Set(recipients(sink)).size, 24);
      assert.ok((await notices(ctx)).every(({ status, attempts }) => status === 'sent' && attempts === 1));
      await ctx.close();
    });

    test('an agent that begins to watch at the new audit gets a letter about the next one only', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      const { audit_id } = await ctx.store.db
        .selectFrom('audits')
        .select('audit_id')
        .where('audit_date', '=', '2026-11-20')
        .executeTakeFirstOrThrow();
      await ctx.store.db.updateTable('watches').set({ audit_id_then: audit_id }).execute();
      await tick(ctx);
      assert.equal(sink.letters.length, 0);
      await commit(ctx, [acme('2026-11-21', 4)]);
      await tick(ctx);
      assert.equal(sink.letters.length, 1);
      await ctx.close();
    });

    test('watchers get their letters even if the clock of the publishing node was set back, and ids do not sort by time', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      await tick(ctx);
      await commit(ctx, [acme('2026-11-21', 4)]);
      // As another node with a slower clock would have made it.
      const older = 'aud_00000000000000000000000000000000';
      await ctx.store.db
        .updateTable('audits')
        .set({ audit_id: older })
        .where('audit_date', '=', '2026-11-21')
        .execute();
      await ctx.store.db.updateTable('fanouts').set({ audit_id: older }).where('done_at', 'is', null).execute();
      await tick(ctx);
      assert.equal(sink.letters.length, 2);
      await ctx.close();
    });

    test('a correction makes a letter when a score changed, and none when only texts did', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      await tick(ctx);
      const current = acme('2026-11-20', 3);
      await commit(ctx, [{ ...current, executive_summary: 'Without the typo.' }], { replace: true });
      await tick(ctx);
      assert.equal(sink.letters.length, 1);
      await commit(ctx, [acme('2026-11-20', 4)], { replace: true });
      await tick(ctx);
      assert.equal(sink.letters.length, 2);
      const [first, correction] = await Promise.all(sink.letters.map(readLetter));
      assert.match(first?.subject ?? '', /^Acme re-audited: 40 → 60/);
      assert.equal(correction?.subject, 'Acme, audit corrected: 60 → 80 (Emerging)');
      assert.match(correction?.text ?? '', /The audit dated 2026-11-20 .* was not audited again\./);
      assert.match(correction?.text ?? '', /P1-A Structured Data +3 → 4 of 5/);
      assert.doesNotMatch(correction?.text ?? '', /previous one|was audited again\n/);
      assert.deepEqual((await notices(ctx)).map(({ kind }) => kind).sort(), ['correction', 'reaudit']);
      assert.deepEqual(
        (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings),
        [],
      );
      await ctx.close();
    });

    test('a correction of words and a re-audit in one publication make the letter of a re-audit', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      await tick(ctx);
      const words = { ...acme('2026-11-20', 3), executive_summary: 'Without the typo.' };
      await commit(ctx, [words, acme('2026-11-21', 5)], { replace: true });
      await commit(ctx, [acme('2026-11-21', 4), acme('2026-11-21', 5)], { replace: true });
      await tick(ctx);
      const mails = await Promise.all(sink.letters.map(readLetter));
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ['Acme re-audited: 40 → 60 (Emerging)', 'Acme re-audited: 60 → 100 (Agent-Ready)'],
        'and none where the last audit scores as the one before',
      );
      await ctx.close();
    });

    test('several audits of a company in one publication make one letter, about the first and the last', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      await tick(ctx);
      await commit(ctx, [acme('2026-11-21', 1), acme('2026-11-22', 5)]);
      await tick(ctx);
      const mails = await Promise.all(sink.letters.map(readLetter));
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ['Acme re-audited: 40 → 60 (Emerging)', 'Acme re-audited: 60 → 100 (Agent-Ready)'],
      );
      await ctx.close();
    });

    test('several workers at once send every letter once', async () => {
      const { ctx, sink } = await reaudited(engine, 120);
      const { DATA_DIR, DATABASE_URL, SMTP_URL } = ctx.settings;
      const others = await Promise.all(
        Array.from({ length: 3 }, () => testContext(engine, { DATA_DIR, DATABASE_URL, SMTP_URL }, ctx.clock)),
      );
      await Promise.all([ctx, ...others].map(tick));
      await tick(ctx);
      assert.equal(sink.letters.length, 120);
      assert.equal(new Set(recipients(sink)).size, 120);
      for (const other of others) await other.close();
      await ctx.close();
    });

    test('a worker whose snapshot does not include the new score sends no letter about it', async () => {
      const { ctx, sink } = await reaudited(engine, 3);
      const { DATA_DIR, DATABASE_URL, SMTP_URL } = ctx.settings;
      const behind = await testContext(engine, { DATA_DIR, DATABASE_URL, SMTP_URL }, ctx.clock);
      sink.behave({ recipient: () => 450 });
      await tick(ctx);
      ctx.clock.advance(60_000);
      sink.behave({});
      assert.equal(behind.catalogue.current().version, 0);
      await openOutbox(behind).drained();
      assert.equal(sink.letters.length, 0);
      await tick(behind);
      assert.equal(sink.letters.length, 3);
      await behind.close();
      await ctx.close();
    });

    test('4xx, a hang, a connection dropped after DATA and one dropped at the greeting are tried again, later and later', async () => {
      const { ctx, sink } = await reaudited(engine, 1, {}, 1_000);
      let waited = 0;
      for (const [attempt, behaviour] of [
        { recipient: () => 450 },
        { data: () => 'hang' },
        { data: () => 'drop' },
        { greeting: () => 'drop' },
      ].entries()) {
        sink.behave(behaviour as Parameters<SmtpSink['behave']>[0]);
        sink.hangUp();
        await tick(ctx);
        const [notice] = await notices(ctx);
        assert.ok(notice);
        assert.deepEqual([notice.status, notice.attempts, notice.lease_by], ['pending', attempt + 1, null]);
        assert.ok(notice.last_error && !notice.last_error.includes('@'));
        const pause = seconds(ctx.now().toISOString(), notice.due_at);
        assert.ok(
          pause > waited && pause >= 0.8 * 30 * 2 ** attempt && pause <= 1.2 * 30 * 2 ** attempt,
          `${pause} s after ${attempt + 1}`,
        );
        waited = pause;
        await tick(ctx);
        assert.equal((await notices(ctx))[0]?.attempts, attempt + 1, 'nothing is tried before it is due');
        ctx.clock.set(notice.due_at);
      }
      sink.behave({});
      await tick(ctx);
      assert.deepEqual(recipients(sink), ['w0000001@agents.example']);
      assert.deepEqual(
        (await notices(ctx)).map(({ status, attempts, last_error }) => [status, attempts, last_error]),
        [['sent', 5, null]],
      );
      assert.equal(new Set(sink.seen.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())?.[1])).size, 1);
      await ctx.close();
    });

    test('an unreachable mail server only delays letters', async () => {
      const { ctx } = await reaudited(engine, 2, { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
      await tick(ctx);
      assert.deepEqual(
        (await notices(ctx)).map(({ status, attempts, last_error }) => [status, attempts, last_error]),
        Array.from({ length: 2 }, () => ['pending', 1, 'ECONNREFUSED at CONN']),
      );
      await ctx.close();
    });

    test('5xx for one address fails that notice at once, and the others are sent', async () => {
      const { ctx, sink } = await reaudited(engine, 5);
      sink.behave({ recipient: (address) => (address === 'w0000002@agents.example' ? 550 : undefined) });
      await tick(ctx);
      assert.equal(sink.letters.length, 4);
      assert.deepEqual(await outboxFigures(ctx), { failed: 1, overdue_seconds: 0 });
      const failed = (await notices(ctx)).filter(({ status }) => status === 'failed');
      assert.deepEqual(
        failed.map(({ registration_id, last_error }) => [registration_id, last_error]),
        [['reg_0000002', '550 EENVELOPE at RCPT TO']],
      );

      // An operator can have it sent again, with another 24 hours of retries.
      sink.behave({ recipient: () => 451 });
      ctx.clock.advance(48 * 3_600_000);
      const { body } = await execute(ctx, resendNotice, operator, { notice_id: failed[0]?.notice_id }, {});
      assert.equal(body.status, 'pending');
      await tick(ctx);
      assert.equal((await notices(ctx)).find(({ status }) => status === 'pending')?.attempts, 1);
      sink.behave({});
      ctx.clock.advance(60_000);
      await tick(ctx);
      assert.equal(sink.letters.length, 5);
      const actions = await ctx.store.db
        .selectFrom('desk_actions')
        .selectAll()
        .where('action', '=', 'resend_notice')
        .execute();
      assert.deepEqual(
        actions.map((row) => [row.operator, row.subject_id]),
        [['ada', failed[0]?.notice_id]],
      );
      await ctx.close();
    });

    test('a letter that cannot be written blocks no other, and is tried again with a delay', async () => {
      const { ctx, sink } = await reaudited(engine, 3);
      sink.behave({ recipient: () => 450 });
      await tick(ctx);
      sink.behave({});
      const broken = { audit_id_before: 'aud_lost' };
      await ctx.store.db.updateTable('notices').set(broken).where('registration_id', '=', 'reg_0000002').execute();
      ctx.clock.advance(60_000);
      await tick(ctx);
      assert.equal(sink.letters.length, 2);
      const left = (await notices(ctx)).find(({ status }) => status === 'pending');
      assert.deepEqual(
        [left?.attempts, left?.last_error, left?.lease_by],
        [2, 'the letter could not be written', null],
      );
      assert.ok(seconds(ctx.now().toISOString(), left?.due_at ?? '') >= 48);
      await ctx.close();
    });

    test('a notice that does not fit its kind blocks no other, and doctor reports it', async () => {
      const { ctx, sink } = await reaudited(engine, 3);
      sink.behave({ recipient: () => 450 });
      await tick(ctx);
      sink.behave({});
      const harm = (registration_id: string, columns: { kind?: string; rank_before?: null }) =>
        ctx.store.db.updateTable('notices').set(columns).where('registration_id', '=', registration_id).execute();
      await harm('reg_0000001', { kind: 'unheard_of' });
      await harm('reg_0000002', { rank_before: null });
      ctx.clock.advance(60_000);
      await tick(ctx);
      assert.equal(sink.letters.length, 1);
      const left = (await notices(ctx)).filter(({ status }) => status === 'pending');
      assert.deepEqual(
        left.map(({ attempts, last_error }) => [attempts, last_error]),
        Array.from({ length: 2 }, () => [2, 'the letter could not be written']),
      );
      const checks = await runDoctor(ctx.store, ctx.rubrics, () => {});
      const findings = checks.flatMap((check) => check.findings).filter((text) => text.startsWith('ntc_'));
      assert.equal(findings.length, 2);
      await ctx.close();
    });

    test('after 24 hours of refusals a notice fails, with the last reason', async () => {
      const { ctx, sink } = await reaudited(engine, 1);
      sink.behave({ recipient: () => 450 });
      const start = ctx.now().toISOString();
      for (let round = 0; round < 60; round++) {
        await tick(ctx);
        const [notice] = await notices(ctx);
        if (notice?.status === 'failed') {
          const hours = seconds(start, ctx.now().toISOString()) / 3_600;
          assert.ok(hours >= 24 && hours < 24.01, `${hours} hours`);
          assert.equal(notice.last_error, '450 EENVELOPE at RCPT TO');
          assert.ok(notice.attempts >= 25 && notice.attempts <= 40, `${notice.attempts} attempts`);
          await ctx.close();
          return;
        }
        ctx.clock.set(notice?.due_at ?? start);
      }
      assert.fail('it never failed');
    });

    test('unsubscribing deletes every address and cancels pending letters; the link in a letter works, and can be used twice', async () => {
      const { ctx, sink } = await reaudited(engine, 2);
      await tick(ctx);
      const mails = await Promise.all(sink.letters.map(readLetter));
      const token = /unsubscribe\?t=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      const address = sink.letters[0]?.rcpt_to[0];
      await commit(ctx, [acme('2026-11-21', 4)]);
      sink.behave({ recipient: () => 450 });
      await tick(ctx);
      assert.equal(await unsubscribe(ctx, token), 'valid');
      assert.equal(await unsubscribe(ctx, token), 'valid');
      sink.behave({});
      ctx.clock.advance(3_600_000);
      await tick(ctx);
      const third = await Promise.all(sink.letters.slice(2).map(readLetter));
      assert.equal(third.length, 1);
      assert.notEqual(sink.letters[2]?.rcpt_to[0], address);
      assert.deepEqual((await notices(ctx)).map(({ status }) => status).sort(), ['cancelled', 'sent', 'sent', 'sent']);
      const left = await ctx.store.db
        .selectFrom('registrations')
        .select('contact_email')
        .where('contact_email', '=', address ?? '')
        .execute();
      assert.equal(left.length, 0);

      const cancelled = (await notices(ctx)).find(({ status }) => status === 'cancelled');
      await execute(ctx, resendNotice, operator, { notice_id: cancelled?.notice_id }, {});
      await tick(ctx);
      assert.equal(sink.letters.length, 3, 'a resend finds no address either');
      assert.equal((await notices(ctx)).filter(({ status }) => status === 'cancelled').length, 1);

      ctx.clock.advance(91 * 86_400_000);
      assert.equal(await unsubscribe(ctx, token), 'expired');
      assert.equal(await unsubscribe(ctx, `${token}x`), 'invalid');
      assert.equal(await unsubscribe(ctx, ''), 'invalid');
      await ctx.close();
    });

    test('a mail server that hangs delays no score: each publication is public within a second', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      sink.behave({ data: () => 'hang' });
      const service = await testService(engine, { SMTP_URL: `${sink.url}?socketTimeout=4000` });
      await commit(service, [acme('2026-05-01', 1)]);
      await addWatchers(service, 'acme', 60);
      const scores = [2, 3, 4];
      for (const [day, score] of scores.entries()) {
        const since = performance.now();
        await commit(service, [acme(`2026-06-0${day + 1}`, score)]);
        await until(async () => {
          const response = await fetch(`${service.url}/api/audits/acme.json`);
          return response.ok && ((await response.json()) as { overall_score: number }).overall_score === score * 20;
        }, 'the score is public');
        const took = performance.now() - since;
        assert.ok(took < 1_000, `${Math.round(took)} ms`);
        if (day === 0) await until(() => sink.seen.length >= 5, 'letters hang');
      }
      sink.behave({});
      sink.hangUp();
      await service.stop();
    });
  });
