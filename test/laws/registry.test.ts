import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { runCommand } from '../../src/cli/program.ts';
import { agentScopes } from '../../src/domain/agent.ts';
import { faults } from '../../src/domain/fault.ts';
import { operations } from '../../src/operations/index.ts';
import { descriptionOf } from '../../src/operations/operation.ts';
import { readSettings, settingsTable } from '../../src/settings.ts';

/** Laws over data: the registry of operations, the settings, the faults, the commands, and the pages that list them. */
const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('every operation', () => {
  test('has a name of its own, a title, a summary and a description', () => {
    assert.equal(new Set(operations.map(({ name }) => name)).size, operations.length);
    for (const operation of operations) {
      const { name, title, summary } = operation;
      assert.match(name, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(title.length > 3, `${name} has a title`);
      assert.match(summary, /^[A-Z].*\.$/, `${name} has a one-sentence summary`);
      assert.ok(descriptionOf(operation, readSettings({})).length > 20, `${name} is described`);
    }
  });

  test('is in a file of its name', () => {
    for (const { name, scope } of operations) {
      const file = `src/operations/${scope === 'operator' ? 'desk' : 'agent'}/${name.replaceAll('_', '-')}.ts`;
      assert.ok(existsSync(join(root, file)), `${name} should be in ${file}`);
    }
  });

  test('has decided on a scope, and only the desk has the one of operators', () => {
    for (const { name, scope, http } of operations) {
      assert.ok(scope === null || scope === 'operator' || agentScopes.includes(scope), name);
      for (const { path } of http) assert.equal(path.startsWith('/api/desk/'), scope === 'operator', `${name} ${path}`);
    }
  });

  test('names only faults of the table, and those it can have', () => {
    for (const operation of operations)
      for (const code of operation.faults) assert.ok(code in faults, `${operation.name} ${code}`);
  });

  test('has schemas that become JSON Schema, and an address of its own', () => {
    const addresses = operations.flatMap(({ http }) => http.map(({ method, path }) => `${method} ${path}`));
    assert.equal(new Set(addresses).size, addresses.length);
    for (const { name, input, output, http } of operations) {
      assert.ok(http.length > 0, `${name} has an address`);
      z.toJSONSchema(input, { io: 'input' });
      z.toJSONSchema(output, { io: 'output' });
    }
  });
});

test('no desk operation is a tool', () => {
  for (const { name, scope, tool } of operations) if (scope === 'operator') assert.equal(tool, undefined, name);
});

describe('docs/reference.md', () => {
  /** Rows of the table under a heading, as cells. */
  const rows = (heading: string) =>
    (read('docs/reference.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .slice(2, -2)
          .split(' | ')
          .map((cell) => cell.trim()),
      );

  test('lists every setting with its default and meaning, and nothing else', () => {
    const settings = Object.entries(settingsTable).map(([name, row]) => [
      `\`${name}\``,
      row.default === '' ? 'unset' : `\`${row.default}\``,
      row.unit,
      row.help.replaceAll('|', '\\|'),
    ]);
    assert.deepEqual(rows('Settings'), settings);
  });

  test('lists every error code with status, title and remedy, and nothing else', () => {
    const codes = Object.entries(faults).map(([code, row]) => [
      `\`${code}\``,
      String(row.status),
      row.title,
      row.remedy,
    ]);
    assert.deepEqual(rows('Errors'), codes);
  });

  test('lists every command, and nothing else', async () => {
    const help = async (...args: string[]) => {
      let text = '';
      const stream = new Writable({
        write(chunk, _encoding, done) {
          text += String(chunk);
          done();
        },
      });
      const open = () => assert.fail('help opens no context');
      await runCommand([...args, '--help'], open, { out: stream, err: stream }, new AbortController().signal);
      return text;
    };
    const named = (text: string) =>
      [...(text.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+) /gm)].map(
        ([, name]) => name ?? '',
      );
    const commands: string[] = [];
    for (const name of named(await help()).filter((name) => name !== 'help')) {
      const below = named(await help(name)).filter((name) => name !== 'help');
      commands.push(...(below.length ? below.map((sub) => `${name} ${sub}`) : [name]));
    }
    const listed = rows('Commands').map(([usage = '']) => usage.replaceAll('`', '').replace(/ <.*$/, ''));
    assert.deepEqual(listed, commands);
  });
});

test('the README names its two commands, and CI calls the one for tests', () => {
  assert.match(read('README.md'), /^npm ci && npm start$/m);
  assert.match(read('README.md'), /^npm ci && npm test$/m);
  assert.deepEqual(
    read('.ci/run')
      .split('\n')
      .filter((line) => line.startsWith('npm ')),
    ['npm ci', 'npm test'],
  );
});

test('ARCHITECTURE.md gives a reason for every dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const text = read('ARCHITECTURE.md');
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    if (!name.startsWith('@types/')) assert.ok(text.includes(name), `${name} is not explained`);
});
