import { createHash } from 'node:crypto';
import { TILE_WIDTH, tilePath, tilesOf } from '@readymark/tlog/tiles';
import { historyPath, pastAuditPath, receiptsPath, viewPath } from '../../../catalogue/families/company-documents.ts';
import { INDEX_PATH } from '../../../catalogue/families/index-document.ts';
import { repliesPath } from '../../../catalogue/families/replies-document.ts';
import { notListed } from '../../../catalogue/search/nearest.ts';
import type { Listed, Snapshot } from '../../../catalogue/snapshot.ts';
import type { Document } from '../../../documents/document.ts';
import {
  type BoardContents,
  type BoardDocument,
  type BoardLine,
  rankEnd,
  rankLead,
} from '../../../domain/board/board.ts';
import { problem } from '../../../domain/fault.ts';
import { detailPath, rankAmong } from '../../../domain/leaderboard.ts';
import { LOG_FOLDER, proofPath } from '../../../domain/public-log/addresses.ts';
import { dealt, numbered, shortHash, siteGroup } from '../../../operations/board/groups.ts';
import type { Board, BoardGroup } from '../../../operations/board/publish-board.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { version } from '../../../settings.ts';
import type { AboutTools } from '../discovery/catalogs.ts';
import { addresses, type Listing } from '../discovery/listing.ts';
import { assetDocuments } from '../html/assets.ts';
import { KEYS_PATH, keysDocument, logDocument, proofDocument, signedHead } from '../public-log/log-documents.ts';
import { HTML } from './exported-documents.ts';
import { openPublicDocuments } from './public-documents.ts';
import type { Site } from './site.ts';

/** As many companies are in one group, about: its documents are written again when one of them changes. */
const COMPANIES_OF_GROUP = 24;

/**
 * The whole public board as groups of documents (decision 214), each with what its documents follow from, so that a publication costs what
 * it changes.
 *
 * @returns undefined while nothing is signed
 */
export function openBoard(ctx: Context, operations: readonly Operation[], about: AboutTools, site: Site) {
  const { pagesOf, siteGroups } = exportedSite(ctx, operations, about, site);
  const { ownOf, followsOf } = openFollowed();

  return async (): Promise<Board | undefined> => {
    const head = await signedHead(ctx);
    if (!head) return undefined;
    const snapshot = ctx.catalogue.current();
    const keys = Buffer.from((await keysDocument(ctx)).bodies.identity).toString();
    const checkpoint = Buffer.from(head.document.bodies.identity).toString();
    const ranks = ranksOf(snapshot);
    return {
      ...{ publication: snapshot.version, program: version, checkpoint, keys, ranks },
      index_head: headOfIndex(snapshot),
      groups(before) {
        const spread = spreadOf(snapshot.count, before);
        const groups = [
          ...logGroups(ctx, head, checkpoint + keys),
          ...companyGroups(snapshot, spread, ranks, keys),
          ...indexGroups(snapshot, ranks, (company) => ownOf(snapshot, company)),
          formerGroup(snapshot),
          ...siteGroups(snapshot),
        ];
        return { spread, groups };
      },
    };
  };

  function* companyGroups(
    snapshot: Snapshot,
    buckets: number,
    ranks: BoardContents['ranks'],
    keys: string,
  ): Generator<BoardGroup> {
    const dealt_companies = Array.from({ length: buckets }, (): Listed[] => []);
    for (const company of snapshot.companies) dealt_companies[dealt(company.slug, buckets)]?.push(company);
    const today = ctx.now().toISOString().slice(0, 10);
    for (const [at, companies] of dealt_companies.entries()) {
      companies.sort((a, b) => (a.slug < b.slug ? -1 : 1));
      const parts = companies.map((company) => followsOf(snapshot, company, today));
      const follows = shortHash(JSON.stringify([version, shortHash(keys), parts]));
      const number = numbered(at);
      yield {
        name: `companies/${number}`,
        follows,
        async content() {
          const lines: BoardLine[] = [];
          for (const company of companies) lines.push(...(await documentsOf(snapshot, company, ranks)));
          return { lines };
        },
      };
      yield {
        name: `pages/${number}`,
        // Pages name themselves by their whole addresses.
        follows: shortHash(follows + ctx.settings.BASE_URL),
        renewed: String(snapshot.version),
        content: () => ({ lines: companies.flatMap((company) => [...pagesOf(snapshot, company)]) }),
      };
    }
  }

  async function documentsOf(snapshot: Snapshot, company: Listed, ranks: BoardContents['ranks']): Promise<BoardLine[]> {
    const { slug, overall_score, pillar_scores } = company;
    const rank = ranks[overall_score] ?? 0;
    const paths = [
      detailPath(slug),
      historyPath(slug),
      ...['brief', ...Object.keys(pillar_scores)].map((view) => viewPath(slug, view)),
      ...snapshot.publicAuditsOf(company).map(({ audit_date }) => pastAuditPath(slug, audit_date)),
      receiptsPath(slug),
      repliesPath(slug),
    ];
    const lines = paths.flatMap((path) => {
      const document = snapshot.document(path);
      return document ? [lineOf(path, document, { score: overall_score, rank })] : [];
    });
    const proof = await proofDocument(ctx, slug);
    return proof ? [...lines, lineOf(proofPath(slug), proof)] : lines;
  }

  function formerGroup(snapshot: Snapshot): BoardGroup {
    const { BASE_URL } = ctx.settings;
    const lines = [...snapshot.former_slugs.keys()].sort().flatMap((slug): BoardLine[] => {
      const found = snapshot.former(slug);
      if (!found || snapshot.entry(slug)) return [];
      if ('moved_to' in found) return [{ former: slug, moved_to: found.moved_to }];
      return [{ former: slug, gone: JSON.stringify(problem(notListed(snapshot, slug), BASE_URL)) }];
    });
    return { name: 'former', follows: shortHash(JSON.stringify(lines)), content: () => ({ lines }) };
  }
}

/** What the documents of companies follow from. */
function openFollowed() {
  /** As long as it is the same object in every snapshot. */
  const followed = new WeakMap<Listed, string>();

  function followsOf(snapshot: Snapshot, company: Listed, today: string): string {
    const replies = snapshot.replies(company.slug);
    const corrections = snapshot.corrections(company.slug);
    const stale = company.reaudit_due < today;
    const own = ownOf(snapshot, company);
    return replies.length || corrections.length || stale
      ? shortHash(JSON.stringify([own, replies, corrections, stale]))
      : own;
  }

  /** What a company's own audits are, whatever its rank: companies are the same objects as long as these are the same. */
  function ownOf(snapshot: Snapshot, company: Listed): string {
    let own = followed.get(company);
    if (own === undefined) {
      own = shortHash(
        JSON.stringify([
          snapshot.json(company).replace(leadOfEntry, ''),
          snapshot.stored(company).key,
          snapshot.publicAuditsOf(company),
        ]),
      );
      followed.set(company, own);
    }
    return own;
  }

  return { ownOf, followsOf };
}

/** The pages and documents of the site itself and those of its companies, as they are listed. */
function exportedSite(ctx: Context, operations: readonly Operation[], about: AboutTools, site: Site) {
  const { lookup, pages } = openPublicDocuments(ctx, operations, about, site);
  const documentAt = (path: string) => lookup(path, HTML, '') ?? pages.draw(path, HTML, '');
  const exported = [...site.documents, ...site.pages].filter((listing) => listing.exported === true);
  const of_companies = exported.filter(({ path }) => path.includes('{slug}'));
  const of_site = exported.filter((listing) => !of_companies.includes(listing));

  function* pagesOf(snapshot: Snapshot, { slug }: Listed): Generator<BoardDocument> {
    const dates = snapshot.publicAudits(slug).map(({ audit_date }) => audit_date);
    for (const listing of of_companies) {
      const whole = listing.path.replace('{slug}', slug);
      const of_company = listing.path.includes('{date}') ? dates.map((date) => whole.replace('{date}', date)) : [whole];
      for (const address of of_company) yield* written(listing, address);
    }
  }

  function* siteGroups(snapshot: Snapshot): Generator<BoardGroup> {
    for (const [path, document] of assetDocuments) yield groupOf(path, document);
    for (const listing of of_site)
      for (const { address } of addresses(listing, snapshot))
        for (const path of pathsOf(listing, address)) {
          const document = documentAt(path);
          if (document) yield groupOf(path, document);
        }
    for (const version of ctx.rubrics.keys()) {
      const path = `/api/rubrics/${version}.json`;
      const document = snapshot.document(path);
      if (document) yield groupOf(path, document);
    }
  }

  function* written(listing: Listing, address: string): Generator<BoardDocument> {
    for (const path of pathsOf(listing, address)) {
      const document = documentAt(path);
      if (document) yield lineOf(path, document);
    }
  }

  return { pagesOf, siteGroups };
}

/** A document that is a group of its own. */
const groupOf = (path: string, document: Document): BoardGroup => ({
  name: siteGroup(path),
  follows: document.tag,
  content: () => ({ lines: [lineOf(path, document)] }),
});

type SignedHead = NonNullable<Awaited<ReturnType<typeof signedHead>>>;

const pathsOf = (listing: Listing, address: string): string[] => [
  address,
  ...(listing.twin ? [listing.twin(address)] : []),
  ...(listing.aliases ?? []),
];

/** The files of the log: full ones never change, and the rest is one group, the checkpoint last. */
function* logGroups(ctx: Context, { size, document: head }: SignedHead, newest: string): Generator<BoardGroup> {
  const lineAt = async (path: string): Promise<BoardLine[]> => {
    const document = await logDocument(ctx, path, size);
    return document ? [lineOf(path, document)] : [];
  };
  const unfinished: string[] = [];
  for (const name of tilesOf(size)) {
    const path = `${LOG_FOLDER}${tilePath(name)}`;
    if (name.width < TILE_WIDTH) unfinished.push(path);
    else
      yield {
        name: `log${path.slice(LOG_FOLDER.length - 1)}`,
        follows: 'full',
        content: async () => ({ lines: await lineAt(path) }),
      };
  }
  yield {
    name: 'log/newest',
    follows: shortHash(newest),
    async content() {
      const lines: BoardLine[] = [];
      for (const path of unfinished) lines.push(...(await lineAt(path)));
      return { lines: [...lines, lineOf(KEYS_PATH, await keysDocument(ctx)), lineOf(`${LOG_FOLDER}checkpoint`, head)] };
    },
  };
}

/** The entries of the index by score, without their ranks. They are made only where a company of the score changed. */
function* indexGroups(
  snapshot: Snapshot,
  ranks: BoardContents['ranks'],
  ownOf: (company: Listed) => string,
): Generator<BoardGroup> {
  const by_score = Map.groupBy(snapshot.companies, ({ overall_score }) => overall_score);
  for (const [score, companies] of by_score) {
    const lead = rankLead(ranks[score] ?? 0);
    const hash = createHash('sha256');
    for (const company of companies) hash.update(ownOf(company));
    yield {
      name: `index/${score}`,
      follows: hash.digest('base64url').slice(0, 22),
      content: () => ({ entries: companies.map((company) => snapshot.json(company).slice(lead.length)) }),
    };
  }
}

/** The index up to its entries, as its document has it. */
function headOfIndex(snapshot: Snapshot): string {
  const document = snapshot.document(INDEX_PATH);
  const pieces = document?.in_pieces?.pieces() ?? [document?.bodies.identity ?? new Uint8Array()];
  for (const first of pieces) {
    const text = Buffer.from(first.subarray(0, 4_096)).toString('latin1');
    return text.slice(0, text.indexOf('"audits":[') + '"audits":['.length);
  }
  return '';
}

const leadOfEntry = /^\{"rank":\d+,/;

function ranksOf({ companies, scores }: Snapshot): BoardContents['ranks'] {
  const all = new Set(companies.map(({ overall_score }) => overall_score));
  return Object.fromEntries([...all].sort((a, b) => b - a).map((score) => [score, rankAmong(scores, score)]));
}

/** Into how many groups so many companies are dealt: as before while that fits, because another number writes all of them anew. */
function spreadOf(companies: number, before: number | undefined): number {
  const fits = (groups: number) =>
    companies <= groups * COMPANIES_OF_GROUP * 2 && companies * 4 >= groups * COMPANIES_OF_GROUP;
  if (before !== undefined && (fits(before) || (before === 1 && companies <= COMPANIES_OF_GROUP * 2))) return before;
  return Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(1, companies / COMPANIES_OF_GROUP))));
}

/** A document as a line. Where it ends with the rank of its score, the end is left out. */
function lineOf(path: string, document: Document, by?: { score: number; rank: number }): BoardDocument {
  const { content_type: type, modified, bodies } = document;
  const of = { path, type, modified: modified.toISOString() };
  const bytes = Buffer.from(bodies.identity);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) return { ...of, base64: bytes.toString('base64') };
  const end = by && rankEnd(by.rank);
  return by && end !== undefined && text.endsWith(end)
    ? { ...of, text: text.slice(0, -end.length), score: by.score }
    : { ...of, text };
}
