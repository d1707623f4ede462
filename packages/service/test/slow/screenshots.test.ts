import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';

test('npm run screenshots takes a picture of a page', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-screenshots-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(import.meta.dirname, '../screenshots.ts');
  const { code, err } = await run(process.execPath, [script, folder, 'phone', 'company'], { group: true });
  assert.equal(code, 0, err);
  assert.deepEqual(readdirSync(folder), ['company-phone.png']);
  assert.equal(readFileSync(join(folder, 'company-phone.png')).toString('latin1', 1, 4), 'PNG');
});
