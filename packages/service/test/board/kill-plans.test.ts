import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { short, timeLimit } from '../../../../test/world/wait.ts';
import type { Files } from '../../src/operations/board/edge/files.ts';
import { boardStore, edgeOf, filesIn, placeOf } from '../world/board/board-world.ts';
import { publishMade, type Shown } from '../world/board/made-board.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** Writers and edges of a board that end between any two of their writes, by a plan that a number gives (decision 214). */
const PLANS = short ? 2 : 20;
const ROUNDS = short ? 3 : 8;

/** Numbers below a bound, the same for each seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

/** Something else is shown: companies come, change their scores and leave, slugs move, pages change. */
function changed(shown: Shown, next: (below: number) => number): Shown {
  const { companies, former, pages } = structuredClone(shown);
  for (let times = 1 + next(3); times > 0; times -= 1) {
    const slug = `c-${next(12)}`;
    if (next(4) === 0 && companies[slug] && Object.keys(companies).length > 2) {
      delete companies[slug];
      former[slug] = next(2) ? { gone: JSON.stringify({ status: 410, slug }) } : { moved_to: `d-${next(5)}` };
    } else {
      companies[slug] = { score: 40 + next(4) * 10, text: 'It is what it is. '.repeat(1 + next(60)) };
      delete former[slug];
    }
    pages[`/page-${next(3)}`] = `page ${next(100)}`;
    if (next(5) === 0) delete pages[`/page-${next(3)}`];
  }
  return { companies, former, pages };
}

/** Files of a process that is killed before its write with this number: afterwards it does nothing any more. */
function killed(files: Files, at: number): Files {
  let writes = 0;
  const dying = <A extends unknown[], R>(work: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      writes += 1;
      if (writes > at) throw new Error('killed');
      return work(...args);
    };
  };
  const { put, note, append, remove, link, keep, folder, replaceEnd } = files;
  const promised = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    const die = dying(work);
    return async (...args: A): Promise<R> => die(...args);
  };
  return {
    ...files,
    ...{ put: promised(put), note: promised(note), append: promised(append), remove: promised(remove) },
    ...{ link: promised(link), keep: promised(keep), folder: promised(folder), replaceEnd: dying(replaceEnd) },
  };
}

/** What nginx would answer from a folder: files with what their `.gz` expands to, 410 and 301. */
function answersOf(folder: string) {
  const site = filesIn(join(folder, 'site'));
  for (const [path, bytes] of site) {
    const zipped = join(folder, 'site', `${path}.gz`);
    if (existsSync(zipped)) assert.ok(gunzipSync(readFileSync(zipped)).equals(bytes), `${path}.gz is of other bytes`);
  }
  const names = (of: string) => (existsSync(join(folder, of)) ? readdirSync(join(folder, of)).sort() : []);
  return { site, gone: names('gone'), moved: names('moved') };
}

const store = await boardStore();

describe('by a plan', { timeout: timeLimit(PLANS * 300_000) }, () => {
  for (let seed = 1; seed <= PLANS; seed += 1)
    test(`${seed}: whatever ends when, the next one goes on, and what is shown is whole`, async (t) => {
      const next = numbersOf(seed);
      const place = { ...store, to: store.to.replace('/public', `/plan-${seed}`) };
      const folder = join(temporaryFolder('readymark-plan-'), 'board');
      const at = await placeOf(place);
      let shown: Shown = {
        companies: {
          'c-0': { score: 50, text: 'a' },
          'c-1': { score: 60, text: 'b' },
          'c-2': { score: 70, text: 'c' },
        },
        former: {},
        pages: { '/': 'the front page' },
      };
      let [ended, time] = [0, Date.parse('2026-11-20T10:00:00.000Z')];
      for (let publication = 1; publication <= ROUNDS; publication += 1) {
        shown = changed(shown, next);
        const die_at = next(14);
        let puts = 0;
        store.breaks((request, response) => {
          puts += Number(request.method === 'PUT');
          if (puts <= die_at) return false;
          response.destroy();
          return true;
        });
        time += 1_000;
        const write = () => publishMade(at, shown, publication, { at: new Date(time) });
        const written = await write().catch((error: Error) => error);
        store.breaks(undefined);
        if (written instanceof Error) {
          ended += 1;
          // What an edge shows now is the board before, or this one.
          time += 1_000;
          await write();
        }
        for (let kill = next(12); ; kill += 1 + next(short ? 40 : 20)) {
          const dying = await edgeOf(place, folder, (files) => killed(files, kill)).catch((error: Error) => error);
          const step = dying instanceof Error ? dying : await dying.step().catch((error: Error) => error);
          if (!(step instanceof Error)) break;
          assert.match(step.message, /killed/);
          ended += 1;
        }
        const fresh = await edgeOf(place);
        await fresh.step();
        assert.deepEqual(answersOf(folder), answersOf(fresh.folder), `plan ${seed}, publication ${publication}`);
      }
      assert.ok(ended >= ROUNDS);
      t.diagnostic(`${ended} ends`);
    });
});
