import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @google/adk: the tools as an agent of the Agent Development Kit runs them. */
const { MCPToolset } = await installed('@google/adk');
type Tool = { name: string; runAsync(request: object): Promise<object> };

await drive(async (address, key) => {
  const toolset = new MCPToolset({
    type: 'StreamableHTTPConnectionParams',
    url: address,
    transportOptions: { requestInit: { headers: headersOf(key) } },
  });
  const tools: Tool[] = await toolset.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (name, args) =>
      answerOf((await tools.find((tool) => tool.name === name)?.runAsync({ args, toolContext: {} })) ?? {}),
    close: () => toolset.close(),
  };
});
