import { createHash } from 'node:crypto';
import type { Rubrics } from '@readymark/rubric/rubric';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, type SigningKey } from '@readymark/tlog/note';
import { appendLeaf, emptyFrontier, type Frontier, leafHash, rootOf } from '@readymark/tlog/tree';
import { openLoggedAudits } from '../../../domain/public-log/logged-audits.ts';
import type { Statement } from '../../../domain/public-log/statement.ts';
import { openAuditCheck } from './check-rows.ts';
import { datasetFileNames, sinceFormat2 } from './files.ts';
import { MANIFEST, parseManifest } from './manifest.ts';

/** Reads the files of a dataset, wherever they are. */
export type DatasetReader = {
  /** The bytes of a file; undefined where there is none. */
  bytes(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The lines of a compressed file. @throws what says that it cannot be read */
  lines(name: string): AsyncIterable<string>;
};

/** What was checked of a dataset, and what is wrong with it, a sentence each. */
export type CheckedDataset = { publication: number; at: string; entries: number; audits: number; problems: string[] };

type VerifierKey = SigningKey['verifier'];

type Manifest = NonNullable<ReturnType<typeof parseManifest>>;

/** Longest text that is read as a whole. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
/** Problems that are reported; there may be one for each of many audits. */
const PROBLEMS_MAX = 100;

/**
 * Checks a dataset by its files and the keys that the reader trusts (decision 153): the signature of the manifest, every
 * file, the tree of the log, and of each audit its record, sums, tier, whether it is current, and its rank.
 */
export async function checkDataset(
  read: DatasetReader,
  keys: readonly VerifierKey[],
  rubrics: Rubrics,
): Promise<CheckedDataset> {
  const note = await textOf(read, MANIFEST);
  const manifest = note === undefined ? `${MANIFEST} is missing` : manifestOf(note, keys);
  if (typeof manifest === 'string') return { publication: 0, at: '', entries: 0, audits: 0, problems: [manifest] };
  const { publication, at, size } = manifest;
  const files = await wrongFiles(read, manifest);
  // Not before: what is not signed may be anything.
  const problems = files.length ? files : await wrongTexts(read, manifest, keys);
  const checked = problems.length ? { audits: 0, problems } : await checkData(read, manifest, rubrics);
  return { publication, at, entries: size, ...checked };
}

/** What a signed manifest says, or why it must not be believed. */
function manifestOf(note: string, keys: readonly VerifierKey[]): Manifest | string {
  const opened = openNote(note, keys);
  if ('fault' in opened)
    return {
      malformed: `${MANIFEST}: it is not a signed note`,
      unsigned: `${MANIFEST}: it is not signed by the key that is trusted: it is of another log, or its key was changed`,
      bad_signature: `${MANIFEST}: its signature is wrong: it was changed after it was signed`,
    }[opened.fault];
  const manifest = parseManifest(opened.text);
  if (!manifest) return `${MANIFEST}: it is signed and is no manifest of a dataset`;
  if (opened.signed_by.every(({ name }) => name !== manifest.origin))
    return `${MANIFEST}: it is of the log ${manifest.origin}, not of that of the key`;
  const unnamed = datasetFileNames.filter(
    (name) => name !== MANIFEST && manifest.files.every((file) => file.name !== name),
  );
  // Of format 1, whose datasets are sound for ever: all of the later files are missing, or none.
  const earlier = sinceFormat2.every((name) => unnamed.includes(name));
  const missing = unnamed.find((name) => !(earlier && sinceFormat2.includes(name)));
  return missing === undefined ? manifest : `${MANIFEST} does not name ${missing}`;
}

async function wrongFiles(read: DatasetReader, { files }: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, sha256, bytes } of files) {
    const found = await read.bytes(name);
    if (!found) {
      problems.push(`${name} is missing`);
      continue;
    }
    const hash = createHash('sha256');
    let length = 0;
    for await (const piece of found) {
      hash.update(piece);
      length += piece.byteLength;
    }
    if (length !== bytes) problems.push(`${name} has ${length} bytes instead of ${bytes}`);
    else if (hash.digest('hex') !== sha256)
      problems.push(`${name}: its SHA-256 differs from that in ${MANIFEST}: it was changed after that was signed`);
  }
  return problems;
}

async function textOf(read: DatasetReader, name: string): Promise<string | undefined> {
  const found = await read.bytes(name);
  if (!found) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of found) {
    length += piece.byteLength;
    if (length > TEXT_BYTES_MAX) return '';
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Whether the checkpoint and the description of the package say the same as the manifest. */
async function wrongTexts(read: DatasetReader, manifest: Manifest, keys: readonly VerifierKey[]): Promise<string[]> {
  const problems: string[] = [];
  const checkpoint = (await textOf(read, 'checkpoint')) ?? '';
  const opened = openNote(checkpoint, keys);
  const head = parseCheckpoint(checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1));
  // A key before the present one may have signed it; the manifest names the same head under its own signature.
  if ('fault' in opened && opened.fault !== 'unsigned') problems.push('checkpoint: its signature is wrong');
  const root = head && Buffer.from(head.root).toString('base64');
  if (head?.origin !== manifest.origin || head.size !== manifest.size || root !== manifest.root)
    problems.push(`checkpoint: it is another head than ${MANIFEST} names`);
  if (!describes(await textOf(read, 'datapackage.json'), manifest))
    problems.push(`datapackage.json: it describes other files than ${MANIFEST} names`);
  return problems;
}

type Described = { publication: number; resources: { path: string; hash: string; rows: number }[] };

function describes(text: string | undefined, { publication, files }: Manifest): boolean {
  try {
    const said = JSON.parse(text ?? '') as Described;
    const same = files.every(({ name, sha256, rows }) => {
      const one = said.resources.find(({ path }) => path === name);
      return rows === null || (one?.hash === `sha256:${sha256}` && one.rows === rows);
    });
    return said.publication === publication && same;
  } catch {
    return false;
  }
}

async function checkData(read: DatasetReader, manifest: Manifest, rubrics: Rubrics) {
  const problems: string[] = [];
  const log = openLoggedAudits();
  let tree: Frontier = emptyFrontier;
  for await (const entry of read.lines('log.ndjson.zst')) {
    tree = appendLeaf(tree, leafHash(Buffer.from(entry)));
    log.add(JSON.parse(entry) as Statement);
  }
  if (tree.size !== manifest.size || Buffer.from(rootOf(tree)).toString('base64') !== manifest.root)
    return { audits: 0, problems: ['log.ndjson: its entries do not lead to the root that was signed'] };
  const check = openAuditCheck(log.companies, rubrics);
  for await (const line of read.lines('audits.ndjson.zst')) {
    const wrong = check.add(line);
    if (wrong !== undefined && problems.length < PROBLEMS_MAX) problems.push(wrong);
  }
  problems.push(...check.end().slice(0, PROBLEMS_MAX - problems.length));
  return { audits: check.audits(), problems };
}
