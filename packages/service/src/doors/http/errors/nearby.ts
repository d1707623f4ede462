/**
 * Addresses that are guessed, and what was probably meant: one table (decision 189). Patterns have the letters of addresses alone, so
 * that nothing else of what was sent is repeated.
 */
const guesses: readonly (readonly [method: RegExp, path: RegExp, sign: string])[] = [
  [/GET|HEAD/, /^\/api\/(?:audit-requests|agent\/watch)\/?$/, 'GET /api/agent/me lists them.'],
  [/./, /^\/api\/audits\/([a-z0-9-]{1,64})\/?$/, 'Its record: /api/audits/$1.json'],
  [/./, /^\/api\/audits\/([a-z0-9-]{1,64})\/(brief|history|replies|evidence|proof)\/?$/, 'Try /api/audits/$1/$2.json'],
  [/./, /^\/api\/audits\/([a-z0-9-]{1,64})\/[Pp](\d)\/?$/, 'Try /api/audits/$1/P$2.json'],
  [/./, /^\/api\/audits\/([a-z0-9-]{1,64})\/[Pp](\d)-([A-Za-z])\/?$/, 'Try /api/audits?slugs=$1&criteria=P$2-$3'],
  [/./, /^\/api\/(?:leaderboard|companies|scores)(?:\.json)?\/?$/, 'The leaderboard: /api/audits/index.json'],
  [/./, /^\/(?:openapi|swagger)\.(?:ya?ml|json)$/, 'The interface description: /openapi.json'],
  [/./, /^\/(?:sse|messages?|mcp\/(?:sse|messages?))\/?$/, 'The tool server answers POST /mcp'],
  [/./, /^\/\.well-known\/agent(?:-card)?\.json$/, 'The card of the tool server: /mcp/server-card'],
  [/./, /^(\/[\w.-]{1,40}(?:\/[\w.-]{1,64}){0,4})\/$/, 'Without the slash at the end: $1'],
];

/** What was probably meant by an address, as a sentence; undefined where nothing is known. */
export function nearbyAddress(method: string, path: string): string | undefined {
  for (const [of_method, pattern, sign] of guesses) {
    const found = of_method.test(method) ? pattern.exec(path) : null;
    if (found) return sign.replaceAll(/\$(\d)/g, (_, place) => found[Number(place)]?.replace(/^[a-z]$/, upper) ?? '');
  }
  return undefined;
}

const upper = (letter: string) => letter.toUpperCase();
