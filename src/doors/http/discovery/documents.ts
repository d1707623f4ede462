import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { compressLazily, type Document, makeDocument } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { wantsMarkdown } from '../documents/accept.ts';
import { authorizationServer, protectedResource } from './agent-auth.ts';
import { authGuide } from './auth-guide.ts';
import { type AboutTools, aiCatalog, apiCatalog, scannerCard, serverCard } from './catalogs.ts';
import { mailto, robotsTxt, securityTxt, sitemap } from './crawlers.ts';
import { llmsTxt, skillFile, skillsIndex } from './guides.ts';
import { openapi } from './openapi.ts';
import { reference } from './reference.ts';
import { referencePage } from './reference-page.ts';

/** Gives the document at a path, or undefined. */
type Discovery = (path: string, accept: string) => Document | undefined;

const types = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const;

/**
 * The documents by which an agent that knows only the base address finds its way: to a key (spec 4, 5.5), to the calls
 * and to the tools. All are made from the registry, the settings and the snapshot, and are public documents like the
 * scores.
 */
export function openDiscovery(ctx: Context, operations: readonly Operation[], about: AboutTools): Discovery {
  const started = ctx.now();
  const make = (content_type: string, text: string, headers: Record<string, string> = {}, modified = started) =>
    compressLazily(makeDocument(text, { content_type, modified, scores: false, headers }));
  const fixed = fixedDocuments(ctx.settings, operations, about, make);
  const sitemaps = new WeakMap<Snapshot, Map<string, Document | undefined>>();
  let security = { day: '', document: undefined as Document | undefined };

  function sitemapAt(path: string): Document | undefined {
    const snapshot = ctx.catalogue.current();
    const known = sitemaps.get(snapshot) ?? new Map<string, Document | undefined>();
    sitemaps.set(snapshot, known);
    if (!known.has(path)) {
      const text = sitemap(ctx.settings.BASE_URL, snapshot, path);
      if (text === undefined) return undefined;
      known.set(path, make(types.xml, text, {}, snapshot.modified));
    }
    return known.get(path);
  }

  function securityToday(): Document | undefined {
    const day = ctx.now().toISOString().slice(0, 10);
    if (security.day !== day) {
      const { BASE_URL, SECURITY_CONTACT, MAIL_FROM } = ctx.settings;
      const midnight = new Date(day);
      security = {
        day,
        document: make(
          types.text,
          securityTxt(BASE_URL, SECURITY_CONTACT || mailto(MAIL_FROM), midnight),
          {},
          midnight,
        ),
      };
    }
    return security.document;
  }

  return (path, accept) => {
    if (path === '/docs' && wantsMarkdown(accept)) return fixed.get('/docs.md');
    if (path.startsWith('/sitemap')) return sitemapAt(path);
    return path === '/.well-known/security.txt' ? securityToday() : fixed.get(path);
  };
}

type Make = (content_type: string, text: string, headers?: Record<string, string>) => Document;

function fixedDocuments(
  settings: Context['settings'],
  operations: readonly Operation[],
  about: AboutTools,
  make: Make,
): ReadonlyMap<string, Document> {
  const base = settings.BASE_URL;
  const json = (body: object, type: string = types.json) => make(type, JSON.stringify(body));
  const description = openapi(base, operations);
  const skill = skillFile(base, operations);
  const interfaceDescription = json(description);
  const scanner = json(scannerCard(base, about));
  const catalog = json(aiCatalog(base, about));
  const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  return new Map([
    ['/.well-known/oauth-protected-resource', json(protectedResource(base, base))],
    ['/.well-known/oauth-protected-resource/mcp', json(protectedResource(base, `${base}/mcp`))],
    ['/.well-known/oauth-authorization-server', json(authorizationServer(base))],
    ['/auth.md', make(types.markdown, authGuide(settings))],
    ['/openapi.json', interfaceDescription],
    ['/.well-known/openapi.json', interfaceDescription],
    ['/docs.md', make(types.markdown, reference(description), { vary: 'Accept' })],
    ['/docs', referencePage(make)],
    ['/llms.txt', make(types.text, llmsTxt(base))],
    ['/robots.txt', make(types.text, robotsTxt(base))],
    [
      '/.well-known/api-catalog',
      make(linkset, JSON.stringify(apiCatalog(base)), { link: '</.well-known/api-catalog>; rel="api-catalog"' }),
    ],
    ['/mcp/server-card', json(serverCard(base, about), 'application/mcp-server-card+json')],
    ['/.well-known/mcp/server-card.json', scanner],
    ['/.well-known/mcp/server-cards.json', scanner],
    ['/.well-known/mcp.json', scanner],
    ['/.well-known/mcp/catalog.json', catalog],
    ['/.well-known/ai-catalog.json', catalog],
    ['/.well-known/agent-skills/index.json', json(skillsIndex(base, skill))],
    ['/.well-known/agent-skills/readymark/SKILL.md', make(types.markdown, skill)],
  ]);
}
