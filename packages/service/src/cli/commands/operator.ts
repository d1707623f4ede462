import { Refusal } from '@readymark/rubric/refusal';
import type { Cli, Define } from '../define.ts';
import { deskCommand, listed } from '../desk/desk-command.ts';
import { line } from '../output.ts';

export function addOperator(define: Define): void {
  deskCommand(define, {
    usage: 'operator add <name>',
    does: 'create a token with which an operator can use the desk over HTTP; it is valid at once',
    examples: ['operator add ada', 'operator add grace --url https://readymark.example --token-file token'],
    operation: async () => (await import('../../operations/desk/operators/add-operator.ts')).addOperator,
    args: ['name'],
    async run({ cli, output, input, options, call }) {
      if (options.printOnly === true) {
        const printed = await settingWith(cli, input.name);
        output.result(printed, () => [
          line`Token of ${input.name}, shown only now: ${printed.token}`,
          'Set this on the server and restart it:',
          `OPERATOR_TOKENS=${printed.operator_tokens}`,
        ]);
      } else {
        const made = await call(input);
        output.result(made, () => [line`Token of ${made.name}, shown only now: ${made.token}`]);
      }
      return 0;
    },
  }).option('--print-only', 'store nothing, and print a value of OPERATOR_TOKENS instead; needs no database', false);
  deskCommand(define, {
    usage: 'operator list',
    does: 'list who may use the desk over HTTP, since when, and when they last used it',
    examples: ['operator list'],
    operation: async () => (await import('../../operations/desk/operators/list-operators.ts')).listOperators,
    lines: ({ operators }, { colour }) =>
      listed(
        operators.map(({ name, from, created_at, created_by, last_used_at }) =>
          from === 'setting'
            ? line`${colour.bold(name)}  in the setting OPERATOR_TOKENS`
            : line`${colour.bold(name)}  since ${created_at ?? ''} by ${created_by ?? ''}, ${last_used_at === null ? 'never used' : `last used ${last_used_at}`}`,
        ),
      ),
  });
  deskCommand(define, {
    usage: 'operator remove <name>',
    does: 'revoke the access of an operator to the desk, at once on every node',
    examples: ['operator remove ada'],
    operation: async () => (await import('../../operations/desk/operators/remove-operator.ts')).removeOperator,
    args: ['name'],
    lines: ({ name, still_set }, { colour }) => [
      line`${colour.green('removed')} ${name}`,
      ...(still_set ? ['The setting OPERATOR_TOKENS names one too, whose token still works.'] : []),
    ],
  });
}

/** A token, and the setting of this environment with its SHA-256 added, for a start without a database (decision 103). */
async function settingWith(cli: Cli, name: string): Promise<{ name: string; token: string; operator_tokens: string }> {
  const { operatorName } = await import('../../domain/desk.ts');
  const { hashOperatorToken, operatorTokenOf } = await import('../../domain/operators/token.ts');
  const read = operatorName.safeParse(name);
  if (!read.success) throw new Refusal(`The name of an operator ${read.error.issues[0]?.message ?? 'is not valid'}.`);
  const known = cli.settings().OPERATOR_TOKENS;
  if (known.some((row) => row.name === name))
    throw new Refusal(`There is already an operator ${name}; remove it from OPERATOR_TOKENS first.`);
  const token = operatorTokenOf(await cli.random(32));
  const rows = [...known, { name, sha256: hashOperatorToken(token) }];
  return { name, token, operator_tokens: rows.map((row) => `${row.name}:${row.sha256}`).join(',') };
}
