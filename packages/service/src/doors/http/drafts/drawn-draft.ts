import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { Fault } from '../../../domain/fault.ts';
import { type Context, today } from '../../../operations/context.ts';
import { type Navigation, page } from '../html/page.ts';
import type { FindPage } from '../pages/find-page.ts';
import { type AddedToPages, type PageInput, pageFacts } from '../pages/page-input.ts';
import { type DraftPlace, inDraft, isAbout } from './draft-addresses.ts';

/** What is sent at an address of a draft. */
type Drawn = { body: string; type: string };

/** The public pages, as far as drafts are drawn with them. */
export type DraftSite = { pageAt: FindPage; navigation: Navigation; added: AddedToPages };

/**
 * A public page or document as it would be with a draft: drawn by the functions that draw it for everybody, found in the table of
 * pages, over a snapshot with the draft in it (decision 131).
 *
 * @param given.of the address that is shown
 * @param given.banner makes HTML above the page, which says that it is a draft
 * @returns undefined for what needs the company to be listed
 * @throws Fault not_found for an address of another company
 */
export function drawnDraft(
  ctx: Context,
  given: {
    site: DraftSite;
    snapshot: Snapshot;
    place: DraftPlace;
    of: string;
    banner(input: PageInput): string;
    note: string;
    private_draft?: PageInput['private_draft'];
  },
): Drawn | undefined {
  const { snapshot, place, of } = given;
  if (!isAbout(place.slug, of)) throw new Fault('not_found', 'A draft shows the pages of its own company alone.');
  return document(snapshot, of) ?? drawn(ctx, given);
}

/** A document of the company. */
function document(snapshot: Snapshot, of: string): Drawn | undefined {
  const found = snapshot.document(of.split('?', 1)[0] ?? '');
  return found && { body: Buffer.from(found.bodies.identity).toString(), type: found.content_type };
}

/** A page of the company, its Markdown, or its badge; undefined for a page that needs the company to be listed. */
function drawn(
  ctx: Context,
  { site, snapshot, place, of, banner, note, private_draft }: Parameters<typeof drawnDraft>[1],
): Drawn | undefined {
  const [path = '', query = ''] = of.split('?', 2);
  const twin = path.endsWith('.md');
  const at = site.pageAt(twin ? path.slice(0, -'.md'.length) : path);
  if (!at?.page.names) return undefined;
  const input = { ...inputOf(ctx, site, snapshot, place.slug), private_draft };
  const normal = at.page.normalQuery(input, query ? `?${query}` : '');
  if (normal instanceof Fault) throw normal;
  const found = at.page.find(input, at.name, normal);
  if (found instanceof Fault) throw found;
  if (found.svg) return { body: found.svg(), type: 'image/svg+xml' };
  if (twin && found.markdown) return { body: `> ${note}\n\n${found.markdown()}`, type: 'text/markdown; charset=utf-8' };
  if (!found.html || twin) return undefined;
  const content = found.html();
  // Without a path of its own: no canonical address, no preview of links, not for search engines.
  const frame = { base_url: input.base_url, navigation: site.navigation, markdown: found.twin };
  const whole = page({ ...content, main: `${banner(input)}${content.main}` }, frame);
  return { body: inDraft(whole, place), type: 'text/html; charset=utf-8' };
}

/** Everything that pages of a company are drawn from. */
function inputOf(ctx: Context, site: DraftSite, snapshot: Snapshot, slug: string): PageInput {
  const watched = ctx.watch_stats.companies().find((one) => one.slug === slug);
  return {
    // No page of a company lists operations.
    ...pageFacts(ctx, [], site.added),
    ...{ snapshot, today: today(ctx), health: ctx.memory.health, noted: ctx.memory.noted },
    watchers: new Map(watched ? [[slug, watched.watchers]] : []),
  };
}
