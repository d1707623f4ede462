import { tierField } from '@readymark/rubric/audit/audit';
import type { Rubrics } from '@readymark/rubric/rubric';
import type { z } from 'zod';
import { jsonSchema } from '../../operations/json-schema.ts';
import { descriptionOf, type Operation, onlyReads } from '../../operations/operation.ts';
import type { Settings } from '../../settings.ts';
import { argumentsSchema, resultSchema } from './schemas.ts';
import type { Tool } from './server.ts';

/** Operations that are tools, in the registry's order, which is that of the spec's table. */
export function toolOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ tool }) => tool !== undefined);
}

/**
 * The tools as tools/list returns them (decision 27). Their schemas are JSON Schema 2020-12, computed once; a tool that
 * needs a key also takes `api_key`.
 */
export function toolsOf(operations: readonly Operation[], settings: Settings, rubrics: Rubrics): Tool[] {
  const tools = toolOperations(operations);
  return tools.map((operation) => {
    const { name, title, input, output, scope, tool, unlisted = [] } = operation;
    const reader = onlyReads(operation) ? undefined : tools.filter(onlyReads).find((other) => other.output === output);
    return {
      name,
      title,
      description: tool ? descriptionOf(operation, tool, settings) : operation.summary,
      inputSchema: inputSchema(input, scope !== null, rubrics, { assumed: Object.keys(tool?.assumes ?? {}), unlisted }),
      outputSchema: reader
        ? { type: 'object', description: asReturnedBy(reader) }
        : resultSchema(jsonSchema(output, 'output', { rubrics }, describedBy(tools, operation))),
      annotations: {
        readOnlyHint: onlyReads(operation) && !tool?.visits,
        // No operation of an agent destroys anything.
        destructiveHint: false,
        idempotentHint: onlyReads(operation) || (tool?.repeatable ?? false),
        openWorldHint: tool?.visits ?? false,
      },
    };
  });
}

const api_key = { type: 'string', description: 'From register_agent, unless your connection sends it.' };

/**
 * The input as a model may fill it. Of a tool without arguments it says that there are none, as MCP recommends: some
 * clients cannot make a strict schema of it otherwise.
 */
function inputSchema(
  input: z.ZodType,
  keyed: boolean,
  rubrics: Rubrics,
  { assumed, unlisted }: { assumed: readonly string[]; unlisted: readonly string[] },
): Tool['inputSchema'] {
  const { required = [], ...schema } = jsonSchema(input, 'input', { rubrics });
  const needed = required.filter((name) => !assumed.includes(name));
  const { properties, ...rest } = argumentsSchema({ ...schema, required: needed });
  const listed = Object.entries(properties as object).filter(([name]) => !unlisted.includes(name));
  const all = { ...Object.fromEntries(listed), ...(keyed && { api_key }) };
  return { ...rest, properties: all, ...(Object.keys(all).length === 0 && { additionalProperties: false }) };
}

const asReturnedBy = ({ name }: Operation) => `As ${name} returns it.`;

/** Says of a member that is the whole result of another tool only whose result it is. */
function describedBy(tools: readonly Operation[], { output }: Operation) {
  const readers = tools.filter(onlyReads);
  return ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    // The arguments of list_audits name them.
    if (zodSchema === tierField) delete jsonSchema.enum;
    const reader = zodSchema === output ? undefined : readers.find((other) => other.output === zodSchema);
    if (!reader) return;
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, { type: 'object', description: asReturnedBy(reader) });
  };
}
