import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call, newKey } from '../world/call.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** Whatever is put right in a published audit is said wherever its score is (decision 169). */
sharedDatabases();

/** The same audit with more points for one criterion. */
const changed = (audit: Audit, id: string, score: number): Audit => {
  const criteria = audit.criteria.map((one) => (one.id === id ? { ...one, score } : one));
  const moved = score - (audit.criteria.find((one) => one.id === id)?.score ?? 0);
  const pillar = id.slice(0, 2);
  const { score: before = 0, ...rest } = audit.pillars[pillar] ?? { name: '', max: 0 };
  return {
    ...audit,
    criteria,
    overall_score: audit.overall_score + moved,
    pillars: { ...audit.pillars, [pillar]: { ...rest, score: before + moved } as Audit['pillars'][string] },
  };
};

const first = exampleAudit({ slug: 'apex', company: 'Apex', scores: 2 });
const right = changed(first, 'P1-D', 3);
const REASON = 'A description <b>was</b> there.';

for (const engine of engines)
  describe(`corrections on ${engine}`, () => {
    const opened = async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const text = async (path: string, accept: string) =>
        (await call(service.url, 'GET', path, { headers: { accept } })).text;
      const replace = async (audit: Audit, correction_reason?: string) => {
        service.clock.advance(300_000);
        const { status } = await call(service.url, 'POST', '/api/desk/audits', {
          key: operator_token,
          body: { audits: [audit], replace: true, ...(correction_reason && { correction_reason }) },
        });
        assert.equal(status, 201);
        await service.catalogue.refresh();
      };
      await commit(service, [first]);
      await service.catalogue.refresh();
      return { service, text, replace };
    };

    test('a correction is in the first screen, in History, in Markdown and in JSON, with its reason', async () => {
      const { service, text, replace } = await opened();
      assert.doesNotMatch(await text('/audits/apex', 'text/html'), /Corrected/);
      await replace(right, REASON);
      const page = await text('/audits/apex', 'text/html');
      const at = service.clock.now().toISOString();
      const top = page.slice(0, page.indexOf('id="criteria"'));
      assert.match(
        top,
        /<b>Corrected<\/b> on <time [^>]*>21 Nov 2026, 12:05 UTC<\/time>: <b>40 → 41 \(P1-D 2 → 3\)<\/b>/,
      );
      assert.match(top, /A description &#60;b&#62;was&#60;\/b&#62; there\./);
      const history = page.slice(page.indexOf('id="history"'));
      assert.match(history, /<h3 id="corrections">Corrections<\/h3>.*40 → 41 \(P1-D 2 → 3\)/s);
      assert.match(history, /This is the first audit/, 'a correction is no audit of its own');
      const twin = await text('/audits/apex', 'text/markdown');
      assert.match(twin, /^- Corrected on 21 Nov 2026, 12:05 UTC: 40 → 41 \(P1-D 2 → 3\)\. A description/m);
      const { count, audits } = JSON.parse(await text('/api/audits/apex/history.json', '*/*'));
      assert.equal(count, 1);
      assert.deepEqual(audits[0].corrections, [`${at}: 40 → 41 (P1-D 2 → 3). ${REASON}`]);
    });

    test('several are all there, newest first, also in a process that starts later, and without a reason', async () => {
      const { service, text, replace } = await opened();
      await replace(right, REASON);
      await replace(changed(right, 'P2-A', 5));
      const page = await text('/audits/apex', 'text/html');
      assert.match(
        page,
        /41 → 44 \(P2-A 2 → 5\)<\/b>\. <bdi>No reason was given\.<\/bdi> <a href="#corrections">1 more/,
      );
      const { DATA_DIR, DATABASE_URL } = service.settings;
      const other = await testService(engine, { DATA_DIR, DATABASE_URL }, service.clock);
      const history = async (url: string) => (await call(url, 'GET', '/api/audits/apex/history.json')).text;
      assert.equal(await history(other.url), await history(service.url));
      const lines = JSON.parse(await history(other.url)).audits[0].corrections;
      assert.deepEqual(
        lines.map((line: string) => line.slice(26, 33)),
        ['41 → 44', '40 → 41'],
      );
      await other.stop();
    });

    test('they follow a company to its next slug, and end with a retraction', async () => {
      const { service, text, replace } = await opened();
      await replace(right, REASON);
      const on = (path: string, body: unknown) => call(service.url, 'POST', path, { key: operator_token, body });
      assert.equal((await on('/api/desk/audits/apex/correct', { new_slug: 'summit' })).status, 200);
      await service.catalogue.refresh();
      assert.match(await text('/audits/summit', 'text/html'), /40 → 41 \(P1-D 2 → 3\)/);
      assert.equal((await on('/api/desk/audits/summit/retract', { reason: 'Wrong.' })).status, 200);
      await service.catalogue.refresh();
      assert.equal(
        (
          await on('/api/desk/audits', {
            audits: [{ ...first, slug: 'summit', source_file: 'summit_2026-11-20.audit.json' }],
            reinstate: true,
          })
        ).status,
        201,
      );
      await service.catalogue.refresh();
      assert.doesNotMatch(await text('/audits/summit', 'text/html'), /Corrected/);
    });

    test('a watcher reads them in the digest', async () => {
      const { service, replace } = await opened();
      const key = await newKey(service.url);
      await call(service.url, 'POST', '/api/agent/watch', { key, body: { slug: 'apex' } });
      const digest = async () => (await call(service.url, 'GET', '/api/agent/digest', { key })).json;
      assert.equal((await digest()).companies[0].corrections, undefined);
      await replace(right, REASON);
      const [{ corrections }] = (await digest()).companies;
      assert.deepEqual(corrections, [`${service.clock.now().toISOString()}: 40 → 41 (P1-D 2 → 3). ${REASON}`]);
    });
  });
