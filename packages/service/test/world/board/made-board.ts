import { checkpointText } from '@readymark/tlog/checkpoint';
import { type SigningKey, signingKey, signNote } from '@readymark/tlog/note';
import {
  BOARD_FORMAT,
  type BoardContents,
  type BoardLine,
  type BoardPointer,
} from '../../../src/domain/board/board.ts';
import { signPointer } from '../../../src/domain/board/signed-pointer.ts';
import { dealt, numbered, shortHash, siteGroup } from '../../../src/operations/board/groups.ts';
import { type GroupContent, type PackedPart, packGroup, packJson } from '../../../src/operations/board/parts.ts';
import { type Board, type BoardGroup, publishBoard } from '../../../src/operations/board/publish-board.ts';
import type { BoardPlace } from '../../../src/store/blobs/open-board-place.ts';

/** Boards that are made without a database: a log with a key, some companies with their scores, former slugs and pages. */
export const key = signingKey('readymark.example/log', Buffer.alloc(32, 7));
const keysOf = (...keys: SigningKey[]) =>
  JSON.stringify({ keys: keys.map(({ verifier }) => ({ key: verifier.text })) });
const checkpointOf = (size: number, signer = key) =>
  signNote(checkpointText({ origin: signer.name, size, root: Buffer.alloc(32, size) }), [signer]);

/** What a made board shows: companies by slug, slugs that are no more, and pages by path. */
export type Shown = {
  companies: Record<string, { score: number; text: string }>;
  former: Record<string, { moved_to?: string; gone?: string }>;
  pages: Record<string, string>;
};

const MODIFIED = '2026-11-20T09:30:00.000Z';
const INDEX_HEAD = '{"audits":[';
const SPREAD = 4;

function ranksOf({ companies }: Shown): BoardContents['ranks'] {
  const scores = Object.values(companies).map(({ score }) => score);
  return Object.fromEntries(scores.map((score) => [score, 1 + scores.filter((other) => other > score).length]));
}

/** The groups of what is shown; each follows from its content. */
function groupsOf(shown: Shown, size: number): BoardGroup[] {
  const group = (name: string, content: GroupContent): BoardGroup => ({
    name,
    follows: shortHash(JSON.stringify(content)),
    content: () => content,
  });
  const line = (path: string, text: string, type = 'application/json'): BoardLine => ({
    path,
    type,
    modified: MODIFIED,
    text,
  });
  const slugs = Object.keys(shown.companies).sort();
  const scores = [...new Set(Object.values(shown.companies).map(({ score }) => score))];
  const of = (slug: string) => shown.companies[slug] ?? { score: 0, text: '' };
  return [
    group('log/newest', { lines: [line('/log/checkpoint', checkpointOf(size), 'text/plain')] }),
    ...Array.from({ length: SPREAD }, (_, at) =>
      group(`companies/${numbered(at)}`, {
        lines: slugs
          .filter((slug) => dealt(slug, SPREAD) === at)
          .map((slug) => ({
            ...line(`/api/audits/${slug}.json`, JSON.stringify({ slug, text: of(slug).text }).slice(0, -1)),
            score: of(slug).score,
          })),
      }),
    ),
    ...scores.map((score) =>
      group(`index/${score}`, {
        entries: slugs.filter((slug) => of(slug).score === score).map((slug) => `"slug":"${slug}"}`),
      }),
    ),
    group('former', { lines: Object.entries(shown.former).map(([former, what]) => ({ former, ...what })) }),
    ...Object.entries(shown.pages).map(([path, text]) =>
      group(siteGroup(path), { lines: [line(path, text, 'text/html')] }),
    ),
  ];
}

/** Publishes what is shown, as `export --to` does. */
export function publishMade(
  place: BoardPlace,
  shown: Shown,
  publication: number,
  {
    at = new Date('2026-11-20T10:00:00.000Z'),
    signer = key,
    ...more
  }: { at?: Date; signer?: SigningKey; sweep?: boolean } = {},
) {
  const board: Board = {
    ...{ publication, program: '1.0.0', checkpoint: checkpointOf(publication, signer), keys: keysOf(signer) },
    ...{ ranks: ranksOf(shown), index_head: INDEX_HEAD },
    groups: () => ({ spread: SPREAD, groups: groupsOf(shown, publication) }),
  };
  let ids = 0;
  return publishBoard(place, async () => board, {
    now: () => at,
    newId: () => `${at.getTime()}-${publication}-${++ids}`,
    key: async () => signer,
    renew_max: 0,
    ...more,
  });
}

/** What somebody puts into a store who may write there: any parts, any list and any pointer, signed with a key of theirs. */
export async function putAnything(
  { parts, pointer }: BoardPlace,
  {
    groups = [],
    contents = {},
    pointed = {},
    signer = key,
    changed = {},
  }: {
    groups?: readonly (readonly [string, GroupContent | PackedPart])[];
    contents?: object;
    /** Of the pointer, before it is signed, and after. */
    pointed?: Partial<BoardPointer>;
    changed?: object;
    signer?: SigningKey;
  },
): Promise<void> {
  const put = async (part: PackedPart) => {
    await parts.put(part.name, part.bytes);
    return part;
  };
  const made = String(Math.random());
  const listed: unknown[] = [];
  for (const [name, content] of groups) {
    const part = await put('bytes' in content ? content : await packGroup(content, made));
    listed.push([name, 'x', part.name, part.size]);
  }
  const whole = {
    format: BOARD_FORMAT,
    ranks: { 50: 1 },
    index_head: INDEX_HEAD,
    spread: SPREAD,
    groups: listed,
    dropped: [],
  };
  const list = await put(await packJson({ ...whole, ...contents }, made));
  const signed = signPointer(
    {
      ...{ format: BOARD_FORMAT, publication: 1, program: '1.0.0', stamp: 1_763_600_000, contents: list.name },
      ...{ contents_bytes: list.size, checkpoint: checkpointOf(1, signer), keys: keysOf(signer), ...pointed },
    },
    signer,
  );
  const before = await pointer.read();
  await pointer.replace(Buffer.from(JSON.stringify({ ...signed, ...changed })), before?.version);
}
