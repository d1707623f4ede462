import type { FastifyInstance } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { isEncoded } from '../../../domain/limit/limit.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON bodies, and nothing else (decision 1): UTF-8, with or without a byte order mark. A body that is
 * not UTF-8 or not JSON is `malformed`; another media type or charset is `unsupported_media_type`.
 *
 * Members such as `__proto__` are plain data: no handler knows them, and unknown members are ignored.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (
      request: { headers: { 'content-type'?: string | undefined; 'content-encoding'?: string | undefined } },
      body: Buffer,
    ) => {
      if (isEncoded(request.headers['content-encoding']))
        throw new Fault('unsupported_media_type', 'The body must be sent without Content-Encoding.', {
          accept_encoding: 'identity',
        });
      const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset !== undefined && !/^utf-?8$/i.test(charset))
        throw new Fault('unsupported_media_type', 'The body must be sent as application/json in UTF-8.');
      if (body.length === 0) return undefined;
      try {
        return JSON.parse(utf8.decode(body));
      } catch {
        throw new Fault('malformed', 'The body is not well-formed JSON in UTF-8.');
      }
    },
  );
}
