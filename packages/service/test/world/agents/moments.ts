import { leafHash } from '@readymark/tlog/tree';
import { canonicalJson } from '@readymark/verify';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the service, as another program reads it
type Json = any;

/** How the crawler reads and compares. */
type Doors = {
  /** Reads what may be missing. */
  read(path: string): Promise<{ status: number; json: Json }>;
  get(path: string): Promise<{ json: Json }>;
  tool(name: string, args: object): Promise<{ text: string; json: Json }>;
  twin(path: string, name: string, args: object): Promise<Json>;
  say(where: string, fact: string, value: unknown): void;
  same(where: string, what: string, one: string, other: string): void;
};

/** What the crawler compares of other moments and of the public log (decision 207). @param slugs of listed companies */
export function otherMoments({ read, get, tool, twin, say, same }: Doors, slugs: readonly string[]) {
  /** The points of the sources of an audit; undefined where both doors say that it has none. */
  async function evidence(at: string, slug: string): Promise<Json> {
    const { status, json } = await read(`${at}/evidence.json`);
    const args = { slug, view: 'evidence' };
    if (status === 200) {
      const { company, audit_date, criteria } = await twin(`${at}/evidence.json`, 'get_audit', args);
      return { company, audit_date, criteria: criteria.map(({ id, score }: Json) => ({ id, score })) };
    }
    same(`${at}/evidence.json`, 'get_audit', json.message, (await tool('get_audit', args)).json.message);
    return undefined;
  }

  /** What two doors say of where an audit is in the log, beside its whole proof. @returns the statement of the proof */
  async function proven(path: string, slug: string, then: { as_of?: string }): Promise<Json> {
    const { json: proof } = await get(path);
    const query = new URLSearchParams({ slugs: slug, proof: 'true', ...then });
    const [part] = (await twin(`/api/audits?${query}`, 'get_audit', { slugs: [slug], proof: true, ...then })).audits;
    const alone = await tool('get_audit', { slug, view: 'brief', proof: true, ...then });
    same('a brief of several', 'that of one', JSON.stringify(part), alone.text);
    const [, size, root] = proof.checkpoint.split('\n');
    const leaf = Buffer.from(leafHash(Buffer.from(canonicalJson(proof.statement)))).toString('base64');
    const place = JSON.stringify({ leaf, index: proof.index, size: Number(size), head: root, proof_json: path });
    same(path, 'proof: true', place, JSON.stringify(part.proof));
    return proof.statement;
  }

  /** The events of the feed, and what lists say that changed since some of them. */
  async function changes(): Promise<void> {
    const events: Json[] = [];
    for (let after = ''; ; ) {
      const { json } = await get(`/api/changes${after && `?after=${after}`}`);
      if (json.events.length === 0) break;
      events.push(...json.events);
      after = String(json.next);
    }
    const moved = new Map<string, string>(events.flatMap(({ was, slug }) => (was ? [[was, slug]] : [])));
    const now = (slug: string): string => (moved.has(slug) ? now(moved.get(slug) ?? '') : slug);
    const times = [...new Set(events.map(({ at }) => at))];
    for (const since of ['2020-01-01', ...times.slice(-3)]) {
      const list = await twin(`/api/audits?changed_since=${since}&limit=1000&fields=slug`, 'list_audits', {
        changed_since: since,
        limit: 1000,
        fields: ['slug'],
      });
      const expected = Map.groupBy(
        events.filter(({ at }) => at > since),
        ({ slug }) => now(slug),
      );
      for (const slug of slugs) {
        const entry = list.audits.find((one: Json) => one.slug === slug);
        const own = new Set(expected.get(slug)?.map(({ event }) => event));
        const changed = [...own].sort().join();
        say('/api/changes', `${slug} since ${since}, of ${events.length} events`, changed);
        say(
          'changed_since',
          `${slug} since ${since}, of ${events.length} events`,
          [...(entry?.changed ?? [])].sort().join(),
        );
      }
      const gone = [...expected].filter(([slug]) => !slugs.includes(slug)).map(([slug]) => slug);
      const named = (list.retracted ?? []).map(({ slug }: Json) => slug);
      same('/api/changes', `retracted since ${since}`, gone.sort().join(), named.sort().join());
    }
  }

  /** The board at the end of a past day, against the histories of today. */
  async function pastDay(day: string): Promise<void> {
    const { json: board } = await get(`/api/audits/as-of/${day}/index.json`);
    const list = await twin(`/api/audits?as_of=${day}&limit=1000`, 'list_audits', { as_of: day, limit: 1000 });
    same(`the index of ${day}`, 'list_audits', JSON.stringify(board.audits), JSON.stringify(list.audits));
    say(`the index of ${day}`, `retracted since ${day}, of ${slugs.length}`, board.retracted_since);
    say('list_audits', `retracted since ${day}, of ${slugs.length}`, list.retracted_since);
    for (const entry of board.audits) {
      const record = await twin(entry.detail_json, 'get_audit', { slug: entry.slug, as_of: day });
      const stated = await proven(entry.detail_json.replace('.json', '/proof.json'), entry.slug, { as_of: day });
      say(`the proof of ${day}`, `as of ${day}, ${entry.slug} audit_date`, stated.audit_date);
      say(`the record of ${day}`, `as of ${day}, ${entry.slug} audit_date`, record.audit_date);
      const where = `as of ${day}, ${entry.slug}`;
      for (const name of ['overall_score', 'tier', 'rank', 'company'])
        for (const [door, of] of [
          ['index', entry],
          ['record', record],
        ] as const)
          say(`the ${door} of ${day}`, `${where} ${name}`, of?.[name]);
    }
  }

  return { evidence, proven, changes, pastDay };
}
