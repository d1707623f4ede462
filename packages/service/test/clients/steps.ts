import assert from 'node:assert/strict';
import { within } from '../../../../test/world/wait.ts';

/** What a tool call came to, as the client hands it to a model: `failed` when it is marked or thrown as an error. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of another program
type Answer = { text: string; json: any; failed: boolean };

/** One connection of a client to the tool server. */
type Session = {
  /** The names of the tools that it offers to a model. */
  tools(): Promise<readonly string[]>;
  call(name: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
};

/** Connects a client. @param key sent as an Authorization header, where there is one */
type Open = (address: string, key?: string) => Promise<Session>;

const SLUG = 'tidequorl';
const KEYED = ['request_audit', 'check_audit_request', 'my_audit_history', 'watch_company', 'my_digest'];
const TOOLS = ['list_audits', 'get_audit', 'watch_stats', 'register_agent', ...KEYED];

/** How long a step may take, in seconds. */
const STEP_LIMIT_S = 20;

/**
 * Drives one client through the steps and prints a line of JSON for each: `{step, error?}`. A step that fails does not
 * keep the next ones from being tried.
 *
 * @param more steps that only this client has
 */
export async function drive(open: Open, more: Readonly<Record<string, () => Promise<unknown>>> = {}): Promise<void> {
  const address = process.env.MCP_ADDRESS ?? '';
  const session = await open(address);
  let api_key = '';
  let request_id = '';
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    list: async () => assert.deepEqual([...(await session.tools())].sort(), TOOLS.toSorted(), 'not the nine tools'),
    register: async () => {
      const { json } = await done('register_agent', { type: 'anonymous', agent_name: 'a client' });
      api_key = json.api_key;
      assert.match(api_key, /^rmk_/, 'no key');
    },
    read: async () => {
      const { json } = await done('get_audit', { slug: SLUG });
      assert.equal(json.slug, SLUG, 'not the record');
      assert.equal(json.criteria.length, 20, 'not the whole record');
    },
    brief: async () => {
      const { json } = await done('get_audit', { slug: SLUG, view: 'brief' });
      assert.equal(typeof json.overall_score, 'number', 'no score');
      assert.equal(json.criteria, undefined, 'more than was asked for');
    },
    criteria: async () => {
      const { json } = await done('get_audit', { slugs: [SLUG, 'courtnabble'], criteria: ['P1-B'] });
      const found = JSON.stringify(json);
      assert.ok(found.includes('courtnabble') && found.includes('P1-B'), 'not those companies');
      assert.ok(!found.includes('P3-A'), 'more than was asked for');
    },
    search: async () => {
      const { json } = await done('list_audits', { query: 'tide tables', limit: 5 });
      assert.equal(json.audits[0].slug, SLUG, 'not found');
    },
    narrow: async () => {
      const { json } = await done('list_audits', { min: { 'P1-B': 5 }, fields: ['slug'], limit: 1 });
      // An example is marked beside the fields that were asked for (decision 105).
      assert.deepEqual(json.audits, [{ slug: SLUG, fictional: true }], 'not the first with such points');
    },
    need: async () => {
      const { json } = await done('list_audits', { need: 'invoice OCR by API', must: { 'P1-B': 4 } });
      assert.equal(json.audits[0]?.slug, 'glyphorrel', 'not who can do it');
      assert.equal(typeof json.audits[0].blocking_gap, 'string', 'no gap');
    },
    plan: async () => {
      const { json } = await done('get_audit', { slug: SLUG, view: 'plan', target: '97' });
      assert.ok(json.reaches >= 97 && json.priority_actions.length > 0, 'no plan');
    },
    request: async () => {
      const args = { company: 'Example Widgets', website: 'https://widgets.example/', api_key };
      request_id = (await done('request_audit', args)).json.request_id;
      const { json } = await done('check_audit_request', { request_id, api_key });
      assert.equal(json.status, 'received', 'not received');
    },
    watch: async () => {
      const { json } = await done('watch_company', { slug: SLUG, api_key });
      assert.equal(json.watching, true, 'not watched');
    },
    since: async () => {
      const since = new Date(Date.now() - 60_000).toISOString();
      const { json } = await done('my_digest', { since, api_key });
      assert.match(json.as_of, /^\d{4}-/, 'no as_of to ask with the next time');
    },
    'key in header': async () => {
      const keyed = await open(address, api_key);
      try {
        const history = passed(await keyed.call('my_audit_history', {}));
        assert.equal(history.json.requests[0].request_id, request_id, 'not the request');
        const digest = passed(await keyed.call('my_digest', {}));
        assert.equal(digest.json.companies[0].slug, SLUG, 'not the watch');
      } finally {
        await keyed.close();
      }
    },
    'unknown slug': () => refused('get_audit', { slug: 'nobody-at-all' }, /not_found/),
    'no key': () => refused('my_digest', {}, /invalid_token/),
    'slug index': () => refused('get_audit', { slug: 'index' }, /not_found|invalid_request/),
    nulls: async () => {
      const { json } = await done('list_audits', { query: SLUG, tier: null, min_score: null, limit: null });
      assert.equal(json.audits.length, 1, 'not the one company');
    },
  };
  const passed = (answer: Answer): Answer => {
    assert.ok(!answer.failed, answer.text);
    return answer;
  };
  const done = async (name: string, args: Record<string, unknown>) => passed(await session.call(name, args));
  const refused = async (name: string, args: Record<string, unknown>, why: RegExp) => {
    // A client may throw what the service refuses; the reason must reach the model either way.
    const answer = await session.call(name, args).catch(thrown);
    assert.ok(answer.failed, `not marked as an error: ${answer.text}`);
    assert.match(answer.text, why, answer.text);
  };
  for (const [step, run] of Object.entries({ ...work, ...more })) {
    const error = await within(STEP_LIMIT_S, run(), 'the answer').then(
      () => undefined,
      (reason) => thrown(reason).text,
    );
    console.log(JSON.stringify({ step, ...(error !== undefined && { error }) }));
  }
  await session.close();
  // Some clients keep connections open that would keep the process alive.
  process.exit();
}

const thrown = (error: unknown): Answer => ({
  text: error instanceof Error ? error.message : JSON.stringify(error),
  json: undefined,
  failed: true,
});

/** A tool result of MCP as an answer. @throws AssertionError when text and structured content differ */
export function answerOf(result: {
  content?: { text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}): Answer {
  const { content = [], structuredContent, isError = false } = result;
  const answer = textAnswer(content.map(({ text = '' }) => text).join('\n'), isError);
  if (!isError && structuredContent !== undefined)
    assert.deepEqual(answer.json, structuredContent, 'text and structured content differ');
  return answer;
}

/** The text of a tool as an answer; a note may follow its JSON. */
export function textAnswer(text: string, failed = false): Answer {
  const [first = ''] = text.split('\n', 1);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = first.startsWith('{') && first.endsWith('}') ? JSON.parse(first) : undefined;
  }
  return { text, json, failed };
}

/** The headers that a key is sent in; none without one. */
export const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { Authorization: `Bearer ${key}` };
