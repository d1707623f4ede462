import { remembered } from '../../remembered.ts';

/** Words that a text about something else hardly has. */
const ONLY = words(
  'api apis graphql openapi mcp webhook webhooks sdk sdks oauth hmac idempotency endpoint endpoints operationid zapier n8n npm ' +
    'request-id retry-after rate-limit csv json streamable',
);
/** Words of interfaces, of which prose alone proves nothing. */
const INTERFACE: ReadonlySet<string> = new Set([
  ...ONLY,
  ...words(
    'rest 429 pip scope scopes changelog sandbox uptime sla soc iso deprecated sunset token tokens client library libraries connectors audit log ' +
      'export digest',
  ),
]);

function words(written: string): ReadonlySet<string> {
  return new Set(written.split(' '));
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];

/** The same, and the parts of words with hyphens or capitals in them: `API-key`, `WebAPI`. */
const partsOf = (text: string): string[] => [
  ...wordsOf(text),
  ...wordsOf(text.replace(/-/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')),
];
export const isInterfaceWord = (word: string): boolean => INTERFACE.has(word);
export const onlyOfInterfaces = (word: string): boolean => ONLY.has(word);

/** The words of interfaces of a sentence, each once. */
export const interfaceWordsOf = remembered(50_000, (sentence): readonly string[] => [
  ...new Set(partsOf(sentence).filter(isInterfaceWord)),
]);

/** Whether a sentence speaks of interfaces: by a word that only they have, or by two that they have too. */
export function isOfInterfaces(sentence: string): boolean {
  const words = interfaceWordsOf(sentence);
  return words.length > 1 || words.some(onlyOfInterfaces);
}
