import assert from 'node:assert/strict';
import { operator_token } from '../operator.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;
type DeskReply = { status: number; headers: Headers; text: string; location: string };

/** A browser without a script at the desk: it keeps the cookie, follows nothing by itself, and sends the forms of pages. */
type DeskBrowser = {
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<DeskReply>;
  /** Sends a form as it stands on a page, with fields filled in. @param action the path that it posts to */
  send(page: string, action: string, fields?: Fields, headers?: Record<string, string>): Promise<DeskReply>;
  /** Posts fields without reading a page first. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<DeskReply>;
  signIn(token?: string): Promise<DeskReply>;
};

export function deskBrowser(url: string): DeskBrowser {
  async function ask(method: string, path: string, init: { body?: string; headers?: Record<string, string> }) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      ...(init.body !== undefined && { body: init.body }),
      headers: { ...(browser.cookie && { cookie: browser.cookie }), accept: 'text/html', ...init.headers },
    });
    const set = response.headers.get('set-cookie');
    if (set) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';', 1)[0] ?? '');
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }
  const browser: DeskBrowser = {
    cookie: '',
    get: (path, headers = {}) => ask('GET', path, { headers }),
    async send(page, action, fields = {}, headers) {
      const { text } = await browser.get(page);
      return browser.post(action, { ...hiddenFields(text, action), ...fields }, headers);
    },
    post(path, fields, headers = {}) {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      const body = new URLSearchParams(pairs).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
      return ask('POST', path, { body, headers: { ...type, ...headers } });
    },
    async signIn(token = operator_token) {
      const reply = await browser.post('/desk/sign-in', { token, next: '/desk' });
      assert.equal(reply.status, 303, reply.text);
      return reply;
    },
  };
  return browser;
}

/** The hidden fields of the form of a page that posts to a path. */
export function hiddenFields(page: string, action: string): Record<string, string> {
  const at = page.indexOf(`action="${action}"`);
  assert.ok(at >= 0, `there is no form for ${action}`);
  const form = page.slice(at, page.indexOf('</form>', at));
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]));
}

/** The text of an attribute or element, as a browser reads it. */
export const plain = (html: string): string =>
  html
    .replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([0-9a-f]+);/gi, (_all, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
