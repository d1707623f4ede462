import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { bin, serving, temporaryFolder } from '../world/readymark.ts';

// `npm run clients` drives the newest clients of others through the same steps, which need the npm registry.
test('the official client gets through every step, in both revisions of the protocol', async () => {
  const service = await serving({ DATA_DIR: temporaryFolder('readymark-clients-') }, [bin, 'serve', '--with-examples']);
  const env = { CLIENT_FOLDER: join(import.meta.dirname, '../../../..'), MCP_ADDRESS: `${service.url}/mcp` };
  for (const mode of ['pinned', 'legacy']) {
    const driver = join(import.meta.dirname, 'drivers/official-sdk.ts');
    const { code, out, err } = await run(process.execPath, [driver, mode], { env });
    assert.equal(code, 0, err);
    const steps = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: string; error?: string });
    assert.equal(steps.length, 17);
    assert.deepEqual(
      steps.filter(({ error }) => error !== undefined),
      [],
      mode,
    );
  }
});
