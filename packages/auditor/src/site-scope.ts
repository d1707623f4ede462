/**
 * Hosts that many companies share, with the paths that belong to one of them; `*` is a name that somebody took. On a host
 * that names people before its own name (`acme.bandcamp.com`), that whole host is one company's.
 */
const tenants = `
  github.com/*/* gitlab.com/*/* bitbucket.org/*/* codeberg.org/*/* sourceforge.net/projects/* sr.ht/*/* huggingface.co/*/*
  huggingface.co/spaces/*/* npmjs.com/package/* npmjs.com/~* pypi.org/project/* crates.io/crates/* hub.docker.com/r/*/*
  hub.docker.com/u/* marketplace.visualstudio.com/* chromewebstore.google.com/detail/*/* apps.apple.com/*/app/*/*
  play.google.com/store/apps/*
  etsy.com/shop/* etsy.com/*/shop/* ebay.com/str/* ebay.co.uk/str/* ebay.de/str/* amazon.com/stores/*/* redbubble.com/people/*/*
  gumroad.com/* payhip.com/* ko-fi.com/* patreon.com/* buymeacoffee.com/* kickstarter.com/projects/*/* producthunt.com/products/*
  airbnb.com/rooms/* booking.com/hotel/*/* tripadvisor.com/* yelp.com/biz/* fiverr.com/* upwork.com/* eventbrite.com/e/*
  eventbrite.com/o/* calendly.com/* fresha.com/a/* treatwell.de/ort/* doctolib.de/*/*/*
  notion.so/* notion.site/* linktr.ee/* beacons.ai/* bio.link/* lnk.bio/* about.me/* carrd.co/* sites.google.com/view/*
  sites.google.com/site/* sites.google.com/*/* docs.google.com/document/d/* business.site/*
  facebook.com/pages/*/* facebook.com/* instagram.com/* linkedin.com/company/* linkedin.com/in/* x.com/* twitter.com/*
  tiktok.com/* youtube.com/c/* youtube.com/channel/* youtube.com/* pinterest.com/* reddit.com/r/* t.me/* threads.net/* vk.com/*
  medium.com/* dev.to/* hashnode.com/* substack.com/* wordpress.com/* tumblr.com/* bandcamp.com/* soundcloud.com/* itch.io/*
  behance.net/* dribbble.com/* meetup.com/* discord.com/invite/* udemy.com/course/* skool.com/*`
  .trim()
  .split(/\s+/)
  .map((text) => {
    const [host = '', ...path] = text.split('/');
    return { host, path };
  });
const hosts = new Set(tenants.map(({ host }) => host));
const named = /\.(bandcamp\.com|itch\.io|medium\.com|substack\.com|wordpress\.com|tumblr\.com|gumroad\.com|etsy\.com)$/;
const plain = (host: string) => (hosts.has(host) ? host : host.replace(/^(www|m|mobile|[a-z]{2}(-[a-z]{2})?)\./, ''));

/**
 * The part of a shared host that is one company's: `https://github.com/acme/tool`, without a slash at its end, or undefined
 * where the host is the company's own. An address whose path has no known form is taken as it is.
 */
export function tenantScope(website: string): string | undefined {
  const { origin, hostname, pathname } = new URL(website);
  const host = plain(hostname);
  if (named.test(hostname) && !hosts.has(host)) return origin;
  if (!hosts.has(host)) return undefined;
  const parts = pathname.split('/').filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const fits = (path: readonly string[]) =>
    path.length <= parts.length && path.every((part, at) => matches(part, parts[at] ?? ''));
  const known = tenants
    .filter((one) => one.host === host && fits(one.path))
    .sort((a, b) => b.path.length - a.path.length || rank(a.path) - rank(b.path))[0];
  return `${origin}/${parts.slice(0, known?.path.length ?? parts.length).join('/')}`;
}

const matches = (pattern: string, part: string) =>
  pattern.endsWith('*') ? part.startsWith(pattern.slice(0, -1)) : part.toLowerCase() === pattern;
const rank = (path: readonly string[]) => path.filter((part) => part === '*').length;

/** Whether two addresses are of one host, with `www.` or without, and of one part of a host that many share. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [one, other].map((url) => new URL(url).host.replace(/^www\./, ''));
  return first === second && tenantScope(one) === tenantScope(other);
}

/** Whether an address is the scope or below it; the scheme, `www.` and the case of the path say nothing. */
export function isWithin(scope: string, url: string): boolean {
  const [below, whole] = [url, scope].map((one) => {
    const at = URL.parse(one);
    return at ? `${at.hostname.replace(/^www\./, '')}${at.pathname}`.toLowerCase().replace(/\/$/, '') : undefined;
  });
  return below !== undefined && whole !== undefined && (below === whole || below.startsWith(`${whole}/`));
}
