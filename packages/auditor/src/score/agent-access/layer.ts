import { lackingFields } from '../../read/machine/conformance.ts';
import { endpointsOf } from '../../read/machine/endpoints.ts';
import { listOf, objectOf, wordOf } from '../../read/parse-data.ts';
import type { MachineDocument, ReadItem, Site } from '../../read/site.ts';
import type { Standard } from '../../standards/standard.ts';
import { standards } from '../../standards/standards.ts';
import { hostOf, isOwn, pathOf, presenceOf } from '../presence.ts';
import { holdsNothing } from './cards.ts';
import { addressesIn } from './llms-index.ts';

/**
 * Documents for agents beside llms.txt, and what each is worth (decision 196): whether anything leads there, whether it is the
 * company's own, whether it has the fields that its standard requires, and whether what it names answers.
 */
export type LayerDocument = {
  kind: MachineDocument['kind'];
  name: string;
  item: ReadItem;
  excerpt: string;
  /** It says that it holds nothing. */
  empty: boolean;
  /** Something on the site leads there without a guess. */
  linked: boolean;
  /** What it names is the company's. One that a platform made names addresses of others alone, or another provider. */
  own: boolean;
  /** Fields that its standard requires and it lacks. */
  lacks: readonly string[];
  /** Of what it names and is the company's: something answered, all that was asked for is not there, or nothing was seen. */
  leads: 'answers' | 'nowhere' | 'unseen';
};

/** Rows of the table of standards that are documents for agents. */
export const layerStandards: readonly Required<Pick<Standard, 'id' | 'layer' | 'kind' | 'paths'>>[] = (
  standards as readonly Standard[]
).flatMap(({ id, layer, kind, paths }) => (layer === undefined ? [] : [{ id, layer, kind, paths }]));

/** The best document of each kind. */
export function layerOf(site: Site): LayerDocument[] {
  return layerStandards.flatMap(({ layer, kind }) => {
    const found = site.machine
      .filter((document) => document.kind === kind)
      .map((document) => judged(site, layer, document));
    const best = found.sort((one, other) => worth(other) - worth(one))[0];
    return best ? [best] : [];
  });
}

const worth = ({ empty, own, leads, lacks, linked }: LayerDocument): number =>
  (empty ? 0 : 16) +
  (own ? 8 : 0) +
  (leads === 'nowhere' ? 0 : leads === 'answers' ? 4 : 3) +
  (lacks.length ? 0 : 1) +
  (linked ? 1 : 0);

/** Whether it counts for the company: its own, complete, and not proven dead. `sure` asks that something was seen to answer. */
export const works = ({ empty, own, lacks, leads }: LayerDocument, sure = false): boolean =>
  !empty && own && lacks.length === 0 && (sure ? leads === 'answers' : leads !== 'nowhere');

/** What it is, in brackets of a sentence: declared, conforms, answers. */
export function stateWords({ empty, own, lacks, leads }: LayerDocument): string {
  if (empty) return 'says that it holds nothing';
  if (!own) return 'leads to others alone';
  if (leads === 'nowhere') return 'declared, and what it names does not answer';
  if (lacks.length > 0) return `declared, lacks ${lacks.slice(0, 3).join(', ')}`;
  return leads === 'answers' ? 'conforms, and what it names answers' : 'conforms';
}

function judged(site: Site, name: string, document: MachineDocument): LayerDocument {
  const { item, kind, value } = document;
  const named = addressesNamed(document);
  const own = named.filter((url) => isOwn(site, url));
  return {
    kind,
    name,
    item,
    excerpt: (item.text ?? '').slice(0, 200),
    empty: holdsNothing(document),
    linked: isLinked(site, item),
    own: (named.length === 0 || own.length > 0) && !namesAnotherProvider(site, value),
    lacks: [
      ...lackingFields(kind, value),
      ...(hasWrongDigest(site, document) ? ['digests that are those of what is served'] : []),
    ],
    leads: leadsOf(site, own),
  };
}

/** `sha256:{hex}` of agent skills discovery 0.2.0, in both spellings that are in use. */
const SHA256 = /^sha256[:-]([0-9a-f]{64})$/i;

/** Whether an index of skills gives another digest for a skill than that of what is served: whoever checks it takes nothing (agent skills discovery 0.2.0). */
function hasWrongDigest(site: Site, { kind, value, item }: MachineDocument): boolean {
  const skills = kind === 'skills_index' ? listOf(objectOf(value)?.skills) : [];
  return skills.some((entry) => {
    const { url, digest } = objectOf(entry) ?? {};
    const stated = SHA256.exec(wordOf(digest) ?? '')?.[1]?.toLowerCase();
    const address = URL.parse(wordOf(url) ?? '', item.final_url)?.href;
    const served = site.items.find((one) => one.url === address && one.status === 200 && one.sha256 !== null);
    return stated !== undefined && served !== undefined && !served.truncated && served.sha256 !== stated;
  });
}

/** Addresses that a document for agents leads to. */
function addressesNamed(document: MachineDocument): string[] {
  const { kind, value, item } = document;
  if (kind === 'mcp_card') return endpointsOf(document);
  if (kind === 'auth_md') return [];
  const keys = kind === 'api_catalog' ? ['href'] : ['url', 'href', 'uri', 'endpoint', 'path'];
  const lists = kind === 'agent_card' ? interfacesOf(value) : value;
  return valuesAt(lists, keys).flatMap((one) => URL.parse(one, item.final_url)?.href ?? []);
}

/** Of a card only its interfaces: addresses of documentation and of the provider are not what it offers. */
const interfacesOf = (value: unknown): unknown => {
  const { url, endpoint, supportedInterfaces, additionalInterfaces } = (value ?? {}) as Record<string, unknown>;
  return { url, endpoint, supportedInterfaces, additionalInterfaces };
};

/** Texts under these keys, wherever they are; at most 50. */
function valuesAt(value: unknown, keys: readonly string[]): string[] {
  const found: string[] = [];
  let level: unknown[] = [value];
  for (let depth = 0; depth < 6 && level.length > 0 && found.length < 50; depth++) {
    const next: unknown[] = [];
    for (const one of level.slice(0, 500)) {
      if (one === null || typeof one !== 'object') continue;
      for (const [key, inner] of Object.entries(one).slice(0, 200)) {
        if (typeof inner === 'string' && keys.includes(key)) found.push(inner);
        else next.push(inner);
      }
    }
    level = next;
  }
  return found.slice(0, 50);
}

/** A card that names another provider than the company: a platform made it for all of its sites. */
function namesAnotherProvider(site: Site, value: unknown): boolean {
  const provider = (value as { provider?: { url?: unknown } } | null)?.provider;
  const url = typeof provider === 'object' && provider !== null ? provider.url : undefined;
  return typeof url === 'string' && URL.canParse(url) && !isOwn(site, url);
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

function leadsOf(site: Site, urls: readonly string[]): LayerDocument['leads'] {
  const named = new Set(urls.map(withoutSlash));
  const asked = site.items.filter(
    ({ url, final_url }) => named.has(withoutSlash(url)) || named.has(withoutSlash(final_url)),
  );
  if (asked.some((item) => isAnswer(site, item))) return 'answers';
  return asked.length > 0 && asked.every((item) => presenceOf(site, item) === 'absent') ? 'nowhere' : 'unseen';
}

/** Something is there that understands the request, or demands credentials, payment or another method. */
const isAnswer = (site: Site, item: ReadItem): boolean =>
  presenceOf(site, item) === 'there' ||
  (item.problem === null && item.status !== null && [400, 401, 402, 405, 406, 415, 422].includes(item.status));

/** Whether a link, a Link header, robots.txt or another document names it. */
function isLinked(site: Site, { final_url, url }: ReadItem): boolean {
  const addresses = new Set([final_url, url]);
  const path = pathOf(final_url);
  const said = (text: string | undefined) => text?.includes(path) === true;
  return (
    site.pages.some(
      ({ links, head_links, item }) =>
        links.some((link) => addresses.has(link.url)) ||
        head_links.some((link) => addresses.has(link.url)) ||
        said(item.headers.link),
    ) ||
    said(site.robots?.text) ||
    site.llms.some((document) => addressesIn(document).some((one) => pathOf(one) === path)) ||
    site.machine.some(
      (other) =>
        other.item.final_url !== final_url &&
        hostOf(other.item.final_url) === hostOf(final_url) &&
        said(other.item.text),
    )
  );
}
