import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { run } from '../../../../test/world/processes.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { checkKilled, prepared, type Scene, scenes } from '../world/programs/upkeep-rounds.ts';
import { program } from '../world/readymark.ts';

/**
 * SIGKILL before every single change that restore, backup and export make to a file (decisions 46 and 52). `npm run
 * torture` kills them at random moments, also within SQLite, for hours.
 */
async function runUntil(scene: Scene, folder: string, call: number): Promise<{ code: number; changes: number }> {
  const args = ['--import', pathToFileURL(program('die-at-call')).href, program('upkeep'), ...scene.program(folder)];
  const env = { DIE_AT_CALL: String(call), DIE_WITHIN: folder };
  const { code, err } = await run(process.execPath, args, { env });
  if (code > 0) throw new Error(err);
  return { code, changes: Number(/^(\d+) changes$/m.exec(err)?.[1] ?? 0) };
}

describe('killed before each of its changes', { concurrency: 2, timeout: timeLimit(160_000) }, () => {
  for (const scene of scenes)
    test(`${scene.name} leaves the old or the new, and can be repeated`, async (t) => {
      const parent = mkdtempSync(join(tmpdir(), 'readymark-kills-'));
      t.after(() => rmSync(parent, { recursive: true, force: true }));
      const fill = await prepared(scene, parent);
      const { changes } = await runUntil(scene, fill(), 0);
      const seen: string[] = [];
      for (let call = 1; call <= changes; call += 1) {
        const folder = fill();
        const { code } = await runUntil(scene, folder, call);
        assert.equal(code, -1, `it was to be killed before change ${call} of ${changes}`);
        const state = await checkKilled(scene, folder).catch((error) => {
          throw new Error(`killed before change ${call} of ${changes}: ${error.message}`, { cause: error });
        });
        if (state !== seen.at(-1)) seen.push(state);
      }
      t.diagnostic(`${changes} changes`);
      assert.deepEqual(seen, ['before', 'after']);
    });
});
