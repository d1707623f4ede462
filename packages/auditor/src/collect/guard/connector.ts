import { promises as dns } from 'node:dns';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { NO_SUCH_NAME } from '../../evidence/evidence.ts';
import { isPublicAddress } from './address-policy.ts';
import { FetchFailure } from './failure.ts';

export type ConnectorOptions = {
  /** Name, connection and certificate together. */
  connect_ms: number;
  /** Every address of a name. Default: DNS, A and AAAA, past /etc/hosts. */
  resolve?: (host: string) => Promise<string[]>;
  /** A connected socket to an address that passed the policy. Default: TCP, with another look at the far end. */
  dial?: (address: string, port: number, signal: AbortSignal) => Promise<Socket>;
  /** Called when a connection to a host is begun. */
  opening?: (host: string) => void;
};

/** How many addresses of a name are tried. */
const ATTEMPTS = 3;

/**
 * Opens every socket of the collector: resolves the name itself, refuses it when any of its addresses is not public, and
 * connects to an address that it has checked. A name that points elsewhere by the next connection (DNS rebinding) is
 * refused then. Proxies of the environment are not used.
 */
export function guardedConnector({
  connect_ms,
  resolve = resolver(connect_ms),
  dial = dialTcp,
  opening,
}: ConnectorOptions): buildConnector.connector {
  const open = async ({ hostname, protocol, port }: buildConnector.Options): Promise<Socket> => {
    opening?.(hostname);
    const deadline = AbortSignal.timeout(connect_ms);
    const addresses = await beforeAbort(resolve(hostname), deadline);
    if (addresses.length === 0) throw new FetchFailure('unreachable', 'the name has no address');
    if (!addresses.every(isPublicAddress))
      throw new FetchFailure('refused', 'the name leads to an address that is not public');
    const tls = protocol === 'https:';
    const socket = await dialFirst(addresses, Number(port) || (tls ? 443 : 80), connect_ms, deadline, dial);
    return tls ? secure(socket, hostname, deadline) : socket;
  };
  return (options, callback) => {
    open(options).then(
      (socket) => callback(null, socket),
      (error) => callback(asFailure(error), null),
    );
  };
}

async function dialFirst(
  addresses: readonly string[],
  port: number,
  connect_ms: number,
  deadline: AbortSignal,
  dial: NonNullable<ConnectorOptions['dial']>,
): Promise<Socket> {
  const tried = addresses.slice(0, ATTEMPTS);
  let last: unknown;
  for (const [index, address] of tried.entries()) {
    // An address that does not answer leaves time for the next.
    const part = index === tried.length - 1 ? [] : [AbortSignal.timeout(Math.ceil(connect_ms / 2))];
    try {
      return await dial(address, port, AbortSignal.any([deadline, ...part]));
    } catch (error) {
      last = error;
      if (deadline.aborted || (error instanceof FetchFailure && error.problem === 'refused')) break;
    }
  }
  throw last;
}

function dialTcp(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  // The host is an address: nothing is looked up again.
  const socket = connectTcp({ host: address, port, noDelay: true, autoSelectFamily: false });
  return opened(socket, 'connect', signal).then(() => {
    if (isPublicAddress(socket.remoteAddress ?? '')) return socket;
    socket.destroy();
    throw new FetchFailure('refused', 'the connection leads to an address that is not public');
  });
}

function secure(socket: Socket, servername: string, signal: AbortSignal): Promise<Socket> {
  const tls = connectTls({
    socket,
    servername,
    ALPNProtocols: ['http/1.1'],
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot say otherwise.
    rejectUnauthorized: true,
  });
  return opened(tls, 'secureConnect', signal).then(
    () => tls,
    (error) => {
      socket.destroy();
      throw error;
    },
  );
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () => socket.destroy(new FetchFailure('timeout', 'no connection in time'));
  signal.addEventListener('abort', late, { once: true });
  if (signal.aborted) late();
  socket.once(event, resolve);
  // Stays: whatever happens to the socket later, its error is nobody's surprise.
  socket.on('error', reject);
  socket.once('close', () => reject(new FetchFailure('unreachable', 'the connection was closed')));
  return promise.finally(() => signal.removeEventListener('abort', late));
}

function resolver(connect_ms: number): (host: string) => Promise<string[]> {
  const each = Math.max(250, Math.floor(connect_ms / 4));
  const asked = new dns.Resolver({ timeout: each, tries: 2, maxTimeout: each });
  return async (host) => {
    const answers = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason?.code) : ''));
    if (codes.every((code) => code === dns.NOTFOUND)) throw new FetchFailure('unreachable', NO_SUCH_NAME);
    if (codes.includes(dns.TIMEOUT)) throw new FetchFailure('timeout', 'the name was not answered in time');
    if (codes.every((code) => code === dns.NOTFOUND || code === dns.NODATA)) return [];
    throw new FetchFailure('unreachable', 'the name could not be resolved');
  };
}

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new FetchFailure('timeout', 'the name was not answered in time'));
  signal.addEventListener('abort', late, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', late));
}

/** Certificates hold words of the site: only the code of an error is repeated. */
export function asFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = String((error as { code?: unknown } | undefined)?.code ?? 'unknown');
  const said = /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|HOSTNAME/.test(said);
  if (certificate) return new FetchFailure('unreachable', `the certificate does not fit (${said})`);
  return new FetchFailure(said === 'ETIMEDOUT' ? 'timeout' : 'unreachable', `no connection (${said})`);
}
