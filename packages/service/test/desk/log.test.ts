import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { sentenceOf } from '../../src/domain/desk/actions.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** Who did what, when, searchable (decision 103). */
sharedDatabases();

type Action = Parameters<typeof sentenceOf>[1] & { action_id: string; operator: string; at: string };

const DAY_MS = 86_400_000;

for (const engine of engines)
  describe(`the log of the desk on ${engine}`, () => {
    test('is searched by operator, action, subject, words and days, and read in pages', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const desk = async (method: string, path: string, body?: unknown, key = operator_token) =>
        (await call(service.url, method, `/api/desk${path}`, { key, body })).json;
      const said = async (query: string) => {
        const { actions } = (await desk('GET', `/actions?${query}`)) as { actions: Action[] };
        return actions.map((action) => sentenceOf(action.operator, action));
      };
      const agent = await newKey(service.url);
      const ask = async (company: string) =>
        (
          await call(service.url, 'POST', '/api/audit-requests', {
            key: agent,
            body: { company, website: `https://${company.replaceAll(/[^a-z]/gi, '')}.example/` },
          })
        ).json.request_id as string;
      const nebelwerk = await ask('Nebelwerk');
      const other = await ask('100%_<b>Other');
      const { token: grace } = await desk('POST', '/operators', { name: 'grace' });
      service.clock.advance(DAY_MS);
      await desk('POST', `/requests/${nebelwerk}/review`);
      await desk('POST', `/requests/${nebelwerk}/schedule`, { on: '2026-12-01' }, grace);
      service.clock.advance(DAY_MS);
      await desk('POST', `/requests/${other}/decline`, { reason: 'There is no offer.' }, grace);
      await desk('POST', '/audits', { audits: [exampleAudit({ slug: 'acme' })] });

      const all = [
        'ada published an audit of acme in publication 1',
        'grace declined the request for 100%_<b>Other: There is no offer.',
        'grace scheduled the audit of Nebelwerk for 2026-12-01',
        'ada took the request for Nebelwerk into review',
        'ada made a token for the operator grace',
      ];
      const [published, declined, scheduled, reviewed, added] = all as [string, string, string, string, string];
      const of = (sentences: readonly string[]) => [...sentences].sort();
      // What happened in one millisecond has no order that a test may rely on.
      const searched = async (query: string) => of(await said(query));
      assert.deepEqual(await searched(''), of(all));
      assert.deepEqual(await searched('operator=grace'), of([declined, scheduled]));
      assert.deepEqual(await searched('action=review_request'), [reviewed]);
      assert.deepEqual(await searched(`subject_id=${nebelwerk}`), of([scheduled, reviewed]));
      assert.deepEqual(await searched('text=NEBEL'), of([scheduled, reviewed]), 'the name of the company');
      assert.deepEqual(await searched('text=nebelwerk.EXAMPLE'), of([scheduled, reviewed]), 'its site');
      assert.deepEqual(await searched('text=no+offer'), [declined], 'words of the detail');
      assert.deepEqual(await searched('text=GRACE'), [added], 'the subject');
      assert.deepEqual(await searched('text=%25_%3Cb'), [declined], 'signs of patterns mean themselves');
      assert.deepEqual(await searched('text=_rac'), []);
      assert.deepEqual(await searched('from=2026-11-22&to=2026-11-22'), of([scheduled, reviewed]));
      assert.deepEqual(await searched('from=2026-11-23'), of([published, declined]));
      assert.deepEqual(await searched('to=2026-11-21'), [added]);
      assert.deepEqual(await searched('operator=ada&text=nebel&from=2026-11-22'), [reviewed]);

      const pages: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const query = new URLSearchParams({ limit: '2', ...(after && { after }) });
        const page = (await desk('GET', `/actions?${query}`)) as { actions: Action[]; next: string | null };
        pages.push(...page.actions.map((action) => sentenceOf(action.operator, action)));
        after = page.next;
      }
      assert.deepEqual(pages, await said(''), 'each action once, in the same order');
      for (const query of ['from=22.11.2026', 'to=2026-02-30', 'after=act_none', 'limit=0'])
        assert.equal(
          (await call(service.url, 'GET', `/api/desk/actions?${query}`, { key: operator_token })).status,
          422,
          query,
        );
      assert.equal((await call(service.url, 'GET', '/api/desk/actions', { key: agent })).status, 401);

      const browser = deskBrowser(service.url);
      await browser.signIn();
      const page = async (query: string) => (await browser.get(`/desk/log${query}`)).text;
      const words = (html: string) => plain(html.replaceAll(/<[^>]+>/g, '')).replaceAll(/\s+/g, ' ');
      const whole = await page('');
      for (const sentence of [...all, 'ada signed in']) assert.ok(words(whole).includes(sentence), sentence);
      assert.ok(!whole.includes('<b>Other'), 'names are text');
      for (const link of [
        `/desk/requests/${nebelwerk}`,
        '/desk/published/acme',
        '/desk/publications/1',
        '/desk/log?operator=grace',
      ])
        assert.ok(plain(whole).includes(`href="${link}"`), link);
      const of_grace = await page('?operator=grace&text=&from=&to=&action=');
      assert.ok(words(of_grace).includes(scheduled) && !words(of_grace).includes(reviewed));
      assert.match(of_grace, /name="operator" value="grace"/, 'the form keeps what was asked for');
      assert.match(await page('?operator=nobody'), /Nothing was done that fits/);
      const wrong = await browser.get('/desk/log?from=22.11.2026&operator=grace');
      assert.deepEqual([wrong.status, /must be a day/.test(wrong.text)], [422, true]);
      assert.match(wrong.text, /name="operator" value="grace"/);

      for (let at = 0; at < 60; at++) await desk('POST', '/operators', { name: `operator-${at}` });
      const first = await page('?action=add_operator');
      const older = plain(/href="([^"]+)" rel="next"/.exec(first)?.[1] ?? '');
      assert.match(older, /^\/desk\/log\?action=add_operator&after=act_/);
      const second = (await browser.get(older)).text;
      assert.ok(words(second).includes(added) && !words(first).includes(added), 'the oldest is on the second page');
      assert.doesNotMatch(second, /rel="next"/);
      await service.stop();
    });
  });
