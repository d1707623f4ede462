import { call } from '../../packages/service/test/world/call.ts';
import { rpc, tokensOf } from './talk.ts';
import { bodyOf, type World } from './world.ts';

/** One text that an agent reads, NaN where it was not the one asked for. `aim`: the most that it should cost. */
export type Figure = { what: string; tokens: number; bytes: number; aim?: number };

export const figure = (what: string, text: string, aim?: number): Figure => ({
  what,
  tokens: tokensOf(text),
  bytes: Buffer.byteLength(text),
  ...(aim !== undefined && { aim }),
});

/** The documents that an agent may begin with, as they are served. */
export async function documentFigures(world: World, many: World): Promise<readonly Figure[]> {
  const aims: Readonly<Record<string, number>> = { '/llms.txt': 450, '/openapi.json': 9_500 };
  const paths = [
    '/llms.txt',
    '/llms-full.txt',
    '/auth.md',
    '/openapi.json',
    '/docs.md',
    '/.well-known/agent-skills/readymark/SKILL.md',
    '/rubric.md',
    '/index.md',
    '/',
  ];
  const figures: Figure[] = [];
  const read = async ({ url }: World, path: string, accept = '*/*') => {
    const reply = await call(url, 'GET', path, { headers: { accept } });
    bodyOf(reply);
    return reply.text;
  };
  for (const path of paths) figures.push(figure(path, await read(world, path), aims[path]));
  figures.push(figure('/ as HTML', await read(world, '/', 'text/html')));
  figures.push(figure(`/ as HTML with ${many.slugs.length} companies`, await read(many, '/', 'text/html')));
  return figures;
}

type Listed = { name: string; description: string; inputSchema: object; outputSchema: object };

/** What a host may show the model before the first call: the instructions and the list of tools, whole and in parts. */
export async function toolFigures({ url }: World): Promise<readonly Figure[]> {
  const { json: begun } = await rpc(url, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  const { json } = await rpc(url, 'tools/list');
  const tools: Listed[] = json.result.tools;
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return [
    figure('instructions', begun.result.instructions),
    figure('tools/list whole', JSON.stringify(tools), 3_500),
    figure('… outputSchemas alone', JSON.stringify(tools.map(({ outputSchema }) => outputSchema))),
    figure('… names, descriptions and inputs', JSON.stringify(shown), 1_600),
    ...tools.map((tool) => figure(`… ${tool.name}`, JSON.stringify(tool))),
  ];
}
