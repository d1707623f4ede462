import { type SigningKey, signNote } from '@readymark/tlog/note';
import { type DatasetFileName, isDatasetFile, type WrittenFile } from './files.ts';
import type { DatasetSubject } from './subject.ts';

/**
 * The manifest of a dataset (decision 153): a signed note by the key of the public log, with the SHA-256 of every file.
 * Its first line is no origin of a log, and its second no number, so that nobody can take it for a checkpoint, nor a
 * checkpoint for it.
 */
type Manifest = Omit<DatasetSubject, 'base_url'> & { files: readonly WrittenFile[] };

const FIRST_LINE_END = '/dataset';

function manifestText({ origin, publication, at, size, root, files }: Manifest): string {
  const lines = files.map(({ name, sha256, bytes, rows }) => `${sha256} ${bytes} ${rows ?? '-'} ${name}\n`);
  return `${origin}${FIRST_LINE_END}\npublication ${publication} ${at}\nlog ${size} ${root}\n${lines.join('')}`;
}

export const signManifest = (manifest: Manifest, key: SigningKey): string => signNote(manifestText(manifest), [key]);

const head = /^([^\n]+)\/dataset\npublication ([1-9]\d{0,9}) (\d{4}-[\dT:.-]+Z)\nlog (\d{1,15}) ([A-Za-z0-9+/]{43}=)\n/;
const line = /^([0-9a-f]{64}) (\d{1,15}) (\d{1,15}|-) ([A-Za-z.]+)$/;

/** What the text of a manifest says, without its signatures; undefined when it is none. */
export function parseManifest(text: string): Manifest | undefined {
  const [start = '', origin = '', publication, at = '', size, root = ''] = head.exec(text) ?? [];
  const files: WrittenFile[] = [];
  for (const one of text.slice(start.length).split('\n').slice(0, -1)) {
    const [, sha256 = '', bytes, rows, name = ''] = line.exec(one) ?? [];
    if (!isDatasetFile(name)) return undefined;
    files.push({ name, sha256, bytes: Number(bytes), rows: rows === '-' ? null : Number(rows) });
  }
  const manifest = { origin, publication: Number(publication), at, size: Number(size), root, files };
  return start !== '' && manifestText(manifest) === text ? manifest : undefined;
}

/** The file of the manifest itself, which it does not name. */
export const MANIFEST: DatasetFileName = 'manifest.txt';
