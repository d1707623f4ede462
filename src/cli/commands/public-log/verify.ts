import { stat } from 'node:fs/promises';
import type { ReadFile } from '../../../domain/public-log/check-log.ts';
import {
  type Check,
  KEYS_PATH,
  type Key,
  own,
  parseKey,
  publishedKeys,
  strictJson,
  trustedKeys,
  verifyScore,
} from '../../../domain/public-log/verify.js';
import { Refusal } from '../../../domain/refusal.ts';
import { type Cli, type Define, WrongUsage } from '../../define.ts';
import { type Line, line, type Output } from '../../output.ts';
import { openLogPlace } from '../../public-log/log-place.ts';
import { scoreAtService, scoreAtUrl, scoreInFile, slugOf } from '../../public-log/score-place.ts';
import { verifyDataset } from '../../public-log/verify-dataset.ts';

/** Files of entries behind a score that are read to see that nothing took its place: a quarter of a million entries. */
const BUNDLES_MAX = 1_000;

export function addVerify(define: Define): void {
  define<{ key?: string[]; witness?: string[]; url?: string }>(
    'verify',
    'check a score, or every score of an exported folder, against the public log: signature, entry, record, sums, tier, rank',
    [
      'verify acme',
      'verify https://readymark.example/audits/acme --key readymark.example/log+1a2b3c4d+AbC…',
      'verify saved/proof.json --key readymark.example/log+1a2b3c4d+AbC…',
      'verify public --key readymark.example/log+1a2b3c4d+AbC…',
    ],
    async (cli, output, { key: given = [], witness = [], url }, [target = '']) => {
      const keys = await Promise.all(given.map(keyOf));
      const remote = /^https?:\/\//i.test(target);
      const kind = remote ? undefined : await stat(target).catch(() => undefined);
      if (url !== undefined && (remote || kind)) throw new WrongUsage('--url goes with the slug of a company.');
      const demanded = await demandOf(cli, witness);
      if (kind?.isDirectory()) {
        const dataset = witness.length ? undefined : await verifyDataset(output, target, given);
        return dataset ?? (await verifyFolder(output, target, keys, demanded));
      }
      const check = async (slug: string, read: ReadFile) => {
        let proof: Uint8Array | undefined;
        const reading: ReadFile = async (path) => {
          const bytes = await read(path);
          if (path.endsWith('/proof.json')) proof = bytes;
          return bytes;
        };
        return demanded.in(await verifyScore(slug, reading, { keys: given, bundles_max: BUNDLES_MAX }), () => proof);
      };
      const report = await (async () => {
        if (remote || url !== undefined) {
          const place = await (url === undefined
            ? scoreAtUrl(target, cli.signal)
            : scoreAtService(slugOf(target), url, cli.signal));
          try {
            const first = await check(place.slug, place.read);
            // A publication between two answers looks as if something were wrong.
            return first.verdict === 'wrong' ? await check(place.slug, place.read) : first;
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
      return told(output, report, given.length === 0);
    },
  )
    .argument(
      '<score>',
      'slug of a company here, address of its page, record, proof or badge, a saved proof or record, an exported folder, or a dataset',
    )
    .option('--key <key...>', 'text of a key that is trusted; by default those that are published beside the score')
    .option('--witness <key...>', 'text of the key of a witness whose cosignature is demanded')
    .option('--url <address>', 'ask the service at this address for the slug');
}

/** The score as this installation serves it, without a connection. */
const checkHere = <T>(cli: Cli, slug: string, check: (slug: string, read: ReadFile) => Promise<T>): Promise<T> =>
  cli.withContext(async (ctx) => {
    await ctx.catalogue.refresh();
    const { publicLogDocument } = await import('../../../doors/http/public-log/log-documents.ts');
    const rubrics = await ownRubrics();
    const snapshot = ctx.catalogue.current();
    if (!snapshot.entry(slug)) throw new Refusal(`${slug} is not listed here; give --url to ask another service.`);
    return check(slug, async (path) => {
      const document = snapshot.document(`/${path}`) ?? (await publicLogDocument(ctx, `/${path}`));
      return document?.bodies.identity ?? rubrics(/^rubrics\/(.+)\.json$/.exec(path)?.[1] ?? '');
    });
  });

function told(output: Output, { slug, verdict, checks }: Witnessed, own_key: boolean): number {
  const { green, red, yellow, dim } = output.colour;
  const marks: Record<Check['outcome'], Line> = {
    passed: green('right      '),
    failed: red('wrong      '),
    not_checked: dim('not checked'),
  };
  output.result({ slug, verdict, sound: verdict === 'sound', own_key, checks }, () => [
    ...checks.map(({ outcome, says }) => line`${marks[outcome]}  ${says}`),
    verdict === 'sound'
      ? line`${green('sound')}  The score of ${slug} is the one that was logged, and what it says of itself is right.`
      : verdict === 'wrong'
        ? line`${red('wrong')}  The score of ${slug} cannot be believed as it is.`
        : line`${yellow('not checked')}  Nothing is wrong with the score of ${slug}, but what matters most could not be checked.`,
  ]);
  return verdict === 'sound' ? 0 : 1;
}

type Score = Awaited<ReturnType<typeof verifyScore>>;

/** A report on a score, with a check of the cosignatures that were demanded. */
type Witnessed = Omit<Score, 'checks'> & { checks: (Omit<Check, 'id'> & { id: string })[] };

/** What is demanded of witnesses: in a checkpoint, or in a report with the proof that was read. */
type Demand = {
  of(note: string): { says: string[] } | { problem: string };
  in(report: Score, proof: () => Uint8Array | undefined): Witnessed;
};

async function demandOf(cli: Cli, given: readonly string[]): Promise<Demand> {
  if (!given.length) return { of: () => ({ says: [] }), in: (report) => report };
  const { demandCosignatures } = await import('../../../domain/public-log/cosignature.ts');
  const { witnessKey } = await import('../../public-log/log-keys.ts');
  const witnesses = given.map(witnessKey);
  const now = (await cli.now()).getTime();
  const of: Demand['of'] = (note) => {
    const found = demandCosignatures(note, witnesses, now);
    if ('problem' in found) return found;
    const times = found.valid.map(({ witness, at }) => `cosigned by ${witness.name} at ${new Date(at).toISOString()}`);
    return { says: times };
  };
  return {
    of,
    in(report, proof) {
      const read = strictJson(proof());
      const note = 'value' in read ? own(read.value, 'checkpoint') : undefined;
      const found = of(typeof note === 'string' ? note : '');
      const right = 'says' in found;
      const says = right ? `The checkpoint is ${found.says.join(', ')}.` : `By its proof, ${found.problem}.`;
      const check = { id: 'witnesses', outcome: right ? 'passed' : 'failed', says } as const;
      return { ...report, verdict: right ? report.verdict : 'wrong', checks: [...report.checks, check] };
    },
  };
}

async function verifyFolder(output: Output, folder: string, given: readonly Key[], demand: Demand): Promise<number> {
  const { checkLogFiles } = await import('../../../domain/public-log/check-log.ts');
  const { checkScores } = await import('../../../domain/public-log/check-scores.ts');
  const { read } = await openLogPlace(folder);
  const named = strictJson(await read(KEYS_PATH));
  const published = 'value' in named ? named.value : undefined;
  const own_key = given.length === 0;
  const { keys, handovers } = own_key
    ? { keys: await publishedKeys(published), handovers: [] }
    : await trustedKeys(given, published);
  if (!keys.length) throw new Refusal(`The folder names no key (${KEYS_PATH}); give one with --key.`);
  const log = await checkLogFiles(read, keys, handovers);
  const scores = 'problem' in log ? undefined : await checkScores(read, log.statements, await ownRubrics());
  const cosigned = demand.of(Buffer.from((await read('log/checkpoint')) ?? []).toString());
  const problems = [
    ...('problem' in log ? [log.problem] : (scores?.problems ?? [])),
    ...('problem' in cosigned ? [`log/checkpoint: ${cosigned.problem}`] : []),
  ];
  const entries = 'problem' in log ? 0 : log.head.size;
  const { checked = 0, audits = 0 } = scores ?? {};
  output.result({ sound: problems.length === 0, entries, scores: checked, audits, own_key, problems }, () => [
    ...problems.map((problem) => line`${output.colour.red('wrong')}  ${problem}`),
    ...(problems.length
      ? []
      : [
          line`${output.colour.green('sound')}  ${entries} entries, signed; ${checked} scores and ${audits} audits as they were logged, with right sums, tiers and ranks.`,
        ]),
    ...('says' in cosigned ? cosigned.says : []),
    ...(own_key
      ? ['The key was taken from the folder itself. Compare it with where it is published, and give it with --key.']
      : []),
  ]);
  return problems.length ? 1 : 0;
}

/** The files of the rubrics of this program. */
async function ownRubrics(): Promise<(version: string) => Uint8Array | undefined> {
  const { readRubrics } = await import('../../../catalogue/rubrics.ts');
  const rubrics = readRubrics();
  return (version) => {
    const rubric = rubrics.get(version);
    return rubric && Buffer.from(JSON.stringify(rubric));
  };
}

async function keyOf(text: string): Promise<Key> {
  const key = await parseKey(text);
  if (!key) throw new WrongUsage('That is not the text of a key: NAME+ID+KEY, as `readymark key show` prints it.');
  return key;
}
