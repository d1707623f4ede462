import { compress, type Document, makeDocument } from '../../catalogue/document.ts';
import type { Settings } from '../../settings.ts';
import { authorizationServer, protectedResource } from './agent-auth.ts';
import { authGuide } from './auth-guide.ts';

/**
 * The documents by which an agent that knows only the base address finds its way to a key (spec 4, 5.5; standards 1.4): public documents like the scores,
 * made once from the settings.
 *
 * @param modified when they last changed: the start of the process, since settings and code are fixed from then on
 */
export function discoveryDocuments(
  settings: Pick<Settings, 'BASE_URL' | 'REGISTRATIONS_PER_HOUR' | 'AUDIT_REQUESTS_PER_DAY'>,
  modified: Date,
): Map<string, Document> {
  const base = settings.BASE_URL;
  const about = { modified, scores: false };
  const json = (body: object) =>
    compress(makeDocument(JSON.stringify(body), { content_type: 'application/json; charset=utf-8', ...about }));
  const markdown = (text: string) => compress(makeDocument(text, { content_type: 'text/markdown; charset=utf-8', ...about }));
  return new Map([
    ['/.well-known/oauth-protected-resource', json(protectedResource(base, base))],
    ['/.well-known/oauth-protected-resource/mcp', json(protectedResource(base, `${base}/mcp`))],
    ['/.well-known/oauth-authorization-server', json(authorizationServer(base))],
    ['/auth.md', markdown(authGuide(settings))],
  ]);
}
