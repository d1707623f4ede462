import { BODY_LIMIT_TEXT } from '../../../domain/limit/limit.ts';

type Json = Record<string, unknown>;
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  security?: readonly unknown[];
  parameters?: readonly { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: { 'application/json': { schema: Json; example?: unknown } } };
  responses: Record<string, { description: string }>;
};

/** /docs.md: the API reference for reading, derived from the interface description, so that the two never differ. */
export function reference(description: Json): string {
  const base = (description.servers as { url: string }[])[0]?.url ?? '';
  const info = description.info as { title: string; version: string; description: string };
  const paths = Object.entries(description.paths as Record<string, Record<string, Described>>);
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => section(base, method.toUpperCase(), path, call)),
  );
  return `# ${info.title} API ${info.version}

${info.description}

As OpenAPI 3.1: ${base}/openapi.json. How to get a key: ${base}/auth.md. Every error is \`application/problem+json\` with \`error\` (the code), \`message\`, and
\`remedy\` (the next step). Bodies are JSON in UTF-8, at most ${BODY_LIMIT_TEXT}.

${calls.join('\n\n')}
`;
}

function section(base: string, method: string, path: string, call: Described): string {
  const keyed = (call.security?.length ?? 0) > 0;
  const body = call.requestBody?.content['application/json'];
  const fields = Object.entries((body?.schema.properties ?? {}) as Record<string, { description?: string }>);
  const required = new Set((body?.schema.required ?? []) as string[]);
  const lines = [
    ...(call.parameters ?? []).map(
      (row) => `- \`${row.name}\` (${row.in}${row.required ? ', required' : ''}): ${row.description ?? ''}`,
    ),
    ...fields.map(
      ([name, field]) => `- \`${name}\` (body${required.has(name) ? ', required' : ''}): ${field.description ?? ''}`,
    ),
  ];
  const curl = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${base}${path}`,
    ...(keyed ? [`-H 'Authorization: Bearer <API_KEY>'`] : []),
    ...(body?.example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example)}'`]),
  ].join(' \\\n  ');
  const answers = Object.entries(call.responses).map(
    ([status, { description }]) => `| ${status} | ${description.replaceAll('\n\n', ' ')} |`,
  );
  return `## ${method} ${path}

${call.description ?? call.summary}

${keyed ? 'Needs a key.' : 'Needs no key.'}

${lines.length ? `${lines.join('\n')}\n\n` : ''}\`\`\`sh
${curl}
\`\`\`

| Status | Answer |
|---|---|
${answers.join('\n')}`;
}
