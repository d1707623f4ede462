import type { PageRole } from '../../read/site.ts';
import { inLink, inMarkdown } from './format.ts';
import type { Known } from './known.ts';
import type { MadeSnippet } from './markup.ts';

/** Sections of llms.txt, each with the roles of its pages. */
const sections: readonly (readonly [string, readonly PageRole[]])[] = [
  ['Offer', ['home', 'product', 'customers', 'about']],
  ['Prices', ['pricing']],
  ['Documentation', ['docs', 'integrations', 'changelog', 'status']],
  ['Booking and contact', ['signup', 'contact', 'help']],
  ['Terms', ['terms', 'refund', 'privacy', 'security']],
  ['Optional', ['other']],
];

const titled = (known: Known) => inMarkdown(known.name ?? 'NAME OF THE COMPANY');

/** llms.txt from the pages that were read, in the form of llmstxt.org. */
export function llms(known: Known): MadeSnippet {
  const listed = sections.flatMap(([title, roles]) => {
    const pages = known.pages.filter(({ role }) => roles.includes(role));
    if (pages.length === 0) return [];
    const links = pages.map(
      (page) =>
        `- [${inMarkdown(page.title)}](${inLink(page.url)})${page.description === '' ? '' : `: ${inMarkdown(page.description)}`}`,
    );
    return [`## ${title}\n\n${links.join('\n')}`];
  });
  const empty = '## Offer\n\n- [TITLE OF A PAGE](ADDRESS OF THE PAGE): WHAT IT SAYS';
  const summary = inMarkdown(known.description ?? 'WHAT YOU OFFER AND TO WHOM, IN ONE SENTENCE');
  const text = [`# ${titled(known)}`, `> ${summary}`, ...(listed.length > 0 ? listed : [empty])].join('\n\n');
  return { title: 'llms.txt from your own pages', place: 'as /llms.txt', text: `${text}\n` };
}

const table = (rows: readonly (readonly string[])[]) =>
  rows
    .flatMap((row, at) => [row, ...(at === 0 ? [row.map(() => '---')] : [])])
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** The prices that were read as a Markdown table. */
export function priceList(known: Known): MadeSnippet {
  const rows = known.prices.map(({ name, amount, currency, period }) => [
    ...[inMarkdown(name), String(amount), currency ?? 'CURRENCY CODE', period === '' ? 'once' : period],
  ]);
  const unknown = known.prices.map(({ period }) => period).includes('');
  const head = ['Offer', 'Price', 'Currency', 'Per'];
  const body = rows.length > 0 ? rows : [['WHAT IS OFFERED', 'AMOUNT', 'CURRENCY CODE', 'UNIT OR PERIOD']];
  const filled = unknown ? body.map((row) => row.map((cell) => (cell === 'once' ? 'UNIT OR PERIOD' : cell))) : body;
  const text = `# Prices of ${titled(known)}\n\n${table([head, ...filled])}\n`;
  return { title: 'Price list in Markdown', place: 'as /pricing.md', text };
}

const LIMITS_MAX = 12;

/** The limits of the plans that were read, side by side. */
export function limits(known: Known): MadeSnippet {
  const plans = [...new Map(known.prices.map((plan) => [plan.name, plan])).values()].filter(
    (plan) => plan.limits.size > 0,
  );
  const units = [...new Set(plans.flatMap((plan) => [...plan.limits.keys()]))].slice(0, LIMITS_MAX);
  const rows = plans.map((plan) => [
    inMarkdown(plan.name),
    ...units.map((unit) => plan.limits.get(unit) ?? 'NUMBER OR "none"').map(inMarkdown),
  ]);
  const named = known.prices
    .slice(0, 6)
    .map(({ name }) => [inMarkdown(name), 'NUMBER WITH UNIT', 'REFUSED, CHARGED OR SLOWED']);
  const open = [
    ['Offer', 'LIMIT', 'At the limit'],
    ...(named.length > 0 ? named : [['WHAT IS OFFERED', 'NUMBER WITH UNIT', 'WHAT HAPPENS']]),
  ];
  const filled = [
    ['Offer', ...units.map(inMarkdown), 'At the limit'],
    ...rows.map((row) => [...row, 'REFUSED, CHARGED OR SLOWED']),
  ];
  const text = `## Limits\n\n${table(rows.length > 0 ? filled : open)}\n`;
  return { title: 'Table of limits', place: 'in the page that shows the prices, and in /pricing.md', text };
}

/** robots.txt that admits agents and names the sitemap, the sitemap itself, and a contact for reports of weaknesses. */
export function crawling(known: Known): MadeSnippet[] {
  const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const urls = known.pages.length > 0 ? known.pages.map(({ url }) => url) : [known.url];
  const entries = urls.map((url) => `  <url><loc>${xml(url)}</loc></url>`).join('\n');
  const contact = known.email === undefined ? 'mailto:ADDRESS OF MAIL' : `mailto:${known.email}`;
  // One year is the longest that RFC 9116 recommends.
  const expires = `${Number(known.collected_on.slice(0, 4)) + 1}${known.collected_on.slice(4).replace('-02-29', '-02-28')}T00:00:00Z`;
  return [
    {
      title: 'Lines of robots.txt',
      place: 'in /robots.txt',
      text: `User-agent: *\nAllow: /\nContent-Signal: search=yes, ai-input=yes, ai-train=YES-OR-NO\n\nSitemap: ${known.url}sitemap.xml\n`,
    },
    {
      title: 'Sitemap of the pages that were read',
      place: 'as /sitemap.xml, with the other pages added',
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
    },
    {
      title: 'A contact for reports of weaknesses; it gains no points by itself',
      place: 'as /.well-known/security.txt',
      text: `Contact: ${contact}\nExpires: ${expires}\n`,
    },
  ];
}
