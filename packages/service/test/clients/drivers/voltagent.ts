import { installed } from '../installed.ts';
import { answerOf, drive, headersOf, textAnswer } from '../steps.ts';

/** @voltagent/core: the tools as a VoltAgent agent executes them, each under the name of the server. */
const { MCPConfiguration } = await installed('@voltagent/core');
const server = 'readymark';
// biome-ignore lint/suspicious/noExplicitAny: of another program
type Tool = { name: string; execute(args: object): Promise<any> };

await drive(async (address, key) => {
  const url = { type: 'streamable-http', url: address, requestInit: { headers: headersOf(key) } };
  const configuration = new MCPConfiguration({ servers: { [server]: url } });
  const tools: Tool[] = await configuration.getTools();
  const nameOf = ({ name }: Tool) => name.replace(`${server}_`, '');
  return {
    tools: async () => tools.map(nameOf),
    async call(name, args) {
      const reply = await tools.find((tool) => nameOf(tool) === name)?.execute(args);
      if (Array.isArray(reply?.content)) return answerOf(reply);
      return textAnswer(typeof reply === 'string' ? reply : JSON.stringify(reply), reply?.error !== undefined);
    },
    close: () => configuration.disconnect(),
  };
});
