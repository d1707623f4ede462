import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertNoCycle, filesOf, importsOf, packageOf, packages, read, sources } from './project.ts';

/** Laws over the files and imports of all packages (ARCHITECTURE.md). Each package has laws of its own in `test/laws/`. */
const files = packages.flatMap((name) => filesOf(`packages/${name}`, '.ts'));
type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}package.json`));
const dependenciesOf = (folder: string) => Object.keys(manifestOf(folder).dependencies ?? {});

/** Which packages of the workspace a package may import. */
const below: Readonly<Record<string, readonly string[]>> = {
  rubric: [],
  tlog: [],
  verify: [],
  auditor: ['rubric'],
  service: ['auditor', 'rubric', 'tlog', 'verify'],
};

describe('the walls between packages', () => {
  test('a package imports only those below it, and names them as others do', () => {
    assert.deepEqual(Object.keys(below).sort(), packages);
    for (const { name, text } of sources) {
      const here = packageOf(name) ?? '';
      for (const { from } of importsOf({ name, text })) {
        const there = packageOf(from);
        if (there === undefined || there === here) continue;
        assert.ok(below[here]?.includes(there), `${name} imports ${from}, which its package may not`);
      }
      assert.doesNotMatch(
        text,
        /from '(\.\.\/)+(rubric|tlog|verify|auditor|service)\/src\//,
        `${name} names a path into another package`,
      );
    }
  });

  test('what a package imports is among its dependencies, and each dependency is used', () => {
    for (const one of packages) {
      const used = new Set(
        sources
          .filter(({ name }) => packageOf(name) === one)
          .flatMap((file) => importsOf(file).map(({ from }) => from))
          .filter((from) => !/^node:|^packages\/|\.json$/.test(from))
          .map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? ''),
      );
      const own = sources.filter(({ name }) => packageOf(name) === one);
      for (const name of below[one] ?? [])
        if (own.some((file) => importsOf(file).some(({ from }) => packageOf(from) === name)))
          used.add(`@readymark/${name}`);
      // A font, which is read as a file.
      const read_as_files = one === 'service' ? ['@fontsource/inter'] : [];
      assert.deepEqual(dependenciesOf(`packages/${one}/`).sort(), [...used, ...read_as_files].sort(), one);
    }
  });

  test('the package that npm pack makes has the dependencies of all packages, in the same versions', () => {
    const all = packages.flatMap((one) => Object.entries(manifestOf(`packages/${one}/`).dependencies ?? {}));
    const outside = all.filter(([name]) => !name.startsWith('@readymark/'));
    assert.deepEqual(manifestOf('').dependencies, Object.fromEntries(outside.sort(([a], [b]) => (a < b ? -1 : 1))));
  });
});

test('only the guard of the auditor opens outgoing connections, besides mail, the store and an operator’s command', () => {
  // What opens none: servers, texts, types.
  const harmless = /^(type \w+|createServer|STATUS_CODES|isIP|isIPv4|isIPv6)$/;
  const collector = 'packages/auditor/src/collect/';
  const verify = 'packages/verify/verify.js';
  for (const file of sources) {
    const { name, text } = file;
    const imports = [...text.matchAll(/^import (type )?(.+?) from '(?:node:)?([\w@/.-]+)';$/gm)];
    for (const [, type, list = '', from = ''] of imports) {
      if (type || name.startsWith(`${collector}guard/`)) continue;
      assert.notEqual(from, 'undici', `${name} imports undici`);
      if (!/^(http|https|http2|net|tls|dns|dgram|child_process)(\/|$)/.test(from)) continue;
      for (const one of list.replace(/^\{|\}$/g, '').split(','))
        assert.match(one.trim(), harmless, `${name} imports ${one} from ${from}`);
    }
    assert.doesNotMatch(text, /globalThis\.fetch\(|new (WebSocket|EventSource)\(|\bimport\('node:/, name);
    // What an address that a person gave is for: the log that a command reads, its witnesses (decision 149), and blobs (decision 206).
    if (importsOf(file).some(({ from }) => from.endsWith('/guard/given-address.ts')))
      assert.match(
        name,
        /^packages\/service\/src\/(cli\/public-log\/log-place|operations\/public-log\/witness|store\/blobs\/s3\/bucket)\.ts$/,
        name,
      );
    // These open connections themselves: one is given the fetch of the guard, the other an operator's endpoint.
    if (/^import .* from '@modelcontextprotocol\/client/m.test(text)) assert.match(text, /guardedFetch/, name);
    if (/^import .* from '(ai|@ai-sdk\/.+)'/m.test(text)) assert.match(name, /^packages\/auditor\/src\/assist\//);
    // For readers elsewhere, who have no guard: nothing of ours reads with it.
    if (name === verify) continue;
    for (const { from, names } of importsOf(file))
      assert.ok(from !== verify || !(names.includes('reading') || names.includes('*')), name);
    // In the collector, `fetch` is that of the guard.
    if (!name.startsWith(collector) && name !== 'packages/service/src/cli/desk/desk-remote.ts')
      assert.doesNotMatch(text, /(?<![.\w])fetch\(/, `${name} fetches`);
  }
});

test('there is no import cycle, not even among types', () => assertNoCycle(sources));

test('TypeScript is named in imports only: a package has JavaScript in its place', () => {
  for (const { name, text } of sources) {
    const code = text
      .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .replaceAll(/(\bfrom |\bimport\(|\bdeclare module )'[^']+'/g, '');
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

test('no default export, no file over 400 lines without a reason, no `.only` test', (t) => {
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /^export default/m, `${name} has a default export`);
    const lines = text.split('\n').length;
    if (!/\.test\.ts$|\/test\//.test(name) && lines > 250) {
      t.diagnostic(`warning: ${name} has ${lines} lines`);
      assert.ok(
        lines <= 400 || /^\/\/ Over 400 lines because /m.test(text),
        `${name} has ${lines} lines and no reason`,
      );
    }
    assert.doesNotMatch(text, /\b(test|it|describe)\.only\(/, `${name} contains a test with .only`);
  }
});

test('comments cite the spec, decisions and public documents, never how the code came about', () => {
  for (const { name, text } of files)
    assert.doesNotMatch(text, /\bissue \d|\bstandards [\d.]+|\b(TODO|FIXME|XXX)\b/, name);
});
