import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { copiedSites } from '../../../auditor/test/calibrate/subjects.ts';
import { program, temporaryFolder } from './readymark.ts';

/** What the walk of a company from its address to its published audit saw (programs/check-walk.ts). */
type CheckWalk = {
  seconds: Record<string, number>;
  faults: string[];
  sum: string;
  unseen: string;
  drafted: string;
  criteria: number;
  prompt: number;
  judged: number;
  standing: string;
  said: string;
};

/**
 * Walks with a copy of a site that serves the token from a file, once it was written there.
 *
 * @returns why it cannot be walked, as a text, where the copy or the closed world is missing
 */
export async function checkWalk(
  name: string,
  given: { width: number; interval_ms: number; scripts?: boolean; pictures?: string | undefined },
): Promise<CheckWalk | string> {
  const site = copiedSites().find((one) => one.name === name);
  if (!site?.copy) return 'there are no copies of real sites';
  const copy = join(temporaryFolder('readymark-site-'), name);
  cpSync(site.copy, copy, { recursive: true });
  const { host } = new URL(site.website);
  const { hosts }: { hosts: Record<string, { folder?: string }> } = JSON.parse(
    readFileSync(join(copy, 'site.json'), 'utf8'),
  );
  const folder = join(copy, hosts[host]?.folder ?? assert.fail(`${host} serves no folder`), '.well-known');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'readymark-reply.txt');
  writeFileSync(file, 'not yet\n');
  const walk = { typed: host, file, company: name, scripts: true, ...given };
  const ran = await inClosedWorld(program('check-walk'), [JSON.stringify(walk)], { sites: [copy] });
  if (typeof ran === 'string') return ran;
  assert.equal(ran.code, 0, ran.err);
  return JSON.parse(ran.out);
}

/** What every such walk must show. */
export function assertWalked({ faults, sum, unseen, drafted, criteria, prompt, standing, said }: CheckWalk): void {
  assert.deepEqual(faults, []);
  assert.match(sum, /of 25 points/);
  assert.match(unseen, /The token was not seen/);
  assert.match(drafted, /^\d+ of 100$/);
  assert.equal(criteria, 20);
  assert.ok(prompt > 1_000, 'all fixes as one prompt');
  assert.match(standing, /of 100/);
  assert.match(said, /We have mended this since/);
  assert.match(said, /a file on its website/);
}
