import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readymark } from './readymark.ts';

/** A data directory that does not exist yet, in a folder of its own, which is removed after the file's tests. */
type Place = { folder: string; DATA_DIR: string; file: string; env: Record<string, string> };

export function fresh(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'readymark place '));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const DATA_DIR = join(folder, 'data');
  return { folder, DATA_DIR, file: join(DATA_DIR, 'readymark.db'), env: { DATA_DIR, DATABASE_URL: '' } };
}

/** A place with an empty, migrated database. */
export async function migrated(): Promise<Place> {
  const place = fresh();
  await done(['migrate'], place.env);
  return place;
}

/** Runs a command that must succeed. @returns what it printed */
export async function done(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, out, err } = await readymark(args, env);
  assert.equal(code, 0, err);
  return out;
}
