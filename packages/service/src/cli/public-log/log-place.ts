import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import type { ReadFile } from '../../domain/public-log/log-reader.ts';
import { version } from '../../settings.ts';

/** The files of a public log and of the scores beside it: in a folder, or of a service (decision 149). */
type LogPlace = {
  /**
   * A file by its path below the place; undefined where there is none.
   *
   * @throws LogUnreachable, TooLong
   */
  read: ReadFile;
  /** Whether it is a service, and not a folder. */
  remote: boolean;
  close(): Promise<void>;
};

/** That a service could not be read: no connection, no whole answer, an answer that is neither a file nor none. It says nothing about the log. */
export class LogUnreachable extends Refusal {}

/** That a file has more bytes than any such file can have. */
export class TooLong extends Refusal {
  constructor(path: string, most_bytes: number) {
    super(`${path} has more than ${most_bytes} bytes, as no such file has.`);
  }
}

const CHECKPOINT_BYTES = 500_000;
const KEYS_BYTES = 5_000_000;
const TILE_BYTES = 256 * 32;
/** 256 entries, each behind its length. */
const BUNDLE_BYTES = 256 * 65_537;
/** The index of a hundred thousand companies has some 30 MB. */
const DOCUMENT_BYTES = 128 * 1024 * 1024;

/** @param bytes_max where the reader needs no more */
const mostBytes = (path: string, bytes_max = DOCUMENT_BYTES): number => Math.min(bytesOfKind(path), bytes_max);

function bytesOfKind(path: string): number {
  if (path.startsWith('log/tile/entries/')) return BUNDLE_BYTES;
  if (path.startsWith('log/tile/')) return TILE_BYTES;
  if (path.startsWith('log/')) return CHECKPOINT_BYTES;
  return path.startsWith('.well-known/') ? KEYS_BYTES : DOCUMENT_BYTES;
}

/** Names that we make of what a log says must not lead out of the place. */
const isBelow = (path: string) => path.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.\.?$/.test(part));

/** @param place an http or https address, else a folder @throws Refusal for an address that cannot be read from */
export async function openLogPlace(place: string, signal?: AbortSignal): Promise<LogPlace> {
  if (!/^https?:\/\//i.test(place)) return { read: folderReader(place), remote: false, close: async () => {} };
  const url = addressOf(place);
  const { openGivenAddress } = await import('@readymark/auditor/collect/guard/given-address');
  const { FetchFailure } = await import('@readymark/auditor/collect/guard/failure');
  const given = openGivenAddress(url.href, `readymark/${version}`);

  async function asked(
    path: string,
    most_bytes: number,
  ): Promise<{ bytes: Uint8Array | undefined } | { again_ms: number; why: string }> {
    const answer = await given.ask({ method: 'GET', path, most_bytes, signal }).catch((error: unknown) => {
      if (error instanceof FetchFailure) return { failed: error.message };
      throw error;
    });
    if ('failed' in answer)
      return { again_ms: FIRST_PAUSE_MS, why: `${url.origin} cannot be reached: ${answer.failed}` };
    const { status, body } = answer;
    if (status === 404 || status === 410) return { bytes: undefined };
    if (status === 200 && !body) throw new TooLong(path, most_bytes);
    if (status === 200) return { bytes: body };
    if (status >= 300 && status < 400)
      throw new LogUnreachable(
        `${url.origin} answers ${path} with a redirect, which is not followed. Give the address that it leads to.`,
      );
    const why = `${url.origin} answers ${path} with status ${status}`;
    if (![429, 502, 503, 504].includes(status)) throw new LogUnreachable(`${why}.`);
    const seconds = /^\d{1,4}$/.exec(answer.header('retry-after'))?.[0] ?? '1';
    return { again_ms: Math.min(Number(seconds) * 1_000, PAUSE_MAX_MS), why };
  }

  return {
    remote: true,
    async read(path, bytes_max) {
      if (!isBelow(path)) return undefined;
      for (let attempt = 1; ; attempt += 1) {
        const answer = await asked(path, mostBytes(path, bytes_max));
        if ('bytes' in answer) return answer.bytes;
        if (attempt === ATTEMPTS) throw new LogUnreachable(`${answer.why}.`);
        await wait(answer.again_ms, undefined, signal ? { signal } : {});
      }
    },
    close: () => given.close(),
  };
}

/** A file is asked for so often; a service says itself how long to wait. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 60_000;

function addressOf(place: string): URL {
  const url = URL.parse(place);
  if (!url)
    throw new Refusal('That is no address: it must begin with https:// or http://, as in https://readymark.example.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Refusal('The address of a log has no password, query or fragment: give it as https://readymark.example.');
  return url;
}

function folderReader(folder: string): ReadFile {
  return async (path, bytes_max) => {
    if (!isBelow(path)) return undefined;
    const file = join(folder, path);
    try {
      const found = await stat(file);
      // A pipe or a device has no size, and need not end.
      if (!found.isFile()) return undefined;
      const most_bytes = mostBytes(path, bytes_max);
      if (found.size > most_bytes) throw new TooLong(path, most_bytes);
      return await readFile(file);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (/^(ENOENT|ENOTDIR|EISDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw new Refusal(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
    }
  };
}
