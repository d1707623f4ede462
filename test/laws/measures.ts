import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { run } from '../world/processes.ts';
import { ancestors, folderCircles, type Import, stronglyConnected } from './circles.ts';
import { root as repository } from './project.ts';

/**
 * `npm run measures [-- --since REVISION]`: how large the sources are and how they hang together: files, lines, functions,
 * circles, folders. With a revision both are printed side by side, and the subjects of the commits between.
 */
type File = { name: string; text: string; lines: number };
type FileImport = Import & { only_types: boolean };
type Span = { name: string; lines: number };
type Measures = {
  figures: Map<string, string | number>;
  rooms: Map<string, number>;
  parts: Map<string, number>;
  longest: readonly Span[];
};

/** Parts that the service could do without, by their files. What each earns: decision 160. */
const optional: Readonly<Record<string, RegExp>> = {
  'fast path': /\/doors\/http\/fast-path\//,
  'one long-lived server of tools': /\/doors\/mcp\/(multiplexer|server|fragment-cache)\.ts$/,
  'own search': /\/catalogue\/search\//,
  'share images': /\/doors\/http\/share\//,
  witnesses: /witness|cosignature/,
  'CSV of the dataset': /\/dataset\/domain\/(csv|rows)\.ts$/,
  'citation and descriptions of the dataset': /\/dataset\/domain\/(citation|data-package|card)\.ts$/,
  dataset: /\/features\/dataset\//,
  'past days': /\/features\/as-of\//,
  'forms for people': /\/features\/forms\//,
  'publishing replies': /\/features\/replies\//,
  'second reviews': /\/features\/second-review\//,
  'audits drafted with a language model': /packages\/auditor\/src\/assist\//,
};

const SUM = 'src + ladders + style sheets, lines';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const share = (part: number, whole: number) => (100 * part) / whole;

/** The values at these parts of a list in order, such as its median at 0.5. */
function at(numbers: readonly number[], ...parts: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return parts.map((part) => sorted[Math.ceil((sorted.length - 1) * part)] ?? 0).join(' / ');
}

function filesOf(root: string, ...patterns: string[]): File[] {
  return globSync(patterns, { cwd: root, exclude: (name) => basename(name) === 'node_modules' })
    .sort()
    .map((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return { name, text, lines: text.split('\n').length - 1 };
    });
}

/** Where a package of the tree keeps the file that an import names, by its `exports`. */
function resolver(root: string): (specifier: string, from: string) => string {
  const targets = filesOf(root, 'packages/*/package.json').flatMap(({ name, text }) => {
    const { name: called, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> };
    return Object.entries(exports).map(([key, target]) => ({
      prefix: join(called, key).replace('*', ''),
      to: (rest: string) => join(dirname(name), target.replace('*', rest)),
      exact: !key.includes('*'),
    }));
  });
  return (specifier, from) => {
    if (specifier.startsWith('.')) return join(dirname(from), specifier);
    const found = targets.find(({ prefix, exact }) => (exact ? specifier === prefix : specifier.startsWith(prefix)));
    return found ? found.to(specifier.slice(found.prefix.length)) : specifier;
  };
}

/** What each file imports from another one of them, at the top. */
function importsBetween(root: string, files: readonly File[]): FileImport[] {
  const [known, resolve] = [new Set(files.map(({ name }) => name)), resolver(root)];
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:([^'"`;]*?)\s*from\s+)?'([^']+)'/gm)]
      .map(([, type, names = '', specifier = '']) => {
        const listed = /^\{(.*)\}$/s
          .exec(names.trim())?.[1]
          ?.split(',')
          .filter((one) => one.trim());
        const only_types = type !== undefined || (listed?.every((one) => one.trim().startsWith('type ')) ?? false);
        return { from: name, to: resolve(specifier, name), only_types };
      })
      .filter(({ to }) => known.has(to)),
  );
}

/** Folders and files directly in each folder of the sources. */
function widths(files: readonly File[]): number[] {
  const children = new Map<string, Set<string>>();
  for (const { name } of files)
    for (const folder of [...ancestors(name), name].slice(1))
      children.set(dirname(folder), (children.get(dirname(folder)) ?? new Set()).add(folder));
  return [...children.values()].map((found) => found.size);
}

/** Functions with a body in braces or with a name, from the first to the last line. */
function functionSpans(root: string, files: readonly File[]): Span[] {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-measures-'));
  const paths = files.map(({ name }) => join(root, name));
  const compilerOptions = { noResolve: true, noLib: true, types: [], allowJs: true, module: 'nodenext', noEmit: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: paths }));
  const api = new API({ cwd: root });
  try {
    const { program } = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects()[0] ?? {};
    return paths.flatMap((path, index) => {
      const source = program?.getSourceFile(path);
      if (!source) throw new Error(`${path} cannot be read`);
      const found: Span[] = [];
      const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
      const visit = (node: Node & { body?: Node; name?: { text?: string } }): void => {
        const parent = node.parent as (Node & { name?: { text?: string } }) | undefined;
        const arrow = node.kind === SyntaxKind.ArrowFunction;
        const named = !arrow || parent?.kind === SyntaxKind.VariableDeclaration;
        if (node.body && functions.has(node.kind) && (named || node.body.kind === SyntaxKind.Block)) {
          const lines = line(node.getEnd()) - line(node.getStart(source)) + 1;
          found.push({ name: `${(arrow ? parent : node)?.name?.text ?? '…'} (${files[index]?.name})`, lines });
        }
        node.forEachChild(visit);
      };
      visit(source);
      return found;
    });
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

const functions = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

/** Works for sources in `src` and in `packages/NAME`. */
function measure(root: string): Measures {
  const isTest = ({ name }: File) => name.endsWith('.test.ts');
  const all = filesOf(root, '{src,packages/*/src}/**/*.{ts,js}', 'packages/*/*.js');
  const source = all.filter((file) => !isTest(file));
  const tests = [...all.filter(isTest), ...filesOf(root, '{test,packages/*/test}/**/*.ts')];
  const ladders = filesOf(root, '{.,packages/*}/rubrics/**/*.{json,yaml,yml,ladder}').filter(
    ({ name }) => !/\/?v\d+\.json$/.test(name),
  );
  const styles = filesOf(root, '{src,packages/*/src}/**/*.css');
  const lines = (files: readonly File[]) => sum(files.map((file) => file.lines));
  const written = source.flatMap(({ text }) => text.split('\n').filter((line) => line.trim()));
  const comments = written.filter((line) => /^\s*(\/\/|\/?\*)/.test(line));
  const imports = importsBetween(root, source);
  const spans = functionSpans(root, source).sort((a, b) => b.lines - a.lines);
  const rooms = new Map<string, number>();
  for (const { name, lines: count } of source) {
    const room = name.split('/').slice(0, 2).join('/');
    rooms.set(room, (rooms.get(room) ?? 0) + count);
  }
  const inFolders = folderCircles(imports);
  const partLines = ([part, files]: [string, RegExp]): [string, number] => [
    part,
    lines(source.filter(({ name }) => files.test(name))),
  ];
  return {
    rooms,
    parts: new Map(Object.entries(optional).map(partLines)),
    longest: spans.slice(0, 10),
    figures: new Map<string, string | number>([
      ['source files', source.length],
      ['source lines', lines(source)],
      ['ladders, files', ladders.length],
      ['ladders, lines', lines(ladders)],
      ['style sheets, lines', lines(styles)],
      [SUM, lines([...source, ...ladders, ...styles])],
      ['tests, lines', lines(tests)],
      ['tests : code', (lines(tests) / lines(source)).toFixed(2)],
      [
        'lines of a file, median / p90 / max',
        at(
          source.map((file) => file.lines),
          0.5,
          0.9,
          1,
        ),
      ],
      ['characters a line', (sum(source.map(({ text }) => text.length)) / lines(source)).toFixed(1)],
      [
        'characters of a file, median',
        at(
          source.map(({ text }) => text.length),
          0.5,
        ),
      ],
      [
        'lines of a function, median / p90 / p99 / max',
        at(
          spans.map((one) => one.lines),
          0.5,
          0.9,
          0.99,
          1,
        ),
      ],
      ['functions over 100 lines', spans.filter((one) => one.lines > 100).length],
      ['comments, % of lines that are not empty', share(comments.length, written.length).toFixed(1)],
      ['circles of files: by value', stronglyConnected(imports.filter(({ only_types }) => !only_types)).length],
      ['circles of files: with types', stronglyConnected(imports).length],
      ['circles of folders', inFolders.length],
      ['… and their sizes', inFolders.map(({ folder, circle }) => `${folder} ${circle.length}`).join(', ')],
      ['width of a folder, median / max', at(widths(source), 0.5, 1)],
    ]),
  };
}

async function shell(command: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await run('sh', ['-ec', command, 'sh', ...args], { cwd: repository });
  if (code !== 0) throw new Error(err);
  return out;
}

/** Measures another revision, in a copy of its tree. */
async function measureRevision(revision: string): Promise<Measures> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-revision-'));
  try {
    await shell('git archive -o "$2/tree.tar" "$1"; tar -x -C "$2" -f "$2/tree.tar"', revision, folder);
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A table of Markdown; a cell that is missing is empty. */
function table(heads: readonly string[], rows: Iterable<readonly (string | number | undefined)[]>): void {
  console.log(`\n| ${heads.join(' | ')} |\n|---|${'--:|'.repeat(heads.length - 1)}`);
  for (const row of rows) console.log(`| ${row.map((cell) => cell?.toLocaleString('en') ?? '').join(' | ')} |`);
}

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const now = measure(repository);
const columns = since === undefined ? [now] : [await measureRevision(since), now];
const heads = since === undefined ? ['now'] : [since, 'now'];
const rowsOf = (pick: (of: Measures) => ReadonlyMap<string, string | number>) =>
  [...new Set(columns.flatMap((of) => [...pick(of).keys()]))].map((key) => [
    key,
    ...columns.map((of) => pick(of).get(key)),
  ]);

table(
  ['Measure', ...heads],
  rowsOf(({ figures }) => figures),
);
table(
  ['Room or package, lines', ...heads],
  rowsOf(({ rooms }) => rooms),
);
table(
  ['Optional part, lines', ...heads],
  rowsOf(({ parts }) => parts),
);
for (const [index, { longest }] of columns.entries())
  table(
    [`Longest functions, ${heads[index]}`, 'lines'],
    longest.map(({ name, lines }) => [name, lines]),
  );
if (since !== undefined) {
  const [before = 0, after = 0] = columns.map(({ figures }) => Number(figures.get(SUM)));
  console.log(
    `\n${SUM}: ${before.toLocaleString('en')} → ${after.toLocaleString('en')} (${after > before ? '+' : ''}${share(after - before, before).toFixed(1)} %)`,
  );
  const log = await shell('git log --no-merges --format=%s "$1..HEAD"', since);
  const subjects = log.split('\n').filter(Boolean);
  console.log(
    `Commits since: ${subjects.length}; characters of a subject, median / max: ${at(
      subjects.map((one) => one.length),
      0.5,
      1,
    )}`,
  );
}
