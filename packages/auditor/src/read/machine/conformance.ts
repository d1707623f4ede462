import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { MachineKind } from '../site.ts';

type Json = Readonly<Record<string, unknown>>;

/** The fields that a standard requires and a document of its kind lacks, the first that lack; empty where it conforms or has no validator. */
export function lackingFields(kind: MachineKind, value: unknown): readonly string[] {
  const object = objectOf(value);
  const validate = validators[kind];
  return object && validate ? validate(object).slice(0, MOST) : [];
}

const MOST = 8;

const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isWord = (value: unknown) => (wordOf(value) ?? '').trim() !== '';

/** Words that are missing, named as `path.name`. */
const missing = (value: Json, path: string, names: readonly string[]) =>
  names.filter((name) => !isWord(value[name])).map((name) => `${path}${name}`);

/** What is missing in the first entry of a list that lacks something; the list's name where it has none. */
function missingIn(value: Json, name: string, of: (entry: Json) => readonly string[]): readonly string[] {
  const entries = listOf(value[name]).map((entry) => objectOf(entry) ?? {});
  if (entries.length === 0) return [name];
  return entries.map(of).find((lacking) => lacking.length > 0) ?? [];
}

const validators: Partial<Record<MachineKind, (value: Json) => readonly string[]>> = {
  /** A2A 1.0, section 4.4.1. */
  agent_card: (card) => [
    ...missing(card, '', ['name', 'description', 'version']),
    ...missingIn(card, 'supportedInterfaces', (one) =>
      missing(one, 'supportedInterfaces.', ['url', 'protocolBinding', 'protocolVersion']),
    ),
    ...(objectOf(card.capabilities) ? [] : ['capabilities']),
    ...['defaultInputModes', 'defaultOutputModes'].filter((name) => !isList(card[name])),
    ...missingIn(card, 'skills', (skill) => [
      ...missing(skill, 'skills.', ['id', 'name', 'description']),
      ...(Array.isArray(skill.tags) ? [] : ['skills.tags']),
    ]),
  ],
  /** ARD v0.91, section 4.2: the terms, and exactly one of url and data. */
  ai_catalog: (manifest) =>
    missingIn(manifest, 'entries', (entry) => [
      ...missing(entry, 'entries.', ['identifier', 'displayName', 'type']),
      ...((entry.url === undefined) === (entry.data === undefined) ? ['entries.url or data'] : []),
    ]),
  /** Agent skills discovery 0.2.0. */
  skills_index: (index) =>
    missingIn(index, 'skills', (skill) => missing(skill, 'skills.', ['name', 'description', 'url'])),
  /** RFC 9728, section 2. */
  protected_resource: (metadata) => missing(metadata, '', ['resource']),
  /** RFC 8414, section 2. */
  authorization_server: (metadata) => missing(metadata, '', ['issuer']),
};
