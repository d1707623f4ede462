import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor } from '../../../test/world/made-site.ts';
import { type Claim, type ClaimVerdict, claim, type JudgedClaim } from '../../evidence/claim.ts';
import { isFetched } from '../../evidence/evidence.ts';

const RENEWS = 'Each pass renews every month on the day of its purchase.';
const MENTIONS = 'A recurring payment is collected from the card that was given.';
const site: MadeAnswers = {
  '/': madePage('<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill.</p>'),
  '/terms': madePage(
    `<h1>Terms</h1><p>The pass is for 3 repairs.</p><p>${RENEWS}</p><p>You can cancel at any time in your account.</p>`,
  ),
  '/pricing': madePage(`<h1>Prices</h1><p>A pass costs $30 a month.</p><p>${RENEWS}</p>`),
};
const bare: MadeAnswers = {
  '/': madePage('<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill.</p>'),
  '/terms': madePage(`<h1>Terms</h1><p>${MENTIONS}</p>`),
};

const proposal = (answers: MadeAnswers, judged: readonly JudgedClaim[] = []) =>
  proposalFor('P5-C', answers, undefined, undefined, judged);
const claimOn = (quote: string, { claims = [] }: ReturnType<typeof proposal>): Claim => {
  const found = claims.find((one) => one.quote.includes(quote));
  assert.ok(found, `no claim says: ${quote}`);
  return found;
};
const answered = ({ claim: name, types, quote }: Claim, verdict: ClaimVerdict): JudgedClaim => ({
  ...{ criterion: 'P5-C', claim: name, types, quote, verdict },
});

describe('the claims of a criterion', () => {
  test('are records: what is said, by whom, how it is meant, between which sentences, and who says it too', () => {
    const found = proposal(site);
    const said = claim.parse(claimOn(RENEWS, found));
    assert.deepEqual(
      [said.counts, said.subject, said.polarity, said.modality, said.about, said.page_kind, said.verdict],
      ['proof', 'own', 'affirmed', 'is', 'renew*', 'terms', null],
    );
    assert.deepEqual(
      [said.before, said.next],
      ['The pass is for 3 repairs.', 'You can cancel at any time in your account.'],
    );
    assert.deepEqual(said.witnesses, ['https://example.com/pricing']);
    assert.match(found.evidence, /Renewal or a term is spoken of at \/terms\./);
    assert.ok(!found.evidence.includes(RENEWS), found.evidence);
  });

  test('are the same, byte for byte, for the same evidence', () => {
    assert.equal(JSON.stringify(proposal(site)), JSON.stringify(proposal(site)));
  });

  for (const verdict of ['negated', 'other_party'] as const)
    test(`that a person calls ${verdict} are evidence of nothing, and can be taken back`, () => {
      const before = proposal(site);
      const after = proposal(site, [answered(claimOn(RENEWS, before), verdict)]);
      assert.doesNotMatch(after.evidence, /Renewal or a term/);
      assert.ok(after.sources.filter(isFetched).every(({ excerpt }) => !excerpt.includes(RENEWS)));
      assert.deepEqual([claimOn(RENEWS, after).counts, claimOn(RENEWS, after).verdict], ['refused', verdict]);
      assert.equal(JSON.stringify(proposal(site, [])), JSON.stringify(before));
    });

  test('that a person calls unclear are a candidate: neither quoted nor called absent', () => {
    const before = proposal(site);
    const after = proposal(site, [answered(claimOn(RENEWS, before), 'unclear')]);
    assert.equal(claimOn(RENEWS, after).counts, 'candidate');
    assert.ok(!/Renewal or a term|renewal was found|Nothing/i.test(after.evidence), after.evidence);
  });

  test('that may say it are shown to be ticked, and prove it once they are', () => {
    const before = proposal(bare);
    const said = claimOn(MENTIONS, before);
    assert.notEqual(said.counts, 'proof');
    assert.ok(!before.evidence.includes(MENTIONS), before.evidence);
    const after = proposal(bare, [answered(said, 'supports')]);
    assert.equal(claimOn(MENTIONS, after).counts, 'proof');
    assert.ok(after.evidence.includes(MENTIONS), after.evidence);
    assert.ok(after.proposed >= before.proposed);
  });

  test('answers about one criterion are none about another', () => {
    const [before, name] = [proposal(site), claimOn(RENEWS, proposal(site))];
    const elsewhere = { ...answered(name, 'negated'), criterion: 'P5-D' };
    assert.equal(proposal(site, [elsewhere]).evidence, before.evidence);
  });

  test('what rests on words of one page is in more doubt than what two pages say', () => {
    const { '/pricing': _, ...once } = site;
    assert.ok((proposal(once).doubt ?? 0) >= (proposal(site).doubt ?? 0));
    assert.equal(proposal(site, [answered(claimOn(RENEWS, proposal(site)), 'supports')]).doubt, 0);
  });
});
