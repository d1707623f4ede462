import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SigningKey } from '@readymark/tlog/note';
import { rubrics } from '../../../../rubric/test/example-audit.ts';
import { checkDataset, type DatasetReader } from '../../../src/features/dataset/domain/check-dataset.ts';
import { MANIFEST, parseManifest, signManifest } from '../../../src/features/dataset/domain/manifest.ts';
import { makeDataset, type TakeBytes } from '../../../src/features/dataset/operations/make-dataset.ts';
import { type DatasetPlan, datasetPlan } from '../../../src/features/dataset/operations/subject.ts';
import { logKey } from '../../../src/operations/signing/log-key.ts';
import type { TestContext } from '../../world/service.ts';

/** A dataset in memory: its files by name. */
export type MadeFiles = Map<string, Buffer>;

/** The plan for what is public now. */
export async function planOf(ctx: TestContext): Promise<DatasetPlan> {
  const key = await logKey(ctx.store.db, ctx.signer.file);
  const plan = key && key !== 'none' && (await datasetPlan(ctx, key, ctx.catalogue.current().version));
  if (!plan) throw new Error('nothing is signed');
  return plan;
}

/** @param meanwhile called before each piece of a file is taken */
export async function made(ctx: TestContext, plan: DatasetPlan, meanwhile?: () => Promise<void>): Promise<MadeFiles> {
  const files: MadeFiles = new Map();
  const take: TakeBytes = async (name, bytes) => {
    await meanwhile?.();
    files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), bytes]));
  };
  await makeDataset(ctx, plan, take);
  return files;
}

/** The text of a file, unpacked. */
export function textIn(files: MadeFiles, name: string): string {
  const bytes = files.get(name) ?? Buffer.alloc(0);
  return (name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString();
}

export const linesIn = (files: MadeFiles, name: string): string[] => textIn(files, name).split('\n').slice(0, -1);

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

const readerOf = (files: MadeFiles): DatasetReader => ({
  bytes: async (name) => {
    const bytes = files.get(name);
    return bytes && whole(bytes);
  },
  async *lines(name) {
    yield* linesIn(files, name);
  },
});

/** What a check with a key finds. */
export const problemsOf = async (files: MadeFiles, key: SigningKey): Promise<string[]> =>
  (await checkDataset(readerOf(files), [key.verifier], rubrics)).problems;

/** The dataset with another text in one file, and a manifest that is signed over it: what a lying service could make. */
export function resigned(files: MadeFiles, key: SigningKey, name: string, change: (text: string) => string): MadeFiles {
  const changed = new Map(files);
  const set = (file: string, text: string) => {
    const bytes = Buffer.from(text);
    changed.set(file, file.endsWith('.zst') ? zstdCompressSync(bytes) : bytes);
  };
  const hash = (file: string) =>
    createHash('sha256')
      .update(changed.get(file) ?? '')
      .digest('hex');
  set(name, change(textIn(files, name)));
  const described = JSON.parse(textIn(files, 'datapackage.json'));
  for (const resource of described.resources) resource.hash = `sha256:${hash(resource.path)}`;
  if (name !== 'datapackage.json') set('datapackage.json', JSON.stringify(described));
  const note = textIn(files, MANIFEST);
  const manifest = parseManifest(note.slice(0, note.lastIndexOf('\n\n') + 1));
  if (!manifest) throw new Error('the dataset has no manifest');
  const listed = manifest.files.map((file) => ({
    ...file,
    sha256: hash(file.name),
    bytes: changed.get(file.name)?.byteLength ?? 0,
  }));
  changed.set(MANIFEST, Buffer.from(signManifest({ ...manifest, files: listed }, key)));
  return changed;
}
