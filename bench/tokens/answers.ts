import assert from 'node:assert/strict';
import { call } from '../../packages/service/test/world/call.ts';
import { type Figure, figure } from './figures.ts';
import { openTalk, type ToolReply } from './talk.ts';
import { bodyOf, firstLine, type World } from './world.ts';

/** A company with much to read, and three to compare. */
const slug = 'tidequorl';
const three = ['tidequorl', 'courtnabble', 'quillseedry'];

/** What an agent gets that asks for nothing in particular. */
export async function defaultFigures(world: World, many: World): Promise<readonly Figure[]> {
  const both = (what: string, { text, wire }: ToolReply) => [
    figure(`${what}, text`, text),
    figure(`${what}, wire`, wire),
  ];
  const tool = (where: World, name: string, args: object = {}) => openTalk(where.url).tool(name, { ...args });
  const records = await Promise.all(world.slugs.map((each) => tool(world, 'get_audit', { slug: each })));
  const average = (of: (one: Figure) => number) =>
    Math.round(records.map(({ text }) => of(figure('', text))).reduce((sum, one) => sum + one, 0) / records.length);
  return [
    ...both(`list_audits, ${world.slugs.length} companies`, await tool(world, 'list_audits')),
    ...both(`list_audits, ${many.slugs.length} companies`, await tool(many, 'list_audits')),
    figure('list_audits, limit 20', (await tool(many, 'list_audits', { limit: 20 })).text),
    ...both('get_audit', await tool(world, 'get_audit', { slug })),
    { what: 'average record', tokens: average(({ tokens }) => tokens), bytes: average(({ bytes }) => bytes) },
    figure('401 body', (await call(world.url, 'POST', '/api/audit-requests', { body: {} })).text),
    figure('tool error without a key', (await tool(world, 'request_audit')).text),
  ];
}

/** An answer that an agent asks for because it is short. `read` throws when it is not the one asked for. */
type Lean = { what: string; aim?: number; read(world: World, many: World): Promise<string> };

const lean: readonly Lean[] = [
  {
    what: 'brief, get_audit',
    aim: 220,
    read: async (world) => brief(await asked(world, 'get_audit', { slug, view: 'brief' })),
  },
  {
    what: 'brief.json',
    aim: 220,
    read: async (world) => brief(await document(world, `/api/audits/${slug}/brief.json`)),
  },
  {
    what: 'pillar P3, get_audit',
    read: async (world) => onlyPillar(await asked(world, 'get_audit', { slug, pillar: 'P3' })),
  },
  { what: 'P3.json', read: async (world) => onlyPillar(await document(world, `/api/audits/${slug}/P3.json`)) },
  {
    what: 'pillar P3, Markdown',
    read: async (world) => onlyPillar(await document(world, `/audits/${slug}.md?pillar=P3`)),
  },
  {
    what: 'record without evidence, get_audit',
    read: async (world) => without(await asked(world, 'get_audit', { slug, evidence: false }), /"evidence":/),
  },
  {
    what: 'P1-B of three, get_audit',
    aim: 300,
    read: async (world) => ofThree(await asked(world, 'get_audit', { slugs: three, criteria: ['P1-B'] })),
  },
  {
    what: 'P1-B of three without evidence, get_audit',
    aim: 300,
    read: async (world) =>
      ofThree(await asked(world, 'get_audit', { slugs: three, criteria: ['P1-B'], evidence: false })),
  },
  {
    what: 'P1-B of three, compare.md',
    aim: 300,
    read: async (world) => ofThree(await document(world, `/compare.md?slugs=${three.join(',')}&criteria=P1-B`)),
  },
  {
    what: 'briefs of three, get_audit',
    read: async (world) => {
      const text = await asked(world, 'get_audit', { slugs: three, view: 'brief' });
      for (const one of three) assert.ok(text.includes(one), `${one} is missing`);
      return without(text, /"criteria":/);
    },
  },
  {
    what: 'history, get_audit',
    read: async (world) => {
      const text = await asked(world, 'get_audit', { slug: 'podsquindle', history: true });
      assert.match(text, /2026-05-21/, 'the earlier audit is missing');
      return text;
    },
  },
  {
    what: 'page of 50 with rank, slug, score and tier, list_audits',
    aim: 1_600,
    read: async (_, many) => page(await asked(many, 'list_audits', { limit: 50, fields: LEAN })),
  },
  {
    what: 'the second page of it',
    aim: 1_600,
    read: async (_, many) => page(await asked(many, 'list_audits', { offset: 50, fields: LEAN })),
  },
  {
    what: 'P1-B at least 4, list_audits',
    read: async (world) => {
      const text = await asked(world, 'list_audits', { min: { 'P1-B': 4 }, fields: ['slug'] });
      const { audits } = JSON.parse(text) as { audits: { slug: string }[] };
      const right = [];
      for (const each of world.slugs)
        if (((await world.record(each)).criteria.find(({ id }) => id === 'P1-B')?.score ?? 0) >= 4) right.push(each);
      assert.deepEqual(
        audits.map((entry) => entry.slug),
        right,
        'not those companies, best first',
      );
      return text;
    },
  },
];

const LEAN = ['rank', 'slug', 'overall_score', 'tier'];

async function asked({ url }: World, name: string, args: Record<string, unknown>): Promise<string> {
  const { text, json, note, failed } = await openTalk(url).tool(name, args);
  assert.ok(!failed, json.message);
  if (note !== undefined) throw new Error(note);
  return text;
}

async function document({ url }: World, path: string): Promise<string> {
  const reply = await call(url, 'GET', path);
  bodyOf(reply);
  return reply.text;
}

function without(text: string, pattern: RegExp): string {
  assert.doesNotMatch(text, pattern, 'it contains what was not asked for');
  return text;
}

function brief(text: string): string {
  for (const name of ['overall_score', 'tier', 'rank', 'audit_date', 'stale'])
    assert.ok(text.includes(`"${name}"`), `${name} is missing`);
  return without(text, /"(?:criteria|evidence)":/);
}

function onlyPillar(text: string): string {
  assert.match(text, /P3-D/, 'the criteria of the pillar are missing');
  return without(text, /P1-A/);
}

function ofThree(text: string): string {
  assert.match(text, /P1-B/, 'the criterion is missing');
  return without(text, /P1-A|P3-/);
}

/** Fifty entries with these fields; an example is marked beside them (decision 105). */
function page(text: string): string {
  const { audits } = JSON.parse(text) as { audits: { fictional?: true }[] };
  assert.equal(audits.length, 50, 'not 50 entries');
  for (const { fictional: _, ...entry } of audits)
    assert.deepEqual(Object.keys(entry).sort(), LEAN.toSorted(), 'not the fields asked for');
  return text;
}

/** What an agent gets that asks for less. @param failed told of an answer that is not the one asked for */
export async function leanFigures(
  world: World,
  many: World,
  failed: (what: string, why: string) => void,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { what, aim, read } of lean) {
    const text = await read(world, many).catch((error: Error) => failed(what, firstLine(error)));
    figures.push(text === undefined ? { what, tokens: Number.NaN, bytes: Number.NaN } : figure(what, text, aim));
  }
  return figures;
}
