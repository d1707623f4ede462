import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { execute } from '../../src/operations/run.ts';
import { call } from '../world/call.ts';
import { operator, publish } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** A company is compared with others of its kind of business, and with all, once there are five (decision 177). */
sharedDatabases();

for (const engine of engines)
  describe(`peers (${engine})`, () => {
    test('medians and places are among five companies or more: of all, and of the kind that an operator chose', async () => {
      const service = await testService(engine, {}, undefined, { auditor: madeAuditor({}) });
      const slugs = ['one', 'two', 'three', 'four', 'five'];
      const audit = (slug: string, scores: number) =>
        exampleAudit({ slug, company: slug, audit_date: '2026-05-01', scores });
      const page = async (slug: string) =>
        (await call(service.url, 'GET', `/audits/${slug}`, { headers: { accept: 'text/html' } })).text;
      const twin = async (slug: string) => (await call(service.url, 'GET', `/audits/${slug}.md`)).text;

      await publish(
        service,
        slugs.slice(0, 4).map((slug, at) => audit(slug, at + 1)),
      );
      assert.doesNotMatch(await page('one'), /Among all companies|median of/, 'four are too few');
      await publish(service, [audit('five', 5)]);
      assert.match(
        await page('four'),
        /<p>Half of 5 companies score 60 or more; 80 is more than 75 % of the others have\.<\/p>/,
      );
      assert.match(await page('four'), /aria-label="5 companies by score; this one has 80"/);
      assert.match(await page('four'), /<\/i> median of 5 companies<\/caption>/);
      assert.match(await page('four'), /<b>20<\/b> of 25<span class="unseen">, median 15<\/span>/);
      assert.match(await twin('one'), /^- Half of 5 companies score 60 or more; 20 is the lowest score\.$/m);

      // Each is audited anew; an operator chooses its kind.
      const choose = async (job_id: string) => {
        const chosen = { job_id, version: 1, merge: true, business: 'shop' as const };
        await execute(service, reviseDraft, operator, chosen, {});
      };
      for (const slug of slugs.slice(0, 4)) await publishDraft(service, slug, {}, choose);
      assert.doesNotMatch(await page('one'), /shops/, 'four of a kind are too few');
      await publishDraft(service, 'five', {}, choose);
      assert.match(await page('one'), /median of 5 shops<\/caption>/);
      assert.match(await page('one'), /<p>Half of 5 shops score \d+ or more; \d+ is the lowest score\.<\/p>/);

      // The kind stays with the company when it is renamed.
      await execute(service, correctCompany, operator, { slug: 'one', company: 'The first' }, {});
      await service.catalogue.refresh();
      assert.match(await page('one'), /median of 5 shops<\/caption>/);
      await service.stop();
    });
  });
