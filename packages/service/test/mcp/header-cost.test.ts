import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { testService } from '../world/service.ts';
import { envelope } from './fixture.ts';

/** What one header may cost the process, in milliseconds of CPU; both ends of the connection included. */
const CPU_MAX_MS = 5;

test('a header full of blanks costs no more than any other (decision 26)', async () => {
  const { url } = await testService('sqlite');
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_audits', arguments: { limit: 1 }, _meta: envelope() },
  });
  const send = async (mcp_name: string): Promise<{ status: number; cpu_ms: number }> => {
    const before = process.cpuUsage();
    const sent = request(`${url}/mcp`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': mcp_name,
      },
    }).end(body);
    const [response] = await once(sent, 'response');
    for await (const _ of response);
    const { user, system } = process.cpuUsage(before);
    return { status: response.statusCode, cpu_ms: (user + system) / 1_000 };
  };
  for (let warming = 0; warming < 50; warming += 1) assert.equal((await send('list_audits')).status, 200);
  const costs: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const { status, cpu_ms } = await send(`x${'\t'.repeat(15_500)}x`);
    assert.equal(status, 400);
    costs.push(cpu_ms);
  }
  agent.destroy();
  const median = costs.sort((a, b) => a - b)[7] ?? Number.POSITIVE_INFINITY;
  assert.ok(median < CPU_MAX_MS, `${median} ms`);
});
