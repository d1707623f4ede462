import { Refusal } from '@readymark/rubric/refusal';
import { operatorName } from '../../domain/desk.ts';
import { hashOperatorToken, operatorTokenOf } from '../../domain/operators/token.ts';
import type { Cli, Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions } from '../desk.ts';
import { line } from '../output.ts';

export function addOperator(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { printOnly: boolean }>(
      'operator add',
      'create a token with which an operator can use the desk over HTTP; it is valid at once',
      ['operator add ada', 'operator add grace --url https://readymark.example --token-file token'],
      async (cli, output, { printOnly, ...desk }, args) => {
        const name = args[0] ?? '';
        if (printOnly) {
          const printed = await settingWith(cli, name);
          output.result(printed, () => [
            line`Token of ${name}, shown only now: ${printed.token}`,
            'Set this on the server and restart it:',
            `OPERATOR_TOKENS=${printed.operator_tokens}`,
          ]);
          return 0;
        }
        const { addOperator: add } = await import('../../operations/desk/operators/add-operator.ts');
        const made = await callDesk(cli, desk, add, { name });
        output.result(made, () => [line`Token of ${made.name}, shown only now: ${made.token}`]);
        return 0;
      },
    )
      .argument('<name>', 'name of the operator')
      .option('--print-only', 'store nothing, and print a value of OPERATOR_TOKENS instead; needs no database', false),
  );

  addDeskOptions(
    define<DeskOptions>(
      'operator list',
      'list who may use the desk over HTTP, since when, and when they last did',
      ['operator list'],
      async (cli, output, desk) => {
        const { listOperators } = await import('../../operations/desk/operators/list-operators.ts');
        const body = await callDesk(cli, desk, listOperators, {});
        output.result(body, () => [
          ...body.operators.map(({ name, from, created_at, created_by, last_used_at }) =>
            from === 'setting'
              ? line`${output.colour.bold(name)}  in the setting OPERATOR_TOKENS`
              : line`${output.colour.bold(name)}  since ${created_at ?? ''} by ${created_by ?? ''}, ${last_used_at === null ? 'never used' : `last used ${last_used_at}`}`,
          ),
          `${body.operators.length} listed.`,
        ]);
        return 0;
      },
    ),
  );

  addDeskOptions(
    define<DeskOptions>(
      'operator remove',
      'revoke the access of an operator to the desk, at once on every node',
      ['operator remove ada'],
      async (cli, output, desk, args) => {
        const { removeOperator } = await import('../../operations/desk/operators/remove-operator.ts');
        const body = await callDesk(cli, desk, removeOperator, { name: args[0] ?? '' });
        output.result(body, () => [
          line`${output.colour.green('removed')} ${body.name}`,
          ...(body.still_set ? [`The setting OPERATOR_TOKENS names one too, whose token still works.`] : []),
        ]);
        return 0;
      },
    ).argument('<name>', 'name of the operator'),
  );
}

/** A token, and the setting of this environment with its SHA-256 added, for a start without a database (decision 103). */
async function settingWith(cli: Cli, name: string): Promise<{ name: string; token: string; operator_tokens: string }> {
  const read = operatorName.safeParse(name);
  if (!read.success) throw new Refusal(`The name of an operator ${read.error.issues[0]?.message ?? 'is not valid'}.`);
  const known = cli.settings().OPERATOR_TOKENS;
  if (known.some((row) => row.name === name))
    throw new Refusal(`There is already an operator ${name}; remove it from OPERATOR_TOKENS first.`);
  const token = operatorTokenOf(await cli.random(32));
  const rows = [...known, { name, sha256: hashOperatorToken(token) }];
  return { name, token, operator_tokens: rows.map((row) => `${row.name}:${row.sha256}`).join(',') };
}
