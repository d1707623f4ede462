import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * No command that we advise has a secret among its arguments, where every user of the machine can read it: addresses of
 * databases, keys and tokens come from the environment or from files (decision 52).
 */
const root = join(import.meta.dirname, '../../../..');
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** Builtins of the shell, which are not processes and so have no arguments to see. */
const builtin = /^(export|printf|echo|read|\w+=)/;
const secret =
  /\$\{?(DATABASE_URL|TARGET_DATABASE_URL|SMTP_URL|OPERATOR_TOKEN|KEY|TOKEN)\b|\$\(cat [^)]*token|:\/\/[^/\s"']*:[^/\s"']+@/;

/** The commands of the shell blocks of a document, each on one line. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split(/\n|&&|\|\|?|;| \|/)
      .map((command) => command.trim())
      .filter((command) => command !== '' && !command.startsWith('#')),
  );
}

test('the documents advise no command with a secret among its arguments', () => {
  const commands = documents.flatMap((name) =>
    commandsOf(readFileSync(join(root, name), 'utf8')).map((command) => ({ name, command })),
  );
  assert.ok(commands.length > 30, `only ${commands.length} commands were found`);
  for (const { name, command } of commands) {
    // What precedes a command as NAME=value is its environment, not an argument.
    const args = command.replace(/^(\w+=("[^"]*"|'[^']*'|\$\([^)]*\)|\S*)\s+)+(?=\S)/, '');
    if (!builtin.test(args)) assert.doesNotMatch(args, secret, `${name}: ${command}`);
  }
});

test('the command line advises no command with a secret among its arguments', () => {
  const folder = join(root, 'packages/service/src/cli');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.doesNotMatch(text, /"\$\w*URL"|postgres:\/\/\w+:\w+@/, name);
  }
});
