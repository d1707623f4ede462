import { readRubrics } from '@readymark/rubric/read-rubrics';
import { parseKey, verifyScore } from '@readymark/verify';
import { checkLogFiles } from '../../src/domain/public-log/check-log.ts';
import { checkScores } from '../../src/domain/public-log/check-scores.ts';

const rubrics = readRubrics();
const rubricFile = (version: string) => Buffer.from(JSON.stringify(rubrics.get(version)));

/** What a node showed at one moment: entries that are signed, companies in the index, and what is wrong. */
type Shown = { size: number; companies: number; problems: string[] };

/**
 * Reads all of a node over HTTP as somebody does who has nothing but the key: the log, the index, every audit and every
 * proof, and compares them with one another (decision 143).
 *
 * @returns undefined when the node showed something newer before the end: then one part may be newer than the other
 */
export async function readNode(url: string, key: string): Promise<Shown | undefined> {
  const read = async (path: string) => {
    const reply = await fetch(`${url}/${path}`);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    return reply.status === 200 ? bytes : undefined;
  };
  const before = await read('log/checkpoint');
  const log = await checkLogFiles(
    read,
    [(await parseKey(key)) ?? key].filter((one) => typeof one !== 'string'),
  );
  const found =
    'problem' in log ? { companies: 0, problems: [log.problem] } : await scoresOf(read, log.statements, key);
  const after = await read('log/checkpoint');
  if (!before || !after || Buffer.compare(before, after)) return undefined;
  return { size: 'problem' in log ? 0 : log.head.size, ...found };
}

async function scoresOf(
  read: Parameters<typeof checkScores>[0],
  statements: Parameters<typeof checkScores>[1],
  key: string,
): Promise<Pick<Shown, 'companies' | 'problems'>> {
  const { checked, problems } = await checkScores(read, statements, rubricFile);
  const index = JSON.parse(Buffer.from((await read('api/audits/index.json')) ?? []).toString() || '{"audits":[]}');
  for (const { slug } of index.audits as { slug: string }[]) {
    const { verdict, checks } = await verifyScore(
      slug,
      async (path) => (await read(path)) ?? (path === 'rubrics/v1.json' ? rubricFile('v1') : undefined),
      { keys: [key] },
    );
    if (verdict !== 'sound')
      problems.push(`${slug}: ${checks.filter(({ outcome }) => outcome !== 'passed').map(({ says }) => says)}`);
  }
  return { companies: checked, problems };
}
