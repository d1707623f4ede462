import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import type { Fetched } from '../fetch.ts';
import { guardedFetch } from '../guard/mcp-fetch.ts';
import { resourceMetadata } from './declared.ts';
import type { Fetching, Ledger } from './ledger.ts';

const ANSWER_MS = 15_000;
const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 1_000;
const MAX_SAID = 100_000;

/**
 * Shakes hands with a declared MCP endpoint and asks for one page of its tools; calls none of them. What the server said
 * becomes one item. A 401 that names its metadata is a live server that guards itself.
 *
 * @returns the address of that metadata, when the server named one
 */
export async function askMcp(
  endpoint: string,
  { fetcher, ledger, version }: { fetcher: Fetching; ledger: Ledger; version: string },
): Promise<string | undefined> {
  const answers: Fetched[] = [];
  const fetch = guardedFetch(fetcher.fetch, endpoint, (answer) => answers.push(answer));
  let said = await shakeHands(endpoint, fetch, version, 'auto');
  // A server of before 2026 may answer the first question with something that is no protocol at all.
  const first = answers.at(-1)?.item.status ?? 0;
  if (!said && (first === 400 || (first >= 200 && first < 300)))
    said = await shakeHands(endpoint, fetch, version, 'legacy');
  const last = answers.findLast(({ item }) => item.status !== null) ?? answers.at(-1);
  if (!last) return undefined;
  const challenge = last.item.headers['www-authenticate'] ?? '';
  const metadata = resourceMetadata(challenge);
  if (!said && last.item.status === 401)
    said = { guarded: true, www_authenticate: challenge, resource_metadata: metadata ?? null };
  // Any other answer is kept as it is.
  const body = said ? new TextEncoder().encode(JSON.stringify(said)) : last.body?.slice(0, MAX_SAID);
  ledger.add({ ...last.item, role: 'mcp_live', truncated: false }, body);
  return metadata;
}

/** What a server says of itself and of its tools; undefined when there is no handshake. */
async function shakeHands(
  endpoint: string,
  fetch: ReturnType<typeof guardedFetch>,
  version: string,
  mode: 'auto' | 'legacy',
): Promise<Record<string, unknown> | undefined> {
  const client = new Client(
    { name: 'AgentReadinessAuditor', version },
    {
      versionNegotiation: { mode },
      // Schemas of tools are hostile, and nothing is ever called: none is compiled.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: '' }) },
    },
  );
  const options = { timeout: ANSWER_MS };
  let said: Record<string, unknown> | undefined;
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { fetch }), options);
    said = {
      protocol: client.getNegotiatedProtocolVersion() ?? null,
      server: client.getServerVersion() ?? null,
      capabilities: client.getServerCapabilities() ?? {},
      instructions: client.getInstructions()?.slice(0, 4 * MAX_DESCRIPTION) ?? null,
    };
    // One page by a plain request: the client would walk all pages.
    const { tools, nextCursor } = await client.request({ method: 'tools/list' }, options);
    said.tools = tools.slice(0, MAX_TOOLS).map(shown);
    said.more = nextCursor !== undefined || tools.length > MAX_TOOLS;
  } catch {
    // What it said until then is kept.
  } finally {
    await client.close().catch(() => {});
  }
  return said;
}

const shown = ({ name, title, description, annotations }: Tool) => ({
  name,
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description: description.slice(0, MAX_DESCRIPTION) }),
  ...(annotations === undefined ? {} : { annotations }),
});
