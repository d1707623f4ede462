import type { RecordRef } from '../record-store/record-store.ts';
import { Names } from './names.ts';
import { AT, AUDIT, hashOf, type Piece, type RowPlace } from './row-layout.ts';

/** Bytes of a piece of memory: the first is small, for a small leaderboard. */
const FIRST_PIECE_BYTES = 16 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** What of an audit is kept beside its record. */
export type AuditFields = {
  audit_id: string;
  audit_date: string;
  published_at: string;
  rubric: string;
  criterion_ids: readonly string[];
  criterion_scores: string;
  record: RecordRef;
  receipts: RecordRef | undefined;
  business: string | undefined;
};

/** What a row is made from. */
export type CompanyFields = {
  slug: string;
  company: string;
  website: string;
  /** What the owner of its website registered. */
  owner: string;
  overall_score: number;
  tier: string;
  audit_date: string;
  reaudit_due: string;
  pillar_scores: Readonly<Record<string, number>>;
  fictional: boolean;
  entry: string;
  audits: readonly AuditFields[];
};

export class CompanyRows {
  readonly names: Names;
  #piece: Piece;
  #used = 0;
  #allocated = 0;
  #scratch: Buffer<ArrayBufferLike> = Buffer.allocUnsafeSlow(4096);

  constructor(names = new Names()) {
    this.names = names;
    this.#piece = { bytes: Buffer.alloc(0), names };
  }

  /** Bytes of all pieces since the last time that rows moved together. */
  get bytes(): number {
    return this.#allocated;
  }

  /** Writes a row. */
  add(company: CompanyFields): RowPlace {
    const size = this.#write(company);
    return this.#put(this.#scratch.subarray(0, size));
  }

  /** Rows that are in memory already, one after another, for example as they were read from a file. */
  adopt(bytes: Buffer<ArrayBufferLike>): Piece {
    this.#allocated += bytes.byteLength;
    return { bytes, names: this.names };
  }

  /** Begins anew: rows that are copied here from now on lie together. What is at the old places stays readable. */
  restart(): void {
    this.#piece = { bytes: Buffer.alloc(0), names: this.names };
    this.#used = 0;
    this.#allocated = 0;
  }

  /** Copies a row that is somewhere else. */
  copy({ piece, at }: RowPlace): RowPlace {
    return this.#put(piece.bytes.subarray(at, at + rowBytes({ piece, at })));
  }

  #put(row: Uint8Array): RowPlace {
    if (this.#used + row.byteLength > this.#piece.bytes.byteLength) {
      const size = Math.max(this.#allocated === 0 ? FIRST_PIECE_BYTES : PIECE_BYTES, row.byteLength);
      // Shared memory is not counted as external memory, so what lives as long as the process affects no collection.
      this.#piece = { bytes: Buffer.from(new SharedArrayBuffer(size)), names: this.names };
      this.#allocated += size;
      this.#used = 0;
    }
    const place = { piece: this.#piece, at: this.#used };
    this.#piece.bytes.set(row, this.#used);
    this.#used += row.byteLength;
    return place;
  }

  #write(company: CompanyFields): number {
    const { names } = this;
    const pillars = Object.keys(company.pillar_scores);
    const texts = [company.company, company.website, company.owner, company.entry];
    const letters = texts.reduce((sum, text) => sum + text.length, company.slug.length);
    const room = company.audits.reduce(
      (sum, audit) =>
        sum +
        AUDIT.texts +
        512 +
        3 * (audit.audit_id.length + audit.published_at.length) +
        2 * audit.criterion_scores.length,
      AT.texts + 2 * pillars.length + 3 * letters,
    );
    if (this.#scratch.byteLength < room) this.#scratch = Buffer.allocUnsafeSlow(2 * room);
    const row = this.#scratch;
    row.fill(0, 0, AT.texts);
    row.writeUInt32LE(hashOf(company.slug), AT.slug_hash);
    row.writeUInt32LE(hashOf(company.owner), AT.owner_hash);
    row.writeUInt32LE(names.numberOf(company.tier), AT.tier);
    row.writeUInt32LE(names.numberOf(company.audit_date), AT.audit_date);
    row.writeUInt32LE(names.numberOf(company.reaudit_due), AT.reaudit_due);
    row.writeUInt32LE(names.numberOf(pillars.join(' ')), AT.pillars);
    row.writeUInt16LE(company.overall_score, AT.overall_score);
    row.writeUInt16LE(company.audits.length, AT.audits);
    row.writeUInt8(pillars.length, AT.pillar_count);
    row.writeUInt8(Number(company.fictional), AT.fictional);
    let at: number = AT.texts;
    for (const id of pillars) at = row.writeUInt16LE(company.pillar_scores[id] ?? 0, at);
    const slug_bytes = row.write(company.slug, at);
    row.writeUInt8(slug_bytes, AT.slug_bytes);
    at += slug_bytes;
    for (const [place, text] of texts.entries()) {
      const bytes = row.write(text, at);
      row.writeUInt32LE(bytes, AT.company_bytes + 4 * place);
      at += bytes;
    }
    for (const audit of company.audits) {
      row.writeUInt32LE(at, AT.last_audit);
      at = this.#writeAudit(row, at, audit);
    }
    row.writeUInt32LE(at, AT.bytes);
    return at;
  }

  #writeAudit(row: Buffer<ArrayBufferLike>, from: number, audit: AuditFields): number {
    const { names } = this;
    row.fill(0, from, from + AUDIT.texts);
    row.writeUInt32LE(names.numberOf(audit.audit_date), from + AUDIT.audit_date);
    row.writeUInt32LE(names.numberOf(audit.rubric), from + AUDIT.rubric);
    row.writeUInt32LE(names.numberOf(audit.criterion_ids.join(' ')), from + AUDIT.criteria);
    row.writeUInt32LE(audit.business === undefined ? 0 : names.numberOf(audit.business) + 1, from + AUDIT.business);
    writeRef(row, from + AUDIT.record, audit.record);
    if (audit.receipts) writeRef(row, from + AUDIT.receipts, audit.receipts);
    row.writeUInt8(audit.receipts ? 1 : 0, from + AUDIT.has_receipts);
    let at = from + AUDIT.texts;
    const id_bytes = row.write(audit.audit_id, at);
    row.writeUInt8(id_bytes, from + AUDIT.id_bytes);
    at += id_bytes;
    const published_bytes = row.write(audit.published_at, at);
    row.writeUInt8(published_bytes, from + AUDIT.published_bytes);
    at += published_bytes;
    // Points are below 65,536 each: character codes.
    row.writeUInt16LE(audit.criterion_scores.length, from + AUDIT.points);
    at += row.write(audit.criterion_scores, at, 'utf16le');
    row.writeUInt32LE(at - from, from + AUDIT.bytes);
    return at;
  }
}

function writeRef(row: Buffer<ArrayBufferLike>, at: number, { at: place, length, size, check }: RecordRef): void {
  row.writeDoubleLE(place, at);
  row.writeUInt32LE(length, at + 8);
  row.writeUInt32LE(size, at + 12);
  row.writeUInt32LE(check, at + 16);
}

const rowBytes = ({ piece, at }: RowPlace) => piece.bytes.readUInt32LE(at + AT.bytes);
