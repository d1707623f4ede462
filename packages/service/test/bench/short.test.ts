import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { shortForm, shortForms } from './short-forms.ts';

const { tokens, ...others } = shortForms;

test('every bench has a short form', () => {
  const benches = readdirSync(join(import.meta.dirname, '../../../../bench'))
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => file.replace(/\.ts$/, ''));
  const formed = new Set(Object.keys(shortForms).map((name) => name.split(' ')[0]));
  assert.deepEqual([...formed].sort(), benches.sort());
});

describe('in its short form', () => {
  for (const [name, form] of Object.entries(others))
    if (!form.slow)
      test(`npm run bench ${name} measures and ends`, async () => {
        await shortForm(name, form);
      });
});

test('npm run bench tokens gets the answers that it asks for, and counts them', async () => {
  assert.ok(tokens);
  const { figures, costs, failures, missed } = JSON.parse(await shortForm('tokens', tokens));
  assert.deepEqual(failures, []);
  for (const { what, tokens: counted, bytes } of Object.values(figures).flat() as Record<string, number>[])
    assert.ok((counted ?? 0) > 0 && (bytes ?? 0) >= (counted ?? 0), `${what}: ${counted} tokens of ${bytes} bytes`);
  for (const { task, way, calls, read } of costs) assert.ok(calls > 0 && read > 0, `task ${task}, ${way}`);
  // The aims of decision 191: llms.txt, the list of tools, OpenAPI, a brief, and the four tasks.
  assert.deepEqual(missed, []);
});
