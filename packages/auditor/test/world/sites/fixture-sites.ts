import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { hostileAnswer } from '../../sites/hostile/hostile-site.ts';
import type { Answer, Asked } from './answer.ts';
import { htmlOf, readPage } from './markdown-page.ts';

/**
 * The fixture sites of `test/sites`: fictional companies whose pages are files. This module answers for their hosts, and
 * is one of hosts for a closed world (`--extra`).
 */
const folder = join(import.meta.dirname, '../../sites');

type Link = [href: string, text: string];
type Host = {
  folder: string;
  name: string;
  /** English where it is not named. */
  lang?: string;
  /** Every page also as Markdown: with `.md`, and when Markdown is asked for. */
  twins?: boolean;
  nav: Link[];
  footer: Link[];
  headers?: Record<string, string>;
  types?: Record<string, string>;
  /** JSON-LD of every page, and by the name in `data` of a page. */
  data?: { '@context': string; '@graph': unknown[] };
  graphs?: Record<string, unknown[]>;
  /** Documents that consist of pages, by path. */
  full?: Record<string, string[]>;
  answers?: Record<string, Answer>;
  otherwise?: Answer;
};

/** What a careful auditor gave the site before the machine saw it. */
type FixtureSite = {
  folder: string;
  website: string;
  company: string;
  tier: string;
  scores: Record<string, number>;
  /** The same site in other languages, under other names. */
  twins?: { language: string; website: string; company: string }[];
};

export const fixtureSites: readonly FixtureSite[] = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'expected.json')))
  .map((name) => ({ folder: name, ...JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) }));

const served: Record<string, Host> = {};
for (const { folder: name } of fixtureSites) {
  const file = join(folder, name, 'site.json');
  if (!existsSync(file)) continue;
  const { hosts: own } = JSON.parse(readFileSync(file, 'utf8')) as { hosts: Record<string, Host> };
  for (const [host, one] of Object.entries(own)) served[host] = { ...one, folder: join(folder, name, one.folder) };
}

/** Days from today, `{{-20}}`, so that what is recent stays recent. */
const dated = (text: string, today: Date) =>
  text.replace(/\{\{([+-]\d+)\}\}/g, (_, days: string) =>
    new Date(today.getTime() + Number(days) * 86_400_000).toISOString().slice(0, 10),
  );

const types: Record<string, string> = {
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};

function links(list: readonly Link[]): string {
  return list.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ');
}

function drawn(host: Host, origin: string, path: string, text: string): string {
  const { head, markdown } = readPage(text);
  const graph = [...(host.data?.['@graph'] ?? []), ...(host.graphs?.[head.data ?? ''] ?? [])];
  const data = graph.length === 0 ? '' : JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  return `<!DOCTYPE html>
<html lang="${host.lang ?? 'en'}">
<head>
<meta charset="utf-8">
<title>${head.title}</title>
<meta name="description" content="${head.description}">
<link rel="canonical" href="${origin}${path}">
${data && `<script type="application/ld+json">${data}</script>`}
</head>
<body>
<header><nav>${links([['/', host.name], ...host.nav])}</nav></header>
<main>
${htmlOf(markdown)}
</main>
<footer>${links(host.footer)}</footer>
</body>
</html>
`;
}

const notFound: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>',
};

/** The file of a path: itself, the page of its name, or the index of its folder. */
function fileOf(root: string, path: string): string | undefined {
  const plain = join(root, path);
  const tried = path.endsWith('/')
    ? [join(plain, 'index.md'), join(plain, 'index.html')]
    : [plain, `${plain}.md`, join(plain, 'index.md')];
  return tried.find((file) => existsSync(file) && statSync(file).isFile());
}

/** What a fixture site answers. @param today dates in its pages are counted from it */
export function answerOf(asked: Asked, today: Date): Answer {
  if (asked.host === 'glimmerforge.io') return hostileAnswer(asked);
  const host = served[asked.host];
  if (host === undefined) return notFound;
  const { path } = asked;
  const read = (file: string) => dated(readFileSync(file, 'utf8'), today);
  const said = (type: string, body: string): Answer => ({
    status: 200,
    headers: { 'content-type': type, ...host.headers },
    body,
  });
  const answer = host.answers?.[path];
  if (answer) return answer;
  const whole = host.full?.[path];
  if (whole)
    return said(
      types['.txt'] ?? '',
      `# ${host.name}\n\n${whole.map((name) => readPage(read(join(host.folder, `${name}.md`))).markdown).join('\n')}`,
    );
  const file = fileOf(host.folder, path);
  if (file === undefined) return host.otherwise ?? notFound;
  const text = read(file);
  const is_page = file.endsWith('.md') && text.startsWith('---\ntitle: ');
  if (is_page && path.endsWith('.md') && !host.twins) return host.otherwise ?? notFound;
  if (!is_page) return said(host.types?.[path] ?? types[extname(file)] ?? 'application/json', text);
  const as_markdown = host.twins && (path.endsWith('.md') || /text\/markdown/.test(asked.accept));
  return as_markdown
    ? said(types['.md'] ?? '', readPage(text).markdown)
    : said(types['.html'] ?? '', dated(drawn(host, `https://${asked.host}`, path, text), today));
}

function handle(request: IncomingMessage, reply: ServerResponse): void {
  const { host = '', accept = '', 'user-agent': user_agent = '' } = request.headers;
  const path = (request.url ?? '/').replace(/\?.*$/, '');
  const answer = answerOf({ host, path, accept, user_agent }, new Date());
  reply.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Hosts of a closed world. */
export const hosts = [...Object.keys(served), 'glimmerforge.io'].map((name) => ({ name, handle }));

/** What the hostile site wants visited. */
export const addresses = ['169.254.169.254'];
export const listeners = [
  { address: '169.254.169.254', port: 80, kind: 'canary', name: 'metadata', connection: end },
  { address: '127.0.0.1', port: 8080, kind: 'canary', name: 'admin', connection: end },
];

function end(socket: { end(): void }): void {
  socket.end();
}
