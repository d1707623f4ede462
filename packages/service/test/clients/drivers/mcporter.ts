import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** mcporter: its runtime, which its command line and the programs that it generates use. */
const { createRuntime } = await installed('mcporter');
const server = 'readymark';

await drive(async (address, key) => {
  const command = { kind: 'http', url: new URL(address), headers: headersOf(key) };
  const runtime = await createRuntime({ servers: [{ name: server, command }] });
  return {
    tools: async () =>
      (await runtime.listTools(server, { includeSchema: true })).map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await runtime.callTool(server, name, { args })),
    close: () => runtime.close(),
  };
});
