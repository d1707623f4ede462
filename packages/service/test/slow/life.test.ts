import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import type { ParsedMail } from 'mailparser';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { readymark, serving } from '../world/readymark.ts';
import { engines, sharedDatabases } from '../world/service.ts';

/**
 * The whole life of a request and a watch, with real processes: an agent over REST, an operator at the command line (on
 * the database and over HTTP), the service, a mail server.
 */
sharedDatabases();

type Pair = { before: Audit; after: Audit };

/** A folder with real audits, which `test/run.ts` passes if there is one. */
const real = process.env.READYMARK_AUDITS;
const readAudit = (date: string) =>
  JSON.parse(readFileSync(join(real ?? '', `convalytics_${date}.audit.json`), 'utf8')) as Audit;
const pairs: [name: string, pair: Pair | undefined][] = [
  [
    'a made-up re-audit',
    {
      before: exampleAudit({
        slug: 'acme',
        company: 'Acme',
        audit_date: '2026-05-01',
        scores: { 'P1-A': 0, 'P4-B': 5 },
      }),
      after: exampleAudit({
        slug: 'acme',
        company: 'Acme',
        audit_date: '2026-11-20',
        scores: { 'P1-A': 5, 'P4-B': 2 },
      }),
    },
  ],
  ['the real re-audit', real ? { before: readAudit('2026-04-17'), after: readAudit('2026-11-20') } : undefined],
];

for (const engine of engines)
  for (const [name, pair] of pairs)
    test(`from registration to re-audit: ${name}, on ${engine}`, {
      skip: pair ? false : 'READYMARK_AUDITS is not set',
    }, async () => {
      if (pair) await life(engine, pair);
    });

async function life(engine: 'sqlite' | 'postgres', { before, after: later }: Pair): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-life-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const sink = await openSmtpSink({ user: 'readymark', pass: 'secret' });
  after(() => sink.close());
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: engine === 'postgres' ? await newDatabase() : '',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Readymark <notices@readymark.example>',
    OPERATOR_TOKENS,
    OPERATOR_TOKEN: operator_token,
  };
  const service = await serving(env);
  const api = async (method: string, path: string, body?: unknown, key?: string) => {
    const { status, json } = await call(service.url, method, path, { ...(key && { key }), body });
    return { status, body: json };
  };
  const file = (audit: Audit) => {
    const path = join(folder, audit.source_file);
    writeFileSync(path, JSON.stringify(audit));
    return path;
  };
  const desk = async (...args: string[]) => {
    const ran = await readymark([...args, '--json'], env);
    assert.equal(ran.code, 0, ran.err);
    // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields of documents
    return JSON.parse(ran.out) as any;
  };
  const remote = (...args: string[]) => desk(...args, '--url', service.url);

  // An agent registers and requests an audit.
  const registered = await api('POST', '/api/agent/auth', {
    type: 'anonymous',
    agent_name: 'Scout',
    agent_provider: 'Example Labs',
    contact_email: 'watcher@agents.example',
  });
  assert.equal(registered.status, 201);
  const key: string = registered.body.api_key;
  const wish = {
    company: before.company,
    website: before.website,
    contact_email: 'requester@agents.example',
    notes: 'Please.',
  };
  const { body: request } = await api('POST', '/api/audit-requests', wish, key);
  assert.equal(request.status, 'received');

  // An operator moves it through the desk: on the database and over HTTP.
  const queue = await desk('requests', 'list');
  assert.deepEqual(
    queue.requests.map((row: { request_id: string; same_site: number }) => [row.request_id, row.same_site]),
    [[request.request_id, 1]],
  );
  assert.equal((await remote('requests', 'review', request.request_id)).status, 'in_review');
  const tooEarly = await readymark(['publish', file(before), '--completes', request.request_id], env);
  assert.equal(tooEarly.code, 1);
  assert.match(tooEarly.err, /in_review cannot become completed; from in_review it may become scheduled or declined/);
  assert.equal((await api('GET', '/api/audits/index.json')).body.count, 0, 'a refused publication leaves nothing');
  assert.equal(
    (await desk('requests', 'schedule', request.request_id, '--on', '2026-12-01')).scheduled_on,
    '2026-12-01',
  );
  const { body: waiting } = await api('GET', `/api/audit-requests/${request.request_id}`, undefined, key);
  assert.deepEqual([waiting.status, waiting.queue.position], ['scheduled', 1]);
  const published = await remote('publish', file(before), '--completes', request.request_id);
  assert.deepEqual(published.completed, [{ request_id: request.request_id, slug: before.slug, letter: true }]);

  // The agent sees it, and the letter goes to the address of the request.
  const [completedMail] = await letters(1);
  const { body: done } = await api('GET', `/api/audit-requests/${request.request_id}`, undefined, key);
  assert.equal(done.status, 'completed');
  assert.deepEqual(
    done.status_history.map(({ status }: { status: string }) => status),
    ['received', 'in_review', 'scheduled', 'completed'],
  );
  const { slug, audit_date, overall_score, tier } = before;
  assert.deepEqual(done.audit, { slug, audit_date, overall_score, tier, detail_json: `/api/audits/${slug}.json` });
  assert.equal(done.queue, null);
  assert.equal(addressOf(completedMail), 'requester@agents.example');
  assert.match(completedMail?.text ?? '', new RegExp(`Score +${overall_score} of 100`));

  // The agent watches; the company is audited again.
  const { status: watching } = await api('POST', '/api/agent/watch', { slug }, key);
  assert.equal(watching, 201);
  assert.deepEqual((await desk('publish', file(later))).published[0].score_before, overall_score);
  const [, reauditMail] = await letters(2);
  assert.equal(addressOf(reauditMail), 'watcher@agents.example');

  // Digest, letter and index agree.
  const { body: digest } = await api('GET', '/api/agent/digest', undefined, key);
  const [company] = digest.companies;
  assert.deepEqual([company.score_then, company.score_now, company.reaudits], [overall_score, later.overall_score, 1]);
  assert.equal(digest.net_points_gained, later.overall_score - overall_score);
  const { body: index } = await api('GET', '/api/audits/index.json');
  assert.equal(index.audits[0].overall_score, later.overall_score);
  const text = reauditMail?.text ?? '';
  assert.match(reauditMail?.subject ?? '', new RegExp(`${overall_score} → ${later.overall_score} `));
  assert.match(text, new RegExp(`Score +${overall_score} → ${later.overall_score} of 100`));
  const moved = later.criteria.filter(({ id, score }) => before.criteria.find((old) => old.id === id)?.score !== score);
  assert.ok(moved.length > 0);
  for (const { id, score } of moved) assert.match(text, new RegExp(`${id} .*→ ${score} of`));
  assert.equal((await desk('notices', 'list')).counts.sent, 2);

  // The desk's actions are recorded; one click ends the letters.
  const { status_history } = await desk('requests', 'show', request.request_id);
  assert.deepEqual(status_history.map((row: { operator: string | null }) => row.operator)[1], 'ada');
  const link = /https?:\/\/\S+\/unsubscribe\?t=\S+/.exec(text)?.[0] ?? '';
  assert.equal(
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
    200,
  );
  assert.equal((await api('GET', '/api/agent/me', undefined, key)).body.registration.contact_email, null);
  await service.stop();
  assert.equal(sink.letters.length, 2);

  async function letters(count: number): Promise<ParsedMail[]> {
    await until(() => sink.letters.length >= count, `${count} letters`);
    return Promise.all(sink.letters.map(readLetter));
  }
}

function addressOf(mail: ParsedMail | undefined): string {
  const to = mail?.to;
  return to === undefined || Array.isArray(to) ? '' : to.text;
}
