import type { Dispatcher } from 'undici';
import { FetchFailure, type Headers } from '../failure.ts';
import type { Bounds } from './bounds.ts';
import { codingOf, type IncomingBody, incomingBody } from './decode.ts';

/** One request and its answer, without redirects. */
export type Answer = {
  status: number;
  headers: Headers;
  /** Undefined where none was taken: see `dropped`. */
  body: Uint8Array | undefined;
  /** Why the body is not all of what was sent. */
  cut: string | null;
  /** Bytes of body received. */
  received: number;
};

/** Pages are asked for with the first two alone. */
export type Method = 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';

type Request = {
  url: URL;
  method: Method;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Looks at status and headers; a text means that the body is not wanted. */
  wants(status: number, headers: Headers): boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Sends one request and receives its answer within the bounds. Whatever arrives later, or never, the promise is settled
 * after `request_ms` at the latest.
 *
 * @throws FetchFailure when there is no answer that can be used; the reason of the signal
 */
export function exchange(dispatcher: Dispatcher, request: Request, bounds: Bounds): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let controller: Dispatcher.DispatchController | undefined;
  let body: IncomingBody | undefined;
  let head: { status: number; headers: Headers } | undefined;
  let [received, over] = [0, false];

  const total = setTimeout(() => late('no whole answer in time'), bounds.request_ms);
  let wait: NodeJS.Timeout | undefined;
  const waitFor = (ms: number, what: string) => {
    clearTimeout(wait);
    wait = setTimeout(() => late(what), ms);
  };
  const leave = () => {
    over = true;
    clearTimeout(total);
    clearTimeout(wait);
    request.signal?.removeEventListener('abort', aborted);
  };
  const fail = (error: unknown) => {
    if (over) return;
    leave();
    reject(
      error instanceof FetchFailure && head
        ? new FetchFailure(error.problem, error.message, { ...head, received })
        : error,
    );
    controller?.abort(new Error('given up'));
    body?.end().catch(() => {});
  };
  const aborted = () => fail(request.signal?.reason);
  /** Takes what has come; `cut` says what is missing. */
  const finish = (cut: string | null) => {
    if (over || !head) return;
    const answer = { ...head, received };
    leave();
    if (cut !== null) controller?.abort(new Error('enough'));
    if (!body) return resolve({ ...answer, body: undefined, cut: null });
    body.end().then((decoded) => {
      if (decoded.broken) reject(new FetchFailure('malformed', 'the body does not match its content coding', answer));
      else if (decoded.bytes.length === 0 && cut !== null) reject(new FetchFailure('timeout', cut, answer));
      else resolve({ ...answer, body: decoded.bytes, cut: decoded.cut ?? cut });
    }, reject);
  };
  const late = (what: string) => (head && received > 0 ? finish(what) : fail(new FetchFailure('timeout', what)));

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (over) return started.abort(new Error('given up'));
      waitFor(bounds.headers_ms, 'no answer in time');
    },
    onResponseStart(_, status, headers) {
      // Early hints do not lengthen the wait for the answer.
      if (over || status < 200) return;
      head = { status, headers };
      if (!request.wants(status, headers)) return finish('not wanted');
      const coding = codingOf(textOf(headers['content-encoding']));
      if (!coding) return fail(new FetchFailure('malformed', 'a content coding that was not asked for, or several'));
      body = incomingBody(coding, bounds, () => queueMicrotask(() => finish('enough')));
      waitFor(bounds.idle_ms, 'the answer broke off');
    },
    onResponseData(_, chunk) {
      if (over) return;
      received += chunk.length;
      waitFor(bounds.idle_ms, 'the answer broke off');
      body?.write(chunk);
    },
    onResponseEnd: () => finish(null),
    onResponseError(_, error) {
      if (head && received > 0) finish('the connection ended early');
      else fail(failureOf(error));
    },
    onRequestUpgrade(started, _status, _headers, socket) {
      socket.destroy();
      fail(new FetchFailure('malformed', 'an upgrade that was not asked for'));
      started.abort(new Error('given up'));
    },
  };
  request.signal?.addEventListener('abort', aborted, { once: true });
  if (request.signal?.aborted) aborted();
  else
    try {
      const { url, method, headers } = request;
      dispatcher.dispatch(
        { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body: request.body ?? null },
        handler,
      );
    } catch {
      fail(new FetchFailure('refused', 'the request cannot be written'));
    }
  return promise;
}

export const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '');

function failureOf(error: Error): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new FetchFailure('malformed', 'headers that are too long');
  // The client says `bad upgrade` and `bad response` with the code of a lost connection.
  if (error.name === 'HTTPParserError' || code.includes('CONTENT_LENGTH') || error.message.startsWith('bad '))
    return new FetchFailure('malformed', 'not an answer of HTTP');
  return new FetchFailure('unreachable', 'the connection ended without an answer');
}
