import type { IncomingMessage, ServerResponse } from 'node:http';

/** What hosts that a test plays answer with. */
export type Answer = { status?: number; type?: string; headers?: Record<string, string>; body?: string | Uint8Array };
export type Answers = Record<string, Answer | ((req: IncomingMessage, res: ServerResponse) => void)>;

export const html = (title: string, body: string): Answer => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
});
export const json = (value: unknown, more: Answer = {}): Answer => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
});
export const text = (body: string): Answer => ({ type: 'text/plain', body });
export const words = '<p>Plain words of a page that says something about an offer, a price and a term.</p>'.repeat(6);
export const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
export const sitemap = (...urls: string[]): Answer => ({
  type: 'application/xml',
  body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
});

export function send(res: ServerResponse, { status = 200, type, headers = {}, body = '' }: Answer): void {
  res.writeHead(status, { ...(type ? { 'content-type': type } : {}), ...headers }).end(body);
}
