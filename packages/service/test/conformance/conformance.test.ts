import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { toolServer } from '../../src/doors/mcp/tool-server.ts';
import { fixture_input, listen } from '../mcp/fixture.ts';
import { testService } from '../world/service.ts';
import { everything } from './everything.ts';

/**
 * The official conformance suite, for both revisions: on the service itself, and on our HTTP door with the suite's own
 * fixtures behind it. A baseline lists the checks that are expected to fail; the suite fails if one of them passes.
 */
const command = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs the suite. It needs `localhost` in the address, and writes its results to a folder. */
async function conformance(url: string, revision: string, baseline: string): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(import.meta.dirname, `baseline-${baseline}-${revision}.yml`);
  const args = [command, 'server', '--url', url, '--requirements', revision, '--expected-failures', file, '-o', folder];
  const { code, out, err } = await run(process.execPath, args, { group: true });
  rmSync(folder, { recursive: true, force: true });
  return { code, output: out.slice(out.indexOf('=== SUMMARY')) + err };
}

for (const revision of ['2025-11-25', '2026-07-28']) {
  test(`the service conforms to ${revision}`, async () => {
    const service = await testService('sqlite');
    const { code, output } = await conformance(
      service.url.replace('127.0.0.1', 'localhost').concat('/mcp'),
      revision,
      'service',
    );
    assert.equal(code, 0, output);
  });

  test(`our HTTP door supports everything of ${revision} that needs no stream`, async () => {
    const server = await listen((base_url) =>
      toolServer(fixture_input(base_url), (_, options) => everything(options).server),
    );
    const { code, output } = await conformance(server.url, revision, 'everything');
    await server.close();
    assert.equal(code, 0, output);
  });
}
