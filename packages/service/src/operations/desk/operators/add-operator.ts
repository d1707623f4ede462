import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { operatorName } from '../../../domain/desk.ts';
import { Fault } from '../../../domain/fault.ts';
import { hashOperatorToken, operatorTokenOf } from '../../../domain/operators/token.ts';
import { insertOperator } from '../../../store/operators/operators.ts';
import { deskOperation } from '../../desk-operation.ts';

/** Makes a token for an operator, of which only the SHA-256 is stored (decision 103). Faults: conflict. */
export const addOperator = deskOperation({
  name: 'add_operator',
  title: 'Add an operator',
  summary: 'Makes a token for an operator.',
  path: 'POST /api/desk/operators',
  guidance: 'Shows the token once. It works at once on every node.',
  status: 201,
  faults: ['conflict'],
  input: z.object({ name: operatorName }),
  output: z.object({
    name: operatorName,
    token: z.string().describe('Shown only here; the service keeps its SHA-256'),
    created_at: timestamp,
  }),
  async handler(ctx, { name }, { operator: created_by, change }) {
    if (ctx.settings.OPERATOR_TOKENS.some((row) => row.name === name))
      throw new Fault('conflict', `${name} is an operator by the setting OPERATOR_TOKENS; choose another name.`);
    const token = operatorTokenOf(ctx.random(32));
    const token_hash = hashOperatorToken(token);
    return change(async (tx, { at: created_at, record }) => {
      const row = { name, token_hash, created_at, created_by, last_used_at: null };
      if (!(await insertOperator(tx, row)))
        throw new Fault('conflict', `There is already an operator ${name}; remove that one first for a new token.`);
      await record(name);
      return { name, token, created_at };
    });
  },
});
