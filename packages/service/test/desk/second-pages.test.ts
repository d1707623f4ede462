import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor, proposalsFor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit, v1 } from '../../../rubric/test/example-audit.ts';
import { hashOperatorToken } from '../../src/domain/operators/token.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { operator, publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** A draft is given to a second operator, scored blind and compared, in a browser without a script (decision 124). */

const people = ['ada', 'bea', 'cyd'] as const;
type Person = (typeof people)[number];
const tokenOf = (name: string) => `operator-token-of-${name}`;
const OPERATOR_TOKENS = people.map((name) => `${name}:${hashOperatorToken(tokenOf(name))}`).join(',');

const HOSTILE = '<script>alert(1)</script>\u202e "quoted" &amp; \u200b';

const NOTE = 'Two <b>plans</b>, "no" price;\n</textarea> see page.';

/** As many and as long sources as a criterion may have, with hostile words. */
function heavy(proposals: CriterionProposal[]): CriterionProposal[] {
  return proposals.map((one) => {
    const [source] = one.sources;
    if (!source) return one;
    const excerpt = `${HOSTILE} ${'many words '.repeat(40)}`;
    const url = (at: number) => `https://acme.example/${'long-path/'.repeat(15)}${at}`;
    return { ...one, sources: Array.from({ length: 12 }, (_, at) => ({ ...source, url: url(at), excerpt })) };
  });
}

const auditor = madeAuditor({ score: async (bundle, bodies) => heavy(proposalsFor(bundle, bodies)) });
const service = await testService('sqlite', { OPERATOR_TOKENS }, undefined, { auditor });
await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 })]);
const { job_id } = (await execute(service, startAudit, operator, { subject: 'acme' }, {})).body.job;
await until(async () => {
  await tick(service);
  return (await execute(service, showAuditJob, operator, { job_id }, {})).body.status === 'drafted';
}, 'it is drafted');
const secret = { id: 'P1-B', score: 5, reason: 'A secret reason.', evidence: 'A secret sentence.' };
await execute(service, reviseDraft, operator, { job_id, version: 0, criteria: [secret], confirm: ['P3-D'] }, {});
const audit = `/desk/audits/${job_id}`;
const second = `/desk/second/${job_id}`;
const browsers = new Map<Person, ReturnType<typeof deskBrowser>>();
const at = (name: Person) => browsers.get(name) ?? assert.fail(`${name} has no browser`);
for (const name of people) {
  const browser = deskBrowser(service.url);
  await browser.signIn(tokenOf(name));
  browsers.set(name, browser);
}

test('the page of a draft gives it to an operator who does not know its scores, and then leads that one away', async () => {
  const page = (await at('ada').get(audit)).text;
  const form = page.slice(page.indexOf(`action="${audit}/second"`));
  assert.deepEqual(
    [...form.slice(0, form.indexOf('</form>')).matchAll(/<option>(\w+)/g)].map(([, name]) => name),
    ['bea', 'cyd'],
  );
  const himself = await at('ada').send(audit, `${audit}/second`, { to: 'ada' });
  assert.equal(himself.status, 422);
  assert.match(himself.text, /must be another operator[\s\S]*<option>bea/);
  const given = await at('ada').send(audit, `${audit}/second`, { to: 'bea' });
  assert.deepEqual([given.status, given.location], [303, `${audit}#second`]);
  assert.match((await at('ada').get(audit)).text, /Given to <b>bea<\/b>, who scores it blind: <a [^>]*>0 of 20 scored/);
  const away = await at('bea').get(audit);
  assert.deepEqual([away.status, away.location], [303, second]);
  assert.match(
    (await at('bea').get('/desk/second')).text,
    /Asked of me[\s\S]*0 of 20 scored[\s\S]*Asked by me[\s\S]*You are waiting/,
  );
  assert.match((await at('ada').get('/desk/second')).text, /0 of 20 scored by <b>bea<\/b>/);
  const blocked = (await at('ada').get(`${audit}/publish`)).text;
  assert.match(blocked, /was given to bea, who scores it blind; wait for the end of that, or withdraw it\./);
  assert.match(blocked, new RegExp(`<form method="post" action="${second}/withdraw"`), 'the button is beside it');
});

test('the blind page has every rung and the evidence, no score, no markup of others, and stays small', async () => {
  const { text } = await at('bea').get(second);
  for (const { id } of v1.criteria) {
    assert.equal(text.match(new RegExp(`name="score\\.${id}" value="[0-5]"`, 'g'))?.length, 6, id);
    assert.ok(text.includes(`name="note.${id}"`));
  }
  assert.equal(/value="\d" checked|secret|proposed|P\d-\w: \d found/.exec(text)?.[0], undefined);
  assert.doesNotMatch(text, /<script>alert|\u202e|\u200b/);
  assert.match(text, /U\+202E/);
  assert.match(text, /10 more pages/);
  const bytes = Buffer.byteLength(text);
  assert.ok(bytes < 62_000, `${bytes} bytes`);
  for (const path of [
    `${audit}/preview`,
    `${audit}/publish`,
    `${audit}/record.json`,
    `${audit}/state`,
    `${audit}/import`,
  ]) {
    const { status, text: said } = await at('bea').get(path);
    assert.equal(status, 409, path);
    assert.match(said, /blind, as its second reviewer/);
  }
  const evidence = plain(/href="(\/desk\/audits\/[^"]*\/evidence\/[0-9a-f]{64}\?[^"]*)"/.exec(text)?.[1] ?? '');
  const stored = (await at('bea').get(evidence)).text;
  assert.match(stored, /&#60;h1&#62;Acme/);
  assert.match(stored, /many words/, 'the words that are quoted');
  assert.match((await at('ada').get(`${audit}/publish`)).text, /was given to bea, who scores it blind/);
  // Others see how far it is, and can end it.
  const seen = (await at('cyd').get(second)).text;
  assert.match(seen, /0 of 20 scored\.[\s\S]*Withdraw this review/);
  assert.doesNotMatch(seen, /name="score/);
});

test('a button saves all that was chosen; of two windows none overwrites the other, and nothing is lost', async () => {
  const bea = at('bea');
  const { text: old } = await bea.get(second);
  const saved = await bea.send(second, second, {
    'score.P1-A': '4',
    'score.P1-B': '2',
    'note.P1-B': NOTE,
    go: 'P1',
  });
  assert.deepEqual([saved.status, saved.location], [303, `${second}#P1`]);
  const { text } = await bea.get(second);
  assert.match(text, /2 of 20 scored/);
  assert.match(text, /name="score\.P1-A" value="4" checked/);
  const note = /<textarea name="note\.P1-B"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
  assert.equal(plain(note), NOTE);

  // The other window is as old as the beginning: it changes one score that was saved meanwhile, and one that was not.
  const hidden = hiddenIn(old);
  const typed = { 'score.P1-A': '1', 'score.P1-C': '3' };
  const both = await bea.post(second, { ...hidden, ...typed, go: 'save' });
  assert.equal(both.status, 409);
  assert.match(both.text, /its version is 1/);
  assert.match(both.text, /Saved in another window: 4\. Here, not saved: 1\./);
  for (const chosen of ['P1-A" value="1', 'P1-B" value="2', 'P1-C" value="3'])
    assert.ok(both.text.includes(`name="score.${chosen}" checked`), chosen);
  const script = { accept: 'application/json' };
  const refused = await bea.post(second, { ...hidden, 'score.P1-A': '1' }, script);
  assert.equal(refused.status, 409);
  assert.match(JSON.parse(refused.text).message, /in another window/);
  // Now that both were seen it is saved over.
  const again = await bea.post(second, { ...hidden, version: '1', ...typed }, script);
  assert.deepEqual(JSON.parse(again.text), { version: 2, scored: '3 of 20 scored' });
  // Sending the same once more changes nothing.
  assert.equal(JSON.parse((await bea.post(second, { ...hidden, version: '1', ...typed }, script)).text).version, 1);
  assert.match((await bea.get(second)).text, /name="version" value="2"/);
  // What only the other window changed is not changed back: this one sends it as it was drawn.
  const drawn = (await bea.get(second)).text;
  await bea.post(second, { ...hiddenIn(drawn), 'score.P1-A': '4' }, script);
  const fields = { 'score.P1-A': '1', 'score.P1-B': '2', 'score.P1-D': '5', go: 'save' };
  const later = await bea.post(second, { ...hiddenIn(drawn), ...fields });
  assert.equal(later.status, 409);
  for (const chosen of ['P1-A" value="4', 'P1-D" value="5'])
    assert.ok(later.text.includes(`name="score.${chosen}" checked`), chosen);
  assert.doesNotMatch(later.text, /Saved in another window/);
  const early = await bea.send(second, second, { 'score.P1-D': '2', go: 'finish' });
  assert.equal(early.status, 422);
  assert.match(early.text, /Not every criterion has a score yet:<\/p><p><a href="#P1-E">/);
  assert.match(early.text, /4 of 20 scored/);
});

test('when it is finished both columns stand side by side, and the draft and the list say how far they agree', async () => {
  const bea = at('bea');
  const rest = v1.criteria.slice(4).map(({ id }) => [`score.${id}`, id === 'P3-D' ? '3' : '2']);
  const done = await bea.send(second, second, { ...Object.fromEntries(rest), 'score.P1-A': '4', go: 'finish' });
  assert.deepEqual([done.status, done.location], [303, second]);
  for (const name of ['ada', 'bea'] as const) {
    const { text } = await at(name).get(second);
    assert.match(text, /Version 1 of the draft, reviewed by <b>ada<\/b>, and the scores of <b>bea<\/b>/);
    const rows = [
      ...text.matchAll(
        /<tr( class="[^"]*")?><th scope="row"><span class="id">([^<]*)<[\s\S]*?<td class="num">(\d)<\/td><td class="num">(\d)<\/td><td>([^<]*)</g,
      ),
    ];
    assert.equal(rows.length, 20);
    assert.deepEqual(
      rows.filter(([, mark]) => mark !== undefined).map(([, , id, first, score, apart]) => [id, first, score, apart]),
      [
        ['P1-A', '2', '4', '2 apart'],
        ['P1-B', '5', '2', '3 apart'],
        ['P1-C', '2', '3', '1 apart'],
        ['P3-D', '2', '3', '1 apart'],
      ],
    );
    assert.match(text, /<b>90 %<\/b> of 20 scores/);
    assert.equal((await at(name).get(audit)).status, 200);
    assert.match((await at(name).get(`${audit}/preview`)).text, /Reviewed by two: a second person/);
  }
  assert.match(
    (await at('ada').get(audit)).text,
    /Reviewed by two: <b>bea<\/b> agrees within one point on <b>90 %<\/b>/,
  );
  // A draft that is published is given to nobody, as long as it can be corrected.
  await publish(service, [exampleAudit({ slug: 'beta', company: 'Beta', audit_date: '2026-05-01', scores: 1 })]);
  const other = await publishDraft(service, 'beta');
  const corrected = await at('ada').get(`/desk/audits/${other}`);
  assert.equal(corrected.status, 200);
  assert.doesNotMatch(corrected.text, /Second review<\/h3>/);
  assert.match(
    (await at('cyd').get('/desk/second')).text,
    /Finished[\s\S]*<b>1<\/b>[\s\S]*90 %[\s\S]*<b>bea<\/b> after ada/,
  );
});

/** The hidden fields of the form that scores, of a page. */
function hiddenIn(page: string) {
  const form = page.slice(page.indexOf(' data-second>'));
  const names = ['form', 'version', 'base'];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '']),
  );
}
