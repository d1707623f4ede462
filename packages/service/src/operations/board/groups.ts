import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Which documents may be in which group of a board (decision 214). Each path belongs to one group alone, so that no group writes or
 * removes a file of another; and no file can be a folder of another one.
 */

/** The kinds of groups, in the order in which an edge writes them: who reads a score finds what proves it, and the index names what is there. */
const kinds = ['log', 'companies', 'pages', 'site', 'index', 'former'] as const;

/** A short name of a text, which no other text has. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The group of a document that belongs to no company: it is the only one in it. */
export const siteGroup = (path: string): string => `site/${shortHash(path)}`;

/** The score of an index; undefined for another group. */
export const scoreOfGroup = (name: string): number | undefined =>
  name.startsWith('index/') ? Number(name.slice('index/'.length)) : undefined;

/** The order in which groups are written; full files of the log before those that are unfinished, and the checkpoint. */
export function byOrder(a: string, b: string): number {
  const place = (name: string) => kinds.findIndex((kind) => name === kind || name.startsWith(`${kind}/`));
  const last = (name: string) => Number(name === 'log/newest');
  return place(a) - place(b) || last(a) - last(b);
}

/** The group of a company, of so many. */
export const dealt = (slug: string, spread: number): number => crc32(slug) % spread;

/** The number of a group of companies, as names have it. */
export const numbered = (at: number): string => String(at).padStart(4, '0');

/** Names of files and folders: nothing that is hidden but `.well-known`, and nothing that a web server or a shell reads as something else. */
const plain = /^\/(?:(?:(?:\.well-known|[\w-][\w.~-]{0,199})\/)*[\w-][\w.~-]{0,199})?$/;

const of_company = /^\/api\/audits\/(?!index\.json$)([a-z0-9-]{1,64})(?:\/[A-Za-z0-9-]{1,40})?\.json$/;
const page_of_company =
  /^\/(?:audits\/([a-z0-9-]{1,64})(?:\/\d{4}-\d\d-\d\d)?(?:\.md)?|badge\/([a-z0-9-]{1,64})\.svg|share\/([a-z0-9-]{1,64})\.(?:svg|png))$/;
const KEYS_PATH = '/.well-known/readymark-keys';

/** Whether a document may be in a group, of a board whose companies are dealt into so many groups. */
export function mayHave(group: string, path: string, spread: number): boolean {
  if (!plain.test(path) || path.endsWith('.gz')) return false;
  const [kind = '', number = ''] = group.split('/');
  const company = of_company.exec(path) ?? page_of_company.exec(path);
  const slug = company?.slice(1).find((found) => found !== undefined);
  switch (kind) {
    case 'companies':
      return slug !== undefined && of_company.test(path) && numbered(dealt(slug, spread)) === number;
    case 'pages':
      return slug !== undefined && page_of_company.test(path) && numbered(dealt(slug, spread)) === number;
    case 'log':
      if (group === 'log/newest')
        return path === KEYS_PATH || /^\/log\/(?:checkpoint|tile\/[\da-z/]+\.p\/\d+)$/.test(path);
      return path === `/${group}`;
    case 'site':
      return slug === undefined && path !== KEYS_PATH && isOfSite(path) && siteGroup(path) === group;
    default:
      return false;
  }
}

/** Whether a path leaves alone the folders of companies and of the log, whatever the file system thinks of upper case. */
function isOfSite(path: string): boolean {
  const [, first = '', second = '', ...more] = path.toLowerCase().split('/');
  if (first === 'api') return second !== '' && second !== 'audits' && more.length > 0;
  if (first === 'audits') return more.length === 0 && second.endsWith('.txt');
  return !['badge', 'share', 'log'].includes(first.split('.')[0] ?? '');
}

/**
 * Whether files can all be in one folder: none twice, not even where upper and lower case are the same, none that is a folder of another,
 * and none that is what another one is compressed to.
 */
export function canBeTogether(files: readonly string[]): boolean {
  const all = new Set<string>();
  const folders = new Set<string>();
  for (const file of files) {
    const name = file.toLowerCase();
    if (all.has(name)) return false;
    all.add(name);
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) folders.add(name.slice(0, at));
  }
  for (const name of all) if (folders.has(name) || all.has(`${name}.gz`)) return false;
  return true;
}
