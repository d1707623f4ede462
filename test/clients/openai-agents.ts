import { installed } from './installed.ts';
import { drive, headersOf, textAnswer } from './steps.ts';

/**
 * @openai/agents with strict schemas: every argument is required, and a model sends null for what it does not mean. The
 * tools as the runner invokes them.
 */
const { MCPServerStreamableHttp, getAllMcpTools, invokeFunctionTool, RunContext } = await installed('@openai/agents');
type Tool = { name: string; strict: boolean; parameters: { properties: Record<string, unknown> } };

await drive(async (address, key) => {
  const server = new MCPServerStreamableHttp({
    url: address,
    name: 'readymark',
    requestInit: { headers: headersOf(key) },
  });
  await server.connect();
  const tools: Tool[] = await getAllMcpTools([server], undefined, undefined, true);
  return {
    async tools() {
      const lax = tools.filter(({ strict }) => !strict).map(({ name }) => name);
      if (lax.length) throw new Error(`no strict schema for ${lax.join(', ')}`);
      return tools.map(({ name }) => name);
    },
    async call(name, args) {
      const tool = tools.find((one) => one.name === name);
      const nulls = Object.fromEntries(Object.keys(tool?.parameters.properties ?? {}).map((each) => [each, null]));
      const input = JSON.stringify({ ...nulls, ...args });
      const reply = await invokeFunctionTool({ tool, runContext: new RunContext(), input });
      const text = typeof reply === 'string' ? reply : (reply.text ?? JSON.stringify(reply));
      return textAnswer(text, /"error":"/.test(text) || text.startsWith('An error occurred'));
    },
    close: () => server.close(),
  };
});
