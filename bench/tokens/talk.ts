import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Called, call } from '../../packages/service/test/world/call.ts';

/** What a model of the o200k family pays for a text. */
export const tokensOf = (text: string): number => countTokens(text);

/** The reply to one tool call: its text, the JSON and a note in it, and the whole HTTP body. */
export type ToolReply = { text: string; json: Called['json']; note?: string; wire: string; failed: boolean };

type Rest = { key?: string; body?: unknown };

/**
 * What one agent does, counted: calls, tokens read and tokens written.
 *
 * Read are the bodies over REST and the text blocks over MCP. Written is what a model must write: method, path, key and
 * body, or the tool's name and its arguments with the key among them.
 */
export type Talk = {
  calls: number;
  read: number;
  written: number;
  /** About how many companies it was, where that counts. */
  companies?: { watched: number; moved: number };
  rest(method: string, path: string, wish?: Rest): Promise<Called>;
  tool(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
};

export function openTalk(url: string): Talk {
  const talk: Talk = { calls: 0, read: 0, written: 0, rest, tool };
  const count = (written: string, read: string) => {
    talk.calls += 1;
    talk.written += tokensOf(written);
    talk.read += tokensOf(read);
  };
  async function rest(method: string, path: string, { key, body }: Rest = {}): Promise<Called> {
    const reply = await call(url, method, path, { ...(key && { key }), ...(body !== undefined && { body }) });
    const header = key === undefined ? '' : `\nAuthorization: Bearer ${key}`;
    count(`${method} ${path}${header}${body === undefined ? '' : `\n${JSON.stringify(body)}`}`, reply.text);
    return reply;
  }
  async function tool(name: string, args: Record<string, unknown> = {}): Promise<ToolReply> {
    const { json, text: wire } = await rpc(url, 'tools/call', { name, arguments: args });
    if (json?.result === undefined) throw new Error(`${name}: ${wire.slice(0, 200)}`);
    const { content, isError = false } = json.result as { content: { text: string }[]; isError?: boolean };
    const text = content.map((block) => block.text).join('\n');
    count(`${name} ${JSON.stringify(args)}`, text);
    // The JSON is one line; what follows it says which arguments were ignored.
    const [first = '', note] = text.split('\n', 2);
    return { text, json: JSON.parse(first), ...(note !== undefined && { note }), wire, failed: isError };
  }
  return talk;
}

/** One JSON-RPC request to the tool server, in the older revision that most hosts speak. */
export const rpc = (url: string, method: string, params: object = {}): Promise<Called> =>
  call(url, 'POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
