import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../../../test/world/processes.ts';
import { bin, serving } from '../world/readymark.ts';
import { type ClientRow, clients } from './table.ts';

/**
 * `npm run clients [NAME…]`: installs the newest real MCP clients into a folder of their own and drives the running service with
 * each, in a process of its own. Prints a table of what works; ends with 1 when something fails that is not known.
 *
 * `READYMARK_CLIENTS_DIR` names the folder; by default it is below the system's temporary folder and kept for the next
 * time. Only package registries and loopback addresses are called. A client that this machine cannot get is skipped, and said so.
 */
const parent = process.env.READYMARK_CLIENTS_DIR ?? join(tmpdir(), 'readymark-clients');
const INSTALL_LIMIT_MS = 300_000;
const DRIVE_LIMIT_MS = 240_000;

/** What happened to one client: a reason for each step that failed, nothing for one that worked; why it was skipped. */
type Outcome = { row: ClientRow; version: string; steps: Map<string, string | undefined>; skipped?: string };

/** Environment of installers: what `npm run` sets for the project would make npm install into the project. */
const installer_env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || (/^npm_/i.test(name) && !/^npm_config_registry$/i.test(name)) ? [] : [[name, value]],
  ),
);

/** Of clients and what they start: nothing is reported anywhere, and what is not on this machine is not reached. */
const quiet = {
  DO_NOT_TRACK: '1',
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LANGSMITH_TRACING: 'false',
  NODE_USE_ENV_PROXY: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
};

/** What an installer says where a registry is not reached, does not have a package, or is not there itself. */
const unavailable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E40[34]|No matching distribution|ENOENT|ensurepip/;

const nameOf = (wanted: string) => wanted.replace(/(?<=.)@[^/]*$/, '');
const folderOf = ({ packages, python }: ClientRow) =>
  join(parent, `${python ? 'python+' : ''}${nameOf(packages[0]).replace('/', '+')}`);

const installs = new Map<string, Promise<string | undefined>>();

/** @returns why it could not be installed */
function install(row: ClientRow): Promise<string | undefined> {
  const folder = folderOf(row);
  const known = installs.get(folder) ?? (row.python ? pipInstall : npmInstall)(folder, row.packages);
  installs.set(folder, known);
  return known;
}

async function npmInstall(folder: string, packages: readonly string[]): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return installing(folder, 'npm', [...args, ...packages]);
}

async function pipInstall(folder: string, packages: readonly string[]): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pip = ['install', '--upgrade', '--retries', '0', '--only-binary', ':all:', '--disable-pip-version-check'];
  return (
    (await installing(folder, 'python3', ['-m', 'venv', 'venv'])) ??
    (await installing(folder, join(folder, 'venv/bin/pip'), [...pip, ...packages]))
  );
}

/** Runs an installer. @returns why it failed: the line that says so, or the first */
async function installing(cwd: string, program: string, args: readonly string[]): Promise<string | undefined> {
  const started = start(program, args, { cwd, env: installer_env, group: true });
  const limit = setTimeout(() => started.signal('SIGKILL'), INSTALL_LIMIT_MS);
  const { code, signal } = await started.exit.catch((error: Error) => ({ code: error.message, signal: null }));
  clearTimeout(limit);
  if (code === 0) return undefined;
  if (signal) return `not installed within ${INSTALL_LIMIT_MS / 1_000} s`;
  const lines = [...started.err().split('\n'), String(code)].filter(Boolean);
  return lines.find((line) => unavailable.test(line)) ?? lines[0];
}

/** The version of an installed package, as its own manifest says it. */
async function versionOf(row: ClientRow): Promise<string> {
  const name = nameOf(row.packages[0]);
  if (!row.python)
    return JSON.parse(readFileSync(join(folderOf(row), 'node_modules', name, 'package.json'), 'utf8')).version;
  const script = `from importlib.metadata import version; print(version(${JSON.stringify(name)}))`;
  const asked = start(join(folderOf(row), 'venv/bin/python'), ['-c', script]);
  await asked.exit;
  return asked.out().trim();
}

async function driveClient(row: ClientRow, address: string): Promise<Outcome> {
  const steps = new Map<string, string | undefined>();
  const folder = folderOf(row);
  const why = await install(row);
  if (why !== undefined && unavailable.test(why)) return { row, version: '', steps, skipped: why };
  if (why !== undefined) return { row, version: '', steps: steps.set('install', why) };
  const version = await versionOf(row);
  const [file, ...args] = row.driver;
  const env = { ...quiet, HOME: folder, CLIENT_FOLDER: folder, MCP_ADDRESS: address };
  const started = start(process.execPath, [join(import.meta.dirname, 'drivers', file), ...args], {
    cwd: folder,
    env,
    group: true,
  });
  const limit = setTimeout(() => started.signal('SIGKILL'), DRIVE_LIMIT_MS);
  const { code, signal } = await started.exit;
  clearTimeout(limit);
  for (const line of started
    .out()
    .split('\n')
    .filter((text) => text.startsWith('{"step":'))) {
    const { step, error } = JSON.parse(line) as { step: string; error?: string };
    steps.set(step, error);
  }
  if (code !== 0)
    steps.set('run', signal ? `ended by ${signal}` : (/^\w*Error.*$/m.exec(started.err())?.[0] ?? `exit ${code}`));
  return { row, version, steps };
}

const chosen = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'readymark-clients-data-'));
const service = await serving({ DATA_DIR: data }, [bin, 'serve', '--with-examples']);
const outcomes: Outcome[] = [];
for (const row of clients.filter(({ name }) => !chosen.length || chosen.some((part) => name.includes(part)))) {
  outcomes.push(await driveClient(row, `${service.url}/mcp`));
  console.error(`${row.name}: done`);
}
await service.stop();
rmSync(data, { recursive: true, force: true });

const columns = [...new Set(outcomes.flatMap(({ steps }) => [...steps.keys()]))];
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}\n`);
console.log(`| Client | Version | ${columns.join(' | ')} |\n|---|---|${columns.map(() => ':-:').join('|')}|`);
/** Where each reason was met, by step; the first line of a reason says it. */
const reasons = new Map<string, string[]>();
let unknown = 0;
for (const { row, version, steps } of outcomes.filter(({ skipped }) => skipped === undefined)) {
  const cells = columns.map((step) => {
    const why = steps.get(step);
    if (why === undefined) return steps.has(step) ? 'yes' : '';
    const known = row.known?.[step]?.says.test(why) ? row.known[step] : undefined;
    if (!known) unknown += 1;
    const reason = `${step}: ${known?.because ?? shortened(why)}`;
    reasons.set(reason, [...(reasons.get(reason) ?? []), row.name]);
    return known ? 'known' : '**no**';
  });
  console.log(`| ${[row.name, version, ...cells].join(' | ')} |`);
}
console.log('');
for (const { row, skipped } of outcomes)
  if (skipped !== undefined) console.log(`- ${row.name}: skipped, it cannot be installed here: ${shortened(skipped)}`);
for (const { row } of outcomes) if (row.remark) console.log(`- ${row.name}: ${row.remark}`);
for (const [reason, names] of reasons) console.log(`- ${reason} (${names.join('; ')})`);
for (const { row, steps } of outcomes)
  for (const step of Object.keys(row.known ?? {}))
    if (steps.has(step) && steps.get(step) === undefined)
      console.log(`- ${row.name}, ${step}: works by now; take it out of what is known.`);
if (!outcomes.length)
  console.error(`There is no such client; there are: ${clients.map(({ name }) => name).join('; ')}`);
process.exitCode = outcomes.length && unknown === 0 ? 0 : 1;

/** The message of an error of the service, or the first line of another reason. */
function shortened(why: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(why)?.[1];
  return (message ?? why.split('\n')[0] ?? '').slice(0, 200);
}
