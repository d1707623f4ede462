import type { ApiReference } from './view.ts';

/** Sentences of the reference that both of its forms have. */
export const about = ({ base_url, body_limit, limits }: ApiReference): readonly string[] => [
  `As OpenAPI 3.1: ${base_url}/openapi.json. How to get a key: ${base_url}/auth.md. Bodies are JSON in UTF-8, at most ${body_limit}.`,
  `Limits: ${limits.join('; ')}. \`RateLimit\` says what remains, \`Retry-After\` of a 429 when to try again.`,
];

export const ofShapes = 'What several bodies contain.';

export const ofTools =
  'The same capabilities at /mcp (MCP, Streamable HTTP). A tool that needs a key takes it as `api_key`, or as `Authorization: Bearer <API_KEY>`.';

export const ofHosts = 'One line points a host of agents at the tools.';

/** What changes nothing here. */
export const ofTests =
  'A test environment of your own: `readymark serve --with-examples` starts the whole service on your machine, at http://localhost:8080, with fictional companies. Registrations, requests and watches there change nothing here; letters are written to files and not sent. Its keys are test keys: no other installation knows them.';

export const ofErrors =
  'Every error is `application/problem+json` with `error` (the code), `message`, and `remedy` (the next step). Calls name those that only some have.';
