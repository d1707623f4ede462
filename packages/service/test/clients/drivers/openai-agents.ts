import { installed } from '../installed.ts';
import { drive, headersOf, textAnswer } from '../steps.ts';

/**
 * @openai/agents with strict schemas: every argument is required, and a model sends null for what it does not mean. The
 * tools as the runner invokes them.
 */
const { MCPServerStreamableHttp, getAllMcpTools, invokeFunctionTool, RunContext } = await installed('@openai/agents');
type Tool = { name: string; strict: boolean; parameters: { properties: Record<string, unknown> } };

async function connect(address: string, key?: string) {
  const requestInit = { headers: headersOf(key) };
  const server = new MCPServerStreamableHttp({ url: address, name: 'readymark', requestInit });
  await server.connect();
  const tools: Tool[] = await getAllMcpTools([server], undefined, undefined, true);
  return { tools, close: (): Promise<void> => server.close() };
}

await drive(
  async (address, key) => {
    const { tools, close } = await connect(address, key);
    return {
      tools: async () => tools.map(({ name }) => name),
      async call(name, args) {
        const tool = tools.find((one) => one.name === name);
        const nulls = Object.fromEntries(Object.keys(tool?.parameters.properties ?? {}).map((each) => [each, null]));
        const input = JSON.stringify({ ...nulls, ...args });
        const reply = await invokeFunctionTool({ tool, runContext: new RunContext(), input });
        const text = typeof reply === 'string' ? reply : (reply.text ?? JSON.stringify(reply));
        return textAnswer(text, /"error":"/.test(text) || text.startsWith('An error occurred'));
      },
      close,
    };
  },
  {
    /** A tool whose schema cannot be made strict is offered all the same, without the promise that calls fit it. */
    async strict() {
      const { tools, close } = await connect(process.env.MCP_ADDRESS ?? '');
      await close();
      const lax = tools.filter(({ strict }) => !strict).map(({ name }) => name);
      if (lax.length) throw new Error(`no strict schema for ${lax.join(', ')}`);
    },
  },
);
