import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { exampleAudit, type Wish } from '../../../rubric/test/example-audit.ts';
import { previewOf } from '../../src/catalogue/preview.ts';
import type { Snapshot } from '../../src/catalogue/snapshot.ts';
import { commit } from '../world/operator.ts';
import { testContext } from '../world/service.ts';

/** The snapshot of a preview says what the public one says once the audit is published (decision 131). */

const audits = (wishes: readonly Wish[]) =>
  wishes.map((wish) => exampleAudit({ company: wish.slug ?? '', audit_date: '2026-05-01', ...wish }));

const cases: readonly { name: string; listed: readonly Wish[]; of: Wish; keep?: true }[] = [
  { name: 'a new company', listed: [{ slug: 'a', scores: 4 }, { slug: 'b' }], of: { slug: 'new' } },
  { name: 'the first company of all', listed: [], of: { slug: 'new' } },
  {
    name: 'a re-audit that climbs',
    listed: [{ slug: 'a', scores: 4 }, { slug: 'b' }, { slug: 'again', scores: 1 }],
    of: { slug: 'again', scores: 4 },
  },
  {
    name: 'a real company where only examples are',
    listed: [
      { slug: 'a', scores: 5, fictional: true },
      { slug: 'b', fictional: true },
    ],
    of: { slug: 'new' },
  },
  {
    name: 'an example beside real companies',
    listed: [
      { slug: 'a', scores: 4 },
      { slug: 'b', scores: 2 },
    ],
    of: { slug: 'new', fictional: true },
    keep: true,
  },
  {
    name: 'a re-audit of an example among examples',
    listed: [
      { slug: 'a', scores: 4, fictional: true },
      { slug: 'again', scores: 5, fictional: true },
    ],
    of: { slug: 'again', fictional: true },
  },
];

/** What pages and documents of the company are made of. */
const said = (snapshot: Snapshot, { slug, audit_date }: Audit) => ({
  ...{ record: snapshot.record(slug), ranked: snapshot.ranked, audits: snapshot.audits(slug) },
  entry: { ...snapshot.entry(slug), audit_id: '' },
  dated: snapshot.audit(slug, audit_date),
  standing: snapshot.publicAudits(slug).map((one) => [one.audit_date, one.criterion_scores]),
  documents: ['.json', '/history.json', '/brief.json', '/P1.json', `/${audit_date}.json`].map((end) =>
    snapshot.document(`/api/audits/${slug}${end}`)?.bodies.identity.toString(),
  ),
});

for (const { name, listed, of, keep } of cases)
  test(`a preview is what will be published: ${name}`, async () => {
    const ctx = await testContext('sqlite');
    const more = keep ? { keep_examples: true } : {};
    if (listed.length) await commit(ctx, audits(listed), more);
    await ctx.catalogue.refresh();
    const audit = exampleAudit({ company: of.slug ?? '', ...of, audit_date: '2026-11-20' });
    const rubrics = { rubrics: ctx.rubrics, ladders: ctx.ladders, publishable: ctx.settings.RUBRICS_PUBLISHABLE };
    const before = ctx.catalogue.current();
    const preview = await previewOf(before, audit, [], { rubrics, now: ctx.now });
    assert.equal(ctx.catalogue.current(), before);
    assert.equal(
      before.publicAudits(audit.slug).some(({ audit_date }) => audit_date === audit.audit_date),
      false,
    );
    await commit(ctx, [audit], more);
    await ctx.catalogue.refresh();
    assert.deepEqual(said(preview, audit), said(ctx.catalogue.current(), audit));
  });
