import type { FetchOrder } from './fetch.ts';
import type { Reading } from './parse/reading.ts';

/** Style sheets that are asked for at once: those that most pages link, one for the last of the home page, and what they import. */
const MOST = { home: 4, others: 4, imports: 3 };

/** The style sheets that a page links on the origin of the site, in its order. */
export const sheetsOf = ({ links }: Pick<Reading, 'links'>, origin: string): string[] =>
  links
    .filter(({ rel, url }) => rel.split(' ').includes('stylesheet') && URL.parse(url)?.origin === origin)
    .map(({ url }) => url);

type Sheet = { ok: boolean; body: Uint8Array | undefined };
/** How sheets are asked for and read, and of which origin they are. */
type Asking<Seen extends Sheet> = {
  ledger: {
    ask(order: FetchOrder): Promise<Seen | undefined>;
    asked(url: string): boolean;
    read(seen: Seen, kind: 'css'): Promise<Pick<Reading, 'links'> | undefined>;
  };
  origin: string;
};

/**
 * Asks for the style sheets that decide how the pages look: those of the home page, the ones that most pages share first. Its
 * last one overrules the others, so it is among them.
 *
 * @param pages what each page links, the home page first
 */
export async function askStyleSheets<Seen extends Sheet>(
  asking: Asking<Seen>,
  pages: readonly (readonly string[])[],
): Promise<void> {
  const [home = []] = pages;
  const shared = byPages(home, pages).slice(0, MOST.home - 1);
  await askEach(asking, [...new Set([...shared, ...home.slice(-1), ...home])].slice(0, MOST.home));
}

/** Asks for those that the home page does not link, the ones that most pages share first: each may hide what its pages say. */
export async function askOtherSheets<Seen extends Sheet>(
  asking: Asking<Seen>,
  pages: readonly (readonly string[])[],
): Promise<void> {
  const [home = [], ...others] = pages;
  const unasked = new Set(others.flat().filter((url) => !home.includes(url) && !asking.ledger.asked(url)));
  await askEach(asking, byPages([...unasked], pages).slice(0, MOST.others));
}

function byPages(sheets: readonly string[], pages: readonly (readonly string[])[]): string[] {
  const count = (url: string) => pages.filter((one) => one.includes(url)).length;
  return [...sheets].sort((a, b) => count(b) - count(a));
}

async function askEach<Seen extends Sheet>({ ledger, origin }: Asking<Seen>, urls: readonly string[]): Promise<void> {
  const ask = (url: string) => ledger.ask({ role: 'style_sheet', url, accept: 'text/css' });
  const imports: string[] = [];
  for (const url of urls) {
    const seen = await ask(url);
    const reading = seen?.ok && imported(seen) ? await ledger.read(seen, 'css') : undefined;
    if (reading) imports.push(...sheetsOf(reading, origin));
  }
  const unasked = [...new Set(imports)].filter((url) => !ledger.asked(url));
  for (const url of unasked.slice(0, MOST.imports)) await ask(url);
}

/** Whether a sheet may import another: only its beginning does, and few have one. */
const imported = ({ body }: Sheet): boolean =>
  body !== undefined && new TextDecoder().decode(body.subarray(0, 20_000)).includes('@import');
