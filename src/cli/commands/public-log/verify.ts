import { parseVerifierKey, type VerifierKey } from '../../../domain/public-log/note.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Define } from '../../define.ts';
import { line } from '../../output.ts';
import { openLogPlace } from '../../public-log/log-place.ts';

export function addVerify(define: Define): void {
  define<{ key?: string[] }>(
    'verify',
    'check every score in an exported folder against its public log, offline',
    ['verify public --key readymark.example/log+1a2b3c4d+AbC…'],
    async (_cli, output, { key: given = [] }, [folder = '']) => {
      const { checkLogFiles } = await import('../../../domain/public-log/check-log.ts');
      const { checkScores } = await import('../../../domain/public-log/check-scores.ts');
      const { readRubrics } = await import('../../../catalogue/rubrics.ts');
      const { read } = await openLogPlace(folder);
      const keys = given.length ? given.map(keyOf) : await ownKeys(read);
      const log = await checkLogFiles(read, keys);
      const scores = 'problem' in log ? undefined : await checkScores(read, log.statements, readRubrics());
      const problems = 'problem' in log ? [log.problem] : (scores?.problems ?? []);
      const size = 'problem' in log ? 0 : log.head.size;
      const own_key = given.length === 0;
      output.result(
        { sound: problems.length === 0, entries: size, scores: scores?.checked ?? 0, own_key, problems },
        () => [
          ...problems.map((problem) => line`${output.colour.red('wrong')}  ${problem}`),
          ...(problems.length
            ? []
            : [
                line`${output.colour.green('sound')}  ${size} entries, signed; ${scores?.checked ?? 0} scores as they were logged, with right sums, tiers and ranks.`,
              ]),
          ...(own_key
            ? [
                'The key was taken from the folder itself. Compare it with where it is published, and give it with --key.',
              ]
            : []),
        ],
      );
      return problems.length ? 1 : 0;
    },
  )
    .argument('<folder>', 'a folder that `readymark export` wrote, or a copy of one')
    .option('--key <key...>', 'text of a key that is trusted; by default those in the folder');
}

function keyOf(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (!key) throw new Refusal('That is not the text of a key: NAME+ID+KEY, as `readymark key show` prints it.');
  return key;
}

/** The keys that the folder names; one that it took itself proves nothing about who signed. @throws Refusal without any */
async function ownKeys(read: (path: string) => Promise<Uint8Array | undefined>): Promise<VerifierKey[]> {
  const bytes = await read('.well-known/readymark-keys');
  if (!bytes) throw new Refusal('The folder has no keys (.well-known/readymark-keys); give one with --key.');
  const { keys } = JSON.parse(Buffer.from(bytes).toString()) as { keys: { key: string }[] };
  return keys.map(({ key }) => keyOf(key));
}
