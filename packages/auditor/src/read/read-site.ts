import type { Bodies, EvidenceBundle, EvidenceItem, EvidenceProblem } from '../evidence/evidence.ts';
import { ownedPart } from '../site-owner.ts';
import { isSamePlace, isWithin } from '../site-scope.ts';
import { readApi, readGraphQl } from './api/description.ts';
import { isStub } from './html/stub.ts';
import { walkHtml } from './html/walk.ts';
import { withoutAddressed, withoutComments } from './injection.ts';
import { readLlms } from './llms.ts';
import { withoutContradicted } from './machine/contradicted.ts';
import { withoutClosedAuthorization, withoutDeadServers } from './machine/dead-servers.ts';
import { documentOf, machineKind, textKind } from './machine/documents.ts';
import { withoutOthers } from './machine/others.ts';
import { absentHosts } from './machine/servers.ts';
import { formatOf, readPage } from './page.ts';
import { parseData } from './parse-data.ts';
import { REGISTRY, readRegistered } from './registered.ts';
import { readRobots } from './robots.ts';
import { giveRolesOfDocs, giveRolesOfSections } from './roles.ts';
import type { ApiDescription, MachineDocument, Page, ReadItem, Site } from './site.ts';
import { readSitemap } from './sitemap.ts';
import { closedDoor, fingerprint, isPageInsteadOfFile, saysNotFound } from './soft-404.ts';
import { SiteStyles } from './style/site-styles.ts';
import { decodeText } from './text/decode-text.ts';

/** Most text of all pages together, in characters. A real site of 40 pages has a tenth of it. */
const MOST = 4_000_000;

/** Least visible characters of a page that counts as one. */
const LEAST = 200;
/** … and of one with a heading: a short changelog or a page about webhooks says what it says. */
const LEAST_HEADED = 80;
/** Characters of one that says what a frame on it is for. */
const LEAST_FRAMED = 40;

/** The role of items that are style sheets of the pages. */
const STYLE_SHEET = 'style_sheet';

/** Roles of items that are asked for at a guess: a page that answers every address says nothing there. */
const guessed = new Set(['probe', 'sitemap', 'robots', 'home_markdown', 'missing_page']);

/**
 * Reads what was collected: each body once, nothing is fetched. Pure: the same bundle gives the same site. Never throws
 * for what a site sent; a body that cannot be read is marked `unreadable` and counts as not seen.
 */
export function readSite(bundle: EvidenceBundle, bodies: Bodies): Site {
  const { scope, cut } = bundle;
  const all = bundle.items.map((item) => readItem(item, bodies, scope));
  // How pages look is no part of what they say: only the reader of pages knows style sheets. Registries speak of the site, not for it.
  const items = all.filter(({ role }) => role !== STYLE_SHEET && role !== REGISTRY);
  const styles = new SiteStyles(sheetsOf(all));
  const home = homeOf(items);
  const homeUrl = new URL(home?.final_url ?? bundle.website);
  const homeAddress = homeUrl.origin + homeUrl.pathname;
  const read = readPages(items, homeAddress, styles);
  for (const item of items) leaveOutOrders(item);
  const documents = readDocuments(items);
  const llms = readLlms(items);
  const alone = documents.apis.length + documents.machine.length + llms.length === 0;
  const pages = alone ? withoutClosedDoor(read) : read;
  const domain = ownedPart(homeUrl.hostname) ?? homeUrl.hostname;
  const absent_hosts = absentHosts(items);
  const own = withoutOthers({ domain, scope, pages, llms, machine: documents.machine }, documents);
  const called = withoutDeadServers({ items, absent_hosts, ...own });
  return {
    website: bundle.website,
    origin: homeUrl.origin,
    domain,
    scope,
    cut,
    collected_on: bundle.started_at.slice(0, 10),
    items,
    pages,
    robots: readRobots(items),
    sitemap: readSitemap(items),
    llms,
    absent_hosts,
    others: own.others,
    ...called,
    ...withoutClosedAuthorization({ items, absent_hosts, machine: called.machine }),
    ...withoutContradicted({ items, pages, apis: called.apis, origin: homeUrl.origin }),
    registered: readRegistered({ domain, scope, pages, llms, machine: documents.machine }, all),
  };
}

/** The role of a home page in whose place another one is taken. */
const LEFT = 'left';

/** The home page: of two that were asked for the last one that holds something, where it is still of the place that was asked. The other is no page. */
function homeOf(items: readonly ReadItem[]): ReadItem | undefined {
  const homes = items.filter(({ role }) => role === 'home');
  const [first] = homes;
  const holds = (item: ReadItem) =>
    isSamePlace(item.final_url, first?.final_url ?? item.final_url) &&
    answered(item) &&
    /html/.test(item.content_type) &&
    !isStub(walkHtml(item.text ?? ''));
  const home = (homes.length > 1 && homes.findLast(holds)) || (homes.find(({ text }) => text !== undefined) ?? first);
  for (const item of homes) if (item !== home) item.role = LEFT;
  return home;
}

/** Texts of the style sheets that were collected, by each address that they answer at. */
function sheetsOf(items: readonly ReadItem[]): ReadonlyMap<string, string> {
  const sheets = new Map<string, string>();
  for (const item of items)
    if (item.role === STYLE_SHEET && item.text !== undefined && answered(item) && /css/.test(item.content_type))
      for (const url of [item.url, item.final_url]) sheets.set(url, item.text);
  return sheets;
}

/** What leads out of a company's part of a shared host is of the host, or of another: nothing of the company is there. */
function readItem(item: EvidenceItem, bodies: Bodies, scope: string | undefined): ReadItem {
  const content_type = (item.headers['content-type'] ?? '').toLowerCase();
  const believed = item.problem === null && item.sha256 !== null;
  const body = believed && item.sha256 !== null ? bodies(item.sha256) : undefined;
  const final_url = withoutFragment(item.redirects.at(-1)?.url ?? item.url);
  const foreign = scope !== undefined && item.role !== 'robots' && !isWithin(scope, final_url);
  return {
    ...item,
    final_url,
    text: body === undefined || foreign ? undefined : decodeText(body, content_type),
    content_type,
    soft_404: foreign,
  };
}

/** Facts that read Markdown as it is must not read what is in comments or tells a program what to score. */
function leaveOutOrders(item: ReadItem): void {
  if (item.text === undefined || !answered(item) || formatOf(item, item.text) !== 'markdown') return;
  item.text = withoutAddressed(withoutComments(item.text).text);
}

const withoutFragment = (url: string) => url.split('#', 1)[0] ?? url;

const answered = ({ status, text }: ReadItem) => text !== undefined && status !== null && status >= 200 && status < 300;

/** Readable pages, each address once per format. Marks items that turn out to be no answer. */
function readPages(items: ReadItem[], home: string, styles: SiteStyles): Page[] {
  const missing = fingerprintOfMissing(items, home, styles);
  const pages = new Map<string, Page>();
  const read = new Map<string, Page | undefined>();
  let length = 0;
  for (const item of items) {
    const text = item.text;
    if (text === undefined || !answered(item)) continue;
    if (isPageInsteadOfFile(item, text)) {
      item.soft_404 = true;
      continue;
    }
    if (item.role === 'missing_page' || !isReadable(item, text) || item.role === LEFT) continue;
    if (length > MOST) {
      notRead(item, 'budget', 'The pages before it have more text than is read of one site.');
      continue;
    }
    const once = `${item.final_url} ${item.sha256}`;
    const before = read.get(once);
    const page = before ?? (read.has(once) ? undefined : readPage(item, text, home, styles));
    read.set(once, page);
    if (!page) {
      notRead(item, 'unreadable', 'The page has more elements, or elements deeper in one another, than are read.');
      continue;
    }
    if (page.role === 'home' && isEmpty(page)) {
      notRead(item, 'unreadable', 'The page has no text, link, form or data.');
      continue;
    }
    if (!before) length += page.full_text.length;
    if (page.role !== 'home' && isMissing(item, page, missing)) {
      item.soft_404 = true;
      continue;
    }
    // One text under two addresses is one page.
    const key = `${page.format} ${item.sha256}`;
    if (!pages.has(key) && (page.role === 'home' || counts(page))) pages.set(key, page);
  }
  const found = [...pages.values()];
  giveRolesOfSections(found);
  giveRolesOfDocs(found);
  return found;
}

/** The only page of a site, where nothing of it can be read behind that page: then it was not read (decision 228). */
function withoutClosedDoor(pages: Page[]): Page[] {
  const [page, ...others] = pages;
  const why = page?.role === 'home' && others.length === 0 ? closedDoor(page) : undefined;
  if (page === undefined || why === undefined) return pages;
  notRead(page.item, 'unreadable', why);
  return [];
}

function notRead(item: ReadItem, problem: EvidenceProblem, detail: string): void {
  Object.assign(item, { problem, detail, text: undefined });
}

/** Such a page says nothing of a company, not even what it lacks. One that scripts fill is a shell, which says that. */
const isEmpty = ({ full_text, shell, links, forms, framed, data, addressed }: Page): boolean =>
  full_text === '' && !shell && [links, forms, framed, data, addressed].every(({ length }) => length === 0);

const counts = (page: Page): boolean =>
  page.text.length >= LEAST ||
  (page.text.length >= LEAST_HEADED && page.headings.length > 0) ||
  page.shell ||
  page.addressed.length > 0 ||
  page.forms.length > 0 ||
  (page.text.length >= LEAST_FRAMED && page.framed.length > 0) ||
  page.data.length > 0 ||
  page.full_text.length >= 2 * LEAST;

function isReadable(item: ReadItem, text: string): boolean {
  if (item.method !== 'GET') return false;
  if (/^\s{0,99}<(?:\?xml|rss|feed|urlset|sitemapindex)/i.test(text.slice(0, 300))) return false;
  const file = new URL(item.final_url).pathname.split('/').at(-1) ?? '';
  if (file === 'robots.txt' || file === 'security.txt' || file.startsWith('sitemap')) return false;
  return /html|markdown|^text\/plain|^$/.test(item.content_type) && !/^\s{0,99}[{[]/.test(text.slice(0, 300));
}

type Missing = { text: string; success: boolean } | undefined;

function fingerprintOfMissing(items: readonly ReadItem[], home: string, styles: SiteStyles): Missing {
  const item = items.find(({ role, text }) => role === 'missing_page' && text !== undefined);
  if (!item || item.text === undefined) return undefined;
  const page = formatOf(item, item.text) === 'html' ? readPage(item, item.text, home, styles) : undefined;
  return { text: fingerprint(page?.full_text ?? item.text), success: answered(item) };
}

/** Whether an answer is the page for a missing one. A shell that answers every address hides whether there is a page. */
function isMissing(item: ReadItem, page: Page, missing: Missing): boolean {
  if (saysNotFound(page)) return true;
  if (!missing?.success || fingerprint(page.full_text) !== missing.text) return false;
  return !page.shell || guessed.has(item.role);
}

/** API descriptions and other documents for machines, each body once per address. */
function readDocuments(items: readonly ReadItem[]): { apis: ApiDescription[]; machine: MachineDocument[] } {
  const apis = new Map<string, ApiDescription>();
  const machine = new Map<string, MachineDocument>();
  const parsed = new Map<string, unknown>();
  for (const item of items) {
    const { text } = item;
    if (text === undefined || item.soft_404 || item.sha256 === null || item.role === 'script') continue;
    const live = item.role.endsWith('_live');
    if (!live && !answered(item)) continue;
    const kind = live ? undefined : textKind(item, text);
    if (kind) machine.set(item.final_url, documentOf(item, kind, text));
    if (kind || isTwin(item, apis)) continue;
    const value = parsed.has(item.sha256) ? parsed.get(item.sha256) : parseData(item, text);
    parsed.set(item.sha256, value);
    const api = live ? undefined : (readApi(item.final_url, value) ?? readGraphQl(item, text));
    if (api) {
      if (!apis.has(item.sha256)) apis.set(item.sha256, { item, ...api });
      continue;
    }
    const machineDocument = value === undefined ? undefined : machineKind(item, value);
    const key = `${item.method} ${item.final_url}`;
    if (machineDocument && !machine.has(key)) machine.set(key, documentOf(item, machineDocument, value));
  }
  return { apis: [...apis.values()], machine: [...machine.values()] };
}

/** `openapi.yaml` beside an `openapi.json` that was read says the same, and takes long to read. */
function isTwin(item: ReadItem, apis: ReadonlyMap<string, ApiDescription>): boolean {
  const stem = (url: string) => new URL(url).pathname.replace(/\.(?:ya?ml|json)$/i, '');
  if (!/\.ya?ml$/i.test(new URL(item.final_url).pathname)) return false;
  return [...apis.values()].some(
    ({ item: { final_url } }) =>
      /\.json$/i.test(new URL(final_url).pathname) && stem(final_url) === stem(item.final_url),
  );
}
