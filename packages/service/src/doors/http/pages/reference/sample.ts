import { nameOf, type Schema } from './description.ts';

/** What samples are about: this service, and a made-up company. */
type SampleFacts = { base_url: string; slug: string; company: string };

/**
 * Values of samples that a schema does not say, by member, or by what it is in (a shape, a member) and its name. `undefined` leaves the member out:
 * it is not in every reply.
 */
const fixed_values: Readonly<Record<string, unknown>> = {
  tier: 'Emerging',
  tier_now: 'Emerging',
  tier_then: 'Human-Dependent',
  rank: 3,
  count: 1,
  score: 4,
  max: 5,
  website: 'https://example.com/',
  pillar_scores: { P1: 18, P2: 17, P3: 12, P4: 6, P5: 11 },
  'PillarScore.name': 'Signal Architecture',
  'PillarScore.score': 18,
  'PillarScore.max': 25,
  name: 'Structured Data',
  id: 'P1-A',
  evidence: 'Product pages have JSON-LD with price and availability.',
  title: 'Prices for programs',
  detail: 'Every plan is in /pricing.json.',
  action: 'Publish an OpenAPI description',
  points_gain: 3,
  executive_summary: 'Agents can find and compare the offer; they cannot buy it.',
  framework: 'Agent Readiness Framework',
  reaudit_due: '2027-05-19',
  version: 'v1',
  record_label: 'v1 (20 criteria, 100 points; P3-E not scored)',
  staleness_days: 180,
  publishable: true,
  description: 'Whether programs find what a page is about without reading it as a person.',
  'pillars.id': 'P1',
  'pillars.name': 'Signal Architecture',
  'pillars.max': 25,
  'rungs.text': 'Prices and products are described as structured data.',
  question: 'Is what the data say the same as what the page says?',
  margin: 'One page without structured data among many.',
  'tiers.name': 'Agent-Ready',
  'tiers.code': 'AR',
  'tiers.min': 85,
  'tiers.max': 100,
  stale: false,
  proposed: 4,
  low: 3,
  high: 5,
  reviewed: true,
  url: 'https://example.com/pricing',
  status: 200,
  'SitePreview.status': 'done',
  'P1.low': 11,
  'P1.high': 19,
  'P1.max': 25,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  excerpt: '"price": "49.00", "priceCurrency": "USD"',
  watchers: 12,
  registration_id: '019ab3c1-5b1e-7c40-9a52-3f1d2c7a9e04',
  api_key: 'rmk_…',
  credential_expires: null,
  request_id: '019ab3c4-0d2f-7e11-8c66-90be1f4d7a25',
  agent_name: 'Procurement Scout',
  agent_provider: 'Example Labs',
  contact_email: 'agent@example.com',
  notes: null,
  declined_reason: null,
  position: 3,
  waiting_days_p50: 2.5,
  waiting_days_p90: 4,
  'AuditRequest.audit': null,
  'AuditRequest.status': 'received',
  'status_history.status': 'received',
  scheduled_for: null,
  listed: null,
  received: 1,
  in_review: 0,
  scheduled: 0,
  completed: 0,
  declined: 0,
  total: 1,
  score_then: 58,
  score_now: 64,
  notice: 'Notices of re-audits go to your registered contact_email.',
  watching: 1,
  net_points_gained: 6,
  points_gained: 6,
  reaudits: 1,
  last_reaudit: '2026-11-20',
  from: 2,
  to: 4,
  fictional: undefined,
  declined_requests: undefined,
  due_soon: undefined,
  became_stale: undefined,
  resource_name: 'Readymark',
  bearer_methods_supported: ['header'],
  identity_types_supported: ['anonymous'],
  credential_types_supported: ['api_key'],
  'ToolReply.id': 1,
  'ToolReply.error': undefined,
  type: 'text',
  text: '{"count":3,"audits":[…]}',
  isError: false,
};

/** The same with those that follow from what a sample is about. */
const valuesOf = ({ base_url, slug, company }: SampleFacts): Readonly<Record<string, unknown>> => ({
  ...fixed_values,
  slug,
  company,
  source_file: `${slug}_2026-11-20.audit.json`,
  detail_json: `/api/audits/${slug}.json`,
  resource: base_url,
  authorization_servers: [base_url],
  resource_documentation: `${base_url}/auth.md`,
  skill: `${base_url}/auth.md`,
  register_uri: `${base_url}/api/agent/auth`,
});

/** Where nothing else is said. */
const plain: Readonly<Record<string, unknown>> = { string: '…', integer: 1, number: 1, boolean: false };

/** A reply as JSON, as its schema allows it: lists with one entry. */
export function sampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, facts: SampleFacts): string {
  const values = valuesOf(facts);

  function value(schema: Schema, owner: string, member: string): unknown {
    const name = nameOf(schema);
    const found = name === undefined ? schema : (schemas[name] ?? {});
    if (name !== undefined && (found.properties || found.allOf)) return object(found, name);
    const said = [`${owner}.${member}`, member].find((key) => key in values);
    if (said !== undefined && values[said] === undefined) return undefined;
    const { const: only, examples, format, enum: allowed, items, anyOf, additionalProperties, properties } = found;
    if (only !== undefined) return only;
    if (found.type === 'null') return null;
    if (said !== undefined) return values[said];
    if (format === 'date') return '2026-11-20';
    if (format === 'date-time') return '2026-11-20T09:30:00.000Z';
    if (properties) return object(found, member);
    if (items) return [value(items, owner, member)];
    if (additionalProperties) return { P1: value(additionalProperties, owner, member) };
    return (
      examples?.[0] ??
      allowed?.[0] ??
      (anyOf?.[0] ? value(anyOf[0], owner, member) : plain[String([found.type].flat()[0])])
    );
  }

  function object({ properties = {}, allOf = [] }: Schema, owner: string): object {
    const inherited = allOf.map((one) => {
      const name = nameOf(one);
      return object(name === undefined ? one : (schemas[name] ?? {}), owner);
    });
    const own = Object.entries(properties).map(([name, member]) => [name, value(member, owner, name)]);
    return Object.assign({}, ...inherited, Object.fromEntries(own));
  }

  return JSON.stringify(value(schema, '', ''), undefined, 2);
}
