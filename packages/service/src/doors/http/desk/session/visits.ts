import type { FastifyRequest } from 'fastify';
import { Fault } from '../../../../domain/fault.ts';
import { ClientLimit } from '../../../../domain/limit/client-limit.ts';
import { BODY_LIMIT_BYTES, limitMessage } from '../../../../domain/limit/limit.ts';
import { deskFormToken, largeFormLimit } from '../../../../domain/operators/session.ts';
import type { Context } from '../../../../operations/context.ts';
import { execute } from '../../../../operations/run.ts';
import { type SignedIn, sessionOf } from '../../../../operations/sessions/sessions.ts';
import { pathname, queryOf } from '../../documents/documents.ts';
import type { Visit } from '../definition.ts';
import { sessionIdsIn, severalCookies } from './cookie.ts';
import type { DeskAddress } from './origin.ts';

/** Whether a script asked, which reads JSON. */
export const wantsJson = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json';

/** Counts a call of a client without a session. Throws Fault rate_limited (decision 74). */
export type CountClient = (request: Pick<FastifyRequest, 'ip'>) => void;

/** Who asks: the visits of signed-in operators, and limits for everybody else. */
export class Visits {
  readonly #ctx: Context;
  readonly #desk: DeskAddress;
  readonly #given: Pick<Visit, 'site' | 'parts'>;
  readonly #countClient: CountClient;
  readonly #large_forms = new ClientLimit(largeFormLimit);

  constructor(ctx: Context, desk: DeskAddress, given: Pick<Visit, 'site' | 'parts'>, countClient: CountClient) {
    this.#ctx = ctx;
    this.#desk = desk;
    this.#given = given;
    this.#countClient = countClient;
  }

  /** The visit of a request by the cookie of its session; undefined without one. Throws Fault rate_limited then. */
  async of(request: FastifyRequest): Promise<Visit | undefined> {
    // What scripts ask for by themselves, every few seconds, is no use of the session; what they send is.
    const used = !(request.method === 'GET' && wantsJson(request));
    const [id, ...others] = sessionIdsIn(request.headers, this.#desk);
    const signed_in = id === undefined || others.length ? undefined : await sessionOf(this.#ctx, id, used);
    if (signed_in) return this.in(request, signed_in);
    this.#countClient(request);
    return undefined;
  }

  /** Why the cookies of a request are of no session, in a sentence; undefined when there is at most one. */
  severalCookies({ headers }: FastifyRequest): string | undefined {
    return sessionIdsIn(headers, this.#desk).length > 1 ? severalCookies(this.#desk) : undefined;
  }

  /** The visit of a request in a session. */
  in(request: FastifyRequest, { session_id, caller }: SignedIn): Visit {
    const ctx = this.#ctx;
    return {
      ctx,
      site: this.#given.site,
      parts: this.#given.parts,
      caller,
      path: pathname(request.raw.url),
      params: request.params as Record<string, string>,
      query: new URLSearchParams(queryOf(request.raw.url)),
      wants_json: wantsJson(request),
      token: (path) => deskFormToken(session_id, path),
      call: async (operation, input) => (await execute(ctx, operation, caller, input, { client: request.ip })).body,
    };
  }

  /**
   * Counts a large form without a session: drawing one of a megabyte anew takes a tenth of a second, and no client may ask
   * for that all the time.
   *
   * @throws Fault rate_limited
   */
  countLarge({ headers, ip }: FastifyRequest): void {
    if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= BODY_LIMIT_BYTES) return;
    const quota = this.#large_forms.take(ip, this.#ctx.now());
    if (!quota) return;
    const message = limitMessage(quota, 'large forms without a session');
    throw new Fault('rate_limited', message, { quota, retry_after: quota.reset });
  }
}
