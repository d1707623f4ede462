import assert from 'node:assert/strict';
import { newKey } from '../../packages/service/test/world/call.ts';
import { openTalk, type Talk } from './talk.ts';
import { bodyOf, firstLine, type Move, type Reaudit, reaudit, type World } from './world.ts';

/** What a way of doing a task cost. Where the aim is per company: how many are watched, and how many moved. */
export type Cost = {
  task: number;
  way: string;
  calls: number;
  read: number;
  written: number;
  companies?: NonNullable<Talk['companies']>;
  long?: true;
};

/**
 * One way of doing a task. `run` throws when the service's answers do not do it. `long`: by what an agent gets that asks
 * for nothing in particular, so that the aim is not meant for it.
 */
type Way = { task: number; way: string; long?: true; run(world: World, talk: Talk): Promise<void> };

export const tasks: Readonly<Record<number, { title: string; calls?: number; tokens: number; per_company?: true }>> = {
  1: { title: 'submit a request', calls: 4, tokens: 800 },
  2: { title: 'score, and why P3 is low', tokens: 400 },
  3: { title: 'which of three has machine-readable pricing', tokens: 250 },
  4: { title: 'what changed since the last session', tokens: 40, per_company: true },
};

const wanted = { company: 'Example Widgets', website: 'https://widgets.example/' };
/** The company of task 2 and those of task 3. */
const one = { slug: 'courtnabble', name: 'Courtnabble' };
const three = ['tidequorl', 'courtnabble', 'quillseedry'];
const [CRITERION, PILLAR] = ['P1-B', 'P3'];

/** Task 1 is done when the request can be read again. */
async function assertSubmitted({ url }: World, key: string, request_id: string): Promise<void> {
  const { company, website } = bodyOf(await openTalk(url).rest('GET', `/api/audit-requests/${request_id}`, { key }));
  assert.deepEqual({ company, website }, wanted);
}

/** Reads these documents, then registers and submits. */
async function submit(world: World, talk: Talk, documents: readonly string[], refused = false): Promise<void> {
  for (const path of documents) bodyOf(await talk.rest('GET', path));
  if (refused) assert.equal((await talk.rest('POST', '/api/audit-requests', { body: wanted })).status, 401);
  const { api_key: key } = bodyOf(await talk.rest('POST', '/api/agent/auth', { body: { type: 'anonymous' } }));
  const { request_id } = bodyOf(await talk.rest('POST', '/api/audit-requests', { key, body: wanted }));
  await assertSubmitted(world, key, request_id);
}

/** Task 2 is done when a reply has the score and what was seen of each criterion of P3. */
async function assertExplained(world: World, text: string): Promise<void> {
  const record = await world.record(one.slug);
  assert.match(text, new RegExp(`\\b${record.overall_score}\\b`), 'the score is missing');
  assert.match(text, new RegExp(`\\b${record.pillars[PILLAR]?.score}\\b`), 'the score of P3 is missing');
  for (const { evidence } of record.criteria.filter(({ pillar }) => pillar === PILLAR))
    assert.ok(text.replaceAll('\\"', '"').includes(evidence.slice(0, 40)), 'evidence of P3 is missing');
}

/** Task 3 is done when the points of each of the three are those of their records. */
async function assertCompared(world: World, found: readonly (number | undefined)[]): Promise<void> {
  const records = await Promise.all(three.map(world.record));
  assert.deepEqual(
    found,
    records.map((record) => pointsOf(record)),
    'not the points of the three records',
  );
}

const pointsOf = (record: { criteria: readonly { id: string; score: number }[] }) =>
  record.criteria.find(({ id }) => id === CRITERION)?.score;

/** The companies of an answer about several, whatever its list is called. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of another program
const recordsIn = (json: any): { slug: string; criteria: { id: string; score: number }[] }[] => {
  const list = Object.values(json).find(Array.isArray);
  return three.map(
    (slug) =>
      (list as { slug: string; criteria: [] }[]).find((record) => record.slug === slug) ?? { slug, criteria: [] },
  );
};

async function compare(world: World, talk: Talk, more: object): Promise<void> {
  const { json, failed } = await talk.tool('get_audit', { slugs: three, criteria: [CRITERION], ...more });
  assert.ok(!failed, json.message);
  await assertCompared(world, recordsIn(json).map(pointsOf));
}

type Changed = { key: string; since: string; done: readonly Reaudit[] };
const changes = new WeakMap<World, Promise<Changed>>();

/** An agent that watches all companies and has read its digest; then every third of them is audited again, once per world. */
function changed(world: World): Promise<Changed> {
  const known = changes.get(world) ?? change(world);
  changes.set(world, known);
  return known;
}

async function change(world: World): Promise<Changed> {
  const key = await newKey(world.url);
  const watched = world.slugs.toSorted();
  const earlier = openTalk(world.url);
  for (const slug of watched) bodyOf(await earlier.rest('POST', '/api/agent/watch', { key, body: { slug } }));
  const { as_of, generated_at } = bodyOf(await earlier.rest('GET', '/api/agent/digest', { key }));
  return {
    key,
    since: as_of ?? generated_at,
    done: await reaudit(
      world,
      watched.filter((_slug, at) => at % 3 === 0),
    ),
  };
}

type Points = { criteria: readonly { id: string; score: number }[] };

const movesBetween = (then: Points, now: Points): Move[] =>
  now.criteria.flatMap(({ id, score: to }, at) => {
    const from = then.criteria[at]?.score ?? Number.NaN;
    return from === to ? [] : [{ id, from, to }];
  });

type Digest = { watching: number; companies: { slug: string; score_now: number; moved: readonly Move[] }[] };

/** Task 4 is done when each re-audited company is there with its score and the criteria that moved. */
function assertMoves(talk: Talk, { watching, companies }: Digest, done: readonly Reaudit[]): void {
  for (const { slug, score_now, moved } of done) {
    const company = companies.find((entry) => entry.slug === slug);
    assert.equal(company?.score_now, score_now, `not the score of ${slug}`);
    assert.deepEqual(
      company?.moved.map(({ id, from, to }) => ({ id, from, to })),
      moved,
      `not the criteria of ${slug} that moved`,
    );
  }
  talk.companies = { watched: watching, moved: done.length };
}

const ways: readonly Way[] = [
  { task: 1, way: 'REST: llms.txt', run: (world, talk) => submit(world, talk, ['/llms.txt']) },
  { task: 1, way: 'REST: llms.txt, 401, remedy', run: (world, talk) => submit(world, talk, ['/llms.txt'], true) },
  {
    task: 1,
    way: 'REST: llms.txt, auth.md',
    long: true,
    run: (world, talk) => submit(world, talk, ['/llms.txt', '/auth.md']),
  },
  { task: 1, way: 'REST: openapi.json', long: true, run: (world, talk) => submit(world, talk, ['/openapi.json']) },
  {
    task: 1,
    way: 'REST: front page, llms.txt, auth.md',
    long: true,
    run: (world, talk) => submit(world, talk, ['/', '/llms.txt', '/auth.md']),
  },
  {
    task: 1,
    way: 'MCP',
    async run(world, talk) {
      const api_key = (await talk.tool('register_agent', { type: 'anonymous' })).json.api_key;
      const { json } = await talk.tool('request_audit', { ...wanted, api_key });
      return assertSubmitted(world, api_key, json.request_id);
    },
  },
  {
    task: 2,
    way: 'REST: record',
    long: true,
    run: async (world, talk) => assertExplained(world, (await talk.rest('GET', `/api/audits/${one.slug}.json`)).text),
  },
  {
    task: 2,
    way: 'REST: P3.json',
    run: async (world, talk) =>
      assertExplained(world, (await talk.rest('GET', `/api/audits/${one.slug}/${PILLAR}.json`)).text),
  },
  {
    task: 2,
    way: 'REST: Markdown of P3',
    run: async (world, talk) =>
      assertExplained(world, (await talk.rest('GET', `/audits/${one.slug}.md?pillar=${PILLAR}`)).text),
  },
  {
    task: 2,
    way: 'MCP: list_audits, get_audit',
    long: true,
    async run(world, talk) {
      const { json } = await talk.tool('list_audits', { query: one.name });
      return assertExplained(world, (await talk.tool('get_audit', { slug: json.audits[0].slug })).text);
    },
  },
  {
    task: 2,
    way: 'MCP: list_audits, get_audit with pillar',
    async run(world, talk) {
      const { json } = await talk.tool('list_audits', { query: one.name, fields: ['slug'] });
      const slug = json.audits[0].slug;
      return assertExplained(world, (await talk.tool('get_audit', { slug, pillar: PILLAR })).text);
    },
  },
  {
    task: 3,
    way: 'REST: three records',
    long: true,
    async run(world, talk) {
      const found = [];
      for (const slug of three) found.push(pointsOf(bodyOf(await talk.rest('GET', `/api/audits/${slug}.json`))));
      return assertCompared(world, found);
    },
  },
  {
    task: 3,
    way: 'REST: compare.md',
    async run(world, talk) {
      const reply = await talk.rest('GET', `/compare.md?slugs=${three.join(',')}&criteria=${CRITERION}`);
      bodyOf(reply);
      const row = reply.text.split('\n').find((line) => line.includes(CRITERION) && line.startsWith('|')) ?? '';
      const points = row
        .split('|')
        .map((cell) => /^\s*(\d+)/.exec(cell)?.[1])
        .filter((cell) => cell !== undefined)
        .map(Number);
      return assertCompared(world, points.slice(0, three.length));
    },
  },
  {
    task: 3,
    way: 'MCP: get_audit three times',
    long: true,
    async run(world, talk) {
      const found = [];
      for (const slug of three) found.push(pointsOf((await talk.tool('get_audit', { slug })).json));
      return assertCompared(world, found);
    },
  },
  {
    task: 3,
    way: 'MCP: get_audit with slugs and criteria',
    // The evidence is more than the question needs.
    long: true,
    run: (world, talk) => compare(world, talk, {}),
  },
  {
    task: 3,
    way: 'MCP: the same without evidence',
    run: (world, talk) => compare(world, talk, { evidence: false }),
  },
  {
    task: 4,
    way: 'REST: digest, and the history of each company that moved',
    long: true,
    async run(world, talk) {
      const { key, done } = await changed(world);
      const { watching, companies } = bodyOf(await talk.rest('GET', '/api/agent/digest', { key })) as Digest;
      const moved = [];
      for (const { slug } of done) {
        const { score_now = Number.NaN } = companies.find((entry) => entry.slug === slug) ?? {};
        const { audits } = bodyOf(await talk.rest('GET', `/api/audits/${slug}/history.json`));
        moved.push({ slug, score_now, moved: movesBetween(audits.at(-2), audits.at(-1)) });
      }
      assertMoves(talk, { watching, companies: moved }, done);
    },
  },
  {
    task: 4,
    way: 'REST: digest?since=',
    async run(world, talk) {
      const { key, since, done } = await changed(world);
      assertMoves(talk, bodyOf(await talk.rest('GET', `/api/agent/digest?since=${since}`, { key })), done);
    },
  },
  {
    task: 4,
    way: 'MCP: my_digest with since',
    async run(world, talk) {
      const { key: api_key, since, done } = await changed(world);
      assertMoves(talk, (await talk.tool('my_digest', { since, api_key })).json, done);
    },
  },
];

/** Does every task in every way. @param failed told of a way that did not do it, with the reason */
export async function doTasks(world: World, failed: (what: string, why: string) => void): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const { task, way, run, long } of ways) {
    const talk = openTalk(world.url);
    await run(world, talk).catch((error: Error) => failed(`task ${task}, ${way}`, firstLine(error)));
    const { calls, read, written, companies } = talk;
    costs.push({
      task,
      way,
      calls,
      read,
      written,
      ...(companies !== undefined && { companies }),
      ...(long && { long }),
    });
  }
  return costs;
}
