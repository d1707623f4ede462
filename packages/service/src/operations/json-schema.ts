import { tierField } from '@readymark/rubric/audit/audit';
import { type Rubrics, tierNames } from '@readymark/rubric/rubric';
import { z } from 'zod';

/** What JSON Schemas contain beyond the zod schemas: the tiers of the rubrics, which are data. */
type SchemaFacts = { rubrics: Rubrics };

/** JSON Schema of an object, as far as inputs use it. */
export type JsonSchema = {
  type?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  [keyword: string]: unknown;
};

/** A place in a schema: the zod schema, and the JSON Schema made of it. */
type SchemaNode = { zodSchema: unknown; jsonSchema: z.core.JSONSchema.BaseSchema };

/** Adds what is data: a tier is an enum of those that the rubrics have (decision 8). */
export function showTiers({ zodSchema, jsonSchema }: SchemaNode, { rubrics }: SchemaFacts): void {
  if (zodSchema === tierField) jsonSchema.enum = [...tierNames(rubrics)];
}

/**
 * JSON Schema 2020-12 of an input or output, the same for all that read or show it: both doors, the documents and the
 * gate.
 *
 * @param adjust may change the schema of each place
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  facts: SchemaFacts,
  adjust: (place: SchemaNode) => void = () => {},
): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    override(place) {
      showTiers(place, facts);
      adjust(place);
    },
  });
  return made as JsonSchema;
}
