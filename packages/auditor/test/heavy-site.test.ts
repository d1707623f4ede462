import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import { timeLimit } from '../../../test/world/wait.ts';
import type { EvidenceBundle } from '../src/evidence/evidence.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { program } from './world/program.ts';

/**
 * A site whose documents wear out their readers: nested and endless elements, a million attributes, lines of 10 MB, loops of
 * sitemaps, aliases and references, addresses of private machines in everything that names an address (decision 92).
 */
type Weighed = {
  outcome: string;
  collected: { mb: number; ms: number };
  scored: { mb: number; ms: number };
  bundle: EvidenceBundle;
  proposals: CriterionProposal[];
};

let weighed: Weighed | undefined;
let log: Noted[] = [];
let skipped = '';
const extra = ['heavy-hosts', 'odd-names'].map((name) => join(import.meta.dirname, `world/network/${name}.ts`));
before(async () => {
  const ran = await inClosedWorld(program('audit-weighed'), ['https://heavy.evilcorp.dev/'], { extra });
  if (typeof ran === 'string') skipped = ran;
  else {
    assert.equal(ran.code, 0, ran.err);
    weighed = JSON.parse(ran.out);
    log = ran.log;
  }
});

const weighing = (name: string, check: (weighed: Weighed) => void) =>
  test(name, (t) => {
    if (skipped) return t.skip(skipped);
    assert.ok(weighed);
    check(weighed);
  });

describe('a site that wears out its readers', () => {
  weighing('is collected in time and memory', ({ outcome, collected, bundle }) => {
    assert.equal(outcome, 'observed');
    assert.ok(collected.mb < 200, `${collected.mb} MiB`);
    assert.ok(collected.ms < timeLimit(60_000), `${collected.ms} ms`);
    assert.ok(bundle.requests <= 90 && bundle.items.length > 40);
  });

  weighing('is scored in time and memory, within bounds that hold', ({ scored, proposals }) => {
    assert.ok(scored.mb < 300, `${scored.mb} MiB`);
    assert.ok(scored.ms < timeLimit(30_000), `${scored.ms} ms`);
    assert.ok(proposals.length >= 20);
    for (const { id, low, proposed, high } of proposals) assert.ok(low <= proposed && proposed <= high, id);
  });

  weighing('sends nobody to a private address', () => {
    assert.deepEqual(
      log.filter(({ kind }) => kind === 'canary'),
      [],
    );
    const asked = new Set(log.filter(({ kind }) => kind === 'dns').map(({ name }) => String(name)));
    for (const name of asked) assert.match(name, /(^|\.)evilcorp\.dev$/);
  });

  weighing('asks no address twice', () => {
    const asked = log.filter(({ kind }) => kind === 'http').map(({ path }) => String(path));
    // The home page is asked for once more, as Markdown.
    assert.deepEqual(
      [...new Set(asked)].filter((path) => asked.filter((other) => other === path).length > (path === '/' ? 2 : 1)),
      [],
    );
  });
});

/** Its pages each name thousands of addresses: with so little memory the thread dies among them. */
describe('a site that fills the memory of its collection', () => {
  let cut: Weighed | undefined;
  before(async () => {
    if (skipped) return;
    const ran = await inClosedWorld(program('audit-weighed'), ['https://fat.evilcorp.dev/', '32'], { extra });
    assert.ok(typeof ran !== 'string' && ran.code === 0, JSON.stringify(ran).slice(0, 2_000));
    cut = JSON.parse(ran.out);
  });
  const cutShort = (name: string, check: (cut: Weighed) => void) =>
    test(name, (t) => {
      if (skipped) return t.skip(skipped);
      assert.ok(cut);
      check(cut);
    });

  cutShort('has what came before as its result, and says that it was cut', ({ outcome, bundle }) => {
    assert.equal(outcome, 'observed');
    assert.match(bundle.cut ?? '', /cut short: It took too much memory/);
    assert.match(bundle.notes.join(' '), /What was not asked for by then is unknown\./);
    const home = bundle.items.find(({ role }) => role === 'home');
    assert.deepEqual([home?.status, home?.problem], [200, null]);
    assert.ok(bundle.items.length >= 4 && bundle.requests >= bundle.items.length);
    assert.ok(bundle.items.every((item) => item?.url.startsWith('https://fat.evilcorp.dev/')));
  });

  cutShort('is scored by it: what was seen counts, and nothing is called absent', ({ proposals }) => {
    assert.ok(proposals.some(({ proposed }) => proposed > 0));
    for (const { id, needs_human, evidence, low, high } of proposals) {
      assert.ok(needs_human.includes('unobserved') && low < high, id);
      assert.doesNotMatch(evidence, /\bNo \w|\bnot (found|stated|said)\b/, `${id} ${evidence}`);
    }
  });
});
