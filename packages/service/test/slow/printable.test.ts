import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { newKey } from '../world/call.ts';
import { OPERATOR_TOKENS } from '../world/operator.ts';
import { readymark } from '../world/readymark.ts';
import { testService } from '../world/service.ts';

/**
 * What the command line prints of others (notes of agents, names of files) neither moves the cursor nor forges a row
 * (decision 32).
 */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const hostile = '\u001b[2J\u009b31m\u202e';

test('a line break in notes forges no row of `requests show`', async () => {
  const { url, data_dir } = await testService('sqlite', { OPERATOR_TOKENS });
  const key = await newKey(url);
  const notes = 'Hello.\nstatus            completed\r\nsite              other.example\u2028tail\u202e';
  const response = await fetch(`${url}/api/audit-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ company: 'Acme', website: 'https://acme.example/', notes }),
  });
  const { request_id } = (await response.json()) as { request_id: string };
  const shown = await readymark(['requests', 'show', request_id], { DATA_DIR: data_dir });
  assert.equal(shown.code, 0, shown.err);
  assert.doesNotMatch(shown.out, unprintable);
  const rows = shown.out.split('\n');
  assert.deepEqual(
    rows.filter((row) => /^(status|site) /.test(row)).map((row) => row.replace(/ +/, ' ')),
    ['status received', 'site acme.example'],
  );
  assert.ok(rows.includes(`${' '.repeat(18)}status            completed`), shown.out);
  const json = await readymark(['requests', 'show', request_id, '--json'], { DATA_DIR: data_dir });
  assert.equal(JSON.parse(json.out).notes, notes);
  assert.doesNotMatch(json.out, unprintable);
});

test('names of files are printed with their control characters escaped', async () => {
  const { data_dir } = await testService('sqlite');
  const folder = join(data_dir, 'audits');
  mkdirSync(folder);
  const env = { DATA_DIR: data_dir };
  const good = join(folder, `good${hostile}\ngood Forged: 100 of 100.json`);
  writeFileSync(good, JSON.stringify(exampleAudit({ slug: 'acme', company: 'Acme' })));
  const bad = join(folder, `bad${hostile}\ngood Forged.json`);
  writeFileSync(bad, '{}');
  const missing = join(folder, `missing${hostile}\ngood Forged.json`);
  for (const args of [
    ['check', good],
    ['check', bad],
    ['check', folder],
    ['check', missing],
    ['check', bad, '--json'],
    ['check', missing, '--json'],
    ['publish', bad],
    ['publish', missing],
    ['publish', good],
    ['draft', 'acme', '--out', join(folder, `draft${hostile}\nwritten`)],
    ['draft', 'acme', '--out', join(folder, `no${hostile}\nfolder`, 'x')],
    ['backup', join(folder, `backup${hostile}\nbacked up`)],
    ['requests', 'show', `x${hostile}\nstatus`],
    ['diff', `acme${hostile}`],
    [`unknown${hostile}`],
  ]) {
    const { out, err } = await readymark(args, env);
    const printed = out + err;
    assert.notEqual(printed, '', args.join(' '));
    assert.doesNotMatch(printed, unprintable, JSON.stringify(printed));
    assert.doesNotMatch(printed, /^(good Forged|written$|backed up$|status$|folder)/m);
  }
});
