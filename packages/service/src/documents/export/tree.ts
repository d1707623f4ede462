import { chmod, link, mkdir, open, readFile, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Document, WORTH_COMPRESSING_BYTES } from '../document.ts';
import { type Sibling, siblings } from './encodings.ts';

/** A tree of files that is being written. */
type Tree = {
  add(path: string, document: Document): Promise<void>;
  /** Flushes everything to disk. */
  sync(): Promise<void>;
  written(): { documents: number; files: number; bytes: number; taken_over: number };
};

/** @param before the tree of the last export, whose valid siblings are reused */
export function openTree(root: string, before: string | undefined): Tree {
  const counts = { documents: 0, files: 0, bytes: 0, taken_over: 0 };
  const folders = new Set<string>([root]);

  async function write(file: string, bytes: Uint8Array, modified: Date): Promise<void> {
    const handle = await open(file, 'wx', 0o644);
    try {
      // Whatever the umask: a web server reads the tree as another user.
      await handle.chmod(0o644);
      await handle.writeFile(bytes);
      await handle.utimes(modified, modified);
      await handle.sync();
    } finally {
      await handle.close();
    }
    counts.files += 1;
    counts.bytes += bytes.byteLength;
  }

  /**
   * Reuses a sibling of the last export, as a hard link, if it expands to exactly these bytes.
   */
  async function reuse({ ending, expand }: Sibling, file: string, identity: Uint8Array): Promise<boolean> {
    if (before === undefined) return false;
    try {
      const old = join(before, `${file}${ending}`);
      if (!(await expand(await readFile(old))).equals(identity)) return false;
      await link(old, join(root, `${file}${ending}`));
      await chmod(old, 0o644);
      return true;
    } catch {
      return false;
    }
  }

  return {
    async add(path, { bodies: { identity }, content_type, modified }) {
      const file = fileOf(path, content_type);
      const folder = dirname(join(root, file));
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true });
        for (let at = folder; !folders.has(at); at = dirname(at)) {
          folders.add(at);
          await chmod(at, 0o755);
        }
      }
      // nginx derives Last-Modified from the file's time.
      await write(join(root, file), identity, modified);
      counts.documents += 1;
      if (identity.byteLength < WORTH_COMPRESSING_BYTES) return;
      for (const sibling of siblings) {
        if (await reuse(sibling, file, identity)) {
          await utimes(join(root, `${file}${sibling.ending}`), modified, modified);
          counts.taken_over += 1;
          continue;
        }
        const bytes = await sibling.compress(identity);
        if (bytes.byteLength < identity.byteLength)
          await write(join(root, `${file}${sibling.ending}`), bytes, modified);
      }
    },
    async sync() {
      for (const folder of folders) await syncFolder(folder);
    },
    written: () => ({ ...counts }),
  };
}

/** The file of a path. Pages without an ending get `.html`, which `try_files $uri $uri.html` finds. */
export function fileOf(path: string, content_type: string): string {
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || /[\\\0]/.test(path) || segments.some((segment) => segment === '..' || segment === '.'))
    throw new Error('a document to export has a path that leads out of the tree');
  if (path.endsWith('/')) return `${path.slice(1)}index.html`;
  const page = content_type.startsWith('text/html') && !segments.at(-1)?.includes('.');
  return `${path.slice(1)}${page ? '.html' : ''}`;
}

/** Flushes the names in a folder to disk, so they survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
