import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import sqlite from 'node:sqlite';
import pg from 'pg';

/**
 * Loaded before a program (`node --import`): kills the process (SIGKILL) immediately before its n-th change of a file
 * through node:fs or node:sqlite, or of a PostgreSQL database. `DIE_AT_CALL` is n; with 0 the process lives and prints the number of its changes to
 * standard error. What only reads, flushes or sets a mode does not count, and paths outside of `DIE_WITHIN` neither. With
 * `DIE_WHEN_ASKED` changes count from when the program emits `count` on its process.
 */
const at = Number(process.env.DIE_AT_CALL);
const within = process.env.DIE_WITHIN ?? '';
let calls = 0;
let counting = !process.env.DIE_WHEN_ASKED;
process.once('count' as never, () => {
  counting = true;
});

function step(): void {
  if (!counting) return;
  calls += 1;
  if (calls === at) process.kill(process.pid, 'SIGKILL');
}

type Functions = Record<string, (...given: unknown[]) => unknown>;

function wrap(
  object: unknown,
  names: readonly string[],
  counts: (given: readonly unknown[], object: unknown) => boolean,
): void {
  const functions = object as Functions;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`there is no function ${name}`);
    functions[name] = function (this: unknown, ...given: unknown[]) {
      if (counts(given, this)) step();
      return original.apply(this, given);
    };
  }
}

const isInside = (given: readonly unknown[]) =>
  given.some((value) => typeof value === 'string' && value.startsWith(within));
const opensForWriting = (given: readonly unknown[]) =>
  isInside(given) && typeof given[1] === 'string' && given[1] !== 'r';
const always = () => true;

const paths = ['copyFile', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink', 'unlink'];
wrap(promises, ['open'], opensForWriting);
wrap(promises, ['writeFile', ...paths], isInside);
wrap(fs, ['openSync'], opensForWriting);
wrap(fs, ['writeFileSync', ...paths.map((name) => `${name}Sync`)], isInside);
wrap(fs, ['writeSync'], always);
const handle = await promises.open(import.meta.filename);
wrap(Object.getPrototypeOf(handle), ['writeFile'], always);
await handle.close();
wrap(sqlite.DatabaseSync.prototype, ['close', 'exec'], always);
const writes = (text: unknown) => /^\s*(insert|update|delete|with|start|commit|select pg_)/i.test(String(text));
wrap(sqlite.StatementSync.prototype, ['run'], always);
// With `returning` a statement that writes gives rows.
wrap(sqlite.StatementSync.prototype, ['all'], (_, statement) => writes((statement as sqlite.StatementSync).sourceSQL));
wrap(sqlite, ['backup'], always);
// A prepared one is an object.
wrap(pg.Client.prototype, ['query'], ([query]) => writes((query as { text?: string }).text ?? query));
syncBuiltinESMExports();
calls = 0;

process.on('exit', () => process.stderr.write(`\n${calls} changes\n`));
