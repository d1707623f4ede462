import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { operatorName } from '../../../domain/desk.ts';
import { Fault } from '../../../domain/fault.ts';
import { hashOperatorToken, operatorTokenOf } from '../../../domain/operators/token.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import { insertOperator } from '../../../store/operators/operators.ts';
import { operation, operatorOf } from '../../operation.ts';

/** Makes a token for an operator, of which only the SHA-256 is stored (decision 103). Faults: conflict. */
export const addOperator = operation({
  name: 'add_operator',
  title: 'Add an operator',
  summary: 'Makes a token for an operator.',
  scope: 'operator',
  faults: ['invalid_request', 'conflict'],
  input: z.object({ name: operatorName }),
  output: z.object({
    name: operatorName,
    token: z.string().describe('Shown only here; the service keeps its SHA-256'),
    created_at: timestamp,
  }),
  http: [
    {
      method: 'POST',
      path: '/api/desk/operators',
      status: 201,
      fields: 'body',
      guidance: 'Shows the token once. It works at once on every node.',
    },
  ],
  async handler(ctx, { name }, caller) {
    if (ctx.settings.OPERATOR_TOKENS.some((row) => row.name === name))
      throw new Fault('conflict', `${name} is an operator by the setting OPERATOR_TOKENS; choose another name.`);
    const operator = operatorOf(caller);
    const created_at = ctx.now().toISOString();
    const token = operatorTokenOf(ctx.random(32));
    const row = { name, token_hash: hashOperatorToken(token), created_at, created_by: operator, last_used_at: null };
    await ctx.store.transaction(async (tx) => {
      if (!(await insertOperator(tx, row)))
        throw new Fault('conflict', `There is already an operator ${name}; remove that one first for a new token.`);
      const action = { action_id: ctx.newId('act'), operator, action: 'add_operator' };
      await insertAction(tx, { ...action, subject_id: name, detail: {}, at: created_at });
    });
    return { body: { name, token, created_at } };
  },
});
