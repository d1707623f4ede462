import { signingKey, signNote } from '@readymark/tlog/note';
import { canonicalJson, leafHash, rootOfInclusion } from '@readymark/verify';
import { canonicalHash } from '../../../src/domain/canonical-json.ts';
import type { LyingService } from './lying-service.ts';

/** Documents that are made to hold whoever reads them, by somebody who needs no key (decision 163). */

const MB = 1024 * 1024;
const filled = (before: string, piece: string, bytes: number, after: string) =>
  Buffer.from(before + piece.repeat(Math.floor(bytes / piece.length)) + after);

const record = '/api/audits/acme.json';
const index = '/api/audits/index.json';
const proof = '/api/audits/acme/proof.json';
const rubric = '/rubrics/v1.json';

type Hostile = {
  what: string;
  /** Documents by path. */
  documents: readonly (readonly [path: string, bytes: Uint8Array])[];
  /** What a check says of it. */
  told: RegExp;
};

/** Each set of documents with what is said of it, one after another: together they are too large to be kept. */
export async function* hostileDocuments(): AsyncGenerator<Hostile> {
  yield {
    what: 'many criteria under many rules',
    documents: [
      [record, filled('{"criteria":[', '{},', 0.9 * MB, '0]}')],
      [rubric, filled('{"criteria":[', '{},', 60_000, '0],"pillars":[0]}')],
    ],
    told: /^The record (differs|has more than)/,
  };
  yield {
    what: 'many criteria under many rules, as they would be logged',
    ...(await ofAnotherLog({ record: criteriaOf(100_000), rubric: criteriaOf(20_000), size: 2 })),
    told: /^The record has 100000 criteria, and the rubric 20000\.$/,
  };
  yield {
    what: 'a record that names what objects are turned into',
    ...(await ofAnotherLog({ record: { ...odd, overall_score: odd }, rubric: odd, size: 2 })),
    told: /^The rubric has no criteria\.$|^The record has/,
  };
  yield {
    what: 'an index of nothing',
    documents: [[index, filled('{"audits":[', '{},', 60 * MB, '0]}')]],
    told: /^The index has more bytes than any such document\.$/,
  };
  yield {
    what: 'an index of nothing, under a log that is said to be long',
    ...(await ofAnotherLog({
      ...{ record: odd, rubric: odd, size: 10_000_000 },
      also: [[index, filled('{"audits":[', '{},', 60 * MB, '0]}')]],
    })),
    told: /^The index has more than 4000000 values, as no such document has\.$/,
  };
  yield {
    what: 'a record of nothing',
    documents: [[record, filled('{"criteria":[', '{},', 15 * MB, '0]}')]],
    told: /^The record has more than 250000 values, as no such document has\.$/,
  };
  yield {
    what: 'a record of names',
    documents: [[record, Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":0`).join()}}`)]],
    told: /^The record has more than 250000 values, as no such document has\.$/,
  };
  yield {
    what: 'entries of nothing',
    ...(await ofAnotherLog({
      ...{ record: odd, rubric: odd, size: 20 * 256 },
      also: Array.from({ length: 20 }, (_, n) => [
        `/log/tile/entries/${String(n).padStart(3, '0')}`,
        bundle(filled('[', '[],', 8_000, '0]')),
      ]),
    })),
    told: /^The entries beside it are not those that were signed: one was changed or left out\.$/,
  };
  yield {
    what: 'entries without end',
    documents: [['/log/tile/entries/000.p/2', Buffer.alloc(40 * MB)]],
    told: /^The file of entries log\/tile\/entries\/000\.p\/2 has more bytes than any such file\.$/,
  };
}

/** Members that turn an object into neither a text nor a number. */
const odd = { toString: 1, valueOf: 1 };

const criteriaOf = (count: number) => ({
  criteria: Array.from({ length: count }, () => ({})),
  pillars: [odd],
  tiers: [odd],
});

function bundle(entry: Uint8Array): Uint8Array {
  const length = Buffer.from([entry.byteLength >> 8, entry.byteLength & 255]);
  return Buffer.concat(Array.from({ length: 256 }, () => [length, entry]).flat());
}

/** Documents of a score in a log of the liar's own key, of any size: of its other entries only hashes are shown. */
async function ofAnotherLog(made: {
  record: object;
  rubric: object;
  size: number;
  also?: readonly (readonly [path: string, bytes: Uint8Array])[];
}) {
  const key = signingKey('liar.test/log', new Uint8Array(32).fill(5));
  const statement = {
    ...{
      format: 1,
      kind: 'audit',
      slug: 'acme',
      audit_date: '2026-11-01',
      publication: 1,
      at: '2026-11-21T12:00:00.000Z',
    },
    ...{ record_sha256: canonicalHash(made.record), record_format: 1, rubric: 'v1' },
    ...{ rubric_sha256: canonicalHash(made.rubric), receipts_sha256: null, replaces: null, logged: 'at_publication' },
  };
  const inclusion = Array.from({ length: Math.ceil(Math.log2(made.size)) }, () => Buffer.alloc(32, 7));
  const leaf = await leafHash(Buffer.from(canonicalJson(statement)));
  const root = await rootOfInclusion(leaf, 0, made.size, inclusion);
  const head = `${key.name}\n${made.size}\n${Buffer.from(root ?? []).toString('base64')}\n`;
  const documents: Record<string, unknown> = {
    [proof]: {
      ...{ statement, index: 0, inclusion: inclusion.map((hash) => hash.toString('base64')) },
      checkpoint: signNote(head, [key]),
    },
    '/.well-known/readymark-keys': { keys: [{ key: key.verifier.text, from: '', until: null, handover: null }] },
    [record]: made.record,
    [rubric]: made.rubric,
  };
  const texts = Object.entries(documents).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))] as const);
  return { documents: [...texts, ...(made.also ?? [])] };
}

/** Has a service serve these documents. */
export function serveHostile({ lies }: Pick<LyingService, 'lies'>, { documents }: Hostile): void {
  lies.clear();
  for (const [path, bytes] of documents) lies.set(path, () => bytes);
}
