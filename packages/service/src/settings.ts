// Over 400 lines because every setting is a row of one table.

import { type RegistryName, registryNames } from '@readymark/auditor/standards/registries';
import { rubricVersions } from '@readymark/rubric/rubric-versions';
import { parseWitnessKey } from '@readymark/tlog/cosignature';
import type { VerifierKey } from '@readymark/tlog/note';
import packageFile from '../../../package.json' with { type: 'json' };
import { readS3Address } from './domain/blobs/s3-address.ts';

/** The version of this package. */
export const version: string = packageFile.version;
/** The label of the interface description (spec 9.2, decision 96). */
export const interface_version = '1.0.0';
/** The licence of this package, and so of its interface, as an SPDX identifier; that of scores is another. */
export const license: string = packageFile.license;

/**
 * Every setting, in one table (decision 32): the only reader of `process.env`.
 *
 * A wrong value stops the start with the name, the value and what is expected.
 */
type Row<T> = {
  /** Text that is read when the variable is unset or empty. */
  default: string;
  unit: string;
  help: string;
  /** Secret values are never printed. */
  secret?: boolean;
  /** Parses a value; undefined when it is wrong. */
  read(text: string): T | undefined;
  /** What a value must be, for the message about a wrong one. */
  expected: string;
};

const whole = (min: number, max: number) => ({
  read: (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  expected: `a whole number from ${min} to ${max}`,
});
const url = (protocols: readonly string[]) => ({
  read: (text: string) =>
    text === '' || (URL.canParse(text) && protocols.includes(new URL(text).protocol)) ? text : undefined,
  expected: `an address that begins with ${protocols.join(' or ')}`,
});

/** One plain address: nothing that a mailer could read as a list, a name or a comment. */
const isAddress = /^[^\s\p{C}<>()[\],;:\\"@]{1,64}@[^\s\p{C}<>()[\],;:\\"@]{1,189}$/u;

/** One operator: name and the SHA-256 of the token, in hex. */
type OperatorToken = { name: string; sha256: string };

function readOperators(list: string): OperatorToken[] | undefined {
  if (list === '') return [];
  const rows = list.split(',').map((row) => /^([a-z0-9][a-z0-9._-]{0,63}):([0-9a-f]{64})$/.exec(row.trim()));
  if (rows.some((row) => row === null)) return undefined;
  return rows.map((row) => ({ name: row?.[1] ?? '', sha256: row?.[2] ?? '' }));
}

/** Readers of notes need not accept more than 16 signatures, and two keys of the log may sign one checkpoint. */
const WITNESSES_MAX = 14;

/** A witness of the log: the name in its key, the key, and the address below which it takes checkpoints (decision 149). */
type Witness = { name: string; key: VerifierKey; url: string };

function readWitnesses(list: string): Witness[] | undefined {
  if (list.trim() === '') return [];
  const rows = list.split(',').map((row) => {
    const [text = '', address = '', ...more] = row.trim().split(/\s+/);
    const [key, url] = [parseWitnessKey(text), URL.parse(address)];
    const right = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
    return key && right && more.length === 0 ? { name: key.name, key, url: url.href } : undefined;
  });
  const witnesses = rows.filter((row) => row !== undefined);
  const different = new Set(witnesses.map(({ key }) => key.text)).size === rows.length;
  return different && rows.length <= WITNESSES_MAX ? witnesses : undefined;
}

/** Domain names in lower case, as they are in addresses; undefined when one is none. */
function readDomains(list: string): string[] | undefined {
  if (list === '') return [];
  const names = list.split(',').map((name) => URL.parse(`https://${name.trim()}/`));
  const plain = names.every(
    (url) =>
      url &&
      url.href === `https://${url.hostname}/` &&
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname) &&
      /[a-z-]/.test(url.hostname),
  );
  return plain ? names.map((url) => url?.hostname ?? '') : undefined;
}

function readRegistryNames(list: string): RegistryName[] | undefined {
  const names = list === '' ? [] : list.split(',').map((name) => name.trim());
  const known = registryNames.filter((name) => names.includes(name));
  return known.length === new Set(names).size ? known : undefined;
}

/**
 * An origin only: links within the service, in Link headers and in records (decision 6) begin at the root (decision
 * 1).
 */
function readBase(text: string): string | undefined {
  if (text === '') return '';
  return /^https?:\/\/[^/\\?#@]+$/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

export const settingsTable = {
  PORT: { default: '8080', unit: 'port', help: 'Port to listen on (0: a free one).', ...whole(0, 65_535) },
  HOST: {
    default: '127.0.0.1',
    unit: 'address',
    help: 'Address to listen on.',
    // An IPv6 address may be in brackets, as in a URL.
    read: (t: string) => t.replace(/^\[(.*)\]$/, '$1') || undefined,
    expected: 'a host name or address',
  },
  BASE_URL: {
    default: '',
    unit: 'URL',
    help: 'Public address of the service, without path or trailing slash; unset: http://localhost:{PORT}.',
    read: readBase,
    expected: 'an http or https address without path, trailing slash, query or credentials',
  },
  DESK_URL: {
    default: '',
    unit: 'URL',
    help: 'Public address of the operators’ desk where it has a host of its own, without path or trailing slash; unset: BASE_URL.',
    read: readBase,
    expected: 'an http or https address without path, trailing slash, query or credentials',
  },
  DATA_DIR: {
    default: './data',
    unit: 'folder',
    help: 'Where the database, the mails and working files are stored.',
    read: (t: string) => (t ? t : undefined),
    expected: 'a folder',
  },
  BLOB_URL: {
    default: '',
    unit: 'place',
    help: 'Where evidence and datasets are stored: s3://BUCKET/PREFIX?endpoint=URL&region=REGION, or an absolute path of a folder that all nodes share. Unset: the folder blobs in DATA_DIR; with DATABASE_URL the database.',
    read: (t: string) => (t === '' || t.startsWith('/') || readS3Address(t) !== undefined ? t : undefined),
    expected:
      'an absolute path, or s3://BUCKET with ?endpoint=https://… (or ?region=… at Amazon) and without keys, query or fragment beside those',
  },
  AWS_ACCESS_KEY_ID: {
    default: '',
    unit: 'key',
    help: 'Name of the key for the store at BLOB_URL.',
    read: (t: string) => (/^[\x21-\x7e]*$/.test(t) ? t : undefined),
    expected: 'the name of a key, without white space',
  },
  AWS_SECRET_ACCESS_KEY: {
    default: '',
    unit: 'key',
    help: 'Key for the store at BLOB_URL.',
    secret: true,
    read: (t: string) => (/^[\x21-\x7e]*$/.test(t) ? t : undefined),
    expected: 'a key without white space',
  },
  SIGNING_KEY_FILE: {
    default: '',
    unit: 'file',
    help: 'File with the key that signs the public log; all nodes that sign share it. Unset: {DATA_DIR}/signing-key, made at the first start.',
    read: (t: string) => t,
    expected: 'a file in a folder that the service can write to',
  },
  LOG_WITNESSES: {
    default: '',
    unit: 'list',
    help: 'Witnesses that cosign the public log: the key of each (NAME+ID+KEY), a space and its address, separated by commas.',
    read: readWitnesses,
    expected: 'up to 14 keys, each with an address, such as witness.example/w+1a2b3c4d+BAbC… https://witness.example/w',
  },
  DATABASE_URL: {
    default: '',
    unit: 'URL',
    help: 'PostgreSQL database; unset: SQLite at {DATA_DIR}/readymark.db.',
    secret: true,
    ...url(['postgres:', 'postgresql:']),
  },
  DATABASE_CONNECTIONS: {
    default: '10',
    unit: 'connections',
    help: 'PostgreSQL connections of one node, plus one that listens for changes.',
    ...whole(1, 1_000),
  },
  DATABASE_TIMEOUT: {
    default: '10',
    unit: 'seconds',
    help: 'How long PostgreSQL may take for one statement; after that the call is answered 503.',
    ...whole(1, 3_600),
  },
  DATABASE_WAIT: {
    default: '30',
    unit: 'seconds',
    help: 'How long the start waits for a database that cannot be reached (0: not at all).',
    ...whole(0, 86_400),
  },
  SMTP_URL: {
    default: '',
    unit: 'URL',
    help: 'Mail server; unset: mails are written as .eml files to {DATA_DIR}/outbox.',
    secret: true,
    read: (t: string) =>
      t === '' || (/^smtps?:$/.test(URL.parse(t)?.protocol ?? '') && URL.parse(t)?.hostname) ? t : undefined,
    expected: 'an address that begins with smtp:// or smtps:// and a host',
  },
  MAIL_FROM: {
    default: 'Readymark <notices@localhost>',
    unit: 'mailbox',
    help: 'Sender of all mails.',
    read: (t: string) => (/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(t) ? t : undefined),
    expected: 'an address, or Name <address>',
  },
  PUBLISHER_PROFILES: {
    default: '',
    unit: 'list',
    help: 'Addresses of public profiles of whoever runs this installation, comma-separated, for structured data.',
    read: (t: string) => {
      const list = t.split(',').flatMap((one) => one.trim() || []);
      return list.every((one) => /^https:\/\/[^\s"<>]+$/.test(one) && URL.canParse(one)) ? list : undefined;
    },
    expected: 'https addresses, comma-separated',
  },
  OPERATOR_EMAIL: {
    default: '',
    unit: 'list',
    help: 'Where to write, hourly at most, about new and late requests and about what fails; up to 10 addresses, comma-separated; unset: no such mails.',
    read: (t: string) => {
      const list = t.split(',').flatMap((one) => one.trim() || []);
      return list.length <= 10 && list.every((one) => isAddress.test(one)) ? list : undefined;
    },
    expected: 'up to 10 mail addresses without names, comma-separated',
  },
  SECURITY_CONTACT: {
    default: '',
    unit: 'URI',
    help: 'Where to report vulnerabilities, for /.well-known/security.txt; unset: mailto: and the address of MAIL_FROM.',
    ...url(['https:', 'mailto:', 'tel:']),
  },
  OPERATOR_TOKENS: {
    default: '',
    unit: 'list',
    help: 'Operators of the desk beside those in the database, as name:sha256hex, comma-separated; printed by `readymark operator add NAME --print-only`.',
    secret: true,
    read: readOperators,
    expected: 'name:sha256hex, comma-separated',
  },
  OPERATOR_TOKEN: {
    default: '',
    unit: 'token',
    help: 'Token that the command line sends to another server with --url; servers do not need it.',
    secret: true,
    read: (t: string) => (/^[\x21-\x7e]*$/.test(t) ? t : undefined),
    expected: 'a token printed by `readymark operator add NAME`',
  },
  REGISTRATIONS_PER_HOUR: {
    default: '60',
    unit: 'per hour',
    help: 'Registrations in any hour, platform-wide.',
    ...whole(1, 1_000_000),
  },
  AUDIT_REQUESTS_PER_DAY: {
    default: '10',
    unit: 'per 24 hours',
    help: 'Audit requests of one registration in any 24 hours.',
    ...whole(1, 1_000_000),
  },
  WATCHES_PER_REGISTRATION: {
    default: '1000',
    unit: 'companies',
    help: 'Companies that one registration may watch at a time.',
    ...whole(1, 100_000),
  },
  REGISTRATIONS_PER_CLIENT_PER_HOUR: {
    default: '0',
    unit: 'per hour',
    help: 'Registrations of one client address in any hour, in memory only (0: off).',
    ...whole(0, 1_000_000),
  },
  LETTERS_PER_ADDRESS_PER_DAY: {
    default: '10',
    unit: 'per day',
    help: 'Letters to one address in any 24 hours, whichever registrations name it; what comes after that waits, and the last letter of a day carries all that waits.',
    ...whole(1, 1_000_000),
  },
  FORMS_PER_CLIENT_PER_HOUR: {
    default: '20',
    unit: 'per hour',
    help: 'Forms of the site (/request, /watch) sent by one client address in any hour, in memory only (0: off).',
    ...whole(0, 1_000_000),
  },
  CLIENT_REQUESTS_PER_MINUTE: {
    default: '6000',
    unit: 'per minute',
    help: 'Calls of one client address to keyed endpoints, registration and /mcp, and pages drawn for it, in memory only (0: off).',
    ...whole(0, 100_000_000),
  },
  HEADERS_TIMEOUT: {
    default: '10',
    unit: 'seconds',
    help: 'How long a client may take to send the headers of a request.',
    ...whole(1, 3_600),
  },
  REQUEST_TIMEOUT: {
    default: '30',
    unit: 'seconds',
    help: 'How long a client may take to send a whole request.',
    ...whole(1, 3_600),
  },
  SEND_TIMEOUT: {
    default: '60',
    unit: 'seconds',
    help: 'How long a client may go without reading any of its answers.',
    ...whole(1, 3_600),
  },
  IDLE_TIMEOUT: {
    default: '72',
    unit: 'seconds',
    help: 'How long a connection may stay open without a request.',
    ...whole(1, 3_600),
  },
  MAX_CONNECTIONS: {
    default: '20000',
    unit: 'connections',
    help: 'Open connections of one node, fewer where the limit of open files is lower; further ones are closed at once (0: no limit of its own).',
    ...whole(0, 10_000_000),
  },
  MAX_EVENT_LOOP_DELAY: {
    default: '2000',
    unit: 'milliseconds',
    help: 'Delay of the event loop, or wait for a turn, above which keyed calls and tools are answered 503 (0: never).',
    ...whole(0, 600_000),
  },
  AUDITS_AT_ONCE: {
    default: '2',
    unit: 'audits',
    help: 'Audits that this node makes at a time (0: none).',
    ...whole(0, 100),
  },
  PREVIEWS_AT_ONCE: {
    default: '20',
    unit: 'previews',
    help: 'Previews of sites (/check) that this node makes at a time (0: none).',
    ...whole(0, 100),
  },
  PREVIEWS_PER_HOUR: {
    default: '200',
    unit: 'per hour',
    help: 'Previews of all sites in any hour (0: this service makes none).',
    ...whole(0, 1_000_000),
  },
  PREVIEWS_PER_CLIENT_PER_HOUR: {
    default: '10',
    unit: 'per hour',
    help: 'Previews that one client address may ask for without a key in any hour, in memory only (0: off).',
    ...whole(0, 1_000_000),
  },
  PRIVATE_DRAFTS_PER_DAY: {
    default: '50',
    unit: 'per day',
    help: 'Private drafts for those who hold a domain, of all sites in any 24 hours (0: none).',
    ...whole(0, 100_000),
  },
  EVIDENCE_DAYS: {
    default: '90',
    unit: 'days',
    help: 'How long the evidence and the draft of an audit job are kept after it ended, and what a published audit cites after it is not the current one.',
    ...whole(1, 36_500),
  },
  RUBRICS_PUBLISHABLE: {
    default: 'v1',
    unit: 'list',
    help: 'Rubric versions whose audits may be published, comma-separated.',
    read: (t: string) => {
      const there = rubricVersions();
      return t.split(',').every((version) => there.includes(version)) ? t.split(',') : undefined;
    },
    expected: `rubric versions that there are: ${rubricVersions().join(',')}`,
  },
  AUDIT_OPT_OUT: {
    default: '',
    unit: 'list',
    help: 'Domains that are never audited by the agent, comma-separated; their subdomains are included.',
    read: readDomains,
    expected: 'domain names such as example.com,example.org',
  },
  AUDIT_KEY_FILE: {
    default: '',
    unit: 'file',
    help: 'File with an Ed25519 private key (PEM): our robot signs its requests with it, and its public half is served to sites. Unset: it signs none.',
    read: (t: string) => t,
    expected: 'a file with a key, such as openssl genpkey -algorithm ed25519 makes',
  },
  AUDIT_REGISTRIES: {
    default: '',
    unit: 'list',
    help: 'Registries that an audit asks for what a site says it published there, comma-separated: mcp, npm, pypi. Unset: none.',
    read: readRegistryNames,
    expected: 'names of registries such as npm,pypi,mcp',
  },
  LLM_BASE_URL: {
    default: '',
    unit: 'URL',
    help: 'OpenAI-compatible endpoint of the language model that words evidence in drafts, such as https://api.example.com/v1; unset: no model is used.',
    ...url(['http:', 'https:']),
  },
  LLM_MODEL: {
    default: '',
    unit: 'name',
    help: 'Name of the language model at LLM_BASE_URL.',
    read: (t: string) => (/^[\x21-\x7e]{0,200}$/.test(t) ? t : undefined),
    expected: 'the name of a model',
  },
  LLM_API_KEY: {
    default: '',
    unit: 'key',
    help: 'Key for LLM_BASE_URL, where it needs one.',
    secret: true,
    read: (t: string) => (/^[\x21-\x7e]*$/.test(t) ? t : undefined),
    expected: 'a key without white space',
  },
  AUDIT_INTERVAL_MS: {
    default: '1000',
    unit: 'milliseconds',
    help: 'Time between two requests of an audit to one host (0: none, for hosts of your own).',
    ...whole(0, 600_000),
  },
  LOG_LEVEL: {
    default: 'info',
    unit: 'level',
    help: 'Lowest level that is logged.',
    read: (t: string) => (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(t) ? t : undefined),
    expected: 'fatal, error, warn, info, debug, trace or silent',
  },
  LOG_FORMAT: {
    default: 'auto',
    unit: 'format',
    help: 'How the log is written: json, or lines for people with warnings and errors alone; auto: lines on a terminal.',
    read: (t: string) => (t === 'auto' || t === 'json' || t === 'lines' ? t : undefined),
    expected: 'auto, json or lines',
  },
  METRICS_PORT: {
    default: '0',
    unit: 'port',
    help: 'Port for /metrics (0: none; /metrics is then served on PORT, to loopback clients only).',
    ...whole(0, 65_535),
  },
} as const satisfies Record<string, Row<unknown>>;

export type SettingName = keyof typeof settingsTable;
type Values = { [N in SettingName]: Exclude<ReturnType<(typeof settingsTable)[N]['read']>, undefined> };
export type Settings = Readonly<Values>;

export class SettingsError extends Error {}

/** Variables by their names, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that a command names, for secrets that are no setting; undefined when unset or empty. */
export function readVariable(name: string, env: Environment = process.env): string | undefined {
  return env[name]?.trim() || undefined;
}

/** The names of the variables that an environment sets. */
export const variableNames = (env: Environment = process.env): string[] =>
  Object.keys(env).filter((name) => readVariable(name, env));

/**
 * Reads all settings from an environment.
 *
 * @throws SettingsError naming every wrong setting, its value (hidden when secret) and what is expected
 */
export function readSettings(env: Environment = process.env): Settings {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, row] of Object.entries(settingsTable) as [SettingName, Row<unknown>][]) {
    // Empty means unset: compose files and env files often cannot leave a variable out.
    const given = readVariable(name, env);
    const value = row.read(given ?? row.default);
    if (value === undefined)
      wrong.push(
        `${name} is ${row.secret ? 'set to a hidden value' : JSON.stringify(given)}; expected ${row.expected}.`,
      );
    values[name] = value;
  }
  if ((values.LLM_BASE_URL === '') !== (values.LLM_MODEL === ''))
    wrong.push('LLM_BASE_URL and LLM_MODEL belong together; expected both or neither.');
  if (/^s3:/.test(String(values.BLOB_URL)) && (!values.AWS_ACCESS_KEY_ID || !values.AWS_SECRET_ACCESS_KEY))
    wrong.push('BLOB_URL names a store; expected its key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (wrong.length) throw new SettingsError(wrong.join('\n'));
  if (values.BASE_URL === '') values.BASE_URL = `http://localhost:${values.PORT}`;
  return values as Settings;
}
