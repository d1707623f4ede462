import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run library -- NAME…` (rubric, auditor, tlog, verify): makes `packages/NAME/dist`, a package of its own with JavaScript
 * and declarations, for `npm pack` or `npm publish`. It is used without the service.
 */
const root = join(import.meta.dirname, '..');
type Manifest = { exports: Record<string, string>; bin?: Record<string, string>; [name: string]: unknown };

for (const name of process.argv.slice(2)) {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json')) || name === 'service') throw new Error(`There is no library ${name}.`);
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const {
    private: _,
    scripts,
    exports: __,
    bin = {},
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const compiled = existsSync(join(folder, 'src'));
  if (compiled) compile(folder, dist);
  // What the code reads, and what people read.
  const beside = ['README.md', 'rubrics', 'verify.js', 'example.ts', ...globSync('src/**/*.json', { cwd: folder })];
  for (const one of beside.filter((one) => existsSync(join(folder, one))))
    cpSync(join(folder, one), join(dist, one), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
  const published = compiled
    ? { './*': { types: './src/*.d.ts', default: './src/*.js' } }
    : { '.': { types: './verify.d.ts', default: './verify.js' } };
  if (!compiled) declare(join(folder, 'verify.js'), dist);
  const commands = Object.entries(bin).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]);
  const published_manifest = { ...manifest, bin: Object.fromEntries(commands), exports: published };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published_manifest, null, 2)}\n`);
}

/** The types of a file of JavaScript, from its comments. */
function declare(file: string, dist: string): void {
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--allowJs',
    '--ignoreConfig',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom',
  ];
  execFileSync('tsc', [file, ...options, '--outDir', dist], { stdio: 'inherit' });
}

function compile(folder: string, dist: string): void {
  const config = join(dist, 'tsconfig.json');
  const options = {
    ...{ noEmit: false, declaration: true, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: true },
    ...{ rootDir: folder, outDir: dist },
  };
  const written = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: options,
    include: [join(folder, 'src')],
    exclude: [join(folder, '**/*.test.ts')],
  };
  writeFileSync(config, JSON.stringify(written));
  execFileSync('tsc', ['--project', config], { stdio: 'inherit' });
  rmSync(config);
}
