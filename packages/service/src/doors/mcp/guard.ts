import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { headerOf, type RequestHeaders } from './headers.ts';

/** Who may call: only pages of the service's own origin, and only under its own host name (decision 26). */
type Guard = {
  /** Whether the Host header names this service. Ports are ignored: a proxy may listen on another one. */
  host(headers: RequestHeaders): boolean;
  /** Whether the Origin header is absent (not a browser) or the service's own. */
  origin(headers: RequestHeaders): boolean;
  /** CORS headers for a reply to an allowed origin; none for a client that is not a browser. */
  cors(headers: RequestHeaders): Record<string, string>;
};

const request_headers =
  'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, traceparent, tracestate';

/** The reply to a CORS preflight. */
export const preflight = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': request_headers,
  'Access-Control-Max-Age': '86400',
};

/**
 * Guards against DNS rebinding and pages of other origins.
 *
 * Loopback names are allowed, on any port, when the service's own address is loopback or it is bound there: pages of
 * the open web never have such an origin, local clients (the Inspector, a development server) do.
 *
 * @param base_url absolute address of the service
 * @param listens_on host or address that the server binds, when known
 */
export function guard(base_url: string, listens_on?: string): Guard {
  const own = new URL(base_url);
  const loopback = localhostAllowedHostnames();
  const local =
    loopback.includes(own.hostname) || (listens_on !== undefined && [...loopback, '::1'].includes(listens_on));
  const hosts = local ? [own.hostname, ...loopback] : [own.hostname];

  const originAllowed = (origin: string) =>
    origin === own.origin || (local && validateOriginHeader(origin, loopback).ok);
  /** The last header that was right: nearly all are the same. */
  let right: string | undefined;
  return {
    host(headers) {
      const host = headerOf(headers, 'host') ?? headerOf(headers, ':authority');
      if (host !== undefined && host === right) return true;
      const { ok } = validateHostHeader(host, hosts);
      if (ok) right = host;
      return ok;
    },
    origin(headers) {
      const origin = headerOf(headers, 'origin');
      return !origin || originAllowed(origin);
    },
    cors(headers) {
      const origin = headerOf(headers, 'origin');
      if (!origin || !originAllowed(origin)) return {};
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'WWW-Authenticate, Mcp-Session-Id, Retry-After',
        Vary: 'Origin',
      };
    },
  };
}
