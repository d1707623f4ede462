import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { SiteWords } from './stuffing-texts.ts';

/** A rule of a host in site.json, as far as mutations read it; a host has more. */
export type Rule = {
  when?: { path?: string; header?: unknown; prefers?: unknown; query?: unknown; host?: string };
  redirect?: string;
  to?: string;
  file?: string;
};
const ruleLists = ['redirects', 'answers', 'rewrites', 'headers'] as const;
type RuleList = (typeof ruleLists)[number];
type Host = { folder?: string; like?: string } & { [list in RuleList]?: Rule[] };

type SiteFile = { website: string; name?: string; hosts: Record<string, Host>; mutation?: unknown };

/** All files below a folder, in the order of their names. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const at = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(at) : entry.isFile() ? [at] : [];
    });
}

/** Whether a file is a page: by its name, or by its first bytes where the name has no ending. */
export function isHtml(file: string): boolean {
  if (/\.html?$/i.test(file)) return true;
  if (extname(file) !== '') return false;
  const head = readFileSync(file, 'utf8').slice(0, 300).toLowerCase();
  return head.includes('<!doctype html') || head.includes('<html');
}

/** The copy of a site that is being changed: a folder with site.json, in the form that the closed world serves. */
export class CopiedSite {
  readonly config: SiteFile;
  /** The host of the website, its folder and its rules. */
  readonly host: string;
  readonly root: string;
  readonly rules: Host;
  readonly words: SiteWords;
  readonly notes: string[] = [];
  /** How many files were written, and how many places were changed. */
  files = 0;
  changed = 0;
  private readonly folder: string;

  /** @throws Error where site.json is missing or no host of it has a folder */
  constructor(folder: string) {
    this.folder = folder;
    const config: SiteFile = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'));
    const folderOf = (name: string) =>
      config.hosts[name]?.folder ?? config.hosts[config.hosts[name]?.like ?? '']?.folder;
    const asked = new URL(config.website).hostname;
    const host = folderOf(asked) ? asked : Object.keys(config.hosts).find((name) => folderOf(name));
    const rules = host === undefined ? undefined : config.hosts[host];
    if (host === undefined || rules === undefined) throw new Error(`${folder} has no host with files`);
    this.config = config;
    this.host = host;
    this.rules = rules;
    this.root = join(folder, folderOf(host) ?? '');
    const domain = host.replace(/^www\./, '');
    this.words = {
      name: (config.name ?? domain).replace(/\s+/g, ' ').trim(),
      host: domain,
      slug: (domain.split('.')[0] ?? '').toLowerCase().replace(/[^a-z0-9-]/g, ''),
    };
  }

  /** Every file but site.json. */
  all(): string[] {
    return filesBelow(this.folder).filter((file) => basename(file) !== 'site.json');
  }

  /** Where a file of the host is, from its root, with slashes. */
  pathOf(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  /** The file of the home page as a browser gets it: by a rule of site.json, or index.html. */
  home(): string | undefined {
    const ruled = [...(this.rules.answers ?? []), ...(this.rules.rewrites ?? [])]
      .filter(
        ({ when = {} }) =>
          when.path !== undefined &&
          new RegExp(when.path).test('/') &&
          !when.header &&
          !when.prefers &&
          !when.query &&
          (!when.host || new RegExp(when.host).test(this.host)),
      )
      .flatMap(({ file, to }) => [file, to])
      .filter((name) => name !== undefined && /\.html?$/.test(name)) as string[];
    return ['index.html', ...ruled, 'home.html', 'index.htm']
      .map((name) => join(this.root, name))
      .find((file) => existsSync(file));
  }

  /** Changes a file; one that stays the same is not counted. */
  edit(file: string, change: (text: string) => string): void {
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    if (after === before) return;
    writeFileSync(file, after);
    this.files += 1;
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.files += 1;
  }

  /** Writes site.json with what was done. */
  save(name: string): void {
    this.config.mutation = { name, changed: this.changed, files: this.files };
    writeFileSync(join(this.folder, 'site.json'), `${JSON.stringify(this.config, null, 1)}\n`);
  }
}
