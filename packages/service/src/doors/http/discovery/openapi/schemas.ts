import { isDeepStrictEqual } from 'node:util';
import { audit, auditRecord, tierField } from '@readymark/rubric/audit/audit';
import {
  auditHead,
  auditHistory,
  auditPart,
  auditParts,
  auditPlace,
  briefView,
  criterionScore,
  pastAudit,
  pillarView,
} from '@readymark/rubric/audit/views';
import { slugField, slugInput } from '@readymark/rubric/field';
import { planView } from '@readymark/rubric/plans/plan';
import { rubricDocument } from '@readymark/rubric/rubric-document';
import { z } from 'zod';
import { agentProfile, registrationReply } from '../../../../domain/agent.ts';
import { receipts } from '../../../../domain/auditing/receipts.ts';
import { endedCompany } from '../../../../domain/companies/former-slug.ts';
import { digest } from '../../../../domain/digest.ts';
import { auditPage, leaderboardIndex, pastIndex } from '../../../../domain/leaderboard.ts';
import { auditProof, logKeyList, pastProof } from '../../../../domain/public-log/documents.ts';
import { companyReplies } from '../../../../domain/replies/reply.ts';
import { auditLink, auditRequestRecord, statusField } from '../../../../domain/request/request.ts';
import { watchEnded, watchStarted, watchStats } from '../../../../domain/watch.ts';
import { jsonSchema, showTiers } from '../../../../operations/json-schema.ts';
import type { HttpBinding, Operation } from '../../../../operations/operation.ts';
import { protectedResourceMetadata } from '../agent-auth.ts';
import { describedOnce, extending, withoutImpliedTypes, withoutRequired, withTypeLists } from './compact.ts';
import type { Examples, Json } from './parts.ts';
import { toolCall, toolReply } from './tools.ts';

const { criteria, pillars, strongest_signals, priority_actions } = auditRecord.shape;

/**
 * The shapes that have a name of their own, because several bodies contain them or a reader speaks of them. Wherever one
 * occurs in another, the description refers to it.
 */
const named: Readonly<Record<string, z.ZodType>> = {
  Leaderboard: leaderboardIndex,
  PastLeaderboard: pastIndex,
  LeaderboardEntry: leaderboardIndex.shape.audits.element,
  LeaderboardPage: auditPage,
  AuditParts: auditParts,
  AuditPart: auditPart,
  AuditContent: audit,
  Audit: auditRecord,
  PastAudit: pastAudit,
  AuditHistory: auditHistory,
  AuditReceipts: receipts,
  AuditReplies: companyReplies,
  AuditProof: auditProof,
  AuditPlace: auditPlace,
  Rubric: rubricDocument,
  AuditHead: auditHead,
  AuditBrief: briefView,
  AuditPillar: pillarView,
  AuditPlan: planView,
  Tier: tierField,
  PillarScore: pillars.valueType,
  CriterionScore: criterionScore,
  Criterion: criteria.element,
  Finding: strongest_signals.element,
  PriorityAction: priority_actions.element,
  WatchStats: watchStats,
  Registration: registrationReply,
  Scope: registrationReply.shape.scopes.element,
  AuditRequest: auditRequestRecord,
  RequestStatus: statusField,
  AuditLink: auditLink,
  AgentProfile: agentProfile,
  WatchStarted: watchStarted,
  WatchEnded: watchEnded,
  Digest: digest,
  EndedCompany: endedCompany,
  ToolCall: toolCall,
  ToolReply: toolReply,
};

/** Shapes of the description in all words alone. */
const named_at_length: Readonly<Record<string, z.ZodType>> = {
  ProtectedResource: protectedResourceMetadata,
  PastAuditProof: pastProof,
  LogKeys: logKeyList,
};

/** Shapes that have all members of another. */
const bases = {
  Audit: 'AuditContent',
  PastAudit: 'AuditContent',
  AuditBrief: 'AuditHead',
  AuditPillar: 'AuditHead',
  AuditPlan: 'AuditHead',
  Criterion: 'CriterionScore',
  PastAuditProof: 'AuditProof',
  PastLeaderboard: 'Leaderboard',
} as const;

/** A reference to a named shape. */
export const shape = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The name of a shape: its own, or what the operation that replies with it calls it, or the name of that. */
function nameOf(schema: z.ZodType, operation: Operation): string {
  return (
    Object.entries({ ...named, ...named_at_length }).find(([, one]) => one === schema)?.[0] ??
    operation.reply_names?.[alternatives(operation.output).indexOf(schema)] ??
    operation.name
  );
}

/** What a call replies: of alternatives, those that agree with what its binding sets. */
export function replyOf(operation: Operation, binding: HttpBinding): Json[] {
  const options = alternatives(outputOf(operation, binding)).filter((option) =>
    Object.entries(binding.fixed ?? {}).every(([name, value]) => agrees(option, name, value)),
  );
  return options.map((option) => shape(nameOf(option, operation)));
}

/** What a binding of an operation replies, which may be a part of what its tool does. */
const outputOf = ({ output }: Operation, binding: HttpBinding) => binding.output ?? output;

const alternatives = (schema: z.ZodType): z.ZodType[] =>
  schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];

function agrees(schema: z.ZodType, name: string, value: unknown): boolean {
  const member = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return !(member instanceof z.ZodLiteral) || member.values.has(value as boolean);
}

/** Every named shape as JSON Schema, and those that only one operation has. For `words` see `openapi`. */
export function shapes(operations: readonly Operation[], examples: Examples, words: 'few' | 'all'): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...named, ...(words === 'all' && named_at_length) }))
    registry.add(schema, { id });
  for (const operation of operations)
    for (const schema of operation.http
      .filter(({ at_length }) => words === 'all' || !at_length)
      .flatMap((binding) => alternatives(outputOf(operation, binding)))) {
      const id = nameOf(schema, operation);
      if (!registry.has(schema)) registry.add(schema, { id });
    }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
    override(place) {
      showTiers(place, examples);
      adjust(place.zodSchema, place.jsonSchema as Json, examples);
      for (const keyword of unread) delete (place.jsonSchema as Json)[keyword];
      if (words === 'few') for (const keyword of named_by_members) delete (place.jsonSchema as Json)[keyword];
    },
  });
  const plain = Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
    id,
    words === 'few' ? withoutItsName(withTypeLists(schema as Json)) : withTypeLists(schema as Json),
  ]);
  const whole = extending(Object.fromEntries(plain), bases);
  return words === 'few' ? inFewWords(describedOnce(whole)) : whole;
}

/** The same shapes without what their members say: which are always there, and that something with entries is a list. */
export const inFewWords = (shapes: Readonly<Record<string, Json>>): Json =>
  withoutImpliedTypes(withoutRequired(shapes), ['items', 'additionalProperties']) as Json;

/** A shape with members says what it is by its name, and by the calls that reply with it. */
function withoutItsName(schema: Json): Json {
  const { description: _, ...rest } = schema;
  return 'properties' in rest ? rest : schema;
}

/** What limits what may be sent says nothing to readers of what was sent. */
const unread = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'];

/** What the names of members say to who reads words: `submitted_at`, `audit_date`. */
const named_by_members = ['examples', 'format'];

/** JSON Schema of an input. */
export function inputSchema(schema: z.ZodType, examples: Examples): Json {
  const made = jsonSchema(schema, 'input', examples, (place) =>
    adjust(place.zodSchema, place.jsonSchema as Json, examples),
  );
  return withTypeLists(made);
}

/**
 * Adds what is data: a listed company as the example of a slug. Drops what says nothing:
 * bounds that every integer has, and whether an object has further members, since later versions may add some.
 */
function adjust(zodSchema: unknown, place: Json, { listed }: Examples): void {
  if (zodSchema === slugInput || zodSchema === slugField) {
    if (listed) place.examples = [listed.slug];
    else delete place.examples;
  }
  if (place.maximum === Number.MAX_SAFE_INTEGER) delete place.maximum;
  if (place.minimum === Number.MIN_SAFE_INTEGER) delete place.minimum;
  if (place.additionalProperties === false || isDeepStrictEqual(place.additionalProperties, {}))
    delete place.additionalProperties;
  delete place.propertyNames;
  // A member that is not required has no value without one.
  if (place.default === null) delete place.default;
  // A maximum says that there is a text; an empty one is refused by name.
  if (place.minLength === 1) delete place.minLength;
  if (place.format === 'date' || place.format === 'date-time' || 'enum' in place) delete place.examples;
}
