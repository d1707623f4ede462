import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { argumentsSchema, resultSchema } from './schemas.ts';

const args = (shape: z.ZodRawShape) => argumentsSchema(z.toJSONSchema(z.object(shape), { io: 'input' }));
const result = (schema: z.ZodType) => resultSchema(z.toJSONSchema(schema, { io: 'output' }));

test('arguments keep types, choices, bounds that say something, values taken without them, and descriptions', () => {
  assert.deepEqual(
    args({
      kind: z.literal('one').meta({ description: 'Kind.' }),
      name: z
        .string()
        .min(1)
        .max(9)
        .nullable()
        .default(null)
        .meta({ description: 'Name.', examples: ['a'] }),
      count: z.int().min(1).max(50).default(10),
      skipped: z.int().min(0).max(1_000_000).optional(),
      of: z.array(z.enum(['a', 'b'])).optional(),
      least: z.record(z.string(), z.int().max(5)).optional(),
    }),
    {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['one'], description: 'Kind.' },
        name: { type: 'string', description: 'Name.' },
        count: { type: 'integer', maximum: 50, default: 10 },
        skipped: { type: 'integer' },
        of: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        least: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
      },
      required: ['kind'],
    },
  );
  assert.deepEqual(args({}), { type: 'object', properties: {} });
});

test('a result shows its members and those of the entries of its lists; deeper only object or list', () => {
  const deep = z.object({ inner: z.string(), names: z.array(z.string()) }).meta({ description: 'Deep.' });
  assert.deepEqual(
    result(
      z.object({
        state: z.enum(['a', 'b']).nullable(),
        at: z.string().nullable().meta({ description: 'When.' }),
        deep,
        list: z.array(z.object({ count: z.int(), deep: deep.nullable(), more: z.array(deep) })),
        names: z.array(z.string()),
      }),
    ),
    {
      type: 'object',
      properties: {
        state: { type: ['string', 'null'], enum: ['a', 'b', null] },
        at: { type: ['string', 'null'] },
        deep: { type: 'object' },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              count: { type: 'integer' },
              deep: { type: ['object', 'null'] },
              more: { type: 'array', items: { type: 'object' } },
            },
          },
        },
        names: { type: 'array', items: { type: 'string' } },
      },
    },
  );
});

test('alternatives become one object that each of them fits', () => {
  const either = z.union([
    z.object({ done: z.literal(true), kind: z.literal('a'), size: z.int(), place: z.object({ x: z.int() }) }),
    z.object({ done: z.literal(false), kind: z.enum(['b', 'c']), size: z.null(), place: z.string() }),
  ]);
  assert.deepEqual(result(either), {
    type: 'object',
    properties: {
      done: { type: 'boolean' },
      kind: { type: 'string', enum: ['a', 'b', 'c'] },
      size: { type: ['integer', 'null'] },
      place: { type: ['object', 'string'] },
    },
  });
});
