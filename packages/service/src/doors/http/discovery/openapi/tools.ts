import { z } from 'zod';

/** Bodies of POST /mcp (JSON-RPC 2.0), as far as callers of this service need them; the rest is in the specification of MCP. */
const id = z.union([z.string(), z.number()]);

const argument = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.record(z.string(), z.number())]);

export const toolCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string().meta({ description: 'For example tools/list or tools/call.' }),
  params: z
    .object({
      name: z.string().optional().meta({ description: 'Tool to call.' }),
      arguments: z
        .record(z.string(), argument)
        .optional()
        .meta({ description: 'As in the inputSchema of the tool; keyed tools also take api_key.' }),
    })
    .optional(),
});

const content = z.object({ type: z.string(), text: z.string() });

export const toolReply = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.nullable(),
  result: z
    .object({
      content: z.array(content).optional().meta({ description: 'The reply of the tool as JSON in a text.' }),
      isError: z.boolean().optional().meta({ description: 'Whether content is an error: error, message, remedy.' }),
    })
    .optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
