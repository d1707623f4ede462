import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from '../../../../../test/world/processes.ts';
import { folder } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** The Inspector's command line, one process a call. The first argument is the era that it negotiates. */
const program = join(folder, 'node_modules/.bin/mcp-inspector');
const era = process.argv[2] ?? 'auto';

async function inspect(address: string, key: string | undefined, ...args: readonly string[]) {
  const headers = Object.entries(headersOf(key)).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const where = ['--cli', '--server-url', address, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
  const env = { HOME: folder, NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' };
  return run(process.execPath, [program, ...where, ...headers, ...args], { env, cwd: folder });
}

await drive(
  async (address, key) => ({
    async tools() {
      const { out, err, code } = await inspect(address, key, '--method', 'tools/list');
      assert.equal(code, 0, err);
      return JSON.parse(out).result.tools.map(({ name }: { name: string }) => name);
    },
    async call(name, args) {
      const asked = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)];
      const { out, err } = await inspect(address, key, ...asked);
      if (!out.trim()) throw new Error(err);
      return answerOf(JSON.parse(out).result);
    },
    close: async () => {},
  }),
  {
    async strict() {
      const { code, err } = await inspect(
        process.env.MCP_ADDRESS ?? '',
        undefined,
        '--method',
        'tools/list',
        '--strict',
      );
      assert.equal(code, 0, err);
    },
  },
);
