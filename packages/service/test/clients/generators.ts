import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { run } from '../../../../test/world/processes.ts';
import { bin, serving } from '../world/readymark.ts';

/**
 * `npm run generators`: installs three code generators into a folder of their own and lets them make clients from the
 * interface description of a running service. Nothing may come out untyped, the clients must compile, and the generated
 * zod schemas must take real replies and drop nothing. Prints a table; ends with 1 when something fails.
 *
 * `READYMARK_CLIENTS_DIR` names the folder; by default it is below the system's temporary folder and kept for the next
 * time. Only the npm registry and loopback addresses are called.
 */
const folder = join(process.env.READYMARK_CLIENTS_DIR ?? join(tmpdir(), 'readymark-clients'), 'generators');
const packages = ['openapi-typescript', '@hey-api/openapi-ts', 'orval@7', 'zod@4', 'typescript@5'];

type Generator = {
  name: string;
  /** Command lines, in the folder. */
  commands: readonly (readonly string[])[];
  /** Files that contain what was described, and not a runtime of the generator's own. */
  types: string;
  /** Lines that the generator writes into every client. */
  boilerplate?: RegExp;
};

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    commands: [['openapi-typescript', 'openapi.json', '-o', 'out/openapi-typescript.ts']],
    types: 'out/openapi-typescript.ts',
    // Other response headers; parts of the description that this one does not have.
    boilerplate: /^\s*\[name: string\]: unknown;|^export type (webhooks|\$defs) = Record<string, never>;/,
  },
  {
    name: '@hey-api/openapi-ts',
    commands: [['openapi-ts', '-i', 'openapi.json', '-o', 'out/hey-api', '--silent', '--no-log-file']],
    types: 'out/hey-api/types.gen.ts',
  },
  {
    name: 'orval',
    commands: [
      ['orval', '--input', './openapi.json', '--output', './out/orval/zod.ts', '--client', 'zod'],
      ['orval', '--input', './openapi.json', '--output', './out/orval/client.ts', '--client', 'fetch'],
    ],
    types: 'out/orval/*.ts',
    boilerplate: /JSON\.parse\(body\) : \{\}|Object\.entries\(params \|\| \{\}\)/,
  },
];

/** What a generator writes where it knows no type. */
const untyped = /\bunknown\b|\bRecord<string, never>|[:=|] ?\{ ?\}|[:<|] ?any\b|zod\.any\(|object\(\{\s*\}\)/;

const words = (line: string) => !/^\s*(\*|\/\*|\/\/)/.test(line);

function untypedLines({ types, boilerplate }: Generator): string[] {
  const found = globSync(types, { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(/\/\*.*?\*\/|describe\('[^']*'\)/g, ''))
      .filter((line) => words(line) && untyped.test(line) && !boilerplate?.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  return found;
}

/** Runs a program of the folder. @returns what it wrote if it failed */
async function failureOf(command: string, args: readonly string[]): Promise<string | undefined> {
  const file = join(folder, 'node_modules', '.bin', command);
  const ran = await run(process.execPath, [file, ...args], { cwd: folder, env: { DO_NOT_TRACK: '1' }, group: true });
  return ran.code === 0 ? undefined : (ran.out + ran.err).trim().slice(-600);
}

/** A reply with which a generated schema must agree, by the name of its call. */
const replies: Readonly<Record<string, (slug: string, audit_date: string) => string>> = {
  listAudits: () => '/api/audits/index.json',
  getAudit: (slug) => `/api/audits/${slug}.json`,
  getAuditBrief: (slug) => `/api/audits/${slug}/brief.json`,
  getAuditPillar: (slug) => `/api/audits/${slug}/P3.json`,
  getAuditHistory: (slug) => `/api/audits/${slug}/history.json`,
  getPastAudit: (slug, audit_date) => `/api/audits/${slug}/${audit_date}.json`,
  getWatchStats: () => '/api/watch-stats',
  getResourceMetadata: () => '/.well-known/oauth-protected-resource',
};

/** Replies that the zod schemas of orval refuse, or of which they drop something. */
async function misread(url: string): Promise<string[]> {
  type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } };
  const schemas = (await import(pathToFileURL(join(folder, 'out/orval/zod.ts')).href)) as Record<string, Schema>;
  const read = async (path: string) => (await fetch(url + path)).json();
  const index = (await read('/api/audits/index.json')) as { audits: { slug: string }[] };
  const slug = index.audits[0]?.slug ?? '';
  const history = (await read(`/api/audits/${slug}/history.json`)) as { audits: { audit_date: string }[] };
  const wrong: string[] = [];
  for (const [name, pathOf] of Object.entries(replies)) {
    const reply = await read(pathOf(slug, history.audits[0]?.audit_date ?? ''));
    const parsed = schemas[`${name}Response`]?.safeParse(reply);
    if (!parsed?.success) wrong.push(`${name}: the schema refuses the reply`);
    else if (!isDeepStrictEqual(parsed.data, reply)) wrong.push(`${name}: the schema drops members of the reply`);
  }
  return wrong;
}

/** Environment of npm: what `npm run` sets for the project would make npm install into the project. */
const npm_env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || (/^npm_/i.test(name) && !/^npm_config_registry$/i.test(name)) ? [] : [[name, value]],
  ),
);

async function install(): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const config = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'esnext' },
      ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
    },
    include: ['out'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = await run('npm', [...args, ...packages], { cwd: folder, env: npm_env, group: true });
  if (installed.code !== 0) throw new Error(`npm could not install the generators: ${installed.err}`);
}

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

await install();
const data = mkdtempSync(join(tmpdir(), 'readymark-generators-'));
const service = await serving({ DATA_DIR: data }, [bin, 'serve', '--with-examples']);
writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${service.url}/.well-known/openapi.json`)).text());

const problems: string[] = [];
console.log('| Generator | Version | Generates | Untyped |\n|---|---|---|---:|');
for (const generator of generators) {
  const failures: string[] = [];
  for (const [command = '', ...args] of generator.commands) failures.push((await failureOf(command, args)) ?? '');
  const failed = failures.filter(Boolean);
  const lines = failed.length ? [] : untypedLines(generator);
  const cells = [generator.name, versionOf(generator.name), failed.length ? '**no**' : 'yes', lines.length];
  console.log(`| ${cells.join(' | ')} |`);
  problems.push(...failed, ...lines);
}
const compiled = await failureOf('tsc', ['-p', '.']);
const wrong = await misread(service.url);
await service.stop();
rmSync(data, { recursive: true, force: true });
console.log(`\nThe clients compile: ${compiled === undefined ? 'yes' : '**no**'}.`);
console.log(`Zod schemas read ${Object.keys(replies).length} replies whole: ${wrong.length ? '**no**' : 'yes'}.`);
for (const problem of [...problems, ...(compiled === undefined ? [] : [compiled]), ...wrong])
  console.log(`- ${problem}`);
process.exitCode = problems.length + wrong.length === 0 && compiled === undefined ? 0 : 1;
