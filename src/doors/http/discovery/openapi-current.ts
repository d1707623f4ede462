import type { Document } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { openapi } from './openapi.ts';
import { reference } from './reference.ts';

type Make = (content_type: string, text: string, headers: Record<string, string>, modified: Date) => Document;

const paths: readonly string[] = ['/openapi.json', '/.well-known/openapi.json', '/docs.md'];

/**
 * The interface description and the API reference, whose examples name the first company of the leaderboard: rebuilt
 * only when that is another company, or has a newer audit.
 */
export function currentInterface(
  ctx: Context,
  operations: readonly Operation[],
  make: Make,
): (path: string) => Document | undefined {
  const started = ctx.now();
  let version = -1;
  let example = '';
  let documents: ReadonlyMap<string, Document> | undefined;

  return (path) => {
    if (!paths.includes(path)) return undefined;
    const snapshot = ctx.catalogue.current();
    if (documents && snapshot.version === version) return documents.get(path);
    version = snapshot.version;
    const [first] = snapshot.slice(0, 1);
    const now = first ? `${first.slug} ${first.audit_date}` : '';
    if (documents && now === example) return documents.get(path);
    example = now;
    const modified = snapshot.modified > started ? snapshot.modified : started;
    const description = openapi(ctx.settings, operations, first);
    const json = make('application/json; charset=utf-8', JSON.stringify(description), {}, modified);
    const markdown = make('text/markdown; charset=utf-8', reference(description), { vary: 'Accept' }, modified);
    documents = new Map(paths.map((each) => [each, each === '/docs.md' ? markdown : json]));
    return documents.get(path);
  };
}
