import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { version } from '../../settings.ts';
import { dispatcher, publicState } from './dispatch.ts';
import { handshake_revisions, stateless_revision, type ToolServerInput } from './server.ts';
import { type ToolServer, toolServer } from './tool-server.ts';
import { toolOperations, toolsOf } from './tools.ts';

/** What the cards for scanners say about the tool server: the same facts that it serves. */
type AboutTools = {
  info: ToolServerInput['info'];
  /** Revisions of MCP that are served, newest first. */
  protocol_versions: readonly string[];
  /** Names of the tools that need a key. */
  keyed_tools: readonly string[];
};

export function aboutTools(base_url: string, operations: readonly Operation[]): AboutTools {
  return {
    info: {
      name: 'readymark',
      title: 'Readymark',
      version,
      description: 'How ready companies’ offers are for AI agents: published audit scores, and requests for new ones.',
      websiteUrl: base_url,
    },
    protocol_versions: [stateless_revision, ...handshake_revisions],
    keyed_tools: toolOperations(operations)
      .filter(({ scope }) => scope !== null)
      .map(({ name }) => name),
  };
}

/** Instructions for a model: what this is, and which tool to call first. */
export function instructions({ keyed_tools }: Pick<AboutTools, 'keyed_tools'>): string {
  const keyed = new Intl.ListFormat('en-GB').format(keyed_tools);
  return `Readymark publishes audits that score, from 0 to 100, how ready a company's offer is for use by AI agents.
To read scores, call list_audits first (no key needed; query finds a company), then get_audit with a slug from it: view brief answers in a tenth of the tokens of the whole record, pillar or criteria with the evidence for them.
A score is stale once today is past its reaudit_due; then, or when a company is missing, request an audit with request_audit. Audits are free and typically take 2 to 5 business days.
${keyed} need a key. Call register_agent once, keep the api_key it returns (it is shown only then), and pass it as api_key or as an Authorization: Bearer header. On the error invalid_token do what its message says, and register again only if the key is lost.
In a new session call my_audit_history to retrieve your requests and watches, and my_digest for what changed, with since only what is new. When a call is refused, the text is one JSON object: error is its code, message says what is wrong, remedy what to do next.
Scores are licensed CC BY-NC 4.0.`;
}

/** The tool server over the registry: what HTTP mounts at /mcp. */
export function openToolServer(
  ctx: Context,
  operations: readonly Operation[],
): ToolServer & { readonly about: AboutTools } {
  const { settings } = ctx;
  const about = aboutTools(settings.BASE_URL, operations);
  const state = publicState(ctx);
  const server = toolServer({
    base_url: settings.BASE_URL,
    listens_on: settings.HOST,
    info: about.info,
    instructions: instructions(about),
    tools: toolsOf(operations, settings, ctx.rubrics),
    call: dispatcher(ctx, operations, state),
    state,
    onerror: (error) => ctx.log.error({ err: error }, 'the tool server failed'),
  });
  return { ...server, about };
}
