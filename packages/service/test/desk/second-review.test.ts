import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit, v1 } from '../../../rubric/test/example-audit.ts';
import { runCommand } from '../../src/cli/program.ts';
import { hashOperatorToken } from '../../src/domain/operators/token.ts';
import { features } from '../../src/features.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, type TestService, testService } from '../world/service.ts';
import { operations } from '../world/site.ts';

/** A draft is given to a second operator, who scores it without seeing any score (decision 124). */
sharedDatabases();

const DAY = 86_400_000;
const people = ['ada', 'bea', 'cyd', 'dan'] as const;
const tokenOf = (name: string) => `operator-token-of-${name}`;
const OPERATOR_TOKENS = people.map((name) => `${name}:${hashOperatorToken(tokenOf(name))}`).join(',');

type Person = (typeof people)[number];

async function world(engine: Engine) {
  const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor: madeAuditor({}) });
  await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 })]);
  return service;
}

/** Calls the desk as an operator. */
const as = (service: TestService, name: Person, method: string, path: string, body?: object) =>
  call(service.url, method, `/api/desk${path}`, { key: tokenOf(name), ...(body && { body }) });

/** The same, which must succeed. @returns what it replied */
async function done(service: TestService, name: Person, method: string, path: string, body?: object) {
  const { status, json, text } = await as(service, name, method, path, body);
  assert.ok(status < 300, `${name} ${method} ${path}: ${status} ${text}`);
  return json;
}

async function refusedWith(reply: ReturnType<typeof as>, status: number, expected: RegExp) {
  const { status: was, text } = await reply;
  assert.equal(was, status, text);
  assert.match(text, expected);
}

/** A draft that ada started and reviewed: P1-B has 5 points in place of 2, P3-D was confirmed. @returns its path */
async function drafted(service: TestService, again = false): Promise<string> {
  const { job } = await done(service, 'ada', 'POST', '/audit-jobs', { subject: 'acme', again });
  const path = `/audit-jobs/${job.job_id}`;
  await until(async () => {
    await tick(service);
    return (await done(service, 'ada', 'GET', path)).status === 'drafted';
  }, 'it is drafted');
  await done(service, 'ada', 'POST', `${path}/draft`, {
    ...{ version: 0, confirm: ['P3-D'] },
    criteria: [{ id: 'P1-B', score: 5, reason: 'A secret reason.', evidence: 'A secret sentence.' }],
  });
  return path;
}

const all = (score: number, but: Record<string, number> = {}) =>
  v1.criteria.map(({ id }) => ({ id, score: but[id] ?? score }));

/** Scores everything as bea, and finishes. */
async function finished(service: TestService, path: string) {
  await done(service, 'bea', 'POST', `${path}/second/scores`, { version: 0, scores: all(2, { 'P1-A': 4, 'P3-D': 3 }) });
  return done(service, 'bea', 'POST', `${path}/second/finish`, { version: 1 });
}

const publishing = async (service: TestService, name: Person, path: string) => {
  const { record } = await done(service, 'ada', 'GET', `${path}/draft`);
  return { audits: [record], drafts: [path.split('/').at(-1)], by: name };
};

/** A reply in which a pattern does not occur. */
const hides = (reply: object, pattern: RegExp) => assert.equal(JSON.stringify(reply).match(pattern)?.[0], undefined);

const sound = async ({ store, rubrics }: TestService) =>
  assert.deepEqual(
    (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings),
    [],
  );

for (const engine of engines)
  describe(`a second review on ${engine}`, () => {
    test('its reviewer sees what he needs and no score, in no operation, until he has finished', async () => {
      const service = await world(engine);
      const path = await drafted(service);
      const job_id = path.split('/').at(-1);
      const asked = await done(service, 'ada', 'POST', `${path}/second`, { to: 'bea' });
      assert.deepEqual([asked.status, asked.reviewer, asked.scored, asked.to_score], ['open', 'bea', 0, 20]);
      const blind = await done(service, 'bea', 'GET', `${path}/second`);
      const prices = blind.items.find(({ id }: { id: string }) => id === 'P1-B');
      assert.ok(prices.question && prices.description);
      assert.deepEqual(Object.keys(prices.ladder[0]), ['score', 'text']);
      assert.equal(prices.sources[1].excerpt, '10 USD\n20 USD\n');
      assert.deepEqual([prices.score, prices.note, prices.first, blind.agreement], [null, null, null, null]);
      hides(blind, /secret|proposed|needs_human|P\d-\w: \d found/);

      // Every operation about one job says nothing of its scores, or refuses.
      const open = ['show_audit_job', 'read_evidence', 'cancel_audit', 'ask_second_review', 'withdraw_second_review'];
      const own = ['read_second_review', 'score_second_review', 'finish_second_review'];
      let closed = 0;
      for (const { name, scope, input, http } of operations) {
        const [binding] = http;
        if (
          scope !== 'operator' ||
          !('job_id' in (z.toJSONSchema(input, { io: 'input' }).properties ?? {})) ||
          [...open, ...own].includes(name) ||
          !binding
        )
          continue;
        closed += 1;
        const body = {
          version: 1,
          confirm: ['P1-A'],
          entries: [{ field: 'executive_summary', text: 'a' }],
          record: {},
        };
        const address = binding.path.replace('/api/desk', '').replace('{job_id}', job_id ?? '');
        const reply = as(service, 'bea', binding.method, address, binding.fields === 'body' ? body : undefined);
        await refusedWith(reply, 409, /blind, as its second reviewer/);
      }
      assert.ok(closed >= 2);
      const { audits, drafts } = await publishing(service, 'bea', path);
      const guess = { ...audits[0], criteria: audits[0].criteria.map((one: object) => ({ ...one })) };
      const tried = as(service, 'bea', 'POST', '/audits', { audits: [guess], drafts, dry_run: true });
      await refusedWith(tried, 409, /blind, as its second reviewer/);
      const { items } = await done(service, 'bea', 'GET', `${path}/evidence`);
      assert.equal(items.length, 2);
      const { actions } = await done(service, 'bea', 'GET', `/actions?subject_id=${job_id}`);
      for (const { detail } of actions) hides(detail, /secret|score|"(to|from)":\d/);

      // The other way round: nobody sees what bea gave.
      const note = { id: 'p1-a', score: 4, note: 'A hidden note.' };
      const saved = await done(service, 'bea', 'POST', `${path}/second/scores`, { version: 0, scores: [note] });
      assert.deepEqual([saved.version, saved.open.length], [1, 19]);
      // Notes are saved while they are typed: the log tells of scores alone.
      const typing = { version: 1, scores: [{ id: 'P1-B', note: 'A hidden n' }] };
      await done(service, 'bea', 'POST', `${path}/second/scores`, typing);
      const log = (await done(service, 'bea', 'GET', `/actions?subject_id=${job_id}`)).actions;
      assert.deepEqual(
        log
          .filter(({ action }: { action: string }) => action === 'score_second_review')
          .map((one: { detail: object }) => one.detail),
        [{ version: 1, criteria: ['P1-A'] }],
      );
      for (const seen of [
        await done(service, 'ada', 'GET', `${path}/second`),
        await done(service, 'ada', 'GET', '/second-reviews'),
        await done(service, 'ada', 'GET', `/actions?subject_id=${job_id}`),
      ])
        hides(seen, /hidden|"score":\d,"note"/);
      const mine = await done(service, 'bea', 'GET', `${path}/second`);
      assert.deepEqual([mine.items[0].score, mine.items[0].note, mine.scored], [4, 'A hidden note.', 1]);

      // A newer draft of the same site has the same scores, more or less.
      const other = await drafted(service, true);
      await refusedWith(as(service, 'bea', 'GET', `${other}/draft`), 409, /blind/);
      await done(service, 'cyd', 'GET', `${other}/draft`);
      await done(service, 'ada', 'POST', `${other}/second`, { to: 'dan' });
      await done(service, 'dan', 'POST', `${other}/second/scores`, { version: 0, scores: all(2) });
      await done(service, 'dan', 'POST', `${other}/second/finish`, { version: 1 });
      await refusedWith(as(service, 'bea', 'GET', `${other}/second`), 409, /blind/);
      await service.stop();
    });

    test('finishing compares with the draft of that moment, and both see both columns', async () => {
      const service = await world(engine);
      const path = await drafted(service);
      await done(service, 'cyd', 'POST', `${path}/second`, { to: 'bea' });
      const some = { version: 0, scores: [{ id: 'P1-A', score: 4 }] };
      await done(service, 'bea', 'POST', `${path}/second/scores`, some);
      await refusedWith(as(service, 'bea', 'POST', `${path}/second/scores`, some), 409, /its version is 1/);
      await refusedWith(as(service, 'ada', 'POST', `${path}/second/scores`, some), 409, /given to bea/);
      await refusedWith(
        as(service, 'bea', 'POST', `${path}/second/finish`, { version: 1 }),
        422,
        /Not scored yet: P1-B/,
      );
      const wrong = { version: 1, scores: [{ id: 'P1-A', score: 6 }, { id: 'P9-Z', score: 1 }, { id: 'P1-B' }] };
      await refusedWith(
        as(service, 'bea', 'POST', `${path}/second/scores`, wrong),
        422,
        /at most 5.*must be one of P1-A.*score or a note/,
      );
      // The first goes on meanwhile.
      const revised = { version: 1, criteria: [{ id: 'P1-C', score: 4, reason: 'Seen.' }] };
      await done(service, 'ada', 'POST', `${path}/draft`, revised);
      await done(service, 'bea', 'POST', `${path}/second/scores`, {
        version: 1,
        scores: all(2, { 'P1-A': 4, 'P3-D': 3 }),
      });
      const { agreement, status } = await done(service, 'bea', 'POST', `${path}/second/finish`, { version: 2 });
      // P1-A 2 and 4, P1-B 5 and 2, P1-C 4 and 2, P3-D 2 and 3: worked out by hand:
      // squares of differences 18, sums 45 and 43, sums of squares 113 and 97.
      const kappa = 1 - (20 * 18) / (20 * (113 + 97) - 2 * 45 * 43);
      assert.deepEqual(
        { status, ...agreement, kappa: agreement.kappa.toFixed(3) },
        {
          ...{ status: 'finished', criteria: 20, within_one: 0.85, equal: 0.8, kappa: kappa.toFixed(3) },
          ...{ draft_version: 2, first_reviewers: ['ada'] },
        },
      );
      for (const name of ['ada', 'bea'] as const) {
        const { items } = await done(service, name, 'GET', `${path}/second`);
        const both = items.filter(({ score, first }: { score: number; first: number }) => score !== first);
        assert.deepEqual(
          both.map(({ id, first, score }: { id: string; first: number; score: number }) => [id, first, score]),
          [
            ['P1-A', 2, 4],
            ['P1-B', 5, 2],
            ['P1-C', 4, 2],
            ['P3-D', 2, 3],
          ],
        );
        await done(service, name, 'GET', `${path}/draft`);
      }
      // What comes later changes nothing of it.
      await done(service, 'ada', 'POST', `${path}/draft`, {
        ...{ version: 2, criteria: [{ id: 'P1-A', score: 4, reason: 'Bea is right.' }] },
      });
      await refusedWith(
        as(service, 'bea', 'POST', `${path}/second/scores`, { version: 3, scores: all(1) }),
        409,
        /finished/,
      );
      await refusedWith(as(service, 'ada', 'POST', `${path}/second/withdraw`), 409, /finished/);
      const { counts, overall, reviews } = await done(service, 'bea', 'GET', '/second-reviews?mine=reviewer');
      assert.deepEqual(counts, { open: 0, finished: 1, withdrawn: 0 });
      assert.deepEqual(reviews[0].agreement, agreement);
      const { criteria, within_one, equal } = agreement;
      const pooled = { criteria, within_one, equal, kappa: agreement.kappa, reviews: 1, mean_within_one: within_one };
      assert.deepEqual(overall, pooled);
      assert.equal((await done(service, 'bea', 'GET', '/second-reviews?mine=asker')).reviews.length, 0);
      await sound(service);
      await service.stop();
    });

    test('who knows the scores is not asked, one review stands at a time, and a withdrawn one is given to another', async () => {
      const service = await world(engine);
      const path = await drafted(service);
      const ask = (by: Person, to: string) => as(service, by, 'POST', `${path}/second`, { to });
      await refusedWith(ask('ada', 'ada'), 422, /must be another operator/);
      await refusedWith(ask('cyd', 'ada'), 409, /ada started or reviewed this draft/);
      await refusedWith(ask('ada', 'eve'), 422, /readymark operator list/);
      // However he was shown its scores.
      for (const shown of ['state', 'draft', 'preview', 'publication']) {
        await done(service, 'cyd', 'GET', `${path}/${shown}`);
        await refusedWith(ask('ada', 'cyd'), 409, /cyd looked at this draft today/);
        service.clock.advance(DAY + 60_000);
        await tick(service);
      }
      await done(service, 'cyd', 'GET', `${path}/state`);
      const two = await Promise.all([ask('ada', 'bea'), ask('cyd', 'dan')]);
      assert.deepEqual(two.map(({ status }) => status).sort(), [201, 409]);
      const given = two.find(({ status }) => status === 201)?.json.reviewer;
      await done(service, 'ada', 'POST', `${path}/second/withdraw`);
      await refusedWith(as(service, given, 'GET', `${path}/second`), 404, /no second review/);
      await done(service, given, 'GET', `${path}/draft`);
      await refusedWith(ask('ada', given), 409, /had this draft before/);
      await done(service, 'ada', 'POST', `${path}/second`, { to: given === 'bea' ? 'dan' : 'bea' });
      // The operator may stand in the database.
      await done(service, 'ada', 'POST', '/operators', { name: 'fay' });
      await done(service, 'ada', 'POST', `${path}/second/withdraw`);
      await done(service, 'ada', 'POST', `${path}/second`, { to: 'fay' });
      const by_hand = (await done(service, 'ada', 'POST', '/audit-jobs', { subject: 'acme', by_hand: true })).job
        .job_id;
      await done(service, 'ada', 'POST', `/audit-jobs/${by_hand}/second`, { to: 'bea' });
      const { items } = await done(service, 'bea', 'GET', `/audit-jobs/${by_hand}/second`);
      assert.deepEqual([items.length, items[0].sources, items[0].score], [20, [], null]);
      const { actions } = await done(service, 'ada', 'GET', `/actions?subject_id=${path.split('/').at(-1)}`);
      assert.equal(actions.filter(({ action }: { action: string }) => action === 'ask_second_review').length, 3);
      assert.equal(actions.filter(({ action }: { action: string }) => action === 'withdraw_second_review').length, 2);
      await sound(service);
      await service.stop();
    });

    test('an open review holds publishing up; a finished one is told by receipts, page and Markdown', async () => {
      const service = await world(engine);
      const path = await drafted(service);
      await done(service, 'ada', 'POST', `${path}/second`, { to: 'bea' });
      const order = await publishing(service, 'ada', path);
      await refusedWith(
        as(service, 'ada', 'POST', '/audits', order),
        409,
        /given to bea, who scores it blind.*--withdraw/,
      );
      await finished(service, path);
      await done(service, 'bea', 'POST', '/audits', await publishing(service, 'bea', path));
      await service.catalogue.refresh();
      const { json } = await call(service.url, 'GET', '/api/audits/acme/evidence.json');
      assert.deepEqual(Object.keys(json), [
        'company',
        'slug',
        'audit_date',
        'rubric_version',
        'reviewed_by',
        'rights',
        'criteria',
      ]);
      assert.equal(json.reviewed_by, 2);
      assert.doesNotMatch(JSON.stringify(json), /kappa|bea/);
      const html = (await call(service.url, 'GET', '/audits/acme', { headers: { accept: 'text/html' } })).text;
      assert.match(html, /Reviewed by two: a second person scored every criterion/);
      assert.match((await call(service.url, 'GET', '/audits/acme.md')).text, /^- Reviewed by two: /m);
      await refusedWith(
        as(service, 'ada', 'POST', `${path}/second`, { to: 'cyd' }),
        409,
        /a second time already, by bea/,
      );
      // Another name of the company changes nothing of it.
      await done(service, 'ada', 'POST', '/audits/acme/correct', { company: 'Acme Works' });
      await service.catalogue.refresh();
      assert.equal((await call(service.url, 'GET', '/api/audits/acme/evidence.json')).json.reviewed_by, 2);
      // The next audit is read by one person alone, and afterwards it is too late.
      service.clock.advance(2 * DAY);
      const next = await drafted(service);
      await done(service, 'ada', 'POST', '/audits', { ...(await publishing(service, 'ada', next)), replace: true });
      await service.catalogue.refresh();
      assert.ok(!('reviewed_by' in (await call(service.url, 'GET', '/api/audits/acme/evidence.json')).json));
      const one = (await call(service.url, 'GET', '/audits/acme', { headers: { accept: 'text/html' } })).text;
      assert.doesNotMatch(one, /Reviewed by two/);
      await refusedWith(as(service, 'ada', 'POST', `${next}/second`, { to: 'bea' }), 409, /its scores are public/);
      // A correction that was begun is not public: who scores another draft of the site is not shown it.
      service.clock.advance(60_000);
      await done(service, 'ada', 'POST', `${next}/draft`, {
        ...{ version: 1, criteria: [{ id: 'P1-A', score: 4, reason: 'A secret correction.' }] },
      });
      const steps = `/published/acme/${(await publishing(service, 'ada', next)).audits[0].audit_date}`;
      assert.match(JSON.stringify(await done(service, 'dan', 'GET', steps)), /A secret correction/);
      await done(service, 'ada', 'POST', `${await drafted(service, true)}/second`, { to: 'dan' });
      hides(await done(service, 'dan', 'GET', steps), /A secret correction/);
      await sound(service);
      await service.stop();
    });

    test('it is asked for, scored and compared on the command line', async () => {
      const service = await world(engine);
      const path = await drafted(service);
      const job_id = path.split('/').at(-1) ?? '';
      const folder = temporaryFolder('readymark-second-');
      for (const name of people) writeFileSync(join(folder, name), tokenOf(name));
      const desk = async (name: Person, ...args: string[]) => {
        const text = { out: '', err: '' };
        const to = (end: 'out' | 'err') =>
          new Writable({
            write(chunk, _encoding, next) {
              text[end] += String(chunk);
              next();
            },
          });
        const all = [...args, '--url', service.url, '--token-file', join(folder, name)];
        const open = () => assert.fail('a command for another server opens no database');
        const streams = { out: to('out'), err: to('err') };
        return { code: await runCommand(all, open, streams, new AbortController().signal, { features }), ...text };
      };
      const says = async (...args: Parameters<typeof desk>) => {
        const { code, out, err } = await desk(...args);
        assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
        return out;
      };
      assert.match(await says('ada', 'audits', 'second', job_id, '--to', 'bea'), /given to bea: 20 criteria to score/);
      const shown = await says('bea', 'audits', 'second-score', job_id);
      assert.match(shown, /P1-B .*: not scored\n.*\?\n +1 {2}\S/);
      assert.match(shown, /pricing\.md: 10 USD/);
      const first = await says('bea', 'audits', 'second-score', job_id, 'p1-a=4', '--note', 'P1-A=Seen on two pages.');
      assert.match(first, /saved; not scored yet: P1-B, P1-C/);
      const closed = await desk('bea', 'audits', 'draft', job_id);
      assert.deepEqual([closed.code, /blind, as its second reviewer/.test(closed.err)], [1, true]);
      const rest = v1.criteria.slice(1).map(({ id }) => `${id}=2`);
      const done = await says('bea', 'audits', 'second-score', job_id, ...rest, '--finish');
      assert.match(
        done,
        /finished .*bea, asked by ada, 20 scores, 90 % equal, 90 % within 1 point, weighted kappa -?0\.\d\d/,
      );
      assert.match(done, /differs {2}P1-B .*: 2 of 5, in the draft 5/);
      assert.match(await says('ada', 'audits', 'second', job_id), /Seen on two pages\./);
      const listed = await says('ada', 'audits', 'second-list', '--mine', 'asker', '--status', 'finished');
      assert.match(
        listed,
        /1 listed\. Total: open 0, finished 1, withdrawn 0\.\nOver 1 reviews: 20 scores, 90 % equal/,
      );
      await service.stop();
    });

    test('a review ends when its draft ages out, and what was compared stays', async () => {
      const service = await world(engine);
      const first = await drafted(service);
      await done(service, 'ada', 'POST', `${first}/second`, { to: 'bea' });
      await finished(service, first);
      const second = await drafted(service, true);
      await done(service, 'ada', 'POST', `${second}/second`, { to: 'cyd' });
      await done(service, 'cyd', 'POST', `${second}/second/scores`, { version: 0, scores: all(1) });
      service.clock.advance(91 * DAY);
      await ageEvidence(service);
      const { reviews, counts } = await done(service, 'ada', 'GET', '/second-reviews');
      assert.deepEqual(counts, { open: 0, finished: 1, withdrawn: 1 });
      assert.deepEqual([reviews[0].status, reviews[0].withdrawn_by, reviews[0].scored], ['withdrawn', null, 0]);
      assert.equal(reviews[1].agreement.criteria, 20);
      await refusedWith(
        as(service, 'cyd', 'POST', `${second}/second/scores`, { version: 1, scores: all(2) }),
        404,
        /no second/,
      );
      await refusedWith(as(service, 'bea', 'GET', `${first}/second`), 409, /were removed/);
      await sound(service);
      await service.stop();
    });
  });
