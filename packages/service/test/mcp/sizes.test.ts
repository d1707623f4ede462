import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** What agents read before their first call may take, in tokens of o200k (decisions 27, 60 and 191). */
const TOOL_LIST = 3_500;
/** … of which names, descriptions and arguments, which every host shows to its model. */
const TOOL_INPUTS = 1_600;
const OPENAPI = 9_500;
const LLMS = 450;

const service = await testService('sqlite');
await publish(service, [exampleAudit()]);

type Tool = { name: string; description: string; inputSchema: object };

test('the list of tools is small', async () => {
  const { json } = await call(service.url, 'POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const { tools } = json.result as { tools: Tool[] };
  const inputs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const whole = countTokens(JSON.stringify(json.result));
  const shown = countTokens(JSON.stringify(inputs));
  assert.ok(whole <= TOOL_LIST, `it takes ${whole} tokens`);
  assert.ok(shown <= TOOL_INPUTS, `names, descriptions and arguments take ${shown} tokens`);
});

for (const [path, most] of [
  ['/openapi.json', OPENAPI],
  ['/llms.txt', LLMS],
] as const)
  test(`${path} is small`, async () => {
    const { text } = await call(service.url, 'GET', path);
    const tokens = countTokens(text);
    assert.ok(tokens <= most, `it takes ${tokens} tokens`);
  });
