import assert from 'node:assert/strict';
import type { DomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { call } from '../world/call.ts';
import { OPERATOR_TOKENS } from '../world/operator.ts';
import { type engines, fakeClock, testService } from '../world/service.ts';

const missing = { found: false, problem: 'it is not there' };

/** A domain in whose home page are tokens. */
function domain() {
  const tokens = new Set<string>();
  const proofs: DomainProofs = {
    look: async (_places, hasToken) => {
      const found = hasToken([...tokens]);
      return { dns: missing, file: missing, page: found ? { found, problem: null } : missing };
    },
  };
  return { tokens, proofs };
}

/** A service at which people hold domains: what they press, and a domain that shows their tokens. */
export async function holderWorld(
  engine: (typeof engines)[number],
  env: Record<string, string> = {},
  auditor = madeAuditor({}),
) {
  const clock = fakeClock();
  const { tokens, proofs } = domain();
  const replaced = { auditor, domain_proofs: proofs };
  const service = await testService(engine, { OPERATOR_TOKENS, ...env }, clock, replaced);
  const { url } = service;
  const get = (path: string) => call(url, 'GET', path, { headers: { accept: 'text/html' } });
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
  const begin = async (website = 'acme.com') => {
    const answer = await post('/own', { website });
    assert.equal(answer.status, 303);
    return answer.headers.get('location') ?? '';
  };
  const tokenOn = async (own: string) =>
    /readymark-reply(?:=|&#61;)([0-9a-f]{32})/.exec((await get(own)).text)?.[1] ?? assert.fail(own);
  const prove = async (website?: string) => {
    const own = await begin(website);
    tokens.add(await tokenOn(own));
    assert.match(await (await post(`${own}/look`)).text(), /The token was seen/);
    return own;
  };
  const drafted = async (own: string) => {
    assert.equal((await post(`${own}/draft`)).status, 303);
    await until(async () => /of 100<\/b>/.test((await get(own)).text), 'there is a draft');
    const [, path = ''] = /href="(\/own\/[0-9a-f]{32}\/drafts\/job_[0-9a-f]{32})"/.exec((await get(own)).text) ?? [];
    return path;
  };
  return { ...service, clock, tokens, auditor, get, post, begin, tokenOn, prove, drafted };
}
