import { createHash } from 'node:crypto';
import { canonicalJson } from './public-log/verify.js';

/** The SHA-256, in hex, of a value as canonical JSON: what a person approves (decision 93), and what is logged (decision 140). */
export const canonicalHash = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
