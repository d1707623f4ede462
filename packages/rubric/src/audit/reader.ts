import { characters, textIssue } from '../field.ts';
import type { AuditIssue } from './audit.ts';

/**
 * Any value as a short text (at most about 80 characters) that is safe to print: control characters are escaped, lists
 * and objects are only summarised.
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

/** An own property of an object, never an inherited one; undefined when there is none, or the value is not an object. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/**
 * Reads an untrusted document value by value and collects the issues. Each method returns the value, or adds an issue and
 * returns undefined, so that reading continues and one pass finds everything.
 */
export class Reader {
  readonly issues: AuditIssue[] = [];
  #about: string | undefined;

  /** Reads something of which issues say in words what they are about. */
  about<T>(what: string, read: () => T): T {
    this.#about = what;
    try {
      return read();
    } finally {
      this.#about = undefined;
    }
  }

  /** Adds an issue. `expected` completes the sentence "it must be …". */
  refuse(path: string, value: unknown, expected: string): undefined {
    this.addIssue(path, shown(value), expected);
  }

  /** Adds an issue whose `found` is a description instead of the value. */
  addIssue(path: string, found: string, expected: string): undefined {
    const name = path === '$' ? 'the document' : path.slice(path.lastIndexOf('.') + 1);
    const about = this.#about === undefined ? {} : { about: this.#about };
    this.issues.push({ path, ...about, found, expected, message: `${name} must be ${expected}` });
  }

  /** The value if it is exactly the expected one. `why` explains where the expectation comes from. */
  exactly<T extends string | number>(path: string, value: unknown, expected: T, why: string): T | undefined {
    if (value === expected) return expected;
    return this.refuse(path, value, `${typeof expected === 'string' ? JSON.stringify(expected) : expected}${why}`);
  }

  integer(path: string, value: unknown, min: number, max: number, why = ''): number | undefined {
    // Adding 0 makes -0 the 0 that it is written as.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0;
    return this.refuse(path, value, `an integer from ${min} to ${max}${why}`);
  }

  /** A text of `min` to `max` characters; with `min` above 0 it must contain more than white space. */
  text(path: string, value: unknown, kind: 'line' | 'text', min: number, max: number): string | undefined {
    if (typeof value !== 'string') return this.refuse(path, value, kind === 'line' ? 'one line of text' : 'a text');
    const issue = textIssue(value, kind, min, max);
    if (issue !== undefined) return this.refuse(path, value, issue);
    if (min > 0 && value.trim() === '') return this.refuse(path, value, 'more than white space');
    if (kind === 'line' && value !== value.trim()) return this.refuse(path, value, 'without white space at its ends');
    return value;
  }

  /** A text that follows a rule of `field.ts`, which returns what the text must be, or undefined. */
  byRule(path: string, value: unknown, what: string, rule: (text: string) => string | undefined): string | undefined {
    if (typeof value !== 'string') return this.refuse(path, value, what);
    const issue = rule(value);
    return issue === undefined ? value : this.refuse(path, value, issue);
  }

  /** The entries of a list of at most `max`, holes as undefined. A longer list is refused without being read. */
  list(path: string, value: unknown, max: number): unknown[] | undefined {
    if (!Array.isArray(value)) return this.refuse(path, value, 'a list (it may be empty, never null)');
    if (value.length > max) return this.refuse(path, value, `a list of at most ${max}`);
    return Array.from(value);
  }

  /** Whether the value is an object (not a list, not null); adds an issue when it is not. */
  isObject(path: string, value: unknown): value is object {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true;
    this.refuse(path, value, 'an object');
    return false;
  }
}
