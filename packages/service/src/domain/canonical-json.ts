import { hash } from 'node:crypto';
import { canonicalJson } from '@readymark/verify';

/** The SHA-256, in hex, of a value as canonical JSON: what a person approves (decision 93), and what is logged (decision 140). */
export const canonicalHash = (value: unknown): string => hash('sha256', canonicalJson(value));
