import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { wasAsked } from '@readymark/auditor/evidence/evidence';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor, proposalsFor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { execute } from '../../src/operations/run.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator, publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Bytes that no compression makes smaller, the same each time. */
const noise = (length: number, seed: string): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 64) }, (_, at) => createHash('sha512').update(`${seed} ${at}`).digest()),
  ).subarray(0, length);

/** Characters of a range, as little alike as can be. */
const characters = (count: number, from: number, range: number) => {
  const bytes = noise(2 * count, `${from}`);
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(from + (bytes.readUInt16LE(2 * at) % range)));
};

test('whatever a site sends, the pages of its evidence stay below 60 KB and show all of it', async () => {
  const excerpt = 'These are the words that are quoted.';
  const unseen = characters(30_000, 0xe000, 6_000).join('');
  const site = {
    '/': 'Welcome',
    '/packed': noise(120_000, 'packed').toString('base64'),
    '/written': `${characters(90_000, 0x4e00, 20_000).join('')}${excerpt}${characters(30_000, 0x1f300, 500).join('')}`,
    '/unseen': unseen,
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`/${at}/${noise(1_000, `${at}`).toString('hex')}`, 'A page.']),
    ),
  };
  const quoting: typeof proposalsFor = (bundle, bodies) => {
    const of = bundle.items.filter(wasAsked).find(({ url }) => url.endsWith('/written')) ?? assert.fail();
    const { url, fetched_at, status, sha256 } = of;
    return proposalsFor(bundle, bodies).map((one) => ({
      ...one,
      sources: [{ url, fetched_at, status, sha256, excerpt }],
    }));
  };
  const auditor = madeAuditor({ site, score: async (bundle, bodies) => quoting(bundle, bodies) });
  const service = await testService('sqlite', { OPERATOR_TOKENS }, undefined, { auditor });
  await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 })]);
  const { job_id } = (await execute(service, startAudit, operator, { subject: 'acme' }, {})).body.job;
  const ada = deskBrowser(service.url);
  await ada.signIn();
  const job = () => ada.get(`/desk/audits/${job_id}`, { accept: 'application/json' });
  await until(async () => JSON.parse((await job()).text).status === 'drafted', 'a draft');

  const read = async (path: string): Promise<string> => {
    const headers = { cookie: ada.cookie, 'accept-encoding': 'gzip' };
    const reply = await fetch(service.url + path, { headers });
    const size = Number(reply.headers.get('content-length'));
    assert.ok(reply.status === 200 && size > 0 && size < 60_000, `${path}: ${reply.status}, ${size} bytes`);
    return reply.text();
  };
  const shown = (page: string) =>
    plain((/<pre [^>]*>\n([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? '').replaceAll(/<mark[^>]*>|<\/mark>/g, ''));
  const list = await read(`/desk/audits/${job_id}/evidence`);
  assert.equal(list.match(/class="review-answer/g)?.length, Object.keys(site).length);
  for (const name of ['/packed', '/written', '/unseen'] as const) {
    let next: string | undefined = `/desk/audits/${job_id}/evidence/${sha256Of(site[name])}`;
    let all = '';
    for (let parts = 0; next !== undefined; parts++) {
      assert.ok(parts < 40, name);
      const page = await read(next);
      all += shown(page);
      next = plain(/<a href="([^"]*)">Next part/.exec(page)?.[1] ?? '') || undefined;
    }
    const expected = name !== '/unseen' ? site[name] : unseen.replaceAll(/./gu, (one) => `U+${hex(one)}`);
    assert.ok(all.replaceAll(/<[^>]*>/g, '') === expected, `${name} is not whole`);
  }
  const quoted = await read(`/desk/audits/${job_id}/evidence/${sha256Of(site['/written'])}?of=P1-A&source=1`);
  assert.equal(/<mark id="found"[^>]*>([^<]*)<\/mark>/.exec(quoted)?.[1], excerpt);
  await service.stop();
});

const hex = (character: string) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
