import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { checkpointText } from '@readymark/tlog/checkpoint';
import { type SigningKey, signNote } from '@readymark/tlog/note';
import { bundleOf, levelWidth, parseTilePath, TILE_WIDTH } from '@readymark/tlog/tiles';
import { appendLeaf, completeRoot, emptyFrontier, type Hash, leafHash, rootOf } from '@readymark/tlog/tree';
import { handoverNote } from '../../../src/domain/public-log/handover.ts';

/** A log of any entries as its files are served, by whoever has a key: what an operator who lies can make. */
export type Files = (path: string) => Uint8Array | undefined;

/** @param keys that sign its checkpoint; its name is that of the first one */
export function logOf(entries: readonly Uint8Array[], keys: readonly SigningKey[]): Files {
  const levels: Hash[][] = [entries.map(leafHash)];
  for (let level = 1; levelWidth(entries.length, level) > 0; level += 1)
    levels.push(
      Array.from({ length: levelWidth(entries.length, level) }, (_, n) =>
        completeRoot((levels[level - 1] ?? []).slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
      ),
    );
  const note = checkpointOf(entries, keys);
  return (path) => {
    if (path === 'log/checkpoint') return Buffer.from(note);
    const name = path.startsWith('log/') ? parseTilePath(path.slice('log/'.length)) : undefined;
    if (!name) return undefined;
    const [from, to] = [name.n * TILE_WIDTH, name.n * TILE_WIDTH + name.width];
    if (name.level === 'entries') return to <= entries.length ? bundleOf(entries.slice(from, to)) : undefined;
    const hashes = levels[name.level]?.slice(from, to) ?? [];
    return hashes.length === name.width ? Buffer.concat(hashes) : undefined;
  };
}

/** The signed checkpoint over these entries. */
export function checkpointOf(entries: readonly Uint8Array[], keys: readonly SigningKey[], size = entries.length) {
  const root = rootOf(entries.map(leafHash).reduce(appendLeaf, emptyFrontier));
  return signNote(checkpointText({ origin: keys[0]?.name ?? '', size, root }), keys);
}

/** The note in which one key of a log names the next. */
export const handoverOf = (entries: readonly Uint8Array[], from: SigningKey, to: SigningKey) => {
  const root = rootOf(entries.map(leafHash).reduce(appendLeaf, emptyFrontier));
  return handoverNote({ origin: from.name, size: entries.length, root }, from, to);
};

/** The document of the keys of a log. */
export const keysFile = (keys: readonly { key: SigningKey; handover: string | null }[]) =>
  Buffer.from(
    JSON.stringify({
      keys: keys.map(({ key, handover }) => ({ key: key.verifier.text, from: '', until: null, handover })),
    }),
  );

/** A server that answers whatever it is told to, on a free loopback port. */
export async function lyingServer(answer: (path: string, response: ServerResponse, request: IncomingMessage) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    asked.push(path);
    answer(path, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A server of the files of a log, which may be exchanged. */
export async function logServer(first: Files) {
  let files = first;
  const server = await lyingServer((path, response) => {
    const bytes = files(path);
    if (bytes) response.end(bytes);
    else response.writeHead(404).end();
  });
  return {
    ...server,
    serve(next: Files) {
      files = next;
    },
  };
}
