import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inClosedWorld } from '../../../test/world/closed-world.ts';
import type { EvidenceBundle } from '../src/evidence/evidence.ts';
import { program } from './world/program.ts';

/** Words that the style sheets of a site hide do not change what is proposed for it, from the first request to the scores. */
type Done = { code: number; err: string; bundle?: EvidenceBundle; scores: string };

const names = ['plain', 'hiding'];

test('a site with words that its style sheets hide is scored as the same site without them', async (t) => {
  const extra = [join(import.meta.dirname, 'world/network/styled-hosts.ts')];
  const wave = names.map((name) => ({ out: name, args: [`https://${name}.styled.dev`, '--out', name, '--json'] }));
  const ran = await inClosedWorld(program('audit-each'), [JSON.stringify([wave])], { extra });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  const [plain, hiding] = JSON.parse(ran.out) as [Done, Done];
  for (const { code, err } of [plain, hiding]) assert.equal(code, 0, err);
  const proposals = ({ scores }: Done, name: string) => JSON.parse(scores.replaceAll(`${name}.styled.dev`, 'x.dev'));
  const short = (done: Done, name: string) =>
    proposals(done, name).criteria.map((one: Record<string, unknown>) => [
      one.id,
      one.low,
      one.proposed,
      one.high,
      one.evidence,
    ]);
  assert.deepEqual(short(hiding, 'hiding'), short(plain, 'plain'));

  const sheets = (done: Done) =>
    (done.bundle?.items ?? []).filter(({ role }) => role === 'style_sheet').map(({ url }) => new URL(url).pathname);
  // The first that most pages share, the last of the home page, which overrules them, what it imports, and that of another page.
  assert.deepEqual(sheets(hiding), ['/one.css', '/two.css', '/three.css', '/last.css', '/deep.css', '/terms.css']);
  assert.doesNotMatch(hiding.scores, /style_sheet|\.css/);
});
