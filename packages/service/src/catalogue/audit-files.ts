import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Audit } from '@readymark/rubric/audit/audit';
import type { FieldError } from '@readymark/rubric/field';
import { auditFromJson } from '@readymark/rubric/json';
import { Refusal } from '@readymark/rubric/refusal';
import type { Rubrics } from '@readymark/rubric/rubric';
import { readGivenFile } from '../documents/given-file.ts';

/** A record takes some tens of kilobytes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;

/** Stands for standard input in a list of files. */
export const STANDARD_INPUT = '-';

/** A file read as an audit: the audit, or all its issues. */
export type AuditFile = { file: string } & ({ audit: Audit } | { issues: readonly FieldError[] });

/**
 * The audit files in a list of files and folders; of a folder its `*.json`, sorted by name.
 *
 * @throws Refusal for a path that does not exist, and for a folder without such a file
 */
export function auditFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === STANDARD_INPUT) return [path];
    const found = stat(path);
    if (!found.isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    if (!names.length) throw new Refusal(`${path} contains no *.json file; name a folder with audit records.`);
    return names.sort().map((name) => join(path, name));
  });
}

function stat(path: string) {
  try {
    return statSync(path);
  } catch {
    throw new Refusal(`${path} does not exist or cannot be read; name an audit file or a folder of them.`);
  }
}

/**
 * Reads and checks one audit file.
 *
 * @param given what is in it, where that is known already: standard input
 */
export function readAuditFile(file: string, rubrics: Rubrics, given?: Uint8Array): AuditFile {
  const read = given === undefined ? readText(file) : textOf(given);
  if (typeof read !== 'string') return { file, issues: [read] };
  const checked = auditFromJson(read, rubrics);
  return 'audit' in checked
    ? { file, audit: checked.audit }
    : {
        file,
        issues: checked.issues.map(({ path, about, message, found }) => ({
          field: about === undefined ? path : `${about} (${path})`,
          message: `${message}; found ${found}`,
        })),
      };
}

function readText(file: string): string | FieldError {
  try {
    const { size } = stat(file);
    return size > FILE_BYTES_MAX ? textOf({ length: size }) : textOf(readGivenFile(file, FILE_BYTES_MAX));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return { field: '$', message: `the file cannot be read (${error instanceof Error ? error.message : error})` };
  }
}

/** Bytes as text; of what is too large the length is enough. */
function textOf(bytes: Uint8Array | { length: number }): string | FieldError {
  if (!(bytes instanceof Uint8Array) || bytes.length > FILE_BYTES_MAX)
    return {
      field: '$',
      message: `the file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB, which no audit record is`,
    };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { field: '$', message: 'the file is not UTF-8 text' };
  }
}

/** The issues of many files as one list, each with the name of its file before the path. */
export function issuesOf(files: readonly AuditFile[]): FieldError[] {
  return files.flatMap((read) =>
    'issues' in read
      ? read.issues.map(({ field, message }) => ({ field: `${nameOf(read.file)}: ${field}`, message }))
      : [],
  );
}

const nameOf = (file: string) => (file === STANDARD_INPUT ? 'standard input' : basename(file));
