import { problem } from '../../../domain/fault.ts';
import type { NotFound } from '../documents/documents.ts';
import type { Constant } from '../documents/representation.ts';
import { unknownSlug } from '../pages/page-input.ts';

/**
 * The 404 of an audit that does not exist (spec 7, decision 4): the same bytes for every slug, made once, so guesses are
 * cheap to answer.
 */
export function unknownAudit(base_url: string): NotFound {
  const body = problem(unknownSlug(), base_url);
  const constant: Constant = {
    status: body.status,
    content_type: 'application/problem+json; charset=utf-8',
    body: Buffer.from(JSON.stringify(body)),
    headers: { 'cache-control': 'no-store' },
  };
  return (path) => (/^\/api\/audits\/[^/]+\.json$/.test(path) ? constant : undefined);
}
