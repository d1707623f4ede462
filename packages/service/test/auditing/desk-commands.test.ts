import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { call, newKey } from '../world/call.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { readymarkHere, temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/**
 * From an agent's request to the receipts that it reads, through real doors: the agent over HTTP, the operator at the
 * command line against a running service (decisions 93 and 90). Then again, after the site has changed.
 */
sharedDatabases();

const noDatabase = () => assert.fail('a command for another server opens no database');

for (const engine of engines)
  describe(`the commands of audits on ${engine}`, () => {
    test('an audit is requested, made, reviewed, published and read, twice', async () => {
      let prices = '10 USD\n20 USD\n';
      const auditor = madeAuditor({ site: () => ({ '/': '<h1>New Works</h1>', '/pricing.md': prices }) });
      const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor });
      const folder = temporaryFolder('readymark-desk-');
      const token = join(folder, 'token');
      writeFileSync(token, operator_token);
      const desk = (...args: string[]) =>
        readymarkHere([...args, '--url', service.url, '--token-file', token], {}, { open: noDatabase });
      /** The output of a command that must succeed. */
      const says = async (...args: string[]) => {
        const { code, out, err } = await desk(...args);
        assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
        return out;
      };
      const key = await newKey(service.url);
      const request = async () => {
        const body = { company: 'New Works', website: 'https://new-works.example/' };
        return (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json.request_id as string;
      };
      const record = async () => (await call(service.url, 'GET', '/api/audits/new-works.json')).json;
      const isPublic = (score: number) =>
        until(async () => (await record()).overall_score === score, `${score} points are public`);

      const first = await request();
      await says('requests', 'review', first);
      assert.match(
        await says('audits', 'start', first),
        /queued job_\w+ for New Works[\s\S]*stays in_review; it can become scheduled or declined/,
      );
      const { jobs } = JSON.parse(await says('audits', 'list', '--json'));
      const job = jobs[0].job_id as string;
      assert.match(await says('audits', 'show', job, '--follow'), /drafted[\s\S]*readymark audits draft job_/);
      assert.match(
        await says('audits', 'list', '--status', 'drafted'),
        /drafted +New Works[\s\S]*1 listed\. Total: queued 0/,
      );
      const twice = await desk('audits', 'start', first);
      assert.equal(twice.code, 1);
      assert.match(twice.err, new RegExp(`${job} .* is drafted.*--again`));

      const draft = await says('audits', 'draft', job);
      assert.match(draft, /New Works \(new-works\), 2026-11-21: 40 of 100, Human-Dependent/);
      assert.match(draft, /judge {2}P3-D .*: 2 of 5 \(1 to 3\)/);
      assert.match(draft, /1 to judge: P3-D/);
      const listed = await says('audits', 'evidence', job);
      assert.match(listed, new RegExp(`200 {2}probe +https://new-works.example/pricing.md .*${sha256Of(prices)}`));
      assert.match(await says('audits', 'evidence', job, sha256Of(prices)), /^10 USD\n20 USD/);

      // What a site sent is text in JSON, and never a page.
      const address = `/api/desk/audit-jobs/${job}/evidence?sha256=${sha256Of('<h1>New Works</h1>')}`;
      const body = await call(service.url, 'GET', address, { key: operator_token });
      assert.equal(body.json.body.text, '<h1>New Works</h1>');
      assert.match(body.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(body.headers.get('x-content-type-options'), 'nosniff');

      const open = await desk('audits', 'publish', job);
      assert.equal(open.code, 1);
      assert.match(open.err, /P3-D needs a person; run readymark audits revise/);
      const unreasoned = await desk('audits', 'revise', job, 'P1-B=4');
      assert.match(unreasoned.err, /criteria\[0\]\.reason is required: P1-B was proposed with 2/);
      const words = ['--reason', 'The terms have all prices.', '--evidence', 'P1-B=All prices are in the terms.'];
      assert.match(
        await says('audits', 'revise', job, 'P1-B=4', '--confirm', 'P3-D', ...words),
        /revised job_\w+ to version 1: 42, Human-Dependent/,
      );
      // The same through a file.
      const file = join(folder, 'draft.json');
      const told = await says('audits', 'draft', job, '--out', file);
      // As it is told to be taken back, it does not undo what somebody else did meanwhile.
      const back = /take it back with readymark (.+)$/m.exec(told)?.[1]?.trim().split(' ') ?? assert.fail(told);
      const edited = JSON.parse(readFileSync(file, 'utf8'));
      edited.executive_summary = 'Written by a person.';
      writeFileSync(file, JSON.stringify(edited));
      await says(...back);
      writeFileSync(file, JSON.stringify({ ...edited, executive_summary: 'Written before.' }));
      assert.match((await desk(...back)).err, /was revised in the meantime: its version is 2/);
      const { hash } = JSON.parse(await says('audits', 'draft', job, '--json'));
      const other = await desk('audits', 'publish', job, '--hash', '0'.repeat(64));
      assert.match(other.err, /not the one that was approved/);

      const dry = await says('audits', 'publish', job, '--dry-run');
      assert.match(dry, new RegExp(`^  readymark audits publish ${job} --completes-all --url`, 'm'));
      const published = await says('audits', 'publish', job, '--completes-all', '--hash', hash);
      assert.match(published, /published New Works \(new-works, 2026-11-21\): 42[\s\S]*completed req_/);
      await isPublic(42);
      assert.equal((await record()).executive_summary, 'Written by a person.');
      const { json } = await call(service.url, 'GET', '/api/audits/new-works/evidence.json');
      const receipt = json.criteria.find(({ id }: { id: string }) => id === 'P1-B');
      assert.deepEqual([receipt.score, receipt.proposed, receipt.reviewed], [4, 2, true]);
      assert.equal((await call(service.url, 'GET', `/api/audit-requests/${first}`, { key })).json.status, 'completed');
      assert.match(
        await says('audits', 'show', job, '--json'),
        /"audits":\[\{"slug":"new-works","audit_date":"2026-11-21"\}\]/,
      );

      // The site changes, and is audited again.
      service.clock.advance(86_400_000 * 2);
      prices = '10 USD\n20 USD\n30 USD\n40 USD\n50 USD\n';
      const again = JSON.parse(await says('audits', 'start', 'new-works', '--follow', '--json'));
      const moved = await says('audits', 'draft', again.job_id);
      assert.match(moved, /Since 2026-11-21:[\s\S]*P1-B 4 → 5\n {4}changed: https:\/\/new-works\.example\/pricing\.md/);
      const cancelled = await desk('audits', 'cancel', again.job_id);
      assert.match(cancelled.err, /has ended: it is drafted/);

      // A person writes the next one; nothing is visited, although the site was audited just now.
      assert.match(
        await says('audits', 'start', 'new-works', '--by-hand'),
        /drafted job_\w+ for New Works[\s\S]*Nothing was visited/,
      );
      const [by_hand] = JSON.parse(await says('audits', 'list', '--json')).jobs;
      assert.match(await says('audits', 'list'), new RegExp(`${by_hand.job_id} .*drafted.*, by hand`));
      assert.match(
        await says('audits', 'draft', by_hand.job_id),
        /42 of 100[\s\S]*By hand\. Version 0[\s\S]*20 to judge/,
      );
      const begun = await desk('audits', 'start', 'new-works', '--by-hand');
      assert.match(begun.err, new RegExp(`${by_hand.job_id}\\. Use it, or insist with --again`));
      writeFileSync(file, JSON.stringify({ ...edited, slug: 'others', criteria: [{ id: 'P1-A', score: 6 }] }));
      const foreign = await desk('audits', 'revise', by_hand.job_id, '--file', file);
      assert.equal(foreign.code, 1);
      assert.match(
        foreign.err,
        /slug {2}must stay as it is in the draft: new-works[\s\S]*criteria\[0\]\.score {2}must be/,
      );

      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      assert.match(metrics, /readymark_audit_jobs\{status="drafted"\} 3/);
      assert.match(metrics, /readymark_audit_jobs_waiting_seconds 0/);
      await service.stop();
    });
  });
