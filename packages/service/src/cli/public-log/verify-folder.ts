import { Refusal } from '@readymark/rubric/refusal';
import { KEYS_PATH, type Key, publishedKeys, strictJson, trustedKeys } from '@readymark/verify';
import { checkLogFiles } from '../../domain/public-log/check-log.ts';
import { checkScores } from '../../domain/public-log/check-scores.ts';
import { line, type Output } from '../output.ts';
import type { Demand } from './demanded-witnesses.ts';
import { openLogPlace } from './log-place.ts';

/** Checks every score of an exported folder against its log, and prints the result. @returns the exit code */
export async function verifyFolder(
  output: Output,
  folder: string,
  given: readonly Key[],
  demand: Demand,
): Promise<number> {
  const { read } = await openLogPlace(folder);
  const named = strictJson(await read(KEYS_PATH));
  const published = 'value' in named ? named.value : undefined;
  const own_key = given.length === 0;
  const { keys, handovers } = await trustedKeys(own_key ? await publishedKeys(published) : given, published);
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
export async function ownRubrics(): Promise<(version: string) => Uint8Array | undefined> {
  const { readRubrics } = await import('@readymark/rubric/read-rubrics');
  const rubrics = readRubrics();
  return (version) => {
    const rubric = rubrics.get(version);
    return rubric && Buffer.from(JSON.stringify(rubric));
  };
}
