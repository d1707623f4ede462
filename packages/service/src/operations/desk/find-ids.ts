import { z } from 'zod';
import { idKinds, idsLike } from '../../store/ids.ts';
import { deskOperation } from '../desk-operation.ts';

/** Ids that are named when a part fits several. */
const SHOWN_MAX = 20;

/** The ids that begin or end with a text, so that people need not write all of one (decision 32). */
export const findIds = deskOperation({
  name: 'find_ids',
  title: 'Find ids by a part',
  summary: 'Finds requests, notices, audit jobs, replies and their tokens by a part of their ids.',
  path: 'GET /api/desk/ids',
  guidance: 'Finds the ids of one kind that begin or end with a text, the newest first.',
  input: z.object({
    kind: z.enum(idKinds),
    part: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/, { error: 'must be lower-case letters, digits and underscores' })
      .describe('How the id begins, with or without its prefix, or its ending of four characters or more'),
  }),
  output: z.object({
    found: z.array(z.object({ id: z.string(), status: z.string(), about: z.string() })),
    more: z.boolean().describe('Whether there are more than are named'),
  }),
  async handler(ctx, { kind, part }) {
    const found = await idsLike(ctx.store.db, kind, part, SHOWN_MAX + 1);
    return { found: found.slice(0, SHOWN_MAX), more: found.length > SHOWN_MAX };
  },
});
