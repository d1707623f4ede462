import { z } from 'zod';
import { operatorName } from '../../../domain/desk.ts';
import { Fault } from '../../../domain/fault.ts';
import { deleteOperator } from '../../../store/operators/operators.ts';
import { deleteSessionsOf } from '../../../store/operators/sessions.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * Removes an operator: the next call with the token is refused, on every node, and sessions at the desk end (decision 119).
 * What was done under the name stays recorded (decision 103). Faults: not_found; conflict for one of the setting.
 */
export const removeOperator = deskOperation({
  name: 'remove_operator',
  title: 'Remove an operator',
  summary: 'Takes the desk away from an operator.',
  path: 'DELETE /api/desk/operators/{name}',
  guidance: 'The token is refused at once, on every node.',
  faults: ['not_found', 'conflict'],
  input: z.object({ name: operatorName }),
  output: z.object({
    name: operatorName,
    removed: z.literal(true),
    still_set: z.boolean().describe('Whether OPERATOR_TOKENS names one too, whose token goes on to work'),
  }),
  async handler(ctx, { name }, { change }) {
    await change(async (tx, { record }) => {
      const token_hash = await deleteOperator(tx, name);
      if (token_hash === undefined) throw unknownOperator(ctx.settings.OPERATOR_TOKENS, name);
      await deleteSessionsOf(tx, token_hash);
      await record(name);
    });
    const still_set = ctx.settings.OPERATOR_TOKENS.some((row) => row.name === name);
    return { name, removed: true as const, still_set };
  },
});

function unknownOperator(set: readonly { name: string }[], name: string): Fault {
  return set.some((row) => row.name === name)
    ? new Fault('conflict', `${name} is an operator by the setting OPERATOR_TOKENS; take it out there, on every node.`)
    : new Fault('not_found', 'There is no operator of this name.');
}
