import { z } from 'zod';
import { type OperatorRecord, operatorRecord } from '../../../domain/desk.ts';
import { listOperators as readOperators } from '../../../store/operators/operators.ts';
import { deskOperation } from '../../desk-operation.ts';

/** Everybody who may run the desk over HTTP: those in the database by name, then those of this node's setting. */
export const listOperators = deskOperation({
  name: 'list_operators',
  title: 'List operators',
  summary: 'Lists who may run the desk over HTTP.',
  path: 'GET /api/desk/operators',
  guidance: 'Lists operators of the database and of the setting OPERATOR_TOKENS, without tokens.',
  input: z.object({}),
  output: z.object({ operators: z.array(operatorRecord) }),
  async handler(ctx) {
    const rows = await readOperators(ctx.store.db);
    const unknown = { created_at: null, created_by: null, last_used_at: null };
    const operators: OperatorRecord[] = [
      ...rows.map(({ token_hash: _, ...row }) => ({ ...row, from: 'database' as const })),
      ...ctx.settings.OPERATOR_TOKENS.map(({ name }) => ({ name, from: 'setting' as const, ...unknown })),
    ];
    return { operators };
  },
});
