import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources as all, importsOf, type ProjectFile, packageOf } from '../../../../test/laws/project.ts';

/** Laws over the rooms of the service (ARCHITECTURE.md); paths begin below its folder. */
const own = 'packages/service/';
const below = (name: string) => (name.startsWith(own) ? name.slice(own.length) : name);
const sources = all
  .filter(({ name }) => packageOf(name) === 'service')
  .map(({ name, text }) => ({ name: below(name), text }));

/** What a file imports: files of the service as paths below its folder, files of other packages as they are, npm packages. */
const targets = ({ name, text }: ProjectFile) =>
  importsOf({ name: `${own}${name}`, text }).map(({ from }) => below(from));
const filesFrom = (file: ProjectFile) =>
  targets(file).filter((target) => target.startsWith('src/') && target.endsWith('.ts'));
const packagesFrom = (file: ProjectFile) =>
  targets(file).filter((target) => !/\.(ts|js|json)$/.test(target) && !target.startsWith('node:'));

/** The feature that a file belongs to; undefined for the core. */
const featureOf = (name: string) => /^src\/features\/([^/]+)\//.exec(name)?.[1];

/** The folder of a file. The rooms of a feature have the names of those of the core; `http` is `doors/http`. */
function room(name: string): string {
  const inside = name.replace(/^src\/features\/[^/]+\/(http\/)?/, (_, http) => (http ? 'src/doors/http/' : 'src/'));
  return inside.split('/').slice(1, -1).join('/') || inside.split('/')[1] || '';
}

const floor = (name: string): number => {
  const [first] = room(name).split('/');
  if (name === 'src/settings.ts') return 0.5;
  return (
    {
      content: 0,
      domain: 0,
      documents: 0,
      store: 1,
      catalogue: 1,
      mail: 1,
      operations: 2,
      doors: 3,
      'serve.ts': 4,
      cli: 5,
      'feature.ts': 5.1,
      'features.ts': 5.2,
      'main.ts': 6,
      'command.ts': 7,
    }[first ?? ''] ?? Number.NaN
  );
};

/** Which npm packages a room may import. */
const granted: Record<string, readonly RegExp[]> = {
  content: [/^ghtml$/],
  domain: [/^zod$/, /^tldts$/],
  store: [/^kysely(\/|$)/, /^pg$/, /^aws4fetch$/, /^htmlparser2$/],
  documents: [],
  catalogue: [/^pino$/, /^fastest-levenshtein$/, /^@orama\/stemmers\//],
  mail: [/^nodemailer$/, /^ghtml$/, /^pino$/],
  operations: [/^zod$/, /^pino$/, /^hyparquet-writer$/],
  'doors/http': [
    /^fastify$/,
    /^@fastify\/proxy-addr$/,
    /^zod$/,
    /^prom-client$/,
    /^ghtml$/,
    /^@resvg\/resvg-wasm$/,
    /^diff$/,
  ],
  'doors/mcp': [/^@modelcontextprotocol\//, /^zod$/],
  cli: [/^fastest-levenshtein$/, /^commander$/, /^picocolors$/, /^cli-progress$/, /^zod$/],
  'main.ts': [/^pino$/],
};

test('imports only go down', () => {
  for (const file of sources) {
    const { name } = file;
    assert.ok(!Number.isNaN(floor(name)), `${name} is not in a known room`);
    for (const path of filesFrom(file)) {
      const [here, there] = [room(name).split('/'), room(path).split('/')];
      const same = here[0] === there[0];
      assert.ok(same || floor(path) < floor(name), `${name} imports ${path}, which is not below it`);
      if (here[0] === 'doors' && there[0] === 'doors')
        assert.ok(here[1] === there[1], `${name} imports its sibling ${path}`);
    }
  }
});

test('features import the core and never one another; the core knows only the list of them', () => {
  for (const file of sources)
    for (const path of filesFrom(file)) {
      const [here, there] = [featureOf(file.name), featureOf(path)];
      if (here !== undefined) assert.ok(there === undefined || there === here, `${file.name} imports ${path}`);
      else assert.ok(there === undefined || file.name === 'src/features.ts', `${file.name} imports ${path}`);
      if (path === 'src/features.ts') assert.match(file.name, /^src\/(main|command)\.ts$/);
    }
});

test('operations do not import one another', () => {
  const defines = (text: string) => /^export const \w+ = (?:operation|deskOperation)\(/m.test(text);
  const operations = new Set(sources.filter(({ text }) => defines(text)).map(({ name }) => name));
  assert.ok(operations.size > 50, `only ${operations.size} operations were found`);
  // The lists of operations import them, and define none; nothing else in the folder may.
  const lists =
    /^src\/operations\/(desk\/)?((audits|companies|operators|publications|published|replies|second)\/)?index\.ts$/;
  for (const file of sources.filter(({ name }) => name.startsWith('src/operations/') && !lists.test(name)))
    for (const path of filesFrom(file)) assert.ok(!operations.has(path), `${file.name} imports the operation ${path}`);
});

test('the desk takes from public pages their frame and their addresses, and gives nothing: drafts are drawn in drafts/', () => {
  const desk = 'src/doors/http/desk/';
  const taken = new Set<string>();
  for (const file of sources)
    for (const path of filesFrom(file)) {
      const [inside, to_desk] = [file.name.startsWith(desk), path.startsWith(desk)];
      if (to_desk && !inside && !featureOf(file.name))
        assert.equal(file.name, 'src/doors/http/server.ts', `${file.name} imports ${path}`);
      if (inside && /^src\/doors\/http\/pages\/(?!addresses\.ts|replies\/block\.ts)/.test(path)) taken.add(file.name);
    }
  assert.deepEqual([...taken], []);
});

test('npm packages are used only in the rooms that they are granted to, and every grant is used', () => {
  const used = new Set<RegExp>();
  for (const file of sources) {
    const { name } = file;
    const rooms = room(name).split('/');
    const list = granted[rooms.slice(0, 2).join('/')] ?? granted[rooms[0] ?? ''] ?? [];
    for (const target of packagesFrom(file)) {
      const grant = list.find((pattern) => pattern.test(target));
      assert.ok(grant, `${name} imports ${target}, which its room was not granted`);
      used.add(grant);
    }
  }
  for (const [where, list] of Object.entries(granted))
    for (const grant of list) assert.ok(used.has(grant), `no file of ${where} uses the grant ${grant}`);
});

test('the domain is pure: no I/O, no clock, no randomness', () => {
  for (const file of sources.filter(({ name }) => room(name).startsWith('domain'))) {
    const { name, text } = file;
    for (const target of targets(file))
      assert.match(
        target,
        /^(zod|tldts|node:crypto|src\/(features\/[^/]+\/)?domain\/.+\.ts|packages\/(rubric|tlog|verify)\/.+|packages\/auditor\/src\/(evidence\/(evidence|claim|draft-text|site-preview)|score\/proposal|site-owner)\.ts)$/,
        `${name} imports ${target}`,
      );
    assert.doesNotMatch(text, /randomBytes|randomUUID|getRandomValues/, `${name} generates randomness`);
  }
});

test('the environment is read only in settings.ts, the clock and randomness only in main.ts', () => {
  for (const { name, text } of sources) {
    if (name !== 'src/settings.ts') assert.doesNotMatch(text, /process\.env/, `${name} reads process.env`);
    if (name === 'src/main.ts') continue;
    assert.doesNotMatch(
      text,
      /Date\.now\(\)|new Date\(\)|Math\.random|randomBytes\(|randomUUID|getRandomValues/,
      `${name} reads the clock or generates randomness`,
    );
  }
});
