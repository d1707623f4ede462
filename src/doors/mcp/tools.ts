import type { z } from 'zod';
import type { Rubrics } from '../../domain/rubric.ts';
import { type JsonSchema, jsonSchema } from '../../operations/json-schema.ts';
import { descriptionOf, type Operation } from '../../operations/operation.ts';
import type { Settings } from '../../settings.ts';
import type { Tool } from './server.ts';

/** Operations that are tools, in the registry's order, which is that of the spec's table. */
export function toolOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ tool }) => tool !== undefined);
}

/**
 * One tool as tools/list returns it (decision 27). Its schemas are JSON Schema 2020-12, computed once; a tool that
 * needs a key also takes `api_key`.
 */
export function toolOf(operation: Operation, settings: Settings, rubrics: Rubrics): Tool {
  const { name, title, input, output, scope, tool } = operation;
  return {
    name,
    title,
    description: tool ? descriptionOf(operation, tool, settings) : operation.summary,
    inputSchema: inputSchema(input, scope !== null, rubrics),
    outputSchema: objectSchema(jsonSchema(output, 'output', { rubrics })),
    annotations: {
      readOnlyHint: tool?.readOnly ?? false,
      destructiveHint: tool?.destructive ?? true,
      idempotentHint: tool?.idempotent ?? false,
      openWorldHint: tool?.openWorld ?? true,
    },
  };
}

const api_key = {
  type: 'string',
  description: 'Key from register_agent, unless your connection sends it.',
};

/**
 * The input as a model may fill it. The gate ignores unknown members; the schema forbids them, so that no model invents
 * any.
 */
function inputSchema(input: z.ZodType, keyed: boolean, rubrics: Rubrics): Tool['inputSchema'] {
  const { properties, ...schema } = objectSchema(jsonSchema(input, 'input', { rubrics }));
  return {
    ...schema,
    properties: { ...(properties as object | undefined), ...(keyed ? { api_key } : {}) },
    additionalProperties: false,
  };
}

function objectSchema(schema: JsonSchema): Tool['inputSchema'] {
  return { ...(oneTypeEach(schema) as object), type: 'object' };
}

/**
 * The same schema with one type per place: clients that translate schemas into a narrower dialect reject `type:
 * [string, null]`.
 */
function oneTypeEach(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(oneTypeEach);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, oneTypeEach(value)]),
  );
  if (Array.isArray(type)) return { ...rest, anyOf: type.map((one) => ({ type: one })) };
  return type === undefined ? rest : { type, ...rest };
}
