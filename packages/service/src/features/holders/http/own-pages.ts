import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault } from '../../../domain/fault.ts';
import { ofQuery } from '../../../doors/http/drafts/draft-addresses.ts';
import { type DraftSite, drawnDraft } from '../../../doors/http/drafts/drawn-draft.ts';
import { httpParts } from '../../../doors/http/feature-part.ts';
import { type PageContent, page, pageHeaders } from '../../../doors/http/html/page.ts';
import type { OwnPart, OwnRefused, OwnVisit } from '../../../doors/http/own/own-part.ts';
import type { Context } from '../../../operations/context.ts';
import { requestsOf } from '../../../store/requests.ts';
import { draftPath, ownPath } from '../domain/addresses.ts';
import { LINK_MS, sendsMail } from '../domain/link.ts';
import { heldCompany, knownHolder } from '../operations/known-holder.ts';
import type { Found } from '../operations/look-for-token.ts';
import { ownDrafts, shownDraft } from '../operations/own-drafts.ts';
import { registrationFor } from '../operations/registration.ts';
import { contactOf } from '../store/contacts.ts';
import { openLink } from '../store/links.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { draftBanner, pointsOf } from './draft-banner.ts';
import { ownPage } from './own-page.ts';

/** The address opens the page: no cache, history of another site or search engine learns of it. */
export const ownHeaders = {
  ...pageHeaders,
  ...{ 'cache-control': caching.none, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' },
};

type At = { secret: string; job_id: string };
/** What the address of a request names. */
export const at = (request: FastifyRequest) => request.params as At;

/** Requests on the page, at most: one waits at a time, so these are years. */
const REQUESTS_SHOWN = 20;

/** What is said on the page of what was just done. */
type Said = { found?: Found; wrong?: string; status?: number; refused?: OwnRefused };

/** Draws and sends the page of somebody who holds a domain, and private drafts of its site. */
export class OwnPages {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #site: DraftSite;
  /** What other features add to the page. */
  readonly parts: Promise<OwnPart[]>;

  constructor(app: FastifyInstance, ctx: Context, site: DraftSite) {
    this.#app = app;
    this.#ctx = ctx;
    this.#site = site;
    this.parts = httpParts(ctx.features).then((parts) => parts.flatMap(({ own_parts = [] }) => own_parts));
  }

  visit(secret: string, holder: DomainHolderRow, client: string): OwnVisit {
    const ctx = this.#ctx;
    const snapshot = ctx.catalogue.current();
    const found = heldCompany(snapshot, holder.website);
    return {
      ...{ ctx, holder, path: ownPath(secret) },
      company: found && snapshot.entry(found.slug),
      registration: () => registrationFor(ctx, holder, client),
    };
  }

  /** Sends the page as it is now. @param said what was just looked for, or what was refused */
  async show(request: FastifyRequest, reply: FastifyReply, said: Said = {}): Promise<FastifyReply> {
    const ctx = this.#ctx;
    const { secret } = at(request);
    const holder = await knownHolder(ctx, secret);
    const drafts = await ownDrafts(ctx, secret);
    const { status = 200, refused, ...shown } = said;
    const visit = this.visit(secret, holder, request.ip);
    const parts =
      holder.proven_at === null ? [] : await Promise.all((await this.parts).map((part) => part.draw(visit, refused)));
    const { db } = ctx.store;
    const { holder_id, registration_id } = holder;
    const sent = registration_id === null ? [] : await requestsOf(db, registration_id, { limit: REQUESTS_SHOWN });
    const content = ownPage({
      ...{ secret, holder, drafts, parts, base_url: ctx.settings.BASE_URL, now: ctx.now() },
      ...{ sends_mail: sendsMail(ctx.settings), listed: visit.company },
      ...{ request: sent[0], earlier: sent.slice(1) },
      elsewhere: visit.company ? undefined : ctx.catalogue.current().atSite(holder.website),
      contact: registration_id === null ? undefined : await contactOf(db, registration_id),
      link: await openLink(db, holder_id, new Date(ctx.now().getTime() - LINK_MS).toISOString()),
      ...shown,
    });
    return this.send(reply, status, content);
  }

  send(reply: FastifyReply, status: number, content: PageContent): FastifyReply {
    const { BASE_URL: base_url } = this.#ctx.settings;
    return reply
      .code(status)
      .headers(ownHeaders)
      .type('text/html; charset=utf-8')
      .send(page(content, { base_url, navigation: this.#app.navigation }));
  }

  /** Sends a page of a private draft, as the same page of a published audit would be. */
  async showDraft(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { secret, job_id } = at(request);
    const shown = await shownDraft(this.#ctx, secret, job_id);
    const { slug } = shown.draft.record;
    const of = ofQuery(new URLSearchParams(request.url.split('?', 2)[1] ?? '')) || `/audits/${slug}`;
    const drawn = drawnDraft(this.#ctx, {
      ...{ site: this.#site, snapshot: shown.snapshot, of, place: { slug, path: draftPath(secret, job_id) } },
      banner: (input) => draftBanner(input, secret, shown),
      note: 'A private draft by a machine: not reviewed, not published.',
      private_draft: pointsOf(shown.draft),
    });
    if (!drawn) throw new Fault('not_found', 'This part of the page is there when the audit is public.');
    return reply.headers(ownHeaders).type(drawn.type).send(drawn.body);
  }
}
