import { readFileSync, realpathSync, statSync } from 'node:fs';
import { writeInPlace } from '@readymark/auditor/command/write-in-place';
import { type Fixed, fixAudit } from '@readymark/rubric/audit/fix';
import type { Rubrics } from '@readymark/rubric/rubric';

export type FixedFile = { file: string; changes: readonly Fixed[] };

/** A record takes some tens of kilobytes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;

/**
 * Writes into an audit file what follows from the rest of it, with the indentation, the kind of line breaks, the rights and
 * the owner that it has; the file that a link leads to is replaced at once. What is no audit, or nothing follows for, is not touched.
 */
export function fixFile(file: string, rubrics: Rubrics): FixedFile | undefined {
  const text = readJson(file);
  if (text === undefined) return undefined;
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const body = text.slice(mark.length);
  let record: unknown;
  try {
    record = JSON.parse(body);
  } catch {
    return undefined;
  }
  const changes = fixAudit(record, rubrics);
  if (!changes?.length) return undefined;
  const [, ending = '', indent = ''] = /^\s*\{(\r?\n)([ \t]*)/.exec(body) ?? [];
  const written = JSON.stringify(record, null, ending && (indent || '  ')).replaceAll('\n', ending || '\n');
  const end = body.slice(body.trimEnd().length);
  const real = realpathSync(file);
  writeInPlace(real, mark + written + end, statSync(real));
  return { file, changes };
}

/** The text of a file; undefined where `check` will say why it cannot be read. */
function readJson(file: string): string | undefined {
  try {
    if (!statSync(file).isFile() || statSync(file).size > FILE_BYTES_MAX) return undefined;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch {
    return undefined;
  }
}
