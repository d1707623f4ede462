import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../../../rubric/test/example-audit.ts';
import { call } from '../../../../../test/world/call.ts';
import { publish } from '../../../../../test/world/operator.ts';
import { testService } from '../../../../../test/world/service.ts';

test('what if: total, tier and rank of other scores, at one address for equal results', async () => {
  const service = await testService('sqlite');
  const actions = [
    { action: 'Hard <b>work</b>', points_gain: 5, pillar: 'P1', effort: 'High' },
    { action: 'Easy work', points_gain: 3, pillar: 'P2', effort: 'Low' },
    { action: 'More easy work', points_gain: 2, pillar: 'P3', effort: 'Low' },
  ];
  await publish(service, [
    { ...exampleAudit({ scores: 4 }), priority_actions: actions },
    exampleAudit({ slug: 'better', company: 'Better', scores: 5 }),
    exampleAudit({ slug: 'worse', company: 'Worse', scores: 2 }),
  ]);
  const read = (query: string, twin = '.md') =>
    call(service.url, 'GET', `/audits/example-widgets/what-if${twin}${query}`);

  const { text } = await read('?P1-A=5&P1-B=5&p1-c=3');
  assert.match(text, /Audit of 2026-11-20: 80 of 100, Emerging, rank 2 of 3/);
  assert.match(text, /With these scores: 81 \(\+1\), Emerging, rank 2/);
  const record = (await call(service.url, 'GET', '/api/audits/example-widgets.json')).json;
  const ids = record.criteria.map(({ id }: { id: string }) => id);
  const best = await read(`?${ids.map((id: string) => `${id}=5`).join('&')}`);
  assert.match(best.text, /With these scores: 100 \(\+20\), Agent-Ready, rank 1/);
  const worst = await read(`?${ids.map((id: string) => `${id}=0`).join('&')}`);
  assert.match(worst.text, /With these scores: 0 \(−80\), Agent-Invisible, rank 3/);

  // Two easy actions are cheaper than one hard one.
  assert.match(text, /The least effort that reaches the next tier, .*: 2 actions, 5 points: 85 of 100, Agent-Ready\./);
  assert.match(text, /- \+3 Easy work P2 · effort Low\n- \+2 More easy work/);

  // Of the rungs above, those whose usual ways take the least effort; a person decides about none of them.
  const form = await read('', '');
  const [, query = '', named] =
    /The cheapest way to Agent-Ready: <a href="\/audits\/example-widgets\/what-if\?([^"]+)"[^>]*>([^<]+)</.exec(
      form.text,
    ) ?? [];
  const set = query.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#61;', '=');
  assert.equal(set.replaceAll('=', ' to ').replaceAll('&', ', '), named);
  assert.match((await read(`?${set}`)).text, /With these scores: (?:8[5-9]|9\d|100) \(\+\d+\), Agent-Ready/);

  const page = await read('?P1-A=5&unknown=1', '');
  assert.equal(page.status, 200);
  assert.match(page.text, /<option value="5" selected>/);
  assert.match(page.text, /<link rel="canonical" href="[^"]*what-if\?P1-A(?:=|&#61;)5">/);
  assert.doesNotMatch(page.text, /<b>work/);
  const same = await read('?unknown=2&P1-B=4&P1-A=%205', '');
  assert.equal(same.headers.get('etag'), page.headers.get('etag'), 'a score that is the present one changes nothing');
  for (const [query, field] of [
    ['?P1-A=6', 'P1-A'],
    ['?P1-A=four', 'P1-A'],
    ['?P1-A=-1', 'P1-A'],
  ] as const) {
    const refused = await call(service.url, 'GET', `/audits/example-widgets/what-if${query}`, {
      headers: { accept: 'application/json' },
    });
    assert.equal(refused.status, 422, query);
    assert.equal(refused.json.errors[0].field, field);
  }
  assert.equal((await call(service.url, 'GET', '/audits/nobody/what-if')).status, 404);
  const company = await call(service.url, 'GET', '/audits/example-widgets', { headers: { accept: 'text/html' } });
  assert.match(company.text, /action="\/audits\/example-widgets\/what-if"/);
  await service.stop();
});
