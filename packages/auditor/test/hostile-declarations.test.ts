import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import type { EvidenceBundle } from '../src/evidence/evidence.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { program } from './world/program.ts';

/** What a site declares is tried (decision 196): one that declares private machines, loops and bombs gains and learns nothing. */
type Ran = { outcome: string; collected: { mb: number }; bundle: EvidenceBundle; proposals: CriterionProposal[] };

let ran: Ran | undefined;
let turned: Ran | undefined;
const log: Noted[] = [];
let skipped = '';
before(async () => {
  const extra = ['lying-hosts', 'odd-names'].map((name) => join(import.meta.dirname, `world/network/${name}.ts`));
  const audit = async (host: string): Promise<Ran | undefined> => {
    const done = await inClosedWorld(program('audit-weighed'), [`https://${host}/`], { extra });
    if (typeof done === 'string') {
      skipped = done;
      return undefined;
    }
    assert.equal(done.code, 0, done.err);
    log.push(...done.log);
    return JSON.parse(done.out);
  };
  [ran, turned] = [await audit('lying.evilcorp.dev'), await audit('turning.evilcorp.dev')];
});

const lying = (name: string, check: (ran: Ran) => void) =>
  test(name, (t) => {
    if (skipped) return t.skip(skipped);
    assert.ok(ran);
    check(ran);
  });
const asked = () => log.filter(({ kind }) => kind === 'http');

describe('a site that declares what nobody may visit', () => {
  lying('is read all the same, and no private machine hears of it', ({ outcome, bundle }) => {
    assert.equal(outcome, 'observed');
    assert.deepEqual(
      log.filter(({ kind }) => kind === 'canary'),
      [],
    );
    // Its documents were there to lead: each was read.
    for (const path of [
      '/openapi.json',
      '/.well-known/mcp/server-card.json',
      '/.well-known/ard.json',
      '/.well-known/agent-card.json',
    ])
      assert.ok(
        bundle.items.some(({ url, status }) => new URL(url).pathname === path && status === 200),
        path,
      );
  });

  lying('gets GET alone, at its own name, and not more than an audit may send', ({ bundle }) => {
    for (const { host, method, path } of asked()) {
      assert.match(String(host), /(^|\.)evilcorp\.dev$/);
      assert.ok(method === 'GET' || path === '/mcp', `${method} ${path}`);
    }
    assert.ok(asked().length > 20);
    assert.ok(bundle.requests <= 90 && asked().filter(({ host }) => host === 'lying.evilcorp.dev').length <= 90);
    assert.ok(bundle.items.filter(({ role }) => role === 'api_live').length <= 2);
  });

  lying('is told of each address that was refused, which has no time', ({ bundle }) => {
    const refused = bundle.items.filter(({ problem, status }) => problem === 'refused' && status === null);
    assert.ok(refused.length > 0);
    for (const { fetched_at, url } of refused) assert.equal(fetched_at, null, url);
    for (const { url, redirects } of bundle.items)
      for (const hop of redirects)
        if (/10\.0\.0\.7|169\.254/.test(hop.url))
          assert.ok(!asked().some(({ path }) => path === new URL(hop.url).pathname && path !== '/mcp'), url);
  });

  lying('fills no memory with what unpacks to more than is sent', ({ collected, bundle }) => {
    assert.ok(collected.mb < 250, `${collected.mb} MiB`);
    const packed = bundle.items.find(({ url }) => url.endsWith('/.well-known/oauth-authorization-server'));
    assert.ok(packed === undefined || packed.truncated, JSON.stringify(packed));
  });

  lying('is followed to no private machine by what answers at its own addresses', () => {
    const { bundle } = turned ?? assert.fail();
    const itemAt = (path: string) =>
      bundle.items.find(({ url }) => new URL(url).pathname === path) ?? assert.fail(path);
    assert.match(`${itemAt('/private').detail}`, /not public|robots\.txt could not be read/);
    assert.match(`${itemAt('/mcp').detail}`, /only GET follows|an address in numbers/);
    assert.equal(itemAt('/slow').truncated, true);
    assert.match(`${itemAt('/keys').detail}`, /more than 5 redirects/);
    assert.match(`${itemAt('/metadata').detail}`, /not public/);
    // Its name was public for its robots.txt, and private when it was asked.
    assert.match(`${itemAt('/register').detail}`, /not public/);
    const rebound = asked().filter(({ host }) => host === 'rebind.evilcorp.dev');
    assert.deepEqual(
      rebound.map(({ path }) => path),
      ['/robots.txt'],
    );
  });

  lying('has no point for a declaration that leads nowhere', ({ proposals }) => {
    const layer = proposals.find(({ id }) => id === 'P1-C') ?? assert.fail();
    assert.doesNotMatch(layer.evidence, /what it names answers/);
  });
});
