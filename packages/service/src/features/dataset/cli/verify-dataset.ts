import { Refusal } from '@readymark/rubric/refusal';
import { parseVerifierKey } from '@readymark/tlog/note';
import { line, type Output } from '../../../cli/output.ts';

/**
 * Checks a dataset, if there is one in the folder, and prints what was found (decision 153).
 *
 * @param given texts of keys @returns the exit code; undefined for another folder @throws Refusal without a key
 */
export async function verifyDataset(
  output: Output,
  folder: string,
  given: readonly string[],
): Promise<number | undefined> {
  const { datasetIn } = await import('./dataset-folder.ts');
  const dataset = await datasetIn(folder);
  if (!dataset) return undefined;
  const keys = given.flatMap((text) => parseVerifierKey(text) ?? []);
  if (!keys.length)
    throw new Refusal('A dataset does not contain the key that signed it; give it with --key, as you know it.');
  const [{ checkDataset }, { readRubrics }] = await Promise.all([
    import('../domain/check-dataset.ts'),
    import('@readymark/rubric/read-rubrics'),
  ]);
  const checked = await checkDataset(dataset, keys, readRubrics());
  const { publication, at, entries, audits, problems } = checked;
  output.result({ sound: problems.length === 0, ...checked }, () =>
    problems.length
      ? problems.map((problem) => line`${output.colour.red('wrong')}  ${problem}`)
      : [
          line`${output.colour.green('sound')}  The dataset of publication ${publication} of ${at}, signed: ${audits} audits as they were logged, with right sums, tiers and ranks, and ${entries} entries of the log.`,
        ],
  );
  return problems.length ? 1 : 0;
}
