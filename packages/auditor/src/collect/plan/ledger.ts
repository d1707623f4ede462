import { createHash } from 'node:crypto';
import type { Bodies, EvidenceItem, EvidenceProblem } from '../../evidence/evidence.ts';
import type { FetchOrder } from '../fetch.ts';
import type { Fetcher } from '../guard/fetcher.ts';
import type { Parse } from '../parse/parser.ts';
import type { DocumentKind, Reading } from '../parse/reading.ts';

/** An item with its body, as the plan works with it. */
export type Answered = {
  item: EvidenceItem;
  body: Uint8Array | undefined;
  /** Last address, after redirects. */
  url: string;
  /** 2xx with a body to be believed. */
  ok: boolean;
  /** Content type without parameters. */
  type: string;
};

/** How far a collection is. */
type Step = { phase: string; done: number; planned: number; bytes: number };

/** What was asked for and seen so far. Each address is asked for once per Accept header. */
export type Ledger = {
  items: EvidenceItem[];
  notes: string[];
  bodies: Bodies;
  /** Requests so far, redirects included. */
  spent(): number;
  left(): number;
  /** The time was over before everything was asked for. */
  late(): boolean;
  /** Asks; undefined when it was asked for already, and not `again`, or nothing is left to spend. */
  ask(order: FetchOrder, again?: 'again'): Promise<Answered | undefined>;
  asked(url: string, accept?: string): boolean;
  /** Writes down something that was learned otherwise than by one GET. */
  add(item: Omit<EvidenceItem, 'bytes' | 'sha256'>, body: Uint8Array | undefined): void;
  /** Reads what was seen; its item says so when that is not possible. */
  read(seen: Answered, kind: DocumentKind): Promise<Reading | undefined>;
  phase(name: string, planned: number): void;
  note(text: string): void;
};

/** The same page under another spelling of its address: scheme, `www.`, trailing slash, index page. */
export const addressKey = (url: string): string =>
  url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/index\.html?$/i, '/')
    .replace(/\/$/, '');

/** What a collection uses of the guarded fetcher. */
export type Fetching = Pick<Fetcher, 'fetch' | 'requests' | 'bytes'> & Partial<Pick<Fetcher, 'robots'>>;

/** Markdown is another document than what a browser gets; other wishes for a type are not. */
const askedKey = (url: string, accept?: string) => `${accept === 'text/markdown' ? 'markdown ' : ''}${addressKey(url)}`;

export function openLedger(given: {
  fetcher: Fetching;
  parse: Parse;
  now(): Date;
  deadline: Date;
  /** Of this collection, redirects included. */
  requests: number;
  progress(step: Step): void;
  /** Called with each item when it is there, and once more when it turns out to be unreadable. `at`: its place among the items. */
  seen?: ((at: number, item: EvidenceItem, body: Uint8Array | undefined) => void) | undefined;
}): Ledger {
  const items: EvidenceItem[] = [];
  const notes: string[] = [];
  const bodies = new Map<string, Uint8Array>();
  const asked = new Set<string>();
  const step: Step = { phase: 'robots', done: 0, planned: 0, bytes: 0 };
  let late = false;

  const spent = () => given.fetcher.requests();
  const report = () => {
    step.done = spent();
    step.bytes = given.fetcher.bytes();
    given.progress({ ...step, planned: Math.max(step.planned, step.done) });
  };
  const keep = (item: EvidenceItem, body: Uint8Array | undefined) => {
    items.push(item);
    given.seen?.(items.length - 1, item, body);
    if (item.sha256 !== null && body) bodies.set(item.sha256, body);
    report();
  };
  const left = () => {
    if (!late && given.now() >= given.deadline) {
      late = true;
      notes.push('The time for one collection was used up; what was not asked for by then is unknown.');
    }
    return late ? 0 : Math.max(0, given.requests - spent());
  };

  return {
    items,
    notes,
    bodies: (sha256) => bodies.get(sha256),
    spent,
    left,
    late: () => late,
    asked: (url, accept) => asked.has(askedKey(url, accept)),
    async ask(order, again) {
      const key = askedKey(order.url, order.accept);
      if ((asked.has(key) && !again) || left() === 0) return undefined;
      asked.add(key);
      const { item, body } = await given.fetcher.fetch(order);
      keep(item, body);
      const url = item.redirects.at(-1)?.url ?? item.url;
      asked.add(askedKey(url, order.accept));
      const status = item.status ?? 0;
      return {
        item,
        body,
        url,
        ok: item.problem === null && status >= 200 && status < 300 && body !== undefined && body.byteLength > 0,
        type: (item.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      };
    },
    add(item, body) {
      asked.add(askedKey(item.url));
      keep(
        {
          ...item,
          bytes: body?.byteLength ?? 0,
          sha256: body ? createHash('sha256').update(body).digest('hex') : null,
        },
        body,
      );
    },
    async read(seen, kind) {
      if (!seen.ok || !seen.body) return undefined;
      const reading = await given.parse({
        kind,
        url: seen.url,
        type: seen.item.headers['content-type'] ?? '',
        body: seen.body,
      });
      if (reading === undefined) {
        const problem: EvidenceProblem = 'unreadable';
        Object.assign(seen.item, { problem, detail: 'Reading it took too much time or memory.' });
        given.seen?.(items.indexOf(seen.item), seen.item, undefined);
      }
      return reading;
    },
    phase(name, planned) {
      step.phase = name;
      step.planned = spent() + planned;
      report();
    },
    note: (text) => void (notes.includes(text) || notes.length >= 100 || notes.push(text)),
  };
}
