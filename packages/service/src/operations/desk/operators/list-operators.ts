import { z } from 'zod';
import { type OperatorRecord, operatorRecord } from '../../../domain/desk.ts';
import { listOperators as readOperators } from '../../../store/operators/operators.ts';
import { operation } from '../../operation.ts';

/** Everybody who may run the desk over HTTP: those in the database by name, then those of this node's setting. */
export const listOperators = operation({
  name: 'list_operators',
  title: 'List operators',
  summary: 'Lists who may run the desk over HTTP.',
  scope: 'operator',
  faults: [],
  input: z.object({}),
  output: z.object({ operators: z.array(operatorRecord) }),
  http: [
    {
      method: 'GET',
      path: '/api/desk/operators',
      status: 200,
      fields: 'none',
      guidance: 'Lists operators of the database and of the setting OPERATOR_TOKENS, without tokens.',
    },
  ],
  async handler(ctx) {
    const rows = await readOperators(ctx.store.db);
    const unknown = { created_at: null, created_by: null, last_used_at: null };
    const operators: OperatorRecord[] = [
      ...rows.map(({ token_hash: _, ...row }) => ({ ...row, from: 'database' as const })),
      ...ctx.settings.OPERATOR_TOKENS.map(({ name }) => ({ name, from: 'setting' as const, ...unknown })),
    ];
    return { body: { operators } };
  },
});
