import { zstdDecompressSync } from 'node:zlib';
import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { type Called, call } from '../call.ts';
import { otherMoments } from './moments.ts';

/**
 * Reads every document of every company on every door, and compares what they say (decision 193): each fact, such as the rank
 * of a company, has one value wherever it is, and documents that two doors share have the same bytes.
 */
type Crawl = { documents: number; facts: number; disagreements: readonly string[] };

type Told = Map<string, { value: unknown; where: string }>;
// biome-ignore lint/suspicious/noExplicitAny: JSON of the service, as another program reads it
type Json = any;

/**
 * @param key of a registration that watches every company; its digest and profile are read too
 * @param options.days past days (UTC) whose boards are compared with the histories
 * @param options.made whether the newest dataset was made of this state: it is made after midnight
 */
export async function crawl(
  url: string,
  key: string,
  { days = [], made = false }: { days?: readonly string[]; made?: boolean } = {},
): Promise<Crawl> {
  const facts: Told = new Map();
  const disagreements: string[] = [];
  const count = { documents: 0, facts: 0 };

  /** Notes what a document says; a fact that another one says otherwise is a disagreement. */
  function say(where: string, fact: string, value: unknown): void {
    count.facts += 1;
    const known = facts.get(fact);
    if (!known) facts.set(fact, { value: structuredClone(value), where });
    else if (JSON.stringify(known.value) !== JSON.stringify(value))
      disagreements.push(
        `${fact}: ${JSON.stringify(known.value)} in ${known.where}, ${JSON.stringify(value)} in ${where}`,
      );
  }
  const same = (where: string, what: string, one: string, other: string) => {
    count.facts += 1;
    if (one !== other) disagreements.push(`${where} and ${what} differ: ${firstDifference(one, other)}`);
  };

  async function get(path: string, accept = '*/*', wanted = 200): Promise<Called> {
    count.documents += 1;
    const reply = await call(url, 'GET', path, { headers: { accept }, ...(path.startsWith('/api/agent') && { key }) });
    if (reply.status !== wanted) disagreements.push(`${path}: ${reply.status} instead of ${wanted}`);
    return reply;
  }
  async function tool(name: string, args: object): Promise<{ text: string; json: Json; failed: boolean }> {
    count.documents += 1;
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { json } = await call(url, 'POST', '/mcp', { body });
    const [{ text }] = json.result.content;
    if (json.result.structuredContent && JSON.stringify(json.result.structuredContent) !== text)
      disagreements.push(`${name}: structured content and text differ`);
    return { text, json: JSON.parse(text), failed: json.result.isError === true };
  }
  /** A document and the answer of a tool that are the same bytes. */
  async function twin(path: string, name: string, args: object): Promise<Json> {
    const [reply, answer] = [await get(path), await tool(name, args)];
    same(path, `${name} ${JSON.stringify(args)}`, reply.text, answer.text);
    return reply.json;
  }

  const members = [
    'company',
    'overall_score',
    'tier',
    'rank',
    'audit_date',
    'reaudit_due',
    'stale',
    'website',
    'fictional',
  ];
  /** What an object about the current audit of a company says, whichever of these members it has. */
  function sayCurrent(where: string, slug: string, of: Json): void {
    for (const name of members) if (name in of) say(where, `${slug} ${name}`, of[name]);
    for (const [id, pillar] of Object.entries((of.pillars ?? {}) as Record<string, Json>))
      say(where, `${slug} ${id}`, pillar.score);
    for (const [id, score] of Object.entries(of.pillar_scores ?? {})) say(where, `${slug} ${id}`, score);
    for (const { id, score, max, evidence } of of.criteria ?? []) {
      say(where, `${slug} ${id}`, score);
      if (max !== undefined) say(where, `${slug} ${id} max`, max);
      if (evidence !== undefined) say(where, `${slug} ${id} evidence`, evidence);
    }
  }

  const { json: index } = await get('/api/audits/index.json');
  const slugs: string[] = index.audits.map(({ slug }: { slug: string }) => slug);
  const scores: number[] = index.audits.map(({ overall_score }: { overall_score: number }) => overall_score);
  say('index.json', 'count', slugs.length);
  say('index.json', 'count', index.count);
  const real = index.audits.filter(({ fictional }: Json) => !fictional);
  const ranked = real.length ? real.map(({ overall_score }: Json) => overall_score) : scores;
  for (const entry of index.audits) {
    sayCurrent('index.json', entry.slug, entry);
    if (!entry.fictional || !real.length)
      say(
        'the order of index.json',
        `${entry.slug} rank`,
        1 + ranked.filter((score: number) => score > entry.overall_score).length,
      );
  }
  const { evidence, proven, changes, pastDay } = otherMoments(
    { read: (path) => call(url, 'GET', path), get, tool, twin, say, same },
    slugs,
  );
  await lists();
  for (const slug of slugs) await company(slug);
  await together();
  await watched();
  await changes();
  for (const day of days) await pastDay(day);
  if (made) await dataset();
  return { ...count, disagreements };

  /** The lists of both doors, whole and in parts. */
  async function lists(): Promise<void> {
    const fields = ['brief', 'pillar_scores', 'audit_date', 'reaudit_due', 'stale', 'website', 'P1-A', 'P3-D', 'P5-D'];
    const all = await twin(`/api/audits?limit=1000&fields=${fields.join(',')}`, 'list_audits', { limit: 1000, fields });
    say('list_audits', 'count', all.total);
    for (const entry of all.audits) {
      sayCurrent('list_audits', entry.slug, entry);
      for (const id of ['P1-A', 'P3-D', 'P5-D']) say('list_audits', `${entry.slug} ${id}`, entry[id]);
    }
    same(
      'index.json',
      'list_audits',
      JSON.stringify(index.audits),
      JSON.stringify((await tool('list_audits', { limit: 1000 })).json.audits),
    );
    for (const tier of ['Agent-Ready', 'Emerging', 'Human-Dependent', 'Agent-Invisible']) {
      const { audits, total } = await twin(`/api/audits?tier=${tier}&limit=1000`, 'list_audits', { tier, limit: 1000 });
      say('list_audits with a tier', `in ${tier}`, total);
      say('index.json', `in ${tier}`, index.audits.filter((entry: Json) => entry.tier === tier).length);
      for (const entry of audits) say(`list_audits, ${tier}`, `${entry.slug} tier`, tier);
    }
    const stale = await twin('/api/audits?stale=true&limit=1000&fields=slug', 'list_audits', {
      stale: true,
      limit: 1000,
      fields: ['slug'],
    });
    const past = new Set(stale.audits.map(({ slug }: Json) => slug));
    for (const slug of slugs) say('list_audits with stale', `${slug} stale`, past.has(slug));
  }

  /** Every document of one company. */
  async function company(slug: string): Promise<void> {
    const at = `/api/audits/${slug}`;
    const record: AuditRecord = await twin(`${at}.json`, 'get_audit', { slug });
    sayCurrent(`${slug}.json`, slug, record);
    const sum = Object.values(record.pillars).reduce((total, { score }) => total + score, 0);
    say(`the pillars of ${slug}.json`, `${slug} overall_score`, sum);
    sayCurrent(`${slug}/brief.json`, slug, await twin(`${at}/brief.json`, 'get_audit', { slug, view: 'brief' }));
    for (const pillar of Object.keys(record.pillars)) {
      const part = await twin(`${at}/${pillar}.json`, 'get_audit', { slug, pillar });
      sayCurrent(`${slug}/${pillar}.json`, slug, part);
      const text = (await get(`/audits/${slug}.md?pillar=${pillar}`)).text;
      for (const { id, score, max } of part.criteria)
        say(
          `${slug}.md?pillar=${pillar}`,
          `${slug} ${id}`,
          new RegExp(`${id}[^\\n]*?\\b${score}(?: of |/)${max}`).test(text) ? score : undefined,
        );
    }
    sayCurrent(`${slug}/plan`, slug, await twin(`${at}/plan`, 'get_audit', { slug, view: 'plan' }));
    const history = await twin(`${at}/history.json`, 'get_audit', { slug, history: true });
    const newest = history.audits.at(-1);
    sayCurrent(`${slug}/history.json`, slug, newest);
    for (const past of history.audits) await pastAudit(slug, past);
    await pages(slug, record);
    say(`${slug}/proof.json`, `${slug} audit_date`, (await proven(`${at}/proof.json`, slug, {})).audit_date);
    const replies = await twin(`${at}/replies.json`, 'get_audit', { slug, view: 'replies' });
    sayCurrent(`${slug}/replies.json`, slug, { company: replies.company, fictional: replies.fictional });
    const sources = await evidence(at, slug);
    if (sources) sayCurrent(`${slug}/evidence.json`, slug, sources);
  }

  async function pastAudit(slug: string, past: Json): Promise<void> {
    const { json } = await get(`/api/audits/${slug}/${past.audit_date}.json`);
    const where = `${slug}/${past.audit_date}`;
    for (const name of ['overall_score', 'tier', 'audit_date']) {
      say('history.json', `${where} ${name}`, past[name]);
      say(`${where}.json`, `${where} ${name}`, json?.[name]);
    }
    for (const { id, score } of past.criteria) say('history.json', `${where} ${id}`, score);
    for (const { id, score } of json?.criteria ?? []) say(`${where}.json`, `${where} ${id}`, score);
    for (const [path, accept] of [
      [`/audits/${slug}/${past.audit_date}`, 'text/html'],
      [`/audits/${slug}/${past.audit_date}.md`, '*/*'],
    ] as const)
      say(path, `${where} overall_score`, shownScore((await get(path, accept)).text));
  }

  /** What people and image readers see. */
  async function pages(slug: string, { rank, overall_score, tier }: AuditRecord): Promise<void> {
    const html = (await get(`/audits/${slug}`, 'text/html')).text;
    say(`/audits/${slug}`, `${slug} overall_score`, shownScore(html));
    say(`/audits/${slug}`, `${slug} rank`, Number(/<dd>(\d+) of \d+<\/dd>/.exec(html)?.[1]) || rank);
    const text = (await get(`/audits/${slug}.md`)).text;
    say(`/audits/${slug}.md`, `${slug} overall_score`, shownScore(text));
    say(`/audits/${slug}.md`, `${slug} rank`, Number(/^- Rank: (\d+) of/m.exec(text)?.[1]) || rank);
    say(`/audits/${slug}.md`, `${slug} tier`, /of 100, ([A-Z][\w-]+)/.exec(text)?.[1]);
    const badge = (await get(`/badge/${slug}.svg`)).text;
    say(
      `/badge/${slug}.svg`,
      `${slug} overall_score`,
      badge.includes(`is ${tier} with ${overall_score} of 100`) ? overall_score : badge,
    );
    const board = (await get('/', 'text/html')).text;
    say('/', `${slug} is listed`, board.includes(`/audits/${slug}"`));
    say('/index.md', `${slug} is listed`, (await get('/index.md')).text.includes(`/audits/${slug}.md`));
    say('/sitemap.xml', `${slug} is listed`, (await get('/sitemap.xml')).text.includes(`/audits/${slug}<`));
  }

  /** Companies beside one another. */
  async function together(): Promise<void> {
    for (let from = 0; from + 1 < slugs.length; from += 4) {
      const some = slugs.slice(from, from + 4);
      const list = some.join(',');
      const criteria = ['P1-B', 'P4-A'];
      const parts = await twin(`/api/audits?slugs=${list}&criteria=${criteria.join(',')}`, 'get_audit', {
        slugs: some,
        criteria,
      });
      for (const part of parts.audits) sayCurrent('get_audit with slugs', part.slug, part);
      const briefs = await twin(`/api/audits?slugs=${list}`, 'get_audit', { slugs: some });
      for (const part of briefs.audits) sayCurrent('briefs of several', part.slug, part);
      if (some.length < 2) continue;
      const text = (await get(`/compare.md?slugs=${list}&criteria=P1-B`)).text;
      const points = [...(/^\| P1-B .*$/m.exec(text)?.[0] ?? '').matchAll(/\| (\d+)\/\d+ /g)].map(([, one]) =>
        Number(one),
      );
      for (const [at, slug] of some.entries()) say('compare.md', `${slug} P1-B`, points[at]);
    }
  }

  /** What a registration that watches all companies reads. */
  async function watched(): Promise<void> {
    const me = (await get('/api/agent/me')).json;
    for (const watch of me.watches) sayCurrent('/api/agent/me', watch.slug, watch);
    const digest = (await get('/api/agent/digest')).json;
    for (const { slug, company, score_now, tier_now, rank, stale, reaudit_due } of digest.companies)
      sayCurrent('/api/agent/digest', slug, {
        company,
        overall_score: score_now,
        tier: tier_now,
        rank,
        stale,
        reaudit_due,
      });
    const tools = [await tool('my_audit_history', { api_key: key }), await tool('my_digest', { api_key: key })];
    same('/api/agent/me', 'my_audit_history', JSON.stringify(me.watches), JSON.stringify(tools[0]?.json.watches));
    same('/api/agent/digest', 'my_digest', JSON.stringify(digest.companies), JSON.stringify(tools[1]?.json.companies));
    say('/api/agent/me', 'watched', me.watches.length);
    say('/api/agent/digest', 'watched', digest.watching);
  }

  /** The newest dataset. */
  async function dataset(): Promise<void> {
    const reply = await fetch(`${url}/dataset/latest/audits.ndjson.zst`);
    count.documents += 1;
    if (reply.status !== 200) return void disagreements.push(`the dataset: ${reply.status}`);
    const lines = zstdDecompressSync(Buffer.from(await reply.arrayBuffer()))
      .toString()
      .split('\n')
      .slice(0, -1);
    for (const line of lines) {
      const { record, current, rank } = JSON.parse(line);
      if (current) sayCurrent('the dataset', record.slug, { ...record, rank });
    }
  }
}

/** The score that a page or its twin begins with. */
const shownScore = (text: string) =>
  Number(/<p class="total"><b>(\d+)<\/b>/.exec(text)?.[1] ?? /(\d+) of 100/.exec(text)?.[1] ?? Number.NaN);

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return `${JSON.stringify(one.slice(Math.max(0, at - 30), at + 40))}, ${JSON.stringify(other.slice(Math.max(0, at - 30), at + 40))}`;
}
