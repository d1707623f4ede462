import Fastify, { type FastifyInstance } from 'fastify';
import { compressSoon, type Document, makeDocument } from '../../../documents/document.ts';
import { sendDocument } from '../documents/documents.ts';

/** Scalar draws the reader, and its script sets inline styles; everything else is forbidden, and nothing is remote. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  proxyUrl: '',
  metaData: { title: 'Readymark API' },
});
`;

export const referenceHeaders = {
  vary: 'Accept',
  'content-security-policy': policy,
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** /docs: the API reference for people, drawn from /openapi.json; its Markdown twin is /docs.md. */
export const referencePage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Readymark API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every call of the Readymark API, with its fields, errors and limits.">
<link rel="alternate" type="text/markdown" href="/docs.md">
</head>
<body>
<main id="reference">
<p><a href="/">Readymark</a> · <a href="/docs.md">API reference as Markdown</a> · <a href="/openapi.json">OpenAPI</a></p>
</main>
<script src="/docs/reader.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The scripts of /docs. The reader is four megabytes and rarely used: it is loaded at the first request for it. */
export function serveReader(app: FastifyInstance, now: () => Date): void {
  const modified = now();
  const script = (bytes: string | Uint8Array) =>
    makeDocument(bytes, { content_type: 'text/javascript; charset=utf-8', modified, scores: false });
  const starter = script(start);
  let reader: Promise<Document> | undefined;
  app.get('/docs/start.js', (request, reply) => sendDocument(request, reply, starter));
  app.get('/docs/reader.js', async (request, reply) => {
    reader ??= readerScript().then(async (bytes) => {
      const document = script(bytes);
      await compressSoon(document);
      return document;
    });
    return sendDocument(request, reply, await reader);
  });
}

/** Scalar's script from its Fastify plug-in, whose own page has inline code, which the policy above forbids. */
async function readerScript(): Promise<Uint8Array> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return rawPayload;
}
