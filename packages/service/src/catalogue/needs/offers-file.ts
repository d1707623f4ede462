import { hash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { frameOf, framesOf, headOf, withHead } from '../saved/frames.ts';
import * as around from './concepts/around.ts';
import { business } from './concepts/business.ts';
import { living } from './concepts/living.ts';
import { places } from './concepts/places.ts';
import { trades } from './concepts/trades.ts';
import type { OffersFile } from './messages.ts';

/** Raise it whenever the same words come to be other terms. */
const FORMAT = 2;
const OFFERS_A_FRAME = 1_000;

/** With other words for things, the same audit is another offer. */
const words = hash('sha256', JSON.stringify([FORMAT, around, business, living, places, trades]), 'hex');

/** The offers that were kept, by the key of their record; none where the file is not whole at its beginning, or was made otherwise. */
export function keptOffers({ path, key }: OffersFile): Map<string, Uint32Array> {
  const offers = new Map<string, Uint32Array>();
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return offers;
  }
  try {
    const frames = framesOf((buffer, at) => fill(file, buffer, at));
    const first = frames.next().value as Buffer | undefined;
    if (!first || first.toString() !== `${key}${words}`) return offers;
    for (const frame of frames) {
      const { head, rest } = headOf<{ keys: string[]; lengths: number[] }>(frame);
      const terms = new Uint32Array(rest.byteLength / 4);
      new Uint8Array(terms.buffer).set(rest);
      let at = 0;
      for (const [one, length] of head.lengths.entries()) {
        // Offers of a frame are views of one buffer: an object each would take as much again.
        offers.set(head.keys[one] as string, terms.subarray(at, at + length));
        at += length;
      }
    }
  } catch {
    // What cannot be read is read in the audits again.
    return new Map();
  } finally {
    closeSync(file);
  }
  return offers;
}

/** Writes all offers under another name, and puts the file in its place when it is on the disk. @throws Error where that fails */
export function keepOffers({ path, key }: OffersFile, offers: ReadonlyMap<string, Uint32Array>): void {
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    const put = (bytes: Uint8Array) => {
      for (let done = 0; done < bytes.byteLength; ) done += writeSync(file, bytes, done, bytes.byteLength - done);
    };
    put(frameOf(Buffer.from(`${key}${words}`)));
    const all = [...offers];
    for (let at = 0; at < all.length; at += OFFERS_A_FRAME) {
      const some = all.slice(at, at + OFFERS_A_FRAME);
      const head = { keys: some.map(([one]) => one), lengths: some.map(([, { length }]) => length) };
      put(frameOf(...withHead(head, ...some.map(([, terms]) => bytesOf(terms)))));
    }
    fdatasyncSync(file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) => new Uint8Array(buffer, byteOffset, byteLength);

function fill(file: number, buffer: Buffer, at: number): number {
  let done = 0;
  for (let read = 1; read > 0 && done < buffer.byteLength; done += read)
    read = readSync(file, buffer, done, buffer.byteLength - done, at + done);
  return done;
}
