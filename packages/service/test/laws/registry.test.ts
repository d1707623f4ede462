import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { filesOf, importsOf, type ProjectFile, packageOf, read, root, sources } from '../../../../test/laws/project.ts';
import { runCommand } from '../../src/cli/program.ts';
import { agentScopes } from '../../src/domain/agent.ts';
import { deskActions } from '../../src/domain/desk/actions.ts';
import { faults } from '../../src/domain/fault.ts';
import { noticeKinds } from '../../src/domain/notice.ts';
import { features } from '../../src/features.ts';
import { descriptionOf, onlyReads } from '../../src/operations/operation.ts';
import { readSettings, settingsTable } from '../../src/settings.ts';
import { operations } from '../world/site.ts';

/** Laws over data: the registry of operations, the settings, the faults, the commands, and the documents that list them. */

describe('every operation', () => {
  test('has a name of its own, a title and a summary; each way to call it says more', () => {
    assert.equal(new Set(operations.map(({ name }) => name)).size, operations.length);
    for (const operation of operations) {
      const { name, title, summary } = operation;
      assert.match(name, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(title.length > 3, `${name} has a title`);
      assert.match(summary, /^[A-Z].*\.$/, `${name} has a one-sentence summary`);
      const { http, tool } = operation;
      for (const door of [...http, ...(tool ? [tool] : [])]) {
        const said = descriptionOf(operation, door, readSettings({}));
        assert.ok(said.length > (door.summary ?? summary).length + 20, `${name} is described: ${said}`);
      }
    }
  });

  test('is in a file of its name', () => {
    for (const { name, scope } of operations) {
      const file = `${name.replaceAll('_', '-')}.ts`;
      const where =
        scope === 'operator'
          ? '{operations/desk{,/*},features/*/operations}'
          : '{operations/agent,features/*/operations}';
      const found = globSync(`packages/service/src/${where}/${file}`, { cwd: root });
      assert.equal(found.length, 1, `${name} should be in packages/service/src/${where}/${file}`);
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
    const addresses = operations.flatMap(({ http }) =>
      http.map(({ method, path, when = '' }) => `${method} ${path}?${when}`),
    );
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

describe('the log of the desk', () => {
  test('has a sentence for every operation of the desk that changes something, and for no other', () => {
    const changing = operations.filter((operation) => operation.scope === 'operator' && !onlyReads(operation));
    // What is typed and not saved is no deed of anybody (decision 121).
    const names = changing.map(({ name }) => name).filter((name) => name !== 'keep_typed');
    assert.deepEqual(Object.keys(deskActions).sort(), [...names, 'sign_in', 'sign_out'].sort());
  });

  test('has one for every action that is written', () => {
    const written = filesOf('packages/service/src/operations', '.ts').flatMap(({ text }) => {
      // What an operation changes with `change`, or hands on as `desk`, is recorded under its own name.
      const changes = /= deskOperation\(/.test(text) && /\bchange\(|\(ctx, (?:[\w.]+, )?desk\b/.test(text);
      const [, own] = (changes && /^ {2}name: '(\w+)'/m.exec(text)) || [];
      return [...[...text.matchAll(/\baction: '(\w+)'/g)].map(([, action]) => action ?? ''), ...(own ? [own] : [])];
    });
    assert.ok(written.length >= 13, `only ${written.length} were found`);
    for (const action of written)
      assert.ok(action in deskActions, `${action} needs a sentence in packages/service/src/domain/desk/actions.ts`);
  });
});

test('every kind of letter is enqueued by something', () => {
  const enqueuing = [
    ...filesOf('packages/service/src/operations', '.ts'),
    ...filesOf('packages/service/src/features', '.ts'),
    ...filesOf('packages/service/src/store', '.ts'),
  ]
    .filter(({ name, text }) => !name.endsWith('.test.ts') && /\b(insertNotice|insertFanouts|enqueue\w+)\(/.test(text))
    // A union of types names kinds that nobody may write.
    .map(({ text }) => text.replaceAll(/^ +\| \{.*$/gm, ''));
  for (const kind of noticeKinds)
    assert.ok(
      enqueuing.some((text) => new RegExp(`(kind: |[?:] )'${kind}'`).test(text)),
      `${kind}: nothing writes a notice of this kind (operations/outbox/enqueue.ts)`,
    );
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

  test('lists every command, and nothing else; the help of each says what its options are', async () => {
    const help = async (...args: string[]) => {
      let text = '';
      const stream = new Writable({
        write(chunk, _encoding, done) {
          text += String(chunk);
          done();
        },
      });
      const open = () => assert.fail('help opens no context');
      await runCommand([...args, '--help'], open, { out: stream, err: stream }, new AbortController().signal, {
        features,
      });
      return text;
    };
    const named = (text: string) =>
      [...(text.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([\w-]+) /gm)].map(
        ([, name]) => name ?? '',
      );
    /** What a command or group says of itself: the paragraph below its usage, on one line. */
    const about = (text: string) => text.split('\n\n')[1]?.replaceAll('\n', ' ') ?? '';
    const commands: string[] = [];
    const described: string[] = [];
    for (const name of named(await help()).filter((name) => name !== 'help')) {
      const text = await help(name);
      const below = named(text).filter((name) => name !== 'help');
      // A group of commands may be a command itself: then its usage names an argument.
      if (!below.length || /^Usage: .*[<[](?!options|command)/m.test(text)) commands.push(name);
      commands.push(...below.map((sub) => `${name} ${sub}`));
      assert.match(about(text), /\w \w/, `the group ${name} has no description (packages/service/src/cli/program.ts)`);
    }
    for (const command of commands) {
      const text = await help(...command.split(' '));
      described.push(about(text));
      assert.ok(text.startsWith(`Usage: readymark ${command} `), text);
      for (const [option] of text.matchAll(/^ {2}-.*$/gm))
        assert.match(option, /\S {2,}[a-z]/, `${command}: ${option}`);
      assert.doesNotMatch(text, /undefined|NaN/, command);
    }
    const listed = rows('Commands').map(([usage = '']) => usage.replaceAll('`', '').replace(/ [<[].*$/, ''));
    assert.deepEqual(listed, commands);
    for (const [at, [usage, says = '']] of rows('Commands').entries())
      assert.equal(says.slice(0, described[at]?.length), described[at], `${usage} and its --help`);
    assert.ok(!described.some((words) => /\S {2}/.test(words)), 'two blanks in a description');
  });
});

describe('package.json', () => {
  type Package = Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>>;
  const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as Package;

  test('has every script that the documents and CI name', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'bench/README.md', '.ci/run'];
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short ?? ''),
    );
    assert.ok(named.includes('start') && named.includes('test'));
    for (const script of named) assert.ok(script in scripts, `there is no npm script ${script}`);
  });

  test('has the packages of the table in ARCHITECTURE.md, each used in the rooms that the table names', () => {
    const section = read('ARCHITECTURE.md').split(/^## Dependencies.*\n/m)[1] ?? '';
    const table = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
      .map(([, packages = '', rooms = '']) => ({ packages: packages.trim().split(', '), rooms: rooms.trim() }))
      .filter(({ packages: [first = ''] }) => first !== 'Package' && !/^-+$/.test(first));
    assert.deepEqual(table.flatMap(({ packages }) => packages).sort(), Object.keys(dependencies).sort());
    for (const { packages, rooms } of table)
      for (const name of packages)
        if (rooms !== 'all' && rooms !== '–') assert.deepEqual(roomsWith(name), rooms.split(', '), name);
  });

  test('has the packages for tests that ARCHITECTURE.md names', () => {
    const [, list = ''] = /ests and checks only: ([\s\S]*?)\.\n/.exec(read('ARCHITECTURE.md')) ?? [];
    const named = list.replaceAll(/\([^)]*\)/g, '').split(/[·,]/);
    const packages = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
    assert.deepEqual(named.map((name) => name.trim()).sort(), packages.sort());
  });
});

/** The packages, and the rooms of the service, that import a package of npm. */
function roomsWith(dependency: string): string[] {
  const using = sources.filter((file) =>
    importsOf(file).some(({ from }) => from === dependency || from.startsWith(`${dependency}/`)),
  );
  const room = ({ name }: ProjectFile) =>
    packageOf(name) === 'service'
      ? (/\/src\/(doors\/\w+|\w+)/.exec(
          name.replace(/features\/[\w-]+\/(http\/)?/, (_, http) => (http ? 'doors/http/' : '')),
        )?.[1] ?? '')
      : (packageOf(name) ?? '');
  return [...new Set(using.map(room))].sort();
}
