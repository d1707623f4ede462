import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import { caching } from '../../../documents/caching.ts';
import { type Fault, problem } from '../../../domain/fault.ts';
import { acceptedEncodings } from '../documents/negotiate.ts';
import type { DeskContent, Visit, WholeReply } from './definition.ts';
import { deskHeaders, deskPage, type Frame } from './frame.ts';
import { faultMessage } from './parts.ts';
import { type Continuation, keptFormPage, signInPage } from './session/sign-in-page.ts';
import { wantsJson } from './session/visits.ts';

const zip = promisify(gzip);

/** Smaller bodies are sent as they are. */
const WORTH_COMPRESSING = 1_000;

type Whole = { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> };

/** The answer of the desk to one request: a page in its frame, or JSON where a script asked. */
export class Answer {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #frame: Frame;

  constructor(request: FastifyRequest, reply: FastifyReply, frame: Frame) {
    this.#request = request;
    this.#reply = reply;
    this.#frame = frame;
  }

  /** @param visit undefined for who is not signed in */
  page(visit: Visit | undefined, content: DeskContent): Promise<FastifyReply> {
    return this.#whole({
      status: content.status ?? 200,
      type: 'text/html; charset=utf-8',
      body: deskPage(content, { ...this.#frame, visit }),
    });
  }

  json(status: number, body: unknown): Promise<FastifyReply> {
    return this.#whole({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) });
  }

  /** What a page shows, or where a form leads. */
  async send(
    visit: Visit,
    answer: DeskContent | WholeReply | { json: unknown } | { see_other: string },
  ): Promise<FastifyReply> {
    if ('see_other' in answer)
      return visit.wants_json ? this.json(200, { see: answer.see_other }) : this.seeOther(answer.see_other);
    if ('json' in answer) return this.json(200, answer.json);
    if ('body' in answer) return this.#whole({ status: 200, ...answer });
    return this.page(visit, answer);
  }

  seeOther(path: string): FastifyReply {
    return this.#reply.header('cache-control', caching.none).redirect(path, 303);
  }

  /** What went wrong. Faults name the next step of the desk, not of the interface. */
  fault(visit: Visit | undefined, fault: Fault): Promise<FastifyReply> {
    const { status, title, error, message, errors } = problem(fault, this.#frame.base_url, 'operator');
    this.#retryAfter(fault);
    if (wantsJson(this.#request)) return this.json(status, { error, message, ...(errors && { errors }) });
    const main = html`<section class="error">
<p class="code">${status}</p>
<h1>${title}</h1>
!${faultMessage(fault)}
<p><a href="/desk">Back to the queue</a></p>
</section>`;
    return this.page(visit, { title, status, main });
  }

  /**
   * Asks to sign in; what was typed is carried along.
   *
   * @param why what is wrong: a sentence, or the fault of a sign-in; undefined at the first visit
   */
  signIn(to: Continuation, status: number, why?: string | Fault): Promise<FastifyReply> {
    const words = typeof why === 'object' ? why.message : why;
    if (typeof why === 'object') this.#retryAfter(why);
    if (wantsJson(this.#request)) {
      const message = words ?? 'You are not signed in. Sign in in another tab; what you typed stays here.';
      return this.json(401, { error: 'invalid_token', message });
    }
    const other_site = this.#request.headers['sec-fetch-site'] === 'cross-site';
    return this.page(undefined, signInPage(to, { ...(words !== undefined && { why: words }), status, other_site }));
  }

  /** A form of another session, or one that was changed: nothing is done, and nothing is lost. */
  otherForm(visit: Visit, values: URLSearchParams): Promise<FastifyReply> {
    const why = 'This form belongs to another sign-in, so it was not accepted.';
    if (visit.wants_json) return this.json(403, { error: 'forbidden', message: why, form: visit.token(visit.path) });
    return this.page(visit, keptFormPage(visit, { path: visit.path, values }, why));
  }

  #retryAfter({ details }: Fault): void {
    if (details.retry_after !== undefined) this.#reply.header('retry-after', String(details.retry_after));
  }

  /**
   * Compressed where the browser reads that: a page with a whole draft has some hundred kilobytes. What it repeats of a
   * request is no way to guess its tokens: only pages of the desk itself can make requests in a session (decision 119).
   */
  async #whole({ status, type, body, headers = {} }: Whole): Promise<FastifyReply> {
    this.#reply
      .code(status)
      .headers({ ...deskHeaders, ...headers, vary: 'Accept-Encoding' })
      .type(type);
    const encodings = acceptedEncodings(this.#request.headers['accept-encoding']);
    if (body.length < WORTH_COMPRESSING || !encodings.includes('gzip')) return this.#reply.send(body);
    const packed = await zip(body, { level: constants.Z_BEST_SPEED });
    return this.#reply.header('content-encoding', 'gzip').send(packed);
  }
}
