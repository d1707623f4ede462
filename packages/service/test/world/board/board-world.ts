import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Audit } from '@readymark/rubric/audit/audit';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { boardKey, boardSource } from '../../../src/cli/board/board-source.ts';
import { openBoardAt } from '../../../src/main.ts';
import { type EdgeOutcome, openEdge } from '../../../src/operations/board/edge/edge.ts';
import { type Files, openFiles } from '../../../src/operations/board/edge/files.ts';
import { type BoardOutcome, publishBoard } from '../../../src/operations/board/publish-board.ts';
import type { Context } from '../../../src/operations/context.ts';
import { readSettings } from '../../../src/settings.ts';
import { readymark, temporaryFolder } from '../readymark.ts';
import { type S3Store, s3Store } from '../s3/store.ts';
import { type TestContext, testContext } from '../service.ts';

/** A company with so many points for each criterion. */
export const company = (slug: string, scores: number): Audit =>
  exampleAudit({ slug, company: `Company ${slug}`, scores });

type BoardStore = S3Store & { to: string };

/** A node that signs. */
export async function signing(env: Record<string, string> = {}): Promise<TestContext> {
  const ctx = await testContext('sqlite', env);
  await ctx.signer.begin();
  return ctx;
}

/** A store with a place for a board. */
export async function boardStore(options?: { compares: boolean }): Promise<BoardStore> {
  const s3 = await s3Store('readymark', options);
  return Object.assign(s3, { to: s3.env.BLOB_URL.replace('/blobs', '/public') });
}

/** The place of a board, with pauses that take no time. */
export async function placeOf({ env, to }: BoardStore) {
  const place = await openBoardAt(readSettings(env), to, async () => {});
  assert.ok(place);
  return place;
}

/** A writer of a context, as `export --to` is one: a pass publishes what is new. */
export async function writerOf(ctx: Context, store: BoardStore) {
  const place = await placeOf(store);
  const boardOf = await boardSource(ctx, ctx.features);
  const memory = {};
  return {
    place,
    async pass(renew_max = Number.POSITIVE_INFINITY, sweep = false): Promise<BoardOutcome> {
      await ctx.catalogue.refresh();
      await ctx.watch_stats.refresh();
      const key = () => boardKey(ctx);
      return publishBoard(place, boardOf, {
        now: ctx.now,
        newId: () => ctx.newId('part'),
        key,
        renew_max,
        memory,
        sweep,
      });
    },
  };
}

/** An edge in a new folder, or one that goes on in a folder; `of` may break its files. */
export async function edgeOf(
  store: BoardStore,
  folder = join(temporaryFolder('readymark-edge-'), 'board'),
  of: (files: Files) => Files = (files) => files,
  keys: readonly string[] = [],
) {
  const edge = await openEdge(await placeOf(store), of(openFiles(folder)), keys);
  /** One look, and what follows from it. */
  async function step(): Promise<EdgeOutcome> {
    const first = await edge.step();
    let files = first.files;
    for (let { waiting } = first; waiting > 0; ) {
      const more = await edge.step();
      files += more.files;
      waiting = more.waiting;
    }
    return { ...first, files };
  }
  return { folder, site: join(folder, 'site'), look: () => edge.step(), step };
}

/** All files of a folder with their bytes, but `.gz`. */
export function filesIn(folder: string): Map<string, Buffer> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.endsWith('.gz'))
    .map((one) => join(one.parentPath, one.name));
  return new Map(all.sort().map((file) => [file.slice(folder.length), readFileSync(file)]));
}

/** Every score, entry and rank of a folder is checked, as anybody checks it. */
export async function assertSound(site: string): Promise<void> {
  const { out, err } = await readymark(['verify', site, '--json'], {});
  assert.equal(out && JSON.parse(out).sound, true, out + err);
}
