import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, importsOf } from './project.ts';

test('every export is imported by another file', () => {
  const files = ['packages', 'test', 'bench'].flatMap((folder) => filesOf(folder, '.ts'));
  const imported = new Set(
    [...files, ...filesOf('bin', '.js')].flatMap((file) =>
      importsOf(file).flatMap(({ from, names }) => names.map((name) => `${from} ${name}`)),
    ),
  );
  const unused = files
    // Kysely calls what a migration exports, and bench/hold.ts the section of each file of its folder.
    .filter(({ name }) => !/^(packages\/service\/migrations|bench\/hold)\//.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|type|interface|class|let) (\w+)/gm)]
        .map(([, exported = '']) => `${name} ${exported}`)
        .filter((one) => !imported.has(one) && !imported.has(`${name} *`))
        // A closed world reads these from the files of hosts that it is given (test/world/closed-world.ts).
        .filter((one) => !(/^export const hosts\b/m.test(text) && / (hosts|addresses|listeners|names)$/.test(one))),
    );
  assert.deepEqual(unused, []);
});
