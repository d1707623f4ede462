import { createHmac } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  type ElicitRequestFormParams,
  fromJsonSchema,
  type InputRequiredSpec,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * What the official conformance suite expects a server to offer besides its own tools. Behind our HTTP door it shows
 * that the door supports everything of the protocol that needs no stream, and not only what our own tools use.
 */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});
const user = (content: ReturnType<typeof text> | typeof image | ReturnType<typeof resource>) => ({
  role: 'user' as const,
  content,
});

export function everything(options: ServerOptions): McpServer {
  const hint = { ttlMs: 1000, cacheScope: 'public' as const };
  const server = new McpServer(
    { name: 'everything', version: '1.0.0' },
    {
      ...options,
      capabilities: {
        logging: {},
        tools: { listChanged: false },
        prompts: { listChanged: false },
        // Notifications of changes would need a stream; the older revisions subscribe by a plain call.
        resources: { listChanged: false, subscribe: options.supportedProtocolVersions === undefined },
      },
      requestState: { verify: verified },
      cacheHints: {
        'tools/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
        'resources/read': hint,
        'prompts/list': hint,
      },
    },
  );
  contents(server);
  inputRounds(server);
  resources(server);
  prompts(server);
  return server;
}

function contents(server: McpServer): void {
  const tool = (name: string, content: ReturnType<typeof text | typeof resource>[] | object[]) =>
    server.registerTool(name, { description: name }, () => ({ content: content as ReturnType<typeof text>[] }));
  const mixed = resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}');
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [{ type: 'audio', data: wav, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', [text('Multiple content types test:'), image, mixed]);
  tool('test_logging_tool', [text('Nothing was logged.')]);
  const many = { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(of_2020_12) };
  server.registerTool('json_schema_2020_12_tool', many, () => ({ content: [] }));
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

const form = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  } as ElicitRequestFormParams);
const sample = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens });

const of_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** The capabilities that the client declares, in the stateless era. */
const declared = ({ mcpReq }: ServerContext) =>
  ((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as object;

const sign = (state: string) =>
  `${state}.${createHmac('sha256', 'of this test alone').update(state).digest('base64url')}`;

/** The state that was signed; throws when the signature is not valid. */
function verified(signed: string): string {
  const state = signed.split('.', 1)[0] ?? '';
  if (sign(state) !== signed) throw new Error('the state was changed');
  return state;
}

/** Tools that request input over several rounds, with a signed state. */
function inputRounds(server: McpServer): void {
  const round = (
    name: string,
    next: (ctx: ServerContext, answers: Record<string, unknown>) => InputRequiredSpec | string,
  ) =>
    server.registerTool(name, { description: name }, (ctx) => {
      const step = next(ctx, ctx.mcpReq.inputResponses ?? {});
      if (typeof step === 'string') return { content: [text(step)] };
      return inputRequired(step);
    });
  const once = (
    name: string,
    requests: NonNullable<InputRequiredSpec['inputRequests']>,
    state?: string,
    done = 'done',
  ) =>
    round(name, (_, answers) =>
      Object.keys(requests).every((key) => key in answers)
        ? `${done} ${JSON.stringify(answers)}`
        : { inputRequests: requests, ...(state ? { requestState: sign(state) } : {}) },
    );
  const name = form('What is your name?', 'name');
  once('test_input_required_result_elicitation', { user_name: name });
  once('test_missing_capability', { ask: sample('Hello', 10) });
  once('test_streaming_elicitation', { user_name: name });
  once('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?', 100) });
  once('test_input_required_result_list_roots', { client_roots: inputRequired.listRoots() });
  once(
    'test_input_required_result_request_state',
    { confirm: form('Please confirm', 'ok', 'boolean') },
    'one',
    'state-ok',
  );
  once('test_input_required_result_tampered_state', { confirm: form('Please confirm', 'ok', 'boolean') }, 'one');
  const three = {
    user_name: name,
    greeting: sample('Generate a greeting', 50),
    client_roots: inputRequired.listRoots(),
  };
  once('test_input_required_result_multiple_inputs', three, 'one');
  round('test_input_required_result_multi_round', (ctx, answers) => {
    if (ctx.mcpReq.requestState() === undefined)
      return { inputRequests: { step1: form('Step 1: What is your name?', 'name') }, requestState: sign('one') };
    if (!('step2' in answers))
      return {
        inputRequests: { step2: form('Step 2: What is your favorite color?', 'color') },
        requestState: sign('two'),
      };
    return 'done';
  });
  round('test_input_required_result_capabilities', (ctx, answers) => {
    if (Object.keys(answers).length) return 'done';
    return {
      inputRequests: {
        ...('sampling' in declared(ctx) ? { ask: sample('Hello', 10) } : {}),
        ...('elicitation' in declared(ctx) ? { user_name: name } : {}),
      },
    };
  });
}

function resources(server: McpServer): void {
  const about = (mimeType: string) => ({ description: 'For tests.', mimeType });
  server.registerResource('text', 'test://static-text', about('text/plain'), ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('binary', 'test://static-binary', about('image/png'), ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, about('application/json'), ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function prompts(server: McpServer): void {
  const two = z.object({ arg1: completable(z.string(), () => ['paris', 'park']), arg2: z.string() });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Arguments.', argsSchema: two },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  const embed = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds.', argsSchema: embed },
    ({ resourceUri }) => ({
      messages: [
        user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Image.' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks.' }, (ctx) =>
    ctx.mcpReq.inputResponses
      ? { messages: [user(text('done'))] }
      : inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } }),
  );
}
