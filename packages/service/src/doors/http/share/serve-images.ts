import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notListed } from '../../../catalogue/search/nearest.ts';
import { ByteCache } from '../../../documents/byte-cache.ts';
import { type Document, makeDocument } from '../../../documents/document.ts';
import { type Context, today } from '../../../operations/context.ts';
import { sendDocument } from '../documents/documents.ts';
import { markSvg } from '../html/assets.ts';
import { PREVIEW, SITE_IMAGE } from '../html/link-preview.ts';
import { companyCard, siteCard } from './card.ts';
import { icoOf } from './ico.ts';
import { BADGE_LICENCE, FAVICON, TOUCH_ICON } from './image-listings.ts';
import { openPainter } from './painter.ts';

/** An image takes some 40 KB: about 400 of them. */
const CACHE_BYTES = 16 * 1024 * 1024;
const TOUCH_ICON_PIXELS = 180;
const FAVICON_PIXELS = 32;

const png = 'image/png';
const LICENCE = { link: BADGE_LICENCE };

/**
 * The images that previews of links show, and the icons that must be PNG, drawn when they are asked for (decision 115).
 *
 * An image is kept under its drawing, so it is drawn again only when something in it changes, and requests at the same
 * time share one drawing. Only those that must be drawn count against the limit of a client, and wait in a bounded queue.
 *
 * @param countClient throws Fault rate_limited (decision 74)
 */
export function serveImages(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
): void {
  const painter = openPainter((error) => ctx.log.error({ err: error }, 'an image could not be drawn'));
  app.addHook('onClose', () => painter.close());
  const cache = new ByteCache<string, Document>(
    CACHE_BYTES,
    ({ bodies }, key) => bodies.identity.byteLength + 2 * key.length + 1024,
  );
  const underWay = new Map<string, Promise<Document>>();
  const host = new URL(ctx.settings.BASE_URL).host;

  async function painted(svg: string, width: number, of: { scores: boolean; favicon?: true }): Promise<Document> {
    const bytes = await painter.paint(svg, width);
    const [body, content_type] = of.favicon ? [icoOf(bytes, width), 'image/x-icon'] : [bytes, png];
    // A day turns a score stale without a publication.
    const times = [ctx.catalogue.current().modified.getTime(), Date.parse(`${today(ctx)}T00:00:00Z`)];
    const modified = new Date(Math.max(...times));
    return makeDocument(body, { content_type, modified, scores: of.scores, ...(of.scores && { headers: LICENCE }) });
  }

  function image(request: FastifyRequest, svg: string, ...how: [width: number, of: Parameters<typeof painted>[2]]) {
    const key = `${how[0]} ${svg}`;
    const known = cache.get(key) ?? underWay.get(key);
    if (known) return known;
    countClient(request);
    const painting = painted(svg, ...how)
      .then((document) => {
        cache.set(key, document);
        return document;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, painting);
    return painting;
  }

  const input = () => ({ snapshot: ctx.catalogue.current(), rubrics: ctx.rubrics, today: today(ctx), host });

  app.get(SITE_IMAGE, async (request, reply) =>
    sendDocument(request, reply, await image(request, siteCard(input()), PREVIEW.width, { scores: true })),
  );
  app.get<{ Params: { file: string } }>('/share/:file', async (request, reply) => {
    const slug = /^(.+)\.png$/.exec(request.params.file)?.[1] ?? '';
    const from = input();
    const entry = from.snapshot.entry(slug);
    if (!entry) throw notListed(from.snapshot, slug);
    return sendDocument(
      request,
      reply,
      await image(request, companyCard(from, entry), PREVIEW.width, { scores: true }),
    );
  });
  for (const [path, width, of] of [
    [TOUCH_ICON, TOUCH_ICON_PIXELS, { scores: false }],
    [FAVICON, FAVICON_PIXELS, { scores: false, favicon: true }],
  ] as const)
    app.get(path, async (request, reply) => sendDocument(request, reply, await image(request, markSvg, width, of)));
}
