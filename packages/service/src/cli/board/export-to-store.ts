import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import { signedHead } from '../../doors/http/public-log/log-documents.ts';
import { type BoardOutcome, publishBoard } from '../../operations/board/publish-board.ts';
import type { Context } from '../../operations/context.ts';
import { noteFailure } from '../../operations/failures.ts';
import { BlobFailure } from '../../store/blobs/blobs.ts';
import type { Cli } from '../define.ts';
import { line, type Output } from '../output.ts';
import { boardPlaceAt } from './board-place.ts';
import { boardKey, boardSource } from './board-source.ts';

/** How often a follower looks for a publication, and at the store when there was none. */
const LOOK_MS = 250;
const AGAIN_MS = 60_000;

/** Pages of companies say ranks and counts, which others change: so many groups of them are renewed in a minute (decision 214). */
const RENEWED_A_MINUTE = 60;

/** How often a follower looks for parts that no list names. */
const SWEEP_MS = 24 * 3_600_000;

/** After a failure a follower waits a second, then twice as long each time, at most so long. */
const PAUSE_MS_MAX = 30_000;

/** `readymark export --to`: writes the board to a store, once or until it is stopped (decision 214). */
export async function exportToStore(
  cli: Cli,
  output: Output,
  ctx: Context,
  { address, follow }: { address: string; follow: boolean },
): Promise<number> {
  const place = await boardPlaceAt(cli, address);
  try {
    const boardOf = await boardSource(ctx, cli.features);
    const memory = {};
    const key = () => boardKey(ctx);
    let swept = Number.NEGATIVE_INFINITY;
    const pass = async (renew_max: number, at?: (written: number) => void): Promise<BoardOutcome> => {
      await ctx.watch_stats.refresh();
      for (const { note } of cli.features) await note?.(ctx);
      const { now } = ctx;
      const newId = () => ctx.newId('part');
      const sweep = performance.now() - swept >= SWEEP_MS;
      const options = { now, newId, key, memory, renew_max, sweep, signal: cli.signal, ...(at && { at }) };
      const written = await publishBoard(place, boardOf, options);
      if (written.outcome === 'published' && sweep) swept = performance.now();
      return written;
    };
    if (!follow) return await once();
    return await until();

    async function once(): Promise<number> {
      await assertCompares();
      await ctx.catalogue.refresh();
      const bar = output.progress('objects');
      const written = await pass(Number.POSITIVE_INFINITY, bar.at).finally(bar.end);
      if (written.outcome === 'nothing') throw new Refusal('Nothing is published and signed yet.');
      report(written);
      return 0;
    }

    async function until(): Promise<number> {
      let compared = false;
      let failures = 0;
      let shown = '';
      let [looked, renewed] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
      while (!cli.signal.aborted) {
        try {
          if (!compared) await assertCompares();
          compared = true;
          await ctx.catalogue.refresh();
          const head = await signedHead(ctx);
          const newest = `${ctx.catalogue.current().version} ${head?.document.tag}`;
          const time = performance.now();
          if (newest !== shown || time - looked >= AGAIN_MS) {
            const renew = time - renewed >= AGAIN_MS;
            const written = await pass(renew ? RENEWED_A_MINUTE : 0);
            [shown, looked] = [newest, time];
            if (renew) renewed = time;
            if (written.outcome !== 'unchanged' && written.outcome !== 'nothing') report(written);
          }
          failures = 0;
        } catch (error) {
          if (cli.signal.aborted) break;
          if (error instanceof Refusal) throw error;
          failures += 1;
          const message = error instanceof BlobFailure ? error.message : 'the database does not answer as it should';
          output.result({ outcome: 'failed', message }, () => [
            line`${output.colour.red('failed')}  ${message}; trying again.`,
          ]);
          const detail = 'readymark export --follow fails; its output says why.';
          if (failures === 1) await noteFailure(ctx, 'export', { at: ctx.now(), detail }).catch(() => {});
        }
        await wait(failures ? Math.min(PAUSE_MS_MAX, 500 * 2 ** failures) : LOOK_MS, undefined, {
          signal: cli.signal,
        }).catch(() => {});
      }
      return 0;
    }

    /** Without comparing, two writers would overwrite one another. */
    async function assertCompares(): Promise<void> {
      if (!(await place.pointer.compares()))
        throw new Refusal(
          `${place.pointer.place}: its store writes without comparing (If-Match, If-None-Match), so two writers could overwrite one another, or does not know the ETag that it says; nothing was published. Use a store or a version of it that compares, and nothing between that changes ETags.`,
        );
    }

    function report(written: BoardOutcome): void {
      const { outcome, publication, writes, bytes, removed } = written;
      output.result({ to: place.pointer.place, ...written }, () => [
        outcome === 'published'
          ? line`${output.colour.green('published')}  publication ${publication} in ${place.pointer.place}: ${writes} objects, ${Math.ceil(bytes / 1024)} KiB${removed ? `, and ${removed} old ones removed` : ''}.`
          : outcome === 'older'
            ? line`${output.colour.yellow('older')}  ${place.pointer.place} shows publication ${publication}, which is newer than what this node has; it stays.`
            : line`${output.colour.green('unchanged')}  ${place.pointer.place} shows publication ${publication} already.`,
      ]);
    }
  } catch (error) {
    if (error instanceof BlobFailure) throw new Refusal(`${error.message}.`);
    throw error;
  } finally {
    await place.close();
  }
}
