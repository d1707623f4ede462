import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { exampleAudit, v2 } from '../../rubric/test/example-audit.ts';
import { correctCompany } from '../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../src/operations/desk/companies/retract-company.ts';
import { execute } from '../src/operations/run.ts';
import { commit, operator } from './world/operator.ts';
import { fakeClock, testService } from './world/service.ts';

/**
 * Turns as models make them: other spellings, wrong types, retries, companies that are gone, through the official client and over
 * REST, in the order of a table (`world/agents/turns.txt`), which says what the contract and the decisions say of each. A line is a
 * call, `->`, and what must hold, joined by ` & `:
 *
 * - a call is a tool with its arguments, or a method with its address and body; `k ` before it sends the key of the agent
 * - `ok`, or the code of the refusal; over REST the status before it
 * - `path=value`, `path#length`, `path~pattern`, `path!~pattern`, `path?` (there), `path!` (not there); `text` is all of it, `@name`
 *   a header, `*` each entry of a list
 * - `$name=path` keeps a value, which later lines have as `$name`
 *
 * A line that begins with `@` is something that happens to the board.
 */
const turns = readFileSync(join(import.meta.dirname, 'world/agents/turns.txt'), 'utf8');
const DAY_MS = 86_400_000;
const folder = join(import.meta.dirname, '../../../examples');
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.audit.json') && !name.startsWith('readymark_'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReturnType<typeof exampleAudit>)
  .toSorted((a, b) => a.audit_date.localeCompare(b.audit_date));

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;
/** What came back: the status or whether the tool failed, the body, and its headers. */
type Reply = { code: string; refused: boolean; json: Json; text: string; headers: Headers };

test('some four hundred turns of agents come to what the contract says', async () => {
  const clock = fakeClock();
  const limits = { REGISTRATIONS_PER_HOUR: '100', AUDIT_REQUESTS_PER_DAY: '100', CLIENT_REQUESTS_PER_MINUTE: '0' };
  const service = await testService('sqlite', { ...limits, RUBRICS_PUBLISHABLE: 'v1,v2' }, clock);
  for (const audit of examples) await commit(service, [audit]);
  const made = { slug: 'newer', company: 'Newer Works', fictional: true, audit_date: '2026-11-01' };
  await commit(service, [exampleAudit({ ...made, rubric: v2 })]);
  await service.catalogue.refresh();

  const kept = new Map<string, string>();
  const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (whole, name) => kept.get(name) ?? whole);
  const clients = new Map<string, Client>();

  const happens: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
    days: async (many) => clock.advance(Number(many) * DAY_MS),
    retract: (slug) =>
      execute(service, retractCompany, operator, { slug, reason: 'The audit was of another company.' } as never, {}),
    rename: (slug, new_slug) => execute(service, correctCompany, operator, { slug, new_slug } as never, {}),
    audit: (slug = '') => {
      const { company } = examples.find((one) => one.slug === slug) ?? assert.fail(slug);
      return commit(service, [exampleAudit({ slug, company, fictional: true, audit_date: '2026-11-21' })]);
    },
  };

  async function client(key: string): Promise<Client> {
    const known = clients.get(key);
    if (known) return known;
    const made = new Client({ name: 'turns', version: '1.0.0' });
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
    await made.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
    clients.set(key, made);
    return made;
  }

  async function tool(name: string, args: string, key: string): Promise<Reply> {
    const result: Json = await (await client(key)).callTool({ name, arguments: JSON.parse(args) });
    const [{ text }] = result.content;
    const json = JSON.parse(text);
    if (!result.isError) assert.deepEqual(result.structuredContent, json, name);
    const code = result.isError ? json.error : 'ok';
    return { code, refused: code !== 'ok', json, text, headers: new Headers() };
  }

  async function rest(method: string, path: string, body: string, key: string): Promise<Reply> {
    const reply = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(path.startsWith('/mcp') && { accept: 'application/json, text/event-stream' }),
        ...(key && { authorization: `Bearer ${key}` }),
      },
      ...(body && { body }),
    });
    const text = await reply.text();
    let json: Json;
    try {
      json = JSON.parse(text);
    } catch {}
    return { code: String(reply.status), refused: reply.status >= 400, json, text, headers: reply.headers };
  }

  const wrong: string[] = [];
  let played = 0;
  for (const line of turns.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('@')) {
      const [what = '', ...args] = line.slice(1).trim().split(' ');
      await happens[what]?.(...args);
      await service.catalogue.refresh();
      continue;
    }
    const [, keyed, called = '', expected = ''] = /^(k )?(.*) -> (.*)$/.exec(line) ?? assert.fail(line);
    const [, name = '', rest_of = ''] = /^(\S+) ?(.*)$/.exec(filled(called)) ?? [];
    const [, path = '', body = ''] = /^(\S*) ?(.*)$/.exec(rest_of) ?? [];
    const key = keyed ? (kept.get('key') ?? '') : '';
    const reply = /^[A-Z]+$/.test(name) ? await rest(name, path, body, key) : await tool(name, rest_of, key);
    played += 1;
    const faults = expected.split(' & ').flatMap((check) => faultOf(check, reply));
    if (faults.length) wrong.push(`${line}\n  ${faults.join('; ')}\n  ${reply.code} ${reply.text.slice(0, 300)}`);
  }
  for (const one of clients.values()) await one.close();
  assert.ok(played >= 300, `${played} turns`);
  assert.equal(wrong.length, 0, `${wrong.length} of ${played} are wrong:\n${wrong.join('\n')}`);

  /** What one check finds wrong with a reply. */
  function faultOf(check: string, reply: Reply): string[] {
    const value = (path: string) =>
      path === 'text'
        ? reply.text
        : path.startsWith('@')
          ? (reply.headers.get(path.slice(1)) ?? undefined)
          : path.split('.').reduce((of: Json, step) => (of === undefined ? of : into(of, step)), reply.json);
    const shown = (found: Json) => (typeof found === 'string' ? found : (JSON.stringify(found) ?? ''));
    const keep = /^\$(\w+)=(\S+)$/.exec(check);
    if (keep?.[1] && keep[2]) {
      kept.set(keep[1], value(keep[2]));
      return value(keep[2]) === undefined ? [`${keep[2]} is not there`] : [];
    }
    const [, path = '', how, wanted = ''] = /^([\w@.*-]+)(!~|~|=|#|\?|!)(.*)$/s.exec(check) ?? [];
    if (how === undefined) return codeFault(check, reply);
    const found = value(path);
    const pattern = () => new RegExp(filled(wanted).replaceAll('$key', 'KEY'));
    const holds = {
      '=': () => shown(found) === filled(wanted),
      '#': () => found?.length === Number(wanted),
      '~': () => pattern().test(shown(found)),
      '!~': () => !pattern().test(shown(found)),
      '?': () => found !== undefined,
      '!': () => found === undefined,
    }[how as '='];
    return holds() ? [] : [`${check}, but it is ${shown(found).slice(0, 120) || 'not there'}`];
  }
});

const into = (of: Json, step: string) =>
  step === '*' ? of : Array.isArray(of) && !/^\d+$/.test(step) ? of.map((one) => one?.[step]) : of?.[step];

/** The code of a refusal, over REST its status first; whoever refuses says what is wrong and what to do. */
function codeFault(wanted: string, { code, refused, json }: Reply): string[] {
  const [first = '', error] = wanted.split(' ');
  if (first !== code) return [`${wanted} was expected`];
  if (!refused || json === undefined) return [];
  if (error !== undefined && json.error !== error) return [`${error} was expected`];
  return typeof json.error === 'string' && !(json.message && json.remedy) ? ['no message or no remedy'] : [];
}
