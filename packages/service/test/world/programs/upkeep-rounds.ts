import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rubrics } from '../../../../rubric/test/example-audit.ts';
import { openStore } from '../../../src/store/engine/engine.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';
import { readymark, startReadymark } from '../readymark.ts';
import { pages, upkeep } from './upkeep.ts';

/**
 * The commands of upkeep as scenes for killing: what is there before, what runs, what must be true after a kill at any
 * moment, and after the command was repeated.
 */
export type Scene = {
  name: string;
  /** Arguments of `programs/upkeep.ts`, and of the command line. */
  program(folder: string): [command: string, first: string, second: string];
  cli(folder: string): { args: string[]; env: Record<string, string> };
  /** Fills an empty folder. */
  prepare(folder: string): Promise<void>;
  /** Whether the command has taken effect. Throws when anything is lost. */
  check(folder: string): Promise<'before' | 'after'>;
  /** Checks what the command must leave when it ends, also after interruptions. */
  checkEnd(folder: string): Promise<void>;
};

/** A database with a row of that name. @param log whether a crash has left the row in the write-ahead log */
async function database(file: string, name: string, log = false): Promise<void> {
  const store = openStore({ database_url: '', file: log ? `${file}.open` : file });
  await migrate(store);
  await store.db.insertInto('secrets').values({ name, value: '', created_at: '' }).execute();
  if (log) for (const ending of ['', '-wal']) cpSync(`${file}.open${ending}`, file + ending);
  await store.close();
  if (log) rmSync(`${file}.open`);
}

/** The rows of a sound database. It is copied before it is opened, with its log and journal. */
async function rowsOf(file: string): Promise<string> {
  const folder = mkdtempSync(`${file}.copy-`);
  try {
    for (const ending of ['', '-wal', '-journal'])
      if (existsSync(file + ending)) cpSync(file + ending, join(folder, `copy.db${ending}`));
    const store = openStore({ database_url: '', file: join(folder, 'copy.db') });
    try {
      const found = (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(found, []);
      const rows = await store.db.selectFrom('secrets').select('name').execute();
      return rows.map(({ name }) => name).join();
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const data = (folder: string) => join(folder, 'data');
const file = (folder: string) => join(data(folder), 'readymark.db');
const backup = (folder: string) => join(folder, 'backup.db');
const environment = (folder: string) => ({ DATA_DIR: data(folder), DATABASE_URL: '' });

/** What earlier restores have kept, and its rows. */
const earlier = { '.before-restore': 'the oldest', '.before-restore-1': 'an older one' };
async function checkEarlier(folder: string): Promise<void> {
  for (const [ending, rows] of Object.entries(earlier)) assert.equal(await rowsOf(file(folder) + ending), rows);
}

const restoreScene: Scene = {
  name: 'restore',
  program: (folder) => ['restore', backup(folder), file(folder)],
  cli: (folder) => ({ args: ['restore', backup(folder), '--force'], env: environment(folder) }),
  async prepare(folder) {
    await database(backup(folder), 'new');
    await database(file(folder), 'old', true);
    for (const [ending, name] of Object.entries(earlier)) await database(file(folder) + ending, name);
  },
  async check(folder) {
    await checkEarlier(folder);
    assert.equal(await rowsOf(backup(folder)), 'new');
    const rows = await rowsOf(file(folder));
    assert.match(rows, /^(old|new)$/);
    if (rows === 'new') assert.equal(await rowsOf(`${file(folder)}.before-restore-2`), 'old');
    return rows === 'new' ? 'after' : 'before';
  },
  async checkEnd(folder) {
    const left = readdirSync(data(folder)).filter((name) => !name.startsWith('readymark.db.before-restore'));
    assert.deepEqual(left, ['readymark.db']);
    const kept = readdirSync(data(folder)).filter((name) => /before-restore-([2-9]|\d\d+)$/.test(name));
    assert.equal(await rowsOf(join(data(folder), kept.sort()[0] ?? '')), 'old');
    assert.ok(kept.length <= 2, 'one for the old database, one when the restore was repeated after it had ended');
  },
};

const firstRestoreScene: Scene = {
  ...restoreScene,
  name: 'restore into an empty folder',
  async prepare(folder) {
    mkdirSync(data(folder));
    await database(backup(folder), 'new');
  },
  async check(folder) {
    assert.equal(await rowsOf(backup(folder)), 'new');
    if (existsSync(file(folder))) assert.equal(await rowsOf(file(folder)), 'new');
    else if (readdirSync(data(folder)).length)
      assert.throws(() => openStore({ database_url: '', file: file(folder) }), /readymark restore/);
    return existsSync(file(folder)) ? 'after' : 'before';
  },
  async checkEnd(folder) {
    // What a killed restore had placed is kept with its journal, if there was one.
    const left = readdirSync(data(folder)).filter((name) => !/before-restore-1(-journal)?$/.test(name));
    assert.deepEqual(left, ['readymark.db']);
  },
};

const backupScene: Scene = {
  name: 'backup',
  program: (folder) => ['backup', file(folder), backup(folder)],
  cli: (folder) => ({ args: ['backup', backup(folder), '--force'], env: environment(folder) }),
  async prepare(folder) {
    await database(backup(folder), 'old');
    await database(file(folder), 'new', true);
  },
  async check(folder) {
    assert.equal(await rowsOf(file(folder)), 'new');
    const rows = await rowsOf(backup(folder));
    assert.match(rows, /^(old|new)$/);
    return rows === 'new' ? 'after' : 'before';
  },
  async checkEnd(folder) {
    assert.deepEqual(readdirSync(folder).sort(), ['backup.db', 'data']);
  },
};

const site = (folder: string) => join(folder, 'site');
const exportScene: Scene = {
  name: 'export',
  program: (folder) => ['export', site(folder), 'new'],
  cli: (folder) => ({ args: ['export', site(folder)], env: environment(folder) }),
  async prepare(folder) {
    await database(file(folder), 'new');
    await upkeep('export', site(folder), 'old');
    cpSync(site(folder), join(folder, 'site.backup'), { recursive: true, dereference: true });
  },
  async check(folder) {
    assert.match(readFileSync(join(folder, 'site.backup', 'index.html'), 'utf8'), /"old"/);
    const words = pages.map((path) => {
      const name = join(site(folder), path.endsWith('/') ? `${path}index.html` : path);
      const text = readFileSync(name, 'utf8');
      if (existsSync(`${name}.br`)) assert.equal(brotliDecompressSync(readFileSync(`${name}.br`)).toString(), text);
      if (existsSync(`${name}.gz`)) assert.equal(gunzipSync(readFileSync(`${name}.gz`)).toString(), text);
      return text.includes('"old"') ? 'before' : 'after';
    });
    assert.equal(new Set(words).size, 1);
    return words[0] ?? 'before';
  },
  async checkEnd(folder) {
    const names = readdirSync(folder).filter((name) => !/^site\.readymark-export-\d+-\w{6}$/.test(name));
    assert.deepEqual(names.sort(), ['data', 'site', 'site.backup']);
    assert.equal(readdirSync(folder).length, 4, 'one tree');
  },
};

export const scenes: readonly Scene[] = [restoreScene, firstRestoreScene, backupScene, exportScene];

/**
 * Prepares scenes from a template, so that each round begins with the same files.
 *
 * @returns a function that fills a new folder
 */
export async function prepared(scene: Scene, parent: string): Promise<() => string> {
  const template = mkdtempSync(join(parent, 'template-'));
  await scene.prepare(template);
  return () => {
    const folder = mkdtempSync(join(parent, 'round-'));
    cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
    return folder;
  };
}

/** Checks what a kill has left, repeats the command and checks its result. @returns what was there after the kill */
export async function checkKilled(scene: Scene, folder: string): Promise<'before' | 'after'> {
  const state = await scene.check(folder);
  await upkeep(...scene.program(folder));
  assert.equal(await scene.check(folder), 'after');
  await scene.checkEnd(folder);
  rmSync(folder, { recursive: true });
  return state;
}

/** How often a kill left the old, left the new, or came too late. */
type UpkeepTally = { before: number; after: number; ended: number };

/**
 * Runs each command on the real command line and kills it (SIGKILL) at a random moment, also within SQLite.
 *
 * @param options.parent an empty folder
 * @param options.rounds per command
 * @param options.random numbers from 0 to 1, from a seed that is printed so that a failure can be repeated
 */
export async function upkeepRounds(options: {
  parent: string;
  rounds: number;
  random: () => number;
}): Promise<Record<string, UpkeepTally>> {
  const tallies: Record<string, UpkeepTally> = {};
  for (const scene of scenes) {
    const fill = await prepared(scene, options.parent);
    const whole = scene.cli(fill());
    const began = performance.now();
    const { code, err } = await readymark(whole.args, whole.env);
    assert.equal(code, 0, err);
    const took = performance.now() - began;
    const tally: UpkeepTally = { before: 0, after: 0, ended: 0 };
    for (let round = 0; round < options.rounds; round += 1) {
      const folder = fill();
      const { args, env } = scene.cli(folder);
      const command = startReadymark(args, env);
      // Most of the time goes into loading the program.
      await wait(took * (0.4 + 0.6 * options.random()));
      const ended = command.ended() !== undefined;
      await command.kill();
      const state = await checkKilled(scene, folder);
      tally[ended ? 'ended' : state] += 1;
    }
    tallies[scene.name] = tally;
  }
  return tallies;
}
