import { BlobFailure, nameOf } from '../../../store/blobs/blobs.ts';
import type { BoardPlace } from '../../../store/blobs/open-board-place.ts';
import type { Files } from './files.ts';

const FOLDER = 'fetched';

/** Parts that are here, so that nothing is shown before all of it is, and nothing is read twice. */
export type Fetched = {
  /** Brings a part, unless it is here. @returns the bytes that were read of the store @throws BlobFailure */
  bring(part: string): Promise<number>;
  /** A part, from here or from the store. @throws BlobFailure */
  get(part: string): Promise<Uint8Array>;
  /** Removes all other parts. */
  keepOnly(parts: ReadonlySet<string>): Promise<void>;
};

export function openFetched({ parts: store }: BoardPlace, files: Files): Fetched {
  const fileOf = (part: string) => `${FOLDER}/${part}`;

  /** A power cut may have left it empty. */
  async function here(part: string): Promise<Uint8Array | undefined> {
    const bytes = await files.read(fileOf(part));
    return bytes && nameOf(bytes) === part ? bytes : undefined;
  }
  async function read(part: string): Promise<Uint8Array> {
    const bytes = await store.get(part);
    if (!bytes) throw new BlobFailure(`${store.place}: the part ${part} of the board is not there`);
    await files.keep(fileOf(part), bytes);
    return bytes;
  }

  return {
    bring: async (part) => ((await here(part)) ? 0 : (await read(part)).byteLength),
    get: async (part) => (await here(part)) ?? read(part),
    async keepOnly(parts) {
      for (const file of await files.list(FOLDER))
        if (!parts.has(file.slice(FOLDER.length + 1))) await files.remove(file);
    },
  };
}
