import { stat } from 'node:fs/promises';
import { Refusal } from '@readymark/rubric/refusal';
import { type Key, parseKey, type Read, verifyScore } from '@readymark/verify';
import { type Cli, WrongUsage } from '../define.ts';
import type { Output } from '../output.ts';
import { demandOf } from './demanded-witnesses.ts';
import { type TrustOptions, trustOf } from './log-keys.ts';
import { scoreAtService, scoreAtUrl, scoreInFile, slugOf } from './score-place.ts';
import type { Further } from './shown-score.ts';
import { printVerdict } from './verdict.ts';
import { ownRubrics, verifyFolder } from './verify-folder.ts';

/** Files of entries behind a score that are read to see that nothing took its place: a quarter of a million entries. */
const BUNDLES_MAX = 1_000;

/** `readymark verify`: one score, a folder with all of them, or a dataset (decision 147). @returns the exit code */
export async function verify(
  cli: Cli,
  output: Output,
  target: string,
  { url, past, ...trust }: TrustOptions & { url?: string; past: boolean },
): Promise<number> {
  const { keys: given, demanded: wanted } = trustOf(trust);
  const keys = await Promise.all(given.map(keyOf));
  const remote = /^https?:\/\//i.test(target);
  const kind = remote ? undefined : await stat(target).catch(() => undefined);
  if (url !== undefined && (remote || kind)) throw new WrongUsage('--url goes with the slug of a company.');
  const demanded = await demandOf(cli, wanted);
  if (past && kind?.isDirectory()) throw new WrongUsage('--past goes with one score.');
  if (kind?.isDirectory()) {
    if (!wanted)
      for (const { verify_folder } of cli.features) {
        const code = await verify_folder?.(output, target, given);
        if (code !== undefined) return code;
      }
    return verifyFolder(output, target, keys, demanded);
  }
  const check = async (slug: string, read: Read, further?: Further) => {
    let proof: Uint8Array | undefined;
    const reading: Read = async (path, bytes_max) => {
      const found = await read(path, bytes_max);
      if (path.endsWith('/proof.json') && found instanceof Uint8Array) proof = found;
      return found;
    };
    const current = past ? 'any' : further?.past ? 'if_known' : 'needed';
    const score = await verifyScore(slug, reading, { keys: given, bundles_max: BUNDLES_MAX, current });
    const report = demanded.in(score, () => proof);
    return further ? await further.of(report, proof) : report;
  };
  const report = await (async () => {
    if (remote || url !== undefined) {
      const place = await (url === undefined ? scoreAtUrl(target, cli) : scoreAtService(slugOf(target), url, cli));
      try {
        const first = await check(place.slug, place.read, place.further);
        // A publication between two answers looks as if something were wrong.
        return first.verdict === 'wrong' ? await check(place.slug, place.read, place.further) : first;
      } finally {
        await place.close();
      }
    }
    if (kind) {
      const { slug, read } = await scoreInFile(target, await ownRubrics());
      return check(slug, read);
    }
    return checkHere(cli, slugOf(target), check);
  })();
  return printVerdict(output, report, { own_key: given.length === 0, now: await cli.now() });
}

/** The score as this installation serves it, without a connection. */
async function checkHere<T>(cli: Cli, slug: string, check: (slug: string, read: Read) => Promise<T>): Promise<T> {
  try {
    return await checkStored(cli, slug, check);
  } catch (error) {
    const { NoDatabase } = await import('../../store/engine/sqlite-place.ts');
    if (!(error instanceof NoDatabase)) throw error;
    throw new Refusal(`${error.message} To check what a service says, name it: --url ADDRESS.`);
  }
}

const checkStored = <T>(cli: Cli, slug: string, check: (slug: string, read: Read) => Promise<T>): Promise<T> =>
  cli.withContext(async (ctx) => {
    await ctx.catalogue.refresh();
    const { publicLogDocument } = await import('../../doors/http/public-log/log-documents.ts');
    const rubrics = await ownRubrics();
    const snapshot = ctx.catalogue.current();
    if (!snapshot.entry(slug)) throw new Refusal(`${slug} is not listed here; give --url to ask another service.`);
    return check(slug, async (path) => {
      const document = snapshot.document(`/${path}`) ?? (await publicLogDocument(ctx, `/${path}`));
      return document?.bodies.identity ?? rubrics(/^rubrics\/(.+)\.json$/.exec(path)?.[1] ?? '');
    });
  });

async function keyOf(text: string): Promise<Key> {
  const key = await parseKey(text);
  if (!key) throw new WrongUsage('That is not the text of a key: NAME+ID+KEY, as `readymark key show` prints it.');
  return key;
}
