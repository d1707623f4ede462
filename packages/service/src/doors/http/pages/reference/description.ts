/** The interface description (OpenAPI 3.1), as far as the reference reads it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
};

export type Response = { $ref?: string; description?: string; content?: Content };

export type Described = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
};

export type Description = {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
  };
};

/** The last part of a reference: the name of what it refers to. */
export const nameOf = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1);
