import type { CopiedSite, Rule } from './copied-site.ts';
import type { MovedAddresses } from './moved-addresses.ts';

/** Lets the rules of site.json follow the pages: those with a plain address, a plain choice of addresses, or a moved folder. */
export function moveRules(site: CopiedSite, addresses: MovedAddresses): void {
  for (const list of ['redirects', 'answers', 'rewrites', 'headers'] as const) {
    const rules = site.rules[list];
    if (rules) site.rules[list] = rules.flatMap(choices).map((rule) => movedRule(rule, addresses));
  }
  letNewAddressesPass(site, addresses.moved);
  const folders = [...addresses.folders.values()];
  const left = (site.rules.rewrites ?? []).filter(
    ({ to }) => to?.includes('$') && !folders.some((folder) => to.startsWith(`${folder}/$`)),
  );
  if (left.length > 0)
    site.notes.push(
      `${left.length} rewrites with groups stay: pages behind them may not be found at their new address`,
    );
}

/** A rule for `^/(one|other)$` becomes one for each of them. */
function choices(rule: Rule): Rule[] {
  const [, lead, names, end] = /^\^(.*?)\(([\w|-]+)\)(\/?\$)$/.exec(rule.when?.path ?? '') ?? [];
  const { to } = rule;
  if (names === undefined || !to?.includes('$1')) return [rule];
  return names
    .split('|')
    .map((name) => ({ ...rule, when: { ...rule.when, path: `^${lead}${name}${end}` }, to: to.replaceAll('$1', name) }));
}

function movedRule(rule: Rule, { follow, folders }: MovedAddresses): Rule {
  const said = { ...rule };
  const path = rule.when?.path ?? '';
  const [, plain, end] = /^\^(\/[\w.~/\\-]*?)(\/?\??)\$$/.exec(path) ?? [];
  const to = plain === undefined || plain === '/' ? undefined : follow(plain.replaceAll('\\', ''));
  if (to) said.when = { ...rule.when, path: `^${to.replaceAll('.', '\\.')}${end}$` };
  const under = /^\^\/([\w/-]+)\/\(/.exec(path)?.[1];
  const folder = folders.get(`/${under}`);
  if (folder !== undefined && rule.to?.startsWith(`/${under}/$`)) {
    said.when = { ...rule.when, path: path.replace(`/${under}/`, `${folder}/`) };
    said.to = rule.to.replace(`/${under}/`, `${folder}/`);
  }
  for (const field of ['redirect', 'to'] as const) {
    const target = rule[field];
    if (typeof target !== 'string' || !target.startsWith('/') || target.includes('$')) continue;
    const stem = target.replace(/\/index\.html$/, '');
    const moved = follow(stem);
    if (moved) said[field] = stem === target ? moved : `${moved}/index.html`;
  }
  const file = typeof rule.file === 'string' && !rule.file.startsWith('..') ? follow(`/${rule.file}`) : undefined;
  if (file) said.file = file.slice(1);
  return said;
}

/** A rule that catches new addresses but not the old ones, such as "any unknown first segment is 404", lets them pass. */
function letNewAddressesPass(site: CopiedSite, moved: ReadonlyMap<string, string>): void {
  const pairs = [...moved].filter(([from]) => !from.endsWith('.md'));
  const firsts = [...new Set(pairs.map(([, to]) => to.split('/')[1]))].join('|');
  for (const rule of [...(site.rules.redirects ?? []), ...(site.rules.answers ?? [])]) {
    const path = rule.when?.path;
    if (path === undefined) continue;
    const expression = new RegExp(path);
    const caught = pairs.some(([from, to]) =>
      ['', '/'].some((end) => expression.test(to + end) && !expression.test(from + end)),
    );
    if (!caught || pairs.some(([, to]) => path.startsWith(`^${to}`))) continue;
    const rest = path.startsWith('^') ? path.slice(1) : `.*${path}`;
    rule.when = { ...rule.when, path: `^(?!/(?:${firsts})(?:[/.]|$))${rest}` };
  }
}
