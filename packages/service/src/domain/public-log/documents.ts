import { day, slugField, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';

/** What the documents of the public log say (decision 141), as the interface description shows them. Hashes are base64, of statements hex. */
const sha256 = z.string().nullable();

/** An entry of the log about an audit (decision 140). */
const auditStatement = z.object({
  format: z.int(),
  kind: z.string(),
  slug: slugField,
  audit_date: day,
  publication: z.int(),
  at: timestamp,
  record_sha256: sha256.meta({ description: 'Of the record without its rank, as canonical JSON (RFC 8785).' }),
  record_format: z.int(),
  rubric: z.string(),
  rubric_sha256: sha256,
  receipts_sha256: sha256,
  replaces: z.int().nullable(),
  logged: z.string(),
});

/** `/api/audits/{slug}/proof.json`. */
export const auditProof = z.object({
  statement: auditStatement,
  index: z.int(),
  inclusion: z.array(z.string()),
  checkpoint: z.string().meta({ description: 'A signed note (C2SP).' }),
});

/** `/api/audits/as-of/{date}/{slug}/proof.json` (decision 151). */
export const pastProof = auditProof.extend({
  as_of: day,
  checkpoint_signed_at: timestamp,
  checkpoint_of_day: z.boolean(),
});

/** `/.well-known/readymark-keys`. */
export const logKeyList = z.object({
  keys: z.array(
    z.object({ key: z.string(), from: timestamp, until: timestamp.nullable(), handover: z.string().nullable() }),
  ),
});
