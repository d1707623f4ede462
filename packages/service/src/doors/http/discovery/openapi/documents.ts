import { failures, type Json, type ListedCompany } from './parts.ts';
import { shape } from './schemas.ts';

/** Parameters of several paths. */
export const sharedParameters = (listed: ListedCompany | undefined): Json => ({
  as_of: {
    name: 'as_of',
    in: 'path',
    required: true,
    description: 'A past day (UTC), YYYY-MM-DD.',
    schema: { type: 'string', format: 'date' },
    ...(listed?.day !== undefined && { example: listed.day }),
  },
  slug: {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'Slug of a company. A former one redirects (301); of a retracted company all is 410 (`gone`).',
    schema: { type: 'string' },
    ...(listed && { example: listed.slug }),
  },
});

const auditDate = (listed: ListedCompany | undefined): Json => ({
  name: 'audit_date',
  in: 'path',
  required: true,
  description: 'Date of a published audit.',
  schema: { type: 'string', format: 'date' },
  ...(listed && { example: listed.audit_date }),
});

const pillar = (listed: ListedCompany | undefined): Json => ({
  name: 'pillar',
  in: 'path',
  required: true,
  description: 'Number of the pillar.',
  schema: { type: 'integer', minimum: 1 },
  ...(listed && { example: 3 }),
});

const rubricVersion: Json = { name: 'version', in: 'path', required: true, schema: { type: 'string' }, example: 'v1' };

const query = (name: string, description: string, required = false): Json => ({
  name,
  in: 'query',
  ...(required && { required }),
  description,
  schema: { type: 'string' },
});

/** What of an audit a page shows (decision 63). */
const selection = [query('pillar', 'For example P3.'), query('criteria', 'For example P1-B,P3-A.')];

const markdown = { type: 'text/markdown', schema: { type: 'string' } };

type Read = { id: string; summary: string; tag?: string; parameters?: Json[]; type?: string; schema: Json };

const read = ({ id, summary, tag = 'Scores', parameters = [], type = 'application/json', schema }: Read): Json => ({
  get: {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length && { parameters }),
    responses: {
      200: { description: 'The document.', content: { [type]: { schema } } },
      ...failures([
        ...(parameters.length ? (['not_found'] as const) : []),
        ...(parameters.some((one) => one.in === 'query') ? (['invalid_request'] as const) : []),
      ]),
    },
  },
});

/** The public addresses that no operation is bound to: further documents, and the tool server. */
export function staticPaths(listed: ListedCompany | undefined): Record<string, Json> {
  const of_company = [{ $ref: '#/components/parameters/slug' }];
  return {
    '/api/audits/{slug}/history.json': read({
      id: 'get_audit_history',
      summary: 'Audits of a company, oldest first, without evidence.',
      parameters: of_company,
      schema: shape('AuditHistory'),
    }),
    '/api/audits/{slug}/brief.json': read({
      id: 'get_audit_brief',
      summary: 'The audit of a company in about 200 tokens, with at most one signal, gap and action each.',
      parameters: of_company,
      schema: shape('AuditBrief'),
    }),
    '/api/audits/{slug}/P{pillar}.json': read({
      id: 'get_audit_pillar',
      summary: 'One pillar with its criteria.',
      parameters: [...of_company, pillar(listed)],
      schema: shape('AuditPillar'),
    }),
    '/api/audits/{slug}/evidence.json': read({
      id: 'get_audit_evidence',
      summary: 'What each score rests on, where our agent audited.',
      parameters: of_company,
      schema: shape('AuditReceipts'),
    }),
    '/api/audits/{slug}/replies.json': read({
      id: 'get_audit_replies',
      summary: 'What the company says of its audits.',
      parameters: of_company,
      schema: shape('AuditReplies'),
    }),
    '/api/audits/{slug}/proof.json': read({
      id: 'get_audit_proof',
      summary: 'What shows that the audit is in the signed public log.',
      parameters: of_company,
      schema: shape('AuditProof'),
    }),
    '/api/audits/{slug}/{audit_date}.json': read({
      id: 'get_past_audit',
      summary: 'An audit as published.',
      parameters: [...of_company, auditDate(listed)],
      schema: shape('PastAudit'),
    }),
    '/api/rubrics/{version}.json': read({
      id: 'get_rubric',
      summary: 'A rubric (v1) with its ladders.',
      parameters: [rubricVersion],
      schema: shape('Rubric'),
    }),
    '/mcp': {
      post: {
        operationId: 'call_tool_server',
        tags: ['Agents'],
        summary: 'The tool server: the same capabilities as tools of MCP, Streamable HTTP without sessions.',
        security: [{}, { api_key: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: shape('ToolCall'),
              example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
            },
          },
        },
        responses: {
          200: {
            description:
              'The reply, also when a tool refuses; structuredContent is the same JSON as the text. A notification is answered with 202 and nothing.',
            content: { 'application/json': { schema: shape('ToolReply') } },
          },
          ...failures([]),
        },
      },
    },
  };
}

/** Pages that programs read as Markdown, and documents at standard addresses: described where words are not counted. */
export function textPaths(): Record<string, Json> {
  const of_company = [{ $ref: '#/components/parameters/slug' }];
  return {
    '/audits/{slug}.md': read({
      id: 'get_audit_text',
      summary: 'An audit, or what is selected of it, as Markdown.',
      parameters: [...of_company, ...selection],
      ...markdown,
    }),
    ...Object.fromEntries(
      ['', '/mcp'].map((of) => [
        `/.well-known/oauth-protected-resource${of}`,
        read({
          id: of ? 'get_tool_server_metadata' : 'get_resource_metadata',
          summary: `How to get a key for ${of || 'the API'} (RFC 9728).`,
          tag: 'Agents',
          schema: shape('ProtectedResource'),
        }),
      ]),
    ),
    '/.well-known/readymark-keys': read({
      id: 'get_log_keys',
      summary: 'The keys that signed the public log, newest first.',
      schema: shape('LogKeys'),
    }),
    '/compare.md': read({
      id: 'get_comparison_text',
      summary: 'Companies side by side as Markdown, with evidence for what is selected.',
      parameters: [query('slugs', 'Two to ten, separated by commas.', true), ...selection],
      ...markdown,
    }),
  };
}
