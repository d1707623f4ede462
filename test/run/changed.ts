import { basename, dirname, extname } from 'node:path';
import { filesOf, importsOf, root } from '../laws/project.ts';
import { run } from '../world/processes.ts';

/**
 * Where a change of something else is not followed any further: these import the whole service, so all that starts it would
 * be run whatever changes. What is behind them is for `npm test`.
 */
const wiring =
  /^packages\/service\/(src\/(main|serve|command|cli\/program|operations\/index)\.ts$|test\/world\/)|^bench\//;

/** Where modules are. */
const folders = ['packages', 'test', 'bench', 'deploy', 'bin'];

/** Files that differ from the newest commit that this branch shares with main, and those that git does not know yet. */
export async function changedFiles(): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { code, out, err } = await run('git', args, { cwd: root });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err}`);
    return out.split('\n').filter(Boolean);
  };
  const [base = 'HEAD'] = await git('merge-base', 'HEAD', 'main').catch(() => []);
  return [
    ...(await git('diff', '--name-only', '--relative', base)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
}

/** The files that a change of some files is likely to break: they, and all that import them without the wiring. */
export function touchedBy(changed: readonly string[]): Set<string> {
  const modules = folders.flatMap((folder) => [...filesOf(folder, '.ts'), ...filesOf(folder, '.js')]);
  const importers = new Map<string, string[]>();
  for (const module of modules)
    for (const { from } of importsOf(module)) importers.set(from, [...(importers.get(from) ?? []), module.name]);
  const touched = new Set<string>();
  const waiting = [...changed];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (touched.has(name)) continue;
    touched.add(name);
    if (wiring.test(name) && !changed.some((one) => wiring.test(one))) continue;
    waiting.push(...(importers.get(name) ?? readersOf(name, modules)));
  }
  return touched;
}

/**
 * The modules that name a file which nobody imports (a program, a thread, data) or a folder that it is in, as their own
 * strings do. Benches and scripts are named by nobody.
 */
function readersOf(name: string, modules: ReturnType<typeof filesOf>): string[] {
  if (name.endsWith('.test.ts') || /^bench\/|^deploy\/|^test\/[^/]+$/.test(name)) return [];
  const ending = extname(name);
  const base = RegExp.escape(basename(name, ending));
  const folders = dirname(name)
    .split('/')
    .filter((folder) => !['packages', 'service', 'src', 'docs', 'test', '.'].includes(folder))
    .map(RegExp.escape)
    .join('|');
  const naming = /\.[jt]s$/.test(ending)
    ? new RegExp(`['"\`/]${base}(?:\\.[jt]s|['"\`]|\\$\\{)|/(?:${folders})['"\`]`)
    : new RegExp(`['"\`/](?:${base}${RegExp.escape(ending)}|(?:${folders || base})['"\`/])`);
  const strings = ({ text }: { text: string }) => text.replaceAll(/\bfrom '[^']+'|\bimport\('[^']+'\)/g, '');
  return modules.filter((one) => one.name !== name && naming.test(strings(one))).map((one) => one.name);
}
