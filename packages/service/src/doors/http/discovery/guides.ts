import { createHash } from 'node:crypto';
import { pathOfStandard } from '@readymark/auditor/standards/standards';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Operation } from '../../../operations/operation.ts';
import { addresses, type Listing, type LlmsSection } from './listing.ts';

const name_and_summary = `# Readymark

> Readymark publishes audits that score, from 0 to 100, how ready a company's offer is for use by AI agents: 20 criteria in 5 pillars, 4 tiers.`;

/** What most agents want, as one call each: a test makes every one of them (decision 191). */
const calls: readonly { what: string; call: string; more?: string }[] = [
  {
    what: 'Read',
    call: 'GET /api/audits/{slug}/brief.json',
    more: '`P3.json` beside it: a pillar with evidence; `/api/audits/{slug}.json`: everything',
  },
  { what: 'Search', call: 'GET /api/audits?query=acme&fields=brief' },
  { what: 'Who can do it', call: 'GET /api/audits?need=invoice+OCR+by+API&min.P1-B=4' },
  { what: 'Compare', call: 'GET /compare.md?slugs=acme,initech&criteria=P1-B' },
  {
    what: 'Register, once',
    call: 'POST /api/agent/auth {"type": "anonymous"}',
    more: 'send its `api_key` with the calls below: `Authorization: Bearer {api_key}`',
  },
  {
    what: 'Request an audit',
    call: 'POST /api/audit-requests {"company": "Acme", "website": "https://acme.example"}',
  },
  { what: 'Watch', call: 'POST /api/agent/watch {"slug": "acme"}', more: '`DELETE` with the same body ends it' },
  { what: 'What changed', call: 'GET /api/agent/digest?since=2026-11-01' },
  {
    what: 'What changed on the board',
    call: 'GET /api/audits?changed_since=7d&fields=brief',
  },
  { what: 'Preview a site, by machine', call: 'POST /api/previews {"website": "https://example.com"}' },
];

/** /llms.txt (llmstxt.org): what this is, what most agents want, and one address for everything else (decision 191). */
export function llmsTxt(base: string, operations: readonly Operation[]): string {
  const tools = operations.filter(({ tool }) => tool).length;
  const lines = calls.map(({ what, call, more }) => `- ${what}: \`${call}\`${more ? ` (${more})` : ''}`);
  return `${name_and_summary}

${lines.join('\n')}

Reading needs no key. A score is stale once today is past its \`reaudit_due\`. Errors name the next step in \`remedy\`. The same as ${tools} tools: MCP at ${base}/mcp. Scores: CC BY-NC 4.0.

## More

- [Everything else](${base}${FULL_LIST}): every document, guide and description, one line each
`;
}

/** The address of everything that /llms.txt has no room for. */
export const FULL_LIST = '/llms-full.txt';

/** /llms-full.txt: every public document and guide, from the listings that say so. */
export function llmsFull(base: string, operations: readonly Operation[], listings: readonly Listing[]): string {
  const facts = { tools: operations.filter(({ tool }) => tool).length };
  const section = (name: LlmsSection) => {
    const links = listings.flatMap(({ path, title, twin, llms }) => {
      if (typeof llms === 'string' || llms.section !== name) return [];
      const note = typeof llms.note === 'string' ? llms.note : llms.note(facts);
      return `- [${title}](${base}${twin?.(path) ?? path}): ${note}`;
    });
    return `## ${name}\n\n${links.join('\n')}`;
  };
  return `${name_and_summary}

The calls that most agents want are in ${base}/llms.txt. Beside \`brief.json\` of a company, below \`/api/audits/{slug}/\`, are \`history.json\`, \`replies.json\` (what the company says) and,
where our agent made the audit, \`evidence.json\` (what each score rests on); \`proof.json\` shows that it is in the signed public log (\`/log/checkpoint\`, C2SP tlog-tiles; keys: \`/.well-known/readymark-keys\`). As Markdown: \`/audits/{slug}.md?pillar=P3\`.

${section('Scores')}

${section('Agents')}

${section('Optional')}
`;
}

/** Pages of one kind that the sitemap has: each kind has an llms.txt of its own, below its path (llms.txt v2). */
export const families: readonly { of: string; title: string; note: string; changes_with?: 'snapshot' }[] = [
  {
    of: '/audits/{slug}',
    title: 'Pages of companies',
    note: 'as Markdown, the best first; all of them: /api/audits/index.json',
    changes_with: 'snapshot',
  },
  { of: '/problems/{code}', title: 'Pages of errors', note: 'each error code, as Markdown' },
];

/** The address of the list of a family of pages: `/audits/llms.txt` of `/audits/{slug}`. */
export const folderList = (path: string): string =>
  `${path.slice(0, path.lastIndexOf('/'))}${pathOfStandard('llms_txt')}`;

/** Pages that a list of a family names at most: a program that wants all of them reads JSON. */
const MOST_LISTED = 200;

/** The llms.txt of the pages of one family: the file that is nearest to them (llms.txt v2). */
export function listOfFamily(
  base: string,
  { title, note }: { title: string; note: string },
  listing: Listing | undefined,
  snapshot: Snapshot,
): string {
  const lines = (listing ? addresses(listing, snapshot, 0, MOST_LISTED) : []).map(
    ({ address, modified }) =>
      `- [${address.slice(address.lastIndexOf('/') + 1)}](${base}${listing?.twin?.(address) ?? address})${modified ? `: ${modified}` : ''}`,
  );
  return `# ${title}

> ${note[0]?.toUpperCase()}${note.slice(1)}.

Everything else: ${base}${FULL_LIST}

## Pages

${lines.join('\n') || 'There are none yet.'}
`;
}

const skill_description =
  'Look up how ready a company’s offer is for use by AI agents (audit scores from 0 to 100, with evidence and gaps), request new audits, and watch companies for re-audits, with the Readymark API or MCP server. Use when you choose between companies, vendors or APIs for someone, or must know whether an agent can work with one; not for prices or whether a site is up.';

/** The addresses of an operation, without those that are described only at length. */
const addressesOf = (http: Operation['http']): string =>
  http
    .filter(({ at_length }) => !at_length)
    .map(({ method, path }) => `\`${method} ${path}\``)
    .join(', ');

/** SKILL.md: front matter and how to use the service, with a table of the tools from the registry. */
export function skillFile(base: string, operations: readonly Operation[]): string {
  const calls = operations
    .filter(({ tool }) => tool)
    .map(
      ({ name, summary, scope, http }) => `| ${name} | ${addressesOf(http)} | ${scope ? 'yes' : 'no'} | ${summary} |`,
    )
    .join('\n');
  return `---
name: readymark
description: ${skill_description}
---

# Readymark

Use this when you decide between companies, vendors or APIs on behalf of someone and want to know which of them an agent can actually work with.

1. Find the company: \`GET ${base}/api/audits?query={slug}&fields=brief\` (no key; \`list_audits\`). \`min.P1-B=4\`, \`tier\`, \`stale\` and \`sort\` narrow and order. The whole list: \`/api/audits/index.json\`.
2. Read what you need of its audit: \`GET ${base}/api/audits/{slug}/brief.json\` (\`get_audit\` with \`view: "brief"\`), \`P3.json\` beside it for a pillar with evidence (\`pillar\`), \`${base}/api/audits/{slug}.json\` for everything; of several companies \`${base}/api/audits?slugs={slug},{slug}&criteria=P1-B\` (\`slugs\`, \`criteria\`; as Markdown \`/compare.md\`). Weigh \`criteria[].evidence\` and \`critical_gaps\`, not the score alone. Past \`reaudit_due\` the score is stale.
3. Not listed, or stale? Register once (\`POST ${base}/api/agent/auth\` with \`{"type": "anonymous"}\`), store the key, and request an audit: \`POST ${base}/api/audit-requests\`.
4. Come back with \`GET ${base}/api/agent/me\`: it returns every request and watch, so you need not store ids. What changed since: \`GET ${base}/api/agent/digest?since={date}\` (\`my_digest\`); on the whole board, without a key: \`GET ${base}/api/audits?changed_since=7d\` (\`changed_since\`), as events \`/api/changes?after={cursor}\`.
5. A past day: \`GET ${base}/api/audits?as_of={as_of}\`, \`/api/audits/as-of/{as_of}/{slug}.json\` (\`as_of\`). Beside the record are \`proof.json\` (that it is in the signed public log; \`proof: true\`), \`evidence.json\` (sources of each score) and \`replies.json\` (what the company says; \`view\`).

| Tool at ${base}/mcp | HTTP | Key | What it does |
|---|---|---|---|
${calls}

Errors are \`application/problem+json\`: \`error\` is the code, \`remedy\` the next step. All calls in detail: ${base}/docs.md. Getting a key: ${base}/auth.md.
`;
}

/** The index of skills (agent-skills discovery 0.2.0); the digest is of the file's bytes. */
export function skillsIndex(base: string, skill: string): object {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'readymark',
        type: 'skill-md',
        description: skill_description,
        url: `${base}/.well-known/agent-skills/readymark/SKILL.md`,
        digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      },
    ],
  };
}
