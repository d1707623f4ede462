import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Command, Help } from 'commander';
import { z } from 'zod';
import { deskOperation } from '../../operations/desk-operation.ts';
import type { Define } from '../define.ts';
import { deskCommand } from './desk-command.ts';

/** An operation with a field of every kind. */
const everything = deskOperation({
  name: 'make_things',
  title: 'Make things',
  summary: 'Makes things.',
  path: 'POST /api/desk/audits/{slug}/things',
  guidance: 'None.',
  input: z.object({
    slug: z.string(),
    outcome: z.enum(['kept', 'lost']),
    reason: z.string().trim().min(1).describe('Why. Everybody can read it.'),
    older_than_days: z.int().min(0).max(30).optional().describe('Only older ones'),
    on: z.string().nullable().default(null).describe('Day of the thing'),
    state: z.enum(['open', 'all']).default('open').describe('Which'),
    again: z.boolean().default(false).describe('Whether to make them again'),
    tags: z.array(z.string()).default([]).describe('Names'),
    limit: z.int().min(1).max(5_000).default(50),
    hidden: z.boolean().default(false),
  }),
  output: z.object({}),
  handler: async () => ({}),
});

let added: Promise<void>[] = [];
let loaded = 0;
const define: Define = (name, description, _examples, _action, more) => {
  if (more) added.push(more());
  return new Command(name)
    .description(description)
    .exitOverride()
    .configureOutput({ writeErr() {} });
};

async function made(): Promise<Command> {
  added = [];
  const command = deskCommand(define, {
    usage: 'make <slug> <outcome>',
    does: 'make things',
    examples: [],
    operation: async () => {
      loaded++;
      return everything;
    },
    args: ['slug', 'outcome'],
    flags: { older_than_days: '--older-than <days>', on: '--on <day>', hidden: false },
  });
  await Promise.all(added);
  return command;
}

let command: Command;
before(async () => {
  command = await made();
});

test('options follow from the schema: names, kinds, defaults and what is said of them', () => {
  const help = new Help();
  const described = command.options.map((option) => [option.flags, help.optionDescription(option), option.mandatory]);
  assert.deepEqual(described.slice(2), [
    ['--reason <text>', 'why. Everybody can read it', true],
    ['--older-than <days>', 'only older ones', false],
    ['--on <day>', 'day of the thing', false],
    ['--state <state>', 'which (choices: "open", "all", default: "open")', false],
    ['--again', 'make them again (default: false)', false],
    ['--tags <text>', 'names; can be repeated (default: [])', false],
    ['--limit <count>', 'maximum number, 1 to 5,000 (default: 50)', false],
  ]);
  assert.deepEqual(
    described.slice(0, 2).map(([flags]) => flags),
    ['--url <address>', '--token-file <file>'],
  );
});

test('values are read as their fields need them', async () => {
  const given = ['--reason', 'so', '--older-than', '3', '--on', '2026-11-20', '--tags', 'a', '--tags', 'b', '--again'];
  const parsed = (await made()).action(() => {}).parse(['acme', 'kept', ...given], { from: 'user' });
  assert.deepEqual(parsed.opts(), {
    ...{ reason: 'so', olderThan: 3, on: '2026-11-20', tags: ['a', 'b'], again: true },
    ...{ state: 'open', limit: 50 },
  });
});

test('what a field cannot have is wrong usage', async () => {
  const right = ['acme', 'kept', '--reason', 'so'];
  for (const wrong of [
    ['acme', 'kept'],
    ['acme', 'gone', '--reason', 'so'],
    [...right, '--older-than', '31'],
    [...right, '--limit', 'x'],
    [...right, '--on', 'Monday'],
    [...right, '--state', 'none'],
    [...right, '--hidden'],
  ]) {
    const one = (await made()).action(() => {});
    assert.throws(() => one.parse(wrong, { from: 'user' }), { name: 'CommanderError' }, wrong.join(' '));
  }
});

test('the operation is loaded only when what follows from it is asked for', async () => {
  loaded = 0;
  const lazy: Define = (name) => new Command(name);
  deskCommand(lazy, {
    usage: 'make',
    does: 'make',
    examples: [],
    operation: async () => {
      loaded++;
      return everything;
    },
  });
  assert.equal(loaded, 0);
});
