import { characters, textFault } from '../field.ts';
import type { AuditIssue } from './audit.ts';

/**
 * Any value as a short text (at most about 80 characters) that is safe to print: control characters escaped, objects
 * only counted.
 */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    const head = JSON.stringify(value.slice(0, 40)).replace(
      /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const text = head.length > 60 ? `${head.slice(0, 58)}…"` : head;
    return value.length > 40 || head.length > 60 ? `${text} (${characters(value)} characters)` : text;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  if (typeof value === 'number' || typeof value === 'boolean') return Object.is(value, -0) ? '0' : String(value);
  return `a ${typeof value}`;
}

/** A property of the object's own; never one that every object inherits. Undefined when there is none or no object. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/**
 * Reads an untrusted document value by value and collects what does not hold. Each reader answers the value, or
 * undefined after having noted a issue, so that reading goes on and one pass finds everything.
 */
export class Reader {
  readonly issues: AuditIssue[] = [];

  /** Notes a issue. `expected` completes the sentence "it must be …". */
  refuse(path: string, value: unknown, expected: string): undefined {
    this.note(path, shown(value), expected);
  }

  /** Notes a issue whose `found` is said in words, not by showing the value. */
  note(path: string, found: string, expected: string): undefined {
    const name = path === '$' ? 'the document' : path.slice(path.lastIndexOf('.') + 1);
    this.issues.push({ path, found, expected, message: `${name} must be ${expected}` });
  }

  /** The value when it is exactly what it should be. `why` says in words where the expectation comes from. */
  exactly<T extends string | number>(path: string, value: unknown, expected: T, why: string): T | undefined {
    if (value === expected) return expected;
    return this.refuse(path, value, `${typeof expected === 'string' ? JSON.stringify(expected) : expected}${why}`);
  }

  integer(path: string, value: unknown, min: number, max: number, why = ''): number | undefined {
    // Adding 0 makes -0 the 0 that it is written as.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0;
    return this.refuse(path, value, `an integer from ${min} to ${max}${why}`);
  }

  /** A text of `min` to `max` characters; with `min` above 0 it must hold more than white space. */
  text(path: string, value: unknown, kind: 'line' | 'text', min: number, max: number): string | undefined {
    if (typeof value !== 'string') return this.refuse(path, value, kind === 'line' ? 'one line of text' : 'a text');
    const issue = textFault(value, kind, min, max);
    if (issue !== undefined) return this.refuse(path, value, issue);
    if (min > 0 && value.trim() === '') return this.refuse(path, value, 'more than white space');
    if (kind === 'line' && value !== value.trim()) return this.refuse(path, value, 'without white space at its ends');
    return value;
  }

  /** A text that a rule of `field.ts` judges. */
  judged(path: string, value: unknown, what: string, rule: (text: string) => string | undefined): string | undefined {
    if (typeof value !== 'string') return this.refuse(path, value, what);
    const issue = rule(value);
    return issue === undefined ? value : this.refuse(path, value, issue);
  }

  /** The entries of a list of at most `max`, holes as undefined. A longer list is refused as a whole, unread. */
  list(path: string, value: unknown, max: number): unknown[] | undefined {
    if (!Array.isArray(value)) return this.refuse(path, value, 'a list (it may be empty, never null)');
    if (value.length > max) return this.refuse(path, value, `a list of at most ${max}`);
    return Array.from(value);
  }

  /** Whether the value is an object (no list, no null); notes a issue when not. */
  isObject(path: string, value: unknown): value is object {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true;
    this.refuse(path, value, 'an object');
    return false;
  }
}
