import type { Audit, AuditIssue } from './audit/audit.ts';
import { checkAudit } from './audit/check.ts';
import type { Rubrics } from './rubric.ts';

/** Line and column (both from 1, in UTF-16 units) of an offset in a text. */
function place(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`;
}

/** The offset at which JSON.parse stopped. V8 gives a position, except when the text ends too early. */
function stoppedAt(text: string, error: unknown): number {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? text.length : Number(position);
}

/**
 * Reads a record from the text of a file (a byte order mark is allowed) and checks it as `checkAudit` does. A text that
 * is not JSON, or ends too early, gives one issue at `$` with line and column. Of repeated keys in one object the last
 * counts, as in JSON.parse.
 */
export function auditFromJson(text: string, rubrics: Rubrics): { audit: Audit } | { issues: AuditIssue[] } {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    const at = stoppedAt(body, error);
    const found = at >= body.trimEnd().length ? 'a text that ends too early' : 'a text that is not JSON';
    const where = place(body, at);
    return {
      issues: [
        {
          path: '$',
          found: `${found}, at ${where}`,
          expected: 'a JSON object',
          message: `the document must be JSON; it breaks off at ${where}`,
        },
      ],
    };
  }
  return checkAudit(value, rubrics);
}
