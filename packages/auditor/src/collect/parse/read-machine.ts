import { parse as parseYaml } from 'yaml';
import { parseShallow } from '../../shallow-json.ts';
import { emptyReading, MAX_DECLARED, MAX_URL, type Reading, webAddress } from './reading.ts';

type Json = Readonly<Record<string, unknown>>;
/** Values that are looked at in one document. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 12;
const MAX_OPERATIONS = 20;

/** Addresses of a JSON or YAML document, and what an API description offers without arguments. No reference is followed. */
export function readMachine(text: string, url: string): Reading {
  const value = /^\s*[[{]/.test(text.slice(0, 200))
    ? parseShallow(text)
    : parseYaml(text, { maxAliasCount: 50, logLevel: 'silent' });
  const reading = emptyReading();
  if (!isObject(value)) return reading;
  reading.api = readApi(value, url);
  // The paths and schemas of an API description lead nowhere.
  reading.declared = addresses(reading.api ? { servers: value.servers, externalDocs: value.externalDocs } : value, url);
  return reading;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** By levels, so that what stands near the root is found first; each object once, as YAML may be cyclic. */
function addresses(root: unknown, base: string): Reading['declared'] {
  const found: Reading['declared'] = [];
  const seen = new Set<unknown>();
  let level: { key: string; value: unknown }[] = [{ key: '', value: root }];
  let values = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length; depth++) {
    const next: typeof level = [];
    for (const { key, value } of level) {
      if (++values > MAX_VALUES || found.length >= MAX_DECLARED) return found;
      if (typeof value === 'string') {
        const address = /^(https?:\/\/|\/(?!\/))/i.test(value.slice(0, 10)) ? webAddress(value, base) : undefined;
        if (address !== undefined) found.push({ key, url: address });
      } else if (isObject(value) && !seen.has(value)) {
        seen.add(value);
        const list = Array.isArray(value);
        for (const [name, part] of Object.entries(value).slice(0, 2_000))
          next.push({ key: list ? key : `${key}${key === '' ? '' : '.'}${name.slice(0, 60)}`, value: part });
      }
    }
    level = next;
  }
  return found;
}

function readApi(value: Json, url: string): Reading['api'] {
  const kind = ['openapi', 'swagger', 'asyncapi'].find((name) => typeof value[name] === 'string');
  if (kind === undefined) return undefined;
  const server = firstServer(value, url);
  if (server === undefined || !isObject(value.paths)) return { kind, operations: [] };
  const secured = Array.isArray(value.security) && value.security.length > 0;
  const operations: { url: string; open: boolean }[] = [];
  for (const [path, item] of Object.entries(value.paths).slice(0, 5_000)) {
    const get = isObject(item) ? item.get : undefined;
    if (!isObject(item) || !isObject(get) || path.includes('{') || path.length > MAX_URL / 2) continue;
    if (needsArguments(item.parameters) || needsArguments(get.parameters)) continue;
    const address = webAddress(`${server.replace(/\/$/, '')}${path}`, url);
    const own = Array.isArray(get.security) ? get.security : undefined;
    const open = own ? own.length === 0 || own.some((one) => isObject(one) && !Object.keys(one).length) : !secured;
    if (address !== undefined) operations.push({ url: address, open });
  }
  operations.sort((a, b) => Number(b.open) - Number(a.open) || a.url.length - b.url.length || (a.url < b.url ? -1 : 1));
  return { kind, operations: operations.slice(0, MAX_OPERATIONS) };
}

/** OpenAPI names servers, Swagger host and base path. Templates in an address mean that there is none to ask. */
function firstServer(value: Json, url: string): string | undefined {
  const server = Array.isArray(value.servers) && isObject(value.servers[0]) ? value.servers[0].url : undefined;
  if (typeof server === 'string') return server.includes('{') ? undefined : webAddress(server, url);
  if (typeof value.host === 'string')
    return webAddress(`https://${value.host}${typeof value.basePath === 'string' ? value.basePath : ''}`, url);
  return webAddress('/', url);
}

/** A reference may be to anything, so it counts as needed. */
const needsArguments = (parameters: unknown): boolean =>
  Array.isArray(parameters) && parameters.some((one) => isObject(one) && (one.required === true || '$ref' in one));
