import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { dispatcher, publicState } from '../../src/doors/mcp/dispatch.ts';
import { aboutTools, instructions } from '../../src/doors/mcp/open.ts';
import { type ToolServer, toolServer } from '../../src/doors/mcp/tool-server.ts';
import { toolsOf } from '../../src/doors/mcp/tools.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { operator, publish } from '../world/operator.ts';
import { testContext } from '../world/service.ts';
import { operations } from '../world/site.ts';

/** Public reads that were answered before (decision 205): the same bytes as from a server that never saw the request. */
const ctx = await testContext('sqlite');
await publish(ctx, [
  exampleAudit({ slug: 'acme', company: 'Acme', scores: 3 }),
  exampleAudit({ slug: 'tide', company: 'Tide', scores: 4 }),
]);
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
type Call = { name: string; arguments?: unknown };
type Sent = { headers: Record<string, string>; body: string };
const eras = { '2025-11-25': false, '2026-07-28': true };

function sentAs(era: keyof typeof eras, call: Call, id: unknown = 7): Sent {
  const params = eras[era] ? { ...call, _meta: meta } : call;
  return {
    headers: {
      host: 'readymark.test',
      'content-type': 'application/json',
      'mcp-protocol-version': era,
      ...(eras[era] && { 'mcp-method': 'tools/call', 'mcp-name': call.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  };
}

let asked = 0;
function openDoor(): ToolServer {
  const about = aboutTools(ctx.settings.BASE_URL, operations);
  const state = publicState(ctx);
  const call = dispatcher(ctx, operations, state);
  return toolServer({
    base_url: ctx.settings.BASE_URL,
    info: about.info,
    instructions: instructions(about),
    tools: toolsOf(operations, ctx.settings, ctx.rubrics),
    state,
    call(...of) {
      asked += 1;
      return call(...of);
    },
  });
}

async function answerOf(door: ToolServer, { headers, body }: Sent) {
  const reply = await door.handle({ method: 'POST', headers, body: Buffer.from(body) });
  const parts: Uint8Array[] = [];
  for (const part of reply.body)
    if (typeof part === 'string') parts.push(Buffer.from(part));
    else if (part instanceof Uint8Array) parts.push(part);
    else for await (const piece of part) parts.push(Buffer.from(piece));
  return { status: reply.status, headers: reply.headers, text: Buffer.concat(parts).toString() };
}

/** What a server answers that has seen no request before. */
async function firstAnswer(sent: Sent) {
  const door = openDoor();
  const answer = await answerOf(door, sent);
  await door.close();
  return answer;
}

const reads: readonly Call[] = [
  { name: 'get_audit', arguments: { slug: 'acme' } },
  { name: 'get_audit', arguments: { slug: 'acme', view: 'brief' } },
  { name: 'get_audit', arguments: { slugs: ['acme', 'tide'], criteria: ['P1-A'] } },
  { name: 'get_audit', arguments: { slug: 'acme', unknown: 1 } },
  { name: 'list_audits', arguments: { query: 'tide' } },
  { name: 'list_audits' },
  { name: 'list_audits', arguments: null },
  { name: 'watch_stats', arguments: {} },
];

describe('public reads that were answered before', () => {
  let door: ToolServer;
  beforeEach(() => {
    door = openDoor();
    asked = 0;
  });

  for (const era of Object.keys(eras) as (keyof typeof eras)[])
    test(`${era}: are answered without being asked again, to the byte, under their own id`, async () => {
      for (const read of reads) {
        const ids = [7, 8, 0, -1, 123_456_789_012, 'seven', '', 'a"result":b', 'é\n}', '}}'];
        for (const id of ids) {
          const sent = sentAs(era, read, id);
          const expected = await firstAnswer(sent);
          assert.equal(expected.status, 200);
          asked = 0;
          assert.deepEqual(await answerOf(door, sent), expected, `${JSON.stringify(read)} ${JSON.stringify(id)}`);
          assert.equal(asked, id === 7 ? 1 : 0, JSON.stringify(read));
        }
      }
    });

  test('the list of tools is answered again to the byte, under another id, in both eras', async () => {
    for (const era of Object.keys(eras) as (keyof typeof eras)[]) {
      const list = (id: unknown): Sent => {
        const { headers, body } = sentAs(era, { name: '' }, id);
        const { params, ...message } = JSON.parse(body);
        const { 'mcp-name': _, ...others } = { 'mcp-name': '', ...headers };
        return {
          headers: { ...others, ...(eras[era] && { 'mcp-method': 'tools/list' }) },
          body: JSON.stringify({
            ...message,
            method: 'tools/list',
            ...(params._meta && { params: { _meta: params._meta } }),
          }),
        };
      };
      const known = ({ headers, body }: Sent) => door.known({ headers, body: Buffer.from(body) });
      assert.equal(known(list(7)), undefined);
      const first = await answerOf(door, list(7));
      assert.match(first.text, /"tools":\[/);
      const again = known(list('eight')) ?? assert.fail('it is not known');
      const text = Buffer.concat(again.body.map((part) => Buffer.from(part as string))).toString();
      assert.deepEqual({ status: again.status, headers: again.headers, text }, await firstAnswer(list('eight')));
    }
  });

  test('requests that only look alike get the answers of their own', async () => {
    const { headers } = sentAs('2025-11-25', { name: 'get_audit' });
    const call = (id: string, slug: string, more = '') =>
      `{"jsonrpc":"2.0",${id},"method":"tools/call","params":{"name":"get_audit","arguments":{"slug":"${slug}"${more}}}}`;
    const bodies = [
      call('"id":7', 'acme'),
      call('"id":77', 'acme'),
      call('"id":7.5', 'acme'),
      call('"id":7.0', 'acme'),
      call('"id":7e1', 'acme'),
      call('"id": 7', 'acme'),
      call('"id":null', 'acme'),
      call('"id":true', 'acme'),
      call('"id":{}', 'acme'),
      call('"id":9,"id":7', 'acme'),
      call(String.raw`"\u0069d":7`, 'acme', ',"id":7'),
      call(String.raw`"\u0069d":8`, 'acme', ',"id":7'),
      call('"id":7', 'acme', ',"id":7'),
      call('"id":7', 'acme', ',"id":"7"'),
      call('"id":"7"', 'acme'),
      call('"id":7', 'tide'),
      call('"id":7', 'nobody'),
      call('"id":7', 'acme', ',"view":"nothing"'),
      call('"id":7', 'acme').replace('tools/call', 'tools/list'),
      call('"id":7', 'acme').replace('2.0', '1.0'),
      call('"id":7', 'acme').slice(0, -1),
      `${call('"id":7', 'acme')} `,
      call('"id":7', 'acme').replace('"params"', '"more":1,"params"'),
      'null',
      '7',
      '"id"',
      '{"id":7}',
    ];
    for (let round = 0; round < 3; round++)
      for (const body of bodies)
        assert.deepEqual(await answerOf(door, { headers, body }), await firstAnswer({ headers, body }), body);
    for (const other of ['2025-06-18', '2026-07-28', '1999-01-01', '']) {
      const sent = { headers: { ...headers, 'mcp-protocol-version': other }, body: bodies[0] ?? '' };
      assert.deepEqual(await answerOf(door, sent), await firstAnswer(sent), other);
    }
  });

  test('the gate comes first: hosts, origins, types and credentials sent twice are refused as before', async () => {
    const sent = sentAs('2025-11-25', reads[0] as Call);
    await answerOf(door, sent);
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'http://readymark.test' },
      { 'content-type': 'text/plain' },
      { authorization: ['Bearer a', 'Bearer b'] as unknown as string },
      { 'mcp-protocol-version': ['2025-11-25', '2025-11-25'] as unknown as string },
    ]) {
      const other = { ...sent, headers: { ...sent.headers, ...headers } };
      assert.deepEqual(await answerOf(door, other), await firstAnswer(other), JSON.stringify(headers));
    }
  });

  test('a publication, a watch, midnight and a retraction change what is answered', async () => {
    const changes: (() => Promise<unknown>)[] = [
      () => publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-21', scores: 5 })]),
      async () => {
        const row = { slug: 'acme', watchers: 3, changed_at: ctx.now().toISOString() };
        await ctx.store.db.insertInto('watch_counts').values(row).execute();
        await ctx.watch_stats.refresh();
      },
      async () => ctx.clock.advance(200 * 86_400_000),
      async () => {
        await execute(ctx, retractCompany, operator, { slug: 'acme', reason: 'Wrong.' }, {});
        await ctx.catalogue.refresh();
      },
    ];
    const all = () => Promise.all(reads.map((read) => answerOf(door, sentAs('2025-11-25', read))));
    let before = await all();
    for (const change of changes) {
      await change();
      const after = await all();
      assert.notDeepEqual(after, before);
      assert.deepEqual(after, await Promise.all(reads.map((read) => firstAnswer(sentAs('2025-11-25', read)))));
      assert.deepEqual(await all(), after);
      before = after;
    }
  });

  test('a keyed call is asked every time', async () => {
    const sent = sentAs('2025-11-25', { name: 'my_digest', arguments: { api_key: 'wrong' } });
    for (let turn = 1; turn < 4; turn++) {
      await answerOf(door, sent);
      assert.equal(asked, turn);
    }
  });
});
