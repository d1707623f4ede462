import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import type { EvidenceBundle } from '../src/evidence/evidence.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { program } from './world/program.ts';

/** Registries are asked where whoever runs the audit allows it, and for what the site says it published there alone (decision 211). */
type Done = { code: number; err: string; bundle?: EvidenceBundle; scores: string };

const ALL = ['--registries', 'mcp,npm,pypi'];
const audits = [
  { out: 'none', args: ['https://mill.dev'] },
  { out: 'npm', args: ['https://mill.dev', '--registries', 'npm'] },
  { out: 'all', args: ['https://mill.dev', ...ALL] },
  { out: 'lying', args: ['https://lying.dev', ...ALL] },
  { out: 'turning', args: ['https://turning.dev', ...ALL] },
];
const registryHosts = ['registry.modelcontextprotocol.io', 'registry.npmjs.org', 'pypi.org'];

let done: Done[] = [];
/** What each audit was seen to ask: they run one after another, and each begins with the robots.txt of its site. */
const logs: Noted[][] = [];
let skipped = '';
before(async () => {
  const extra = [join(import.meta.dirname, 'world/network/registry-hosts.ts')];
  const waves = audits.map(({ out, args }) => [{ out, args: [...args, '--out', out, '--json'] }]);
  const ran = await inClosedWorld(program('audit-each'), [JSON.stringify(waves)], { extra });
  if (typeof ran === 'string') {
    skipped = ran;
    return;
  }
  assert.equal(ran.code, 0, ran.err);
  done = JSON.parse(ran.out);
  const sites = new Set(audits.map(({ args: [site = ''] }) => new URL(site).host));
  for (const line of ran.log) {
    if (line.kind === 'http' && line.path === '/robots.txt' && sites.has(String(line.host))) logs.push([]);
    logs.at(-1)?.push(line);
  }
  assert.equal(logs.length, audits.length);
});

const registries = (name: string, check: () => void) =>
  test(name, (t) => {
    if (skipped) t.skip(skipped);
    else check();
  });
const at = (name: string): number => audits.findIndex(({ out }) => out === name);
const askedOf = (name: string) =>
  (logs[at(name)] ?? []).flatMap(({ kind, host, method, path }) =>
    kind === 'http' && registryHosts.includes(String(host)) ? [`${method} ${host}${path}`] : [],
  );
const itemsOf = (name: string) => done[at(name)]?.bundle?.items.filter(({ role }) => role === 'registry') ?? [];
const evidenceOf = (name: string, id: string) => {
  const { criteria } = JSON.parse(done[at(name)]?.scores ?? '{}') as { criteria: CriterionProposal[] };
  return criteria.find((one) => one.id === id)?.evidence ?? assert.fail(id);
};

describe('registries', () => {
  registries('are not asked where nobody allowed it', () => {
    assert.deepEqual(askedOf('none'), []);
    assert.deepEqual(itemsOf('none'), []);
    assert.doesNotMatch(evidenceOf('none', 'P5-A'), /[Rr]egistr/);
  });

  registries('are asked alone that are allowed: robots.txt, and two names, what is called like the site first', () => {
    assert.deepEqual(askedOf('npm'), [
      'GET registry.npmjs.org/robots.txt',
      'GET registry.npmjs.org/@mill%2fsdk/latest',
      'GET registry.npmjs.org/zod/latest',
    ]);
  });

  registries('are asked for what links, commands and cards name, each where its robots.txt allows it', () => {
    assert.deepEqual(
      askedOf('all').filter((line) => !line.includes('npmjs')),
      [
        'GET registry.modelcontextprotocol.io/robots.txt',
        'GET registry.modelcontextprotocol.io/v0.1/servers/dev.mill%2Faddresses/versions/latest',
        'GET pypi.org/robots.txt',
        // Its document for programs is forbidden to robots.
        'GET pypi.org/project/mill-sdk/',
      ],
    );
    assert.match(evidenceOf('all', 'P5-A'), /@mill\/sdk \(conforms: npm leads from it to mill\.dev\)/);
    assert.match(evidenceOf('all', 'P5-A'), /zod \(answers in npm, which leads from it to others alone\)/);
    assert.match(evidenceOf('all', 'P5-A'), /mill-sdk \(conforms: PyPI leads from it to mill\.dev\)/);
    assert.match(
      evidenceOf('all', 'P1-D'),
      /dev\.mill\/addresses \(conforms: the MCP registry leads from it to mill\.dev\)/,
    );
  });

  registries('are sources with time, status, hash and their own words, like any other', () => {
    const { criteria } = JSON.parse(done[at('all')]?.scores ?? '{}') as { criteria: CriterionProposal[] };
    const { sources = [] } = criteria.find(({ id }) => id === 'P5-A') ?? {};
    const npm = sources.find(({ url }) => url.startsWith('https://registry.npmjs.org/@mill')) ?? assert.fail();
    assert.ok('excerpt' in npm);
    assert.deepEqual([npm.status, npm.excerpt], [200, 'https://mill.dev/docs']);
    assert.match(`${npm.sha256}`, /^[0-9a-f]{64}$/);
  });

  registries('get no more than a few polite requests, and nothing that is not GET', () => {
    for (const { out } of audits) {
      const asked = askedOf(out);
      assert.ok(asked.length <= 9, `${asked.length}`);
      for (const line of asked) assert.match(line, /^GET /);
    }
  });

  registries('lead nobody to private machines or to other hosts', () => {
    for (const log of logs)
      assert.deepEqual(
        log.filter(({ kind, host }) => kind === 'canary' || host === 'elsewhere.example.org'),
        [],
      );
    const [, away] = itemsOf('lying');
    assert.equal(away?.problem, 'refused');
    assert.match(`${away?.detail}`, /not visited/);
  });

  registries(
    'say nothing by an answer that never ends, unpacks to too much, is of another name or comes too late',
    () => {
      const [endless, , bomb, deep] = itemsOf('lying');
      assert.ok(endless?.truncated || endless?.problem, JSON.stringify(endless));
      assert.ok(bomb?.truncated || bomb?.problem, JSON.stringify(bomb));
      assert.ok(deep);
      assert.equal(itemsOf('turning').length, 4);
      for (const name of ['lying', 'turning']) assert.doesNotMatch(evidenceOf(name, 'P5-A'), /conforms/);
      assert.match(evidenceOf('turning', 'P5-A'), /turning-gone \(declared, and not in PyPI\)/);
      assert.doesNotMatch(evidenceOf('turning', 'P5-A'), /turning-name|turning-other|turning-late/);
    },
  );
});
