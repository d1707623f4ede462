import { hash } from 'node:crypto';
import { businessKinds } from '@readymark/rubric/ladder';
import type { RecordRef } from '../record-store/record-store.ts';
import type { AuditFields, CompanyFields } from './company-rows.ts';
import { AT, AUDIT, type Piece, type RowPlace } from './row-layout.ts';

/** Reads a row, field by field: what is not asked for costs nothing. */
export class CompanyRow {
  #piece: Piece;
  #at: number;

  constructor({ piece, at }: RowPlace) {
    this.#piece = piece;
    this.#at = at;
  }

  get place(): RowPlace {
    return { piece: this.#piece, at: this.#at };
  }

  /** Its bytes, which are not copied. */
  get row(): Uint8Array {
    return this.#piece.bytes.subarray(this.#at, this.#at + this.row_bytes);
  }

  /** The row is the same, and somewhere else. */
  moveTo({ piece, at }: RowPlace): void {
    this.#piece = piece;
    this.#at = at;
  }

  get slug_hash(): number {
    return this.#piece.bytes.readUInt32LE(this.#at + AT.slug_hash);
  }

  get owner_hash(): number {
    return this.#piece.bytes.readUInt32LE(this.#at + AT.owner_hash);
  }

  get row_bytes(): number {
    return this.#piece.bytes.readUInt32LE(this.#at + AT.bytes);
  }

  get overall_score(): number {
    return this.#piece.bytes.readUInt16LE(this.#at + AT.overall_score);
  }

  get fictional(): boolean {
    return this.#piece.bytes[this.#at + AT.fictional] === 1;
  }

  get slug(): string {
    const from = this.#texts;
    return this.#piece.bytes.toString('latin1', from, from + (this.#piece.bytes[this.#at + AT.slug_bytes] ?? 0));
  }

  get company(): string {
    return this.#text(0);
  }

  get website(): string {
    return this.#text(1);
  }

  get owner(): string {
    return this.#text(2);
  }

  /** The index entry as JSON, from after the rank to the closing brace. */
  get entry(): string {
    return this.#text(3);
  }

  get entry_bytes(): number {
    return this.#piece.bytes.readUInt32LE(this.#at + AT.entry_bytes);
  }

  /** Writes the bytes of `entry`. @returns where they end */
  writeEntry(target: Buffer, at: number): number {
    const from = this.#from(3);
    return at + this.#piece.bytes.copy(target, at, from, from + this.entry_bytes);
  }

  /** A hash of `entry`. */
  entryDigest(): Buffer {
    const from = this.#from(3);
    return hash('sha256', this.#piece.bytes.subarray(from, from + this.entry_bytes), 'buffer');
  }

  get tier(): string {
    return this.#name(AT.tier);
  }

  get audit_date(): string {
    return this.#name(AT.audit_date);
  }

  get reaudit_due(): string {
    return this.#name(AT.reaudit_due);
  }

  get pillar_scores(): Record<string, number> {
    const { bytes, names } = this.#piece;
    const scores: Record<string, number> = {};
    let at = this.#at + AT.texts;
    for (const id of names.listOf(bytes.readUInt32LE(this.#at + AT.pillars))) {
      scores[id] = bytes.readUInt16LE(at);
      at += 2;
    }
    return scores;
  }

  get audit_id(): string {
    return auditIdAt(this.#piece.bytes, this.#last);
  }

  get rubric(): string {
    return this.#piece.names.textOf(this.#piece.bytes.readUInt32LE(this.#last + AUDIT.rubric));
  }

  get business(): (typeof businessKinds)[number] | undefined {
    return businessAt(this.#piece, this.#last);
  }

  get criterion_ids(): readonly string[] {
    return this.#piece.names.listOf(this.#piece.bytes.readUInt32LE(this.#last + AUDIT.criteria));
  }

  get criterion_scores(): string {
    return scoresAt(this.#piece.bytes, this.#last);
  }

  /** Where the record of the current audit is. */
  get record(): RecordRef {
    return refAt(this.#piece.bytes, this.#last + AUDIT.record);
  }

  /** Where the receipts of the current audit are; undefined without any. */
  get receipts(): RecordRef | undefined {
    return receiptsAt(this.#piece.bytes, this.#last);
  }

  /** Bytes of the records and receipts of all its audits. */
  get record_bytes(): number {
    let bytes = 0;
    for (const { record, receipts } of this.audits) bytes += record.length + (receipts?.length ?? 0);
    return bytes;
  }

  get audit_count(): number {
    return this.#piece.bytes.readUInt16LE(this.#at + AT.audits);
  }

  /** Current audits, one per date, oldest first. Made anew each time. */
  get audits(): readonly StoredAudit[] {
    const { bytes, names } = this.#piece;
    const audits: StoredAudit[] = [];
    let at = this.#from(3) + this.entry_bytes;
    for (let left = this.audit_count; left > 0; left--) {
      const published = at + AUDIT.texts + (bytes[at + AUDIT.id_bytes] ?? 0);
      audits.push({
        audit_id: auditIdAt(bytes, at),
        audit_date: names.textOf(bytes.readUInt32LE(at + AUDIT.audit_date)),
        published_at: bytes.toString('latin1', published, published + (bytes[at + AUDIT.published_bytes] ?? 0)),
        rubric: names.textOf(bytes.readUInt32LE(at + AUDIT.rubric)),
        criterion_ids: names.listOf(bytes.readUInt32LE(at + AUDIT.criteria)),
        criterion_scores: scoresAt(bytes, at),
        record: refAt(bytes, at + AUDIT.record),
        receipts: receiptsAt(bytes, at),
        business: businessAt(this.#piece, at),
      });
      at += bytes.readUInt32LE(at + AUDIT.bytes);
    }
    return audits;
  }

  get #texts(): number {
    return this.#at + AT.texts + 2 * (this.#piece.bytes[this.#at + AT.pillar_count] ?? 0);
  }

  get #last(): number {
    return this.#at + this.#piece.bytes.readUInt32LE(this.#at + AT.last_audit);
  }

  /** Where one of the texts after the slug begins. */
  #from(text: number): number {
    const { bytes } = this.#piece;
    let from = this.#texts + (bytes[this.#at + AT.slug_bytes] ?? 0);
    for (let before = 0; before < text; before++) from += bytes.readUInt32LE(this.#at + AT.company_bytes + 4 * before);
    return from;
  }

  #text(text: number): string {
    const from = this.#from(text);
    return this.#piece.bytes.toString(
      'utf8',
      from,
      from + this.#piece.bytes.readUInt32LE(this.#at + AT.company_bytes + 4 * text),
    );
  }

  #name(field: number): string {
    return this.#piece.names.textOf(this.#piece.bytes.readUInt32LE(this.#at + field));
  }
}

/** What a row is made from, of a row, with other audits. */
export function fieldsOf(row: CompanyRow, audits: readonly AuditFields[]): CompanyFields {
  const { slug, company, website, owner, overall_score, tier, audit_date, reaudit_due, pillar_scores, fictional } = row;
  return {
    ...{ slug, company, website, owner, overall_score, tier, audit_date, reaudit_due, pillar_scores, fictional },
    ...{ entry: row.entry, audits },
  };
}

/** An audit of a row, with a kind of business that is known. */
export type StoredAudit = Omit<AuditFields, 'business'> & { business: CompanyRow['business'] };

const auditIdAt = (bytes: Buffer<ArrayBufferLike>, at: number) =>
  bytes.toString('latin1', at + AUDIT.texts, at + AUDIT.texts + (bytes[at + AUDIT.id_bytes] ?? 0));

function scoresAt(bytes: Buffer<ArrayBufferLike>, at: number): string {
  const from = at + AUDIT.texts + (bytes[at + AUDIT.id_bytes] ?? 0) + (bytes[at + AUDIT.published_bytes] ?? 0);
  return bytes.toString('utf16le', from, from + 2 * bytes.readUInt16LE(at + AUDIT.points));
}

const receiptsAt = (bytes: Buffer<ArrayBufferLike>, at: number) =>
  bytes[at + AUDIT.has_receipts] === 1 ? refAt(bytes, at + AUDIT.receipts) : undefined;

function businessAt({ bytes, names }: Piece, at: number): CompanyRow['business'] {
  const number = bytes.readUInt32LE(at + AUDIT.business);
  if (number === 0) return undefined;
  const text = names.textOf(number - 1);
  // A name that is known no more is none.
  return businessKinds.find((kind) => kind === text);
}

const refAt = (bytes: Buffer<ArrayBufferLike>, at: number): RecordRef => ({
  at: bytes.readDoubleLE(at),
  length: bytes.readUInt32LE(at + 8),
  size: bytes.readUInt32LE(at + 12),
  check: bytes.readUInt32LE(at + 16),
});
