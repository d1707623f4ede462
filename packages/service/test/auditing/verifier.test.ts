import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openAssistant } from '@readymark/auditor/assist/open-assistant';
import type { Auditor } from '@readymark/auditor/auditor';
import { propose } from '@readymark/auditor/propose';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { replay } from '../../../auditor/src/assist/assistant.ts';
import { replayVerdicts } from '../../../auditor/src/assist/verify-claims.ts';
import { readSite } from '../../../auditor/src/read/read-site.ts';
import { scoreSite } from '../../../auditor/src/score/score-site.ts';
import { madeBundle, madePage } from '../../../auditor/test/world/made-site.ts';
import { v1 } from '../../../rubric/test/example-audit.ts';
import { type Behaviour, completion, serveModel } from '../world/model-server.ts';

/** A language model as verifier of quotations (decision 162): it adds or removes evidence and never sets a score. */
const RENEWS = 'Each pass renews every month on the day of its purchase.';
const seen = madeBundle({
  '/': madePage('<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill.</p>'),
  '/terms': madePage(`<h1>Terms</h1><p>${RENEWS}</p><p>You can cancel at any time in your account.</p>`),
});
const ladders = readLadders().get('v1') ?? assert.fail();
const score: Auditor['score'] = async (bundle, bodies, _, judged = []) =>
  scoreSite(readSite(bundle, bodies), ladders, { judged });
const rules: Pick<Auditor, 'score' | 'verify' | 'assist'> = {
  score,
  verify: async (proposals, rubric, { recorded } = {}) =>
    recorded ? replayVerdicts(proposals, recorded, rubric) : { judged: [], answers: [] },
  assist: async (proposals, rubric, { recorded } = {}) =>
    recorded ? replay(proposals, recorded, { rubric, ladders }) : { proposals, recording: undefined },
};

/** An auditor whose model behaves so. Questions about scores are given no answer. */
async function withModel(t: TestContext, behave: (question: string) => unknown) {
  const about = (sent: Parameters<Behaviour>[0]) => sent.body.messages.map(({ content }) => content).join('\n');
  const { base_url, sent } = await serveModel(t, (one, reply) => {
    const question = about(one);
    const said = /You check quotations/.test(question) ? behave(question) : '';
    completion(reply, typeof said === 'string' ? said : JSON.stringify(said));
  });
  let marks = 0;
  const assistant = openAssistant({ base_url, model: 'small', api_key: 'secret-key' }, () =>
    Buffer.from(`mark-${++marks}`),
  );
  assert.ok(assistant);
  t.after(() => assistant.close());
  const auditor: typeof rules = {
    score,
    verify: (proposals, rubric, { signal } = {}) => assistant.verify(proposals, { rubric, signal }),
    assist: async (proposals, rubric, { signal } = {}) => assistant.assist(proposals, { rubric, ladders, signal }),
  };
  const questions = () => sent.map(about).filter((one) => /You check quotations/.test(one));
  return { auditor, questions };
}

const evidenceOf = (proposals: readonly CriterionProposal[], id = 'P5-C') =>
  proposals.find((one) => one.id === id)?.evidence ?? '';
/** The id under which a question names the sentence. */
const idOf = (question: string) =>
  question
    .split('\n')
    .flatMap((line) => (line.includes(`"quote":"${RENEWS}`) ? (/"id":"(C\d+)"/.exec(line)?.[1] ?? []) : []))[0];
const refusing = (question: string) => ({ [idOf(question) ?? 'none']: 'negated' });

test('a sentence that the model denies is evidence no more, and the score follows from the ladder', async (t) => {
  const { auditor } = await withModel(t, refusing);
  const plain = await propose(rules, seen, v1);
  const renewal = /Renewal or a term is spoken of at/;
  assert.match(evidenceOf(plain.proposals), renewal);
  const { proposals } = await propose(auditor, seen, v1, { live: true });
  assert.doesNotMatch(evidenceOf(proposals), renewal);
  const ladder = proposals.find(({ id }) => id === 'P5-C');
  assert.ok((ladder?.proposed ?? 9) <= (plain.proposals.find(({ id }) => id === 'P5-C')?.proposed ?? 0));
});

test('it is asked with the neighbours and the title, between markers that no page can know, and for no score', async (t) => {
  const { auditor, questions } = await withModel(t, () => ({}));
  await propose(auditor, seen, v1, { live: true });
  const question = questions().find((one) => one.includes(RENEWS)) ?? assert.fail();
  assert.match(question, /"before":/);
  assert.ok(question.includes('You can cancel at any time in your account.'));
  assert.match(question, /\[6d61726b2d\d+\]/);
  assert.doesNotMatch(question, /"score"|"rungs"/);
});

for (const [name, said] of [
  ['no JSON', 'I think so.'],
  ['a score', { score: 5, claims: [] }],
  ['other ids', { C99: 'negated', P5: 'negated' }],
  ['other words', { C1: 'excellent', C2: 5 }],
  ['nothing', ''],
] as const)
  test(`an answer with ${name} changes nothing`, async (t) => {
    const { auditor } = await withModel(t, () => said);
    const [plain, asked] = [await propose(rules, seen, v1), await propose(auditor, seen, v1, { live: true })];
    const levels = (proposals: readonly CriterionProposal[]) =>
      proposals.map(({ id, proposed, claims }) => [id, proposed, claims]);
    assert.deepEqual(levels(asked.proposals), levels(plain.proposals));
  });

test('its answers are recorded with what they cost, and replayed to the same bytes without it', async (t) => {
  const { auditor } = await withModel(t, refusing);
  const { proposals, recording } = await propose(auditor, seen, v1, { live: true });
  const verdicts = recording?.answers.filter(({ answer }) => answer.includes('negated')) ?? [];
  assert.ok(verdicts.length > 0 && verdicts.every(({ tokens }) => tokens === 2));
  assert.ok(!JSON.stringify(recording).includes('secret-key'));
  const again = await propose(rules, seen, v1, { recorded: recording });
  assert.equal(JSON.stringify(again.proposals), JSON.stringify(proposals));
});

test('what a person answers goes before what the model does', async (t) => {
  const { auditor } = await withModel(t, refusing);
  const { recording } = await propose(auditor, seen, v1, { live: true });
  const [plain] = [await propose(rules, seen, v1)];
  const claim = plain.proposals.find(({ id }) => id === 'P5-C')?.claims?.find(({ quote }) => quote === RENEWS);
  assert.ok(claim);
  const judged = [
    { criterion: 'P5-C', claim: claim.claim, types: claim.types, quote: RENEWS, verdict: 'supports' as const },
  ];
  const { proposals } = await propose(rules, seen, v1, { judged, recorded: recording });
  assert.ok(evidenceOf(proposals).includes(RENEWS));
});
