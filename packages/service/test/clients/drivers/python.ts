import { join } from 'node:path';
import { start } from '../../../../../test/world/processes.ts';
import { folder } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** Clients for Python, each connection a process of its own. The first argument names the client (`python_client.py`). */
const [client = ''] = process.argv.slice(2);

await drive(async (address, key) => {
  const args = [join(import.meta.dirname, 'python_client.py'), client, address, JSON.stringify(headersOf(key))];
  const child = start(join(folder, 'venv/bin/python'), args);
  let read = 0;
  /** The next line that it prints. */
  const reply = async () => {
    read += 1;
    const [text] = await child.prints(new RegExp(`^(?:.*\\n){${read}}`));
    return JSON.parse(text.split('\n').at(-2) ?? '');
  };
  await reply();
  const ask = (call: object) => {
    child.send(JSON.stringify(call));
    return reply();
  };
  return {
    tools: async () => (await ask({})).tools,
    call: async (name, args) => {
      const { structuredContent, ...result } = await ask({ name, arguments: args });
      return answerOf({ ...result, ...(structuredContent != null && { structuredContent }) });
    },
    close: async () => child.end(),
  };
});
