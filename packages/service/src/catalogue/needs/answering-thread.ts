import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Audit } from '@readymark/rubric/audit/audit';
import { SentRecord } from '../record-store/packed-record.ts';
import type { FromThread, OffersFile, StoredRecord, ToThread } from './messages.ts';
import { needOf } from './need.ts';
import { offerOf } from './offer.ts';
import { search } from './offer-index.ts';
import { keepOffers, keptOffers } from './offers-file.ts';
import { quoterOf } from './quote.ts';

/** The thread of needs-thread.ts: keeps what companies offer, and answers who fits a need. */

/** Reads and publications go first. On Linux this is the priority of the calling thread alone. */
if (process.platform === 'linux') setPriority(0, 10);

/** Of what a need asks for, the share that a company has, and one that only comes near. */
const SHARE_LEAST = 0.4;
const SHARE_NEAR = 0.06;
/** Offers are kept for the next start when so many were made since, or this share of all. */
const KEPT_LEAST = 200;
const KEPT_SHARE = 1 / 32;

const { file } = workerData as { file: OffersFile | undefined };
const kept = file ? keptOffers(file) : new Map<string, Uint32Array>();
const offers = new Map<number, Uint32Array>();
const keys = new Map<number, string>();
let board: readonly Uint32Array[] = [];
let made = 0;
let may_keep = file !== undefined;
const nothing = new Uint32Array(0);

const post = (message: FromThread, handed: ArrayBuffer[] = []) => parentPort?.postMessage(message, handed);

parentPort?.on('message', (message: ToThread) => {
  const { call } = message;
  switch (message.kind) {
    case 'know':
      return post({ call, unknown: Uint32Array.from(unknownOf(message.numbers, message.keys)) });
    case 'read': {
      const read = message.records.map((record) => offerOf(auditIn(record)));
      const terms = new Uint32Array(read.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const [one, offer] of read.entries()) {
        // Views of one buffer: a buffer each would take half as much again.
        terms.set(offer, at);
        offers.set(message.numbers[one] as number, terms.subarray(at, at + offer.length));
        at += offer.length;
      }
      made += read.length;
      return post({ call, read: read.length });
    }
    case 'board':
      board = Array.from(message.numbers, (number) => offers.get(number) ?? nothing);
      // What was kept of records that are not on the board any more.
      kept.clear();
      if (message.forget) forgetOthers(new Set(message.numbers));
      return keep(message.numbers);
    case 'find': {
      const { found } = search(board, needOf(message.text), message.near ? SHARE_NEAR : SHARE_LEAST);
      const places = Int32Array.from(found, ({ at }) => at);
      const scores = Float64Array.from(found, ({ score }) => score);
      // They may be as many as the board has companies: they are handed over, not copied.
      return post({ call, places, scores }, [places.buffer, scores.buffer]);
    }
    case 'quote': {
      const quote = quoterOf(needOf(message.text));
      return post({ call, said: message.records.map((record) => quote(auditIn(record))) });
    }
  }
});

/** The offers that have to be read. */
function unknownOf(numbers: Uint32Array, names: readonly string[]): number[] {
  return Array.from(numbers).filter((number, at) => {
    const key = names[at] as string;
    keys.set(number, key);
    const offer = kept.get(key);
    if (offer) offers.set(number, offer);
    return !offer;
  });
}

function forgetOthers(on_board: ReadonlySet<number>): void {
  for (const number of offers.keys())
    if (!on_board.has(number)) {
      offers.delete(number);
      keys.delete(number);
    }
}

const auditIn = ({ packed, size }: StoredRecord) =>
  JSON.parse(
    new SentRecord(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength), size, '}').identity().toString(),
  ) as Audit;

function keep(numbers: Uint32Array): void {
  if (!file || !may_keep || made < Math.max(KEPT_LEAST, numbers.length * KEPT_SHARE)) return;
  made = 0;
  try {
    keepOffers(file, new Map(Array.from(numbers, (number) => [keys.get(number) ?? '', offers.get(number) ?? nothing])));
  } catch {
    // Without it the next start reads the audits again.
    may_keep = false;
  }
}
