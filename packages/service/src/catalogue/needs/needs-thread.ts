import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Listed, Snapshot } from '../snapshot.ts';
import { openTimeSlicer } from '../time-slicer.ts';
import type { Answer, FromThread, OffersFile, Said, ToThread } from './messages.ts';

/** How far a board is read: the numbers of its offers by place, when all are; how many are; and since when it is being read. */
export type Reading = { all: Promise<Uint32Array>; done(): number; began: number };

/** Records that are sent at a time. */
const BATCH = 200;

/** The thread that answers needs, and what it knows. */
export class NeedsThread {
  readonly #worker: Worker;
  readonly #spare: number;
  readonly #calls = new Map<number, { done(message: FromThread): void; failed(error: Error): void }>();
  #calls_made = 0;
  /** The numbers of offers, none of which is used again. */
  #number_of = new WeakMap<Listed, number>();
  #next_number = 0;
  #held = 0;
  #readings = new WeakMap<Snapshot, Reading>();
  #last_reading: Promise<unknown> = Promise.resolve();
  #being_read = 0;
  /** The board that it has. */
  #board: Snapshot | undefined;

  /**
   * @param spare offers of audits that are not on the board any more are forgotten beyond as many as it has, and these
   * @param failed called when it ended without being asked to
   */
  constructor(file: OffersFile | undefined, spare: number, failed: (error: Error) => void) {
    this.#spare = spare;
    const at = new URL(`./answering-thread${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(at, { workerData: { file } });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => {
      this.#calls.get(message.call)?.done(message);
      this.#calls.delete(message.call);
    });
    const end = (error: Error) => {
      for (const call of this.#calls.values()) call.failed(error);
      this.#calls.clear();
      failed(error);
    };
    this.#worker.once('error', end);
  }

  async end(): Promise<void> {
    this.#worker.removeAllListeners('error');
    await this.#worker.terminate();
    for (const call of this.#calls.values()) call.failed(new Error('the thread was ended'));
    this.#calls.clear();
  }

  /** The reading of a board, one board after the other, which goes on whoever waits. */
  reading(snapshot: Snapshot): Reading {
    const known = this.#readings.get(snapshot);
    if (known) return known;
    let done = 0;
    this.#being_read += 1;
    const all = this.#last_reading
      .then(() => this.#read(snapshot, (many) => (done += many)))
      .finally(() => (this.#being_read -= 1));
    const reading = { all, done: () => done, began: performance.now() };
    this.#last_reading = all.catch(() => this.#readings.delete(snapshot));
    this.#readings.set(snapshot, reading);
    return reading;
  }

  /** Who fits a need on a board that is read. */
  async find(snapshot: Snapshot, text: string, near: boolean): Promise<Answer> {
    for (;;) {
      const reading = this.reading(snapshot);
      const numbers = await reading.all;
      // It may have been forgotten for another board in the meantime.
      if (this.#readings.get(snapshot) !== reading) continue;
      this.#show(snapshot, numbers);
      break;
    }
    return (await this.#call({ kind: 'find', text, near })) as FromThread & Answer;
  }

  /** What the audits of some companies say that fits a need. */
  async quote(snapshot: Snapshot, companies: readonly Listed[], text: string): Promise<readonly Said[]> {
    const records = companies.map((company) => {
      const { packed, size } = snapshot.stored(company);
      return { packed: packed(), size };
    });
    return ((await this.#call({ kind: 'quote', text, records })) as { said: readonly Said[] }).said;
  }

  async #read(snapshot: Snapshot, count: (many: number) => void): Promise<Uint32Array> {
    const slicer = openTimeSlicer();
    const { companies } = snapshot;
    let unknown: Listed[] = [];
    for (const [place, company] of companies.entries()) {
      const turn = slicer();
      if (turn) await turn;
      if (this.#number_of.has(company)) count(1);
      else unknown.push(company);
      if (unknown.length < BATCH && place < companies.length - 1) continue;
      await this.#teach(snapshot, unknown);
      count(unknown.length);
      unknown = [];
    }
    const numbers = new Uint32Array(companies.length);
    for (const [place, company] of companies.entries()) {
      const turn = slicer();
      if (turn) await turn;
      numbers[place] = this.#number_of.get(company) as number;
    }
    return numbers;
  }

  /** Makes sure that the thread knows what some companies offer. */
  async #teach(snapshot: Snapshot, companies: readonly Listed[]): Promise<void> {
    if (!companies.length) return;
    const first = this.#next_number;
    this.#next_number += companies.length;
    this.#held += companies.length;
    const numbers = Uint32Array.from(companies, (_, at) => first + at);
    const keys = companies.map((company) => snapshot.stored(company).key);
    const reply = (await this.#call({ kind: 'know', numbers, keys })) as { unknown: Uint32Array };
    const slicer = openTimeSlicer();
    const records = [];
    for (const number of reply.unknown) {
      const turn = slicer();
      if (turn) await turn;
      const { packed, size } = snapshot.stored(companies[number - first] as Listed);
      records.push({ packed: packed(), size });
    }
    if (records.length) await this.#call({ kind: 'read', numbers: reply.unknown, records });
    for (const [at, company] of companies.entries()) this.#number_of.set(company, first + at);
  }

  /** Lets a board be the one that is asked of from now on. */
  #show(snapshot: Snapshot, numbers: Uint32Array): void {
    if (this.#board === snapshot) return;
    this.#board = snapshot;
    // A board that is being read has offers of those before it.
    const forget = this.#being_read === 0 && this.#held > 2 * numbers.length + this.#spare;
    if (forget) {
      // Those that are forgotten get other numbers when they come again.
      this.#number_of = new WeakMap(snapshot.companies.map((company, place) => [company, numbers[place] as number]));
      this.#readings = new WeakMap([[snapshot, this.reading(snapshot)]]);
      this.#held = numbers.length;
    }
    this.#worker.postMessage({ kind: 'board', call: 0, numbers, forget } satisfies ToThread);
  }

  #call(message: Asking): Promise<FromThread> {
    return new Promise((done, failed) => {
      const call = ++this.#calls_made;
      this.#calls.set(call, { done, failed });
      this.#worker.postMessage({ ...message, call });
    });
  }
}

type Asking = ToThread extends infer One ? (One extends ToThread ? Omit<One, 'call'> : never) : never;
