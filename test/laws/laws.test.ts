import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoCycle, filesOf, importsOf, type ProjectFile, read } from './project.ts';

/** Laws over files and imports (ARCHITECTURE.md). */
const files = filesOf('src', '.ts');
/** Served as it is (decision 147): JavaScript, and a file like any other. */
const verify_module = 'src/domain/public-log/verify.js';
const sources = [
  ...files.filter(({ name }) => !name.endsWith('.test.ts')),
  ...filesOf('src/domain', '.js').filter(({ name }) => name === verify_module),
];

/** The files of this project that a file imports, and the npm packages. */
const filesFrom = (file: ProjectFile) =>
  targets(file).filter((target) => target.endsWith('.ts') || target === verify_module);
const packagesFrom = (file: ProjectFile) =>
  targets(file).filter(
    (target) => !/\.(ts|json)$/.test(target) && target !== verify_module && !target.startsWith('node:'),
  );
const targets = (file: ProjectFile) => importsOf(file).map(({ from }) => from);

const room = (name: string) => name.split('/').slice(1, -1).join('/') || name.split('/')[1] || '';

const floor = (name: string): number => {
  const [first] = room(name).split('/');
  if (name === 'src/settings.ts') return 0.5;
  return (
    {
      domain: 0,
      documents: 0,
      store: 1,
      catalogue: 1,
      mail: 1,
      auditor: 1,
      operations: 2,
      doors: 3,
      'serve.ts': 4,
      cli: 5,
      'main.ts': 6,
      'command.ts': 7,
    }[first ?? ''] ?? Number.NaN
  );
};

/** Which npm packages a room may import. */
const granted: Record<string, readonly RegExp[]> = {
  domain: [/^zod$/, /^tldts$/],
  store: [/^kysely(\/|$)/, /^pg$/],
  documents: [],
  catalogue: [/^pino$/, /^fastest-levenshtein$/],
  auditor: [
    /^undici$/,
    /^ipaddr\.js$/,
    /^robots-parser$/,
    /^tldts$/,
    /^ai$/,
    /^@ai-sdk\/openai-compatible$/,
    /^htmlparser2$/,
    /^fast-xml-parser$/,
    /^yaml$/,
    /^http-link-header$/,
    /^@modelcontextprotocol\/client$/,
    /^zod$/,
  ],
  mail: [/^nodemailer$/, /^ghtml$/, /^pino$/],
  operations: [/^zod$/, /^pino$/],
  'doors/http': [/^fastify$/, /^zod$/, /^prom-client$/, /^ghtml$/, /^@resvg\/resvg-wasm$/, /^diff$/],
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

test('operations do not import one another', () => {
  const defines = (text: string) => /^export const \w+ = operation\(/m.test(text);
  const operations = new Set(sources.filter(({ text }) => defines(text)).map(({ name }) => name));
  assert.ok(operations.size > 15, `only ${operations.size} operations were found`);
  // The lists of operations import them, and define none; nothing else in the folder may.
  const lists =
    /^src\/operations\/(desk\/)?((audits|companies|operators|publications|published|replies|second)\/)?index\.ts$/;
  for (const file of sources.filter(({ name }) => name.startsWith('src/operations/') && !lists.test(name)))
    for (const path of filesFrom(file)) assert.ok(!operations.has(path), `${file.name} imports the operation ${path}`);
});

test('there is no import cycle, not even among types', () => assertNoCycle(sources));

test('the desk takes from public pages their frame, their addresses, and what its preview is drawn by; it gives nothing', () => {
  const desk = 'src/doors/http/desk/';
  const taken = new Set<string>();
  for (const file of sources)
    for (const path of filesFrom(file)) {
      const [inside, to_desk] = [file.name.startsWith(desk), path.startsWith(desk)];
      if (to_desk && !inside) assert.equal(file.name, 'src/doors/http/server.ts', `${file.name} imports ${path}`);
      if (inside && /^src\/doors\/http\/pages\/(?!company\/addresses\.ts|replies\/block\.ts)/.test(path))
        taken.add(file.name);
    }
  assert.deepEqual([...taken], [`${desk}publish/preview.ts`]);
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
  for (const file of sources.filter(({ name }) => name.startsWith('src/domain/'))) {
    const { name, text } = file;
    for (const target of targets(file))
      assert.match(target, /^(zod|tldts|node:crypto|src\/domain\/.+\.(ts|js))$/, `${name} imports ${target}`);
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

test('only the guard of the auditor opens outgoing connections, besides mail, the store and an operator’s command', () => {
  // What opens none: servers, texts, types.
  const harmless = /^(type \w+|createServer|STATUS_CODES|isIP|isIPv4|isIPv6)$/;
  const guard = 'src/auditor/collect/guard/';
  for (const { name, text } of sources) {
    const imports = [...text.matchAll(/^import (type )?(.+?) from '(?:node:)?([\w@/.-]+)';$/gm)];
    for (const [, type, list = '', from = ''] of imports) {
      if (type || name.startsWith(guard)) continue;
      assert.notEqual(from, 'undici', `${name} imports undici`);
      if (!/^(http|https|http2|net|tls|dns|dgram|child_process)(\/|$)/.test(from)) continue;
      for (const one of list.replace(/^\{|\}$/g, '').split(','))
        assert.match(one.trim(), harmless, `${name} imports ${one} from ${from}`);
    }
    assert.doesNotMatch(text, /globalThis\.fetch\(|new (WebSocket|EventSource)\(|\bimport\('node:/, name);
    // What an address that a person gave is for: the log that a command reads, and its witnesses (decisions 149, 150).
    if (/^import .*\/guard\/given-address\.ts/m.test(text) || /import\('.*\/guard\/given-address\.ts'\)/.test(text))
      assert.match(name, /^src\/(cli\/public-log\/log-place|operations\/public-log\/witness)\.ts$/, name);
    // These open connections themselves: one is given the fetch of the guard, the other an operator's endpoint.
    if (/^import .* from '@modelcontextprotocol\/client/m.test(text)) assert.match(text, /guardedFetch/, name);
    if (/^import .* from '(ai|@ai-sdk\/.+)'/m.test(text)) assert.match(name, /^src\/auditor\/assist\//);
    // For readers elsewhere, who have no guard: nothing of ours reads with it.
    if (name === verify_module) continue;
    for (const { from, names } of importsOf({ name, text }))
      assert.ok(from !== verify_module || !(names.includes('reading') || names.includes('*')), name);
    // In the collector, `fetch` is that of the guard.
    if (!name.startsWith('src/auditor/collect/') && name !== 'src/cli/desk-remote.ts')
      assert.doesNotMatch(text, /(?<![.\w])fetch\(/, `${name} fetches`);
  }
});

test('JSON of sites is parsed only where its depth is bounded', () => {
  for (const { name, text } of sources.filter(({ name }) => /^src\/auditor\/(collect|read|score)\//.test(name)))
    assert.doesNotMatch(text.replaceAll('JSON.parse(JSON.stringify(', ''), /JSON\.parse\(/, name);
});

test('verify.js needs nothing: it imports no file, and names nothing of Node', () => {
  const text = read(verify_module);
  assert.doesNotMatch(text, /^import\b|\bimport\(|\brequire\(|\bBuffer\b|\bprocess\b|^export default/m);
});

test('TypeScript is named in imports only: a package has JavaScript in its place', () => {
  for (const { name, text } of sources) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/(\bfrom |\bimport\()'[^']+'/g, '');
    assert.doesNotMatch(code, /\.ts['"`]/, `${name} names a file; a thread begins with extname(import.meta.url)`);
  }
});

test('no folder or file is a catch-all (utils, helpers, …)', () => {
  for (const { name } of files)
    assert.doesNotMatch(
      name,
      /(^|\/)(utils?|helpers?|common|shared|lib|misc|types|constants|interfaces)(\/|\.)/,
      `${name} has a name that says no purpose`,
    );
});

test('no default export, no file over 300 lines without a reason, no `.only` test', () => {
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /^export default/m, `${name} has a default export`);
    if (!name.endsWith('.test.ts'))
      assert.ok(
        text.split('\n').length <= 300 || /^\/\/ Over 300 lines because /m.test(text),
        `${name} is over 300 lines and gives no reason`,
      );
    assert.doesNotMatch(text, /\b(test|it|describe)\.only\(/, `${name} contains a test with .only`);
  }
});

test('comments cite the spec, decisions and public documents, never how the code came about', () => {
  for (const { name, text } of files)
    assert.doesNotMatch(text, /\bissue \d|\bstandards [\d.]+|\b(TODO|FIXME|XXX)\b/, name);
});
