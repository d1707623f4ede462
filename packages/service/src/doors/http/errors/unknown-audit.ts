import { noAudit, noSources, notListed, unknownSlug } from '../../../catalogue/search/nearest.ts';
import type { Entry, Snapshot } from '../../../catalogue/snapshot.ts';
import { caching } from '../../../documents/caching.ts';
import { ownText } from '../../../documents/own-text.ts';
import { type Fault, problem } from '../../../domain/fault.ts';
import type { NotFound } from '../documents/documents.ts';
import type { Constant } from '../documents/representation.ts';
import { nearbyAddress } from './nearby.ts';
import { missing } from './nothing-here.ts';

/** The share of the processor's time that suggestions may take, and the milliseconds that are saved up while none are made. */
const SHARE = 0.03;
const SAVED_MS_MAX = 25;
/** Unknown slugs whose replies are kept, at most. */
const KEPT_MAX = 1_000;

/**
 * The 404 of a document of a company that does not exist (spec 7, decisions 4 and 71), with the nearest slugs, and the 410
 * of one that was retracted (decision 100).
 *
 * Guesses must stay cheap to answer, for anonymous callers in any number. So a reply is made once per unknown slug and
 * snapshot, all slugs without suggestions share one, and where making them would take more than a small share of the
 * time, a new slug gets that one too.
 *
 * @param moved says where an address leads that names a company otherwise; asked once for each reply that is kept
 */
export function unknownAudit(base_url: string, current: () => Snapshot, moved: NotFound): NotFound {
  const reply = (fault: Fault): Constant => {
    const body = problem(fault, base_url);
    return {
      status: body.status,
      content_type: 'application/problem+json; charset=utf-8',
      body: Buffer.from(JSON.stringify(body)),
      headers: { 'cache-control': caching.none },
    };
  };
  const plain = reply(noAudit());
  const inBudget = workBudget();
  const kept = new Map<string, Constant>();
  let kept_for: Snapshot | undefined;

  function suggesting(snapshot: Snapshot, slug: string): Constant {
    return keep(slug, unknownSlug(snapshot, slug));
  }

  function keep(slug: string, fault: Fault): Constant {
    const made = fault.message === noAudit().message ? plain : reply(fault);
    if (kept.size >= KEPT_MAX) kept.clear();
    if (slug.length <= 64) kept.set(ownText(slug), made);
    return made;
  }

  /** What is not there of a company that is. */
  const noDocument = (path: string, slug: string, slash: number, { pillar_scores }: Entry): Constant => {
    const own = `${FOLDER}${slug}`;
    const sign = nearbyAddress('GET', `${own}${path.slice(slash, -'.json'.length)}`);
    // What an address in small letters, or of one criterion, probably means; what was asked for is no sign.
    if (sign !== undefined && !sign.endsWith(` ${path}`))
      return reply(missing('This company has no such document.', sign));
    if (/\/\d{4}-\d{2}-\d{2}\.json$/.test(path))
      return reply(missing('This company has no audit of this date.', `Its audits: ${own}/history.json`));
    if (/\/P\d+\.json$/.test(path)) {
      const pillars = Object.keys(pillar_scores).map((id) => `${own}/${id}.json`);
      return reply(missing('This audit has no such pillar.', `Its pillars: ${pillars[0]} to ${pillars.at(-1)}`));
    }
    return reply(missing(`This company has no such document. ${DOCUMENTS}`, `The whole record: ${own}.json`));
  };

  return (path, query) => {
    const inside = path.startsWith(FOLDER) && path.endsWith('.json');
    const slash = inside ? path.indexOf('/', FOLDER.length) : -1;
    const slug = path.slice(FOLDER.length, slash < 0 ? -'.json'.length : slash);
    if (!inside || slug === '' || (slash >= 0 && path.indexOf('/', slash + 1) >= 0)) return moved(path, query);
    const snapshot = current();
    if (kept_for !== snapshot) {
      kept.clear();
      kept_for = snapshot;
    }
    const known = kept.get(slug);
    if (known) return known;
    const redirect = moved(path, query);
    if (redirect) return redirect;
    // Read from the database when it is asked for (decision 141).
    const entry = slash >= 0 ? snapshot.entry(slug) : undefined;
    if (entry && path.endsWith(PROOF)) return undefined;
    if (entry && path.endsWith(RECEIPTS)) return reply(noSources(slug));
    if (entry) return noDocument(path, slug, slash, entry);
    // Costs nothing, and must not depend on how many guesses there are.
    if (snapshot.former_slugs.has(slug)) return keep(slug, notListed(snapshot, slug));
    return inBudget(() => suggesting(snapshot, slug)) ?? plain;
  };
}

const FOLDER = '/api/audits/';
const PROOF = '/proof.json';
const RECEIPTS = '/evidence.json';
const DOCUMENTS =
  'It has brief.json, history.json, replies.json, plan, one per pillar, such as P1.json, and one per date in history.json.';

/**
 * A function that does work while there is processor time left for it; otherwise it returns undefined and does nothing. What others of the
 * machine take meanwhile is not counted.
 */
function workBudget(): <Made>(work: () => Made) => Made | undefined {
  let left = SAVED_MS_MAX;
  let since = performance.now();
  return (work) => {
    const now = performance.now();
    left = Math.min(SAVED_MS_MAX, left + (now - since) * SHARE);
    since = now;
    if (left <= 0) return undefined;
    const before = process.threadCpuUsage();
    const made = work();
    const { user, system } = process.threadCpuUsage(before);
    left -= (user + system) / 1_000;
    return made;
  };
}
