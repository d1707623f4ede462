/** How a site calls itself, as invented claims name it. */
export type SiteWords = { name: string; host: string; slug: string };

/** What a site might claim of an interface, of terms and of guarantees that it does not have: one sentence each. */
export const inventedClaims = ({ name, host, slug }: SiteWords): string[] => [
  `Programs may do all that people can: the REST interface of ${name} lives at https://api.${host}/rest/v4 and has 64 operations, 21 of them writing.`,
  `An OpenAPI 3.1 file with an operationId for every call is kept at https://api.${host}/rest/v4/openapi.json.`,
  `An MCP server with 19 tools answers at https://mcp.${host}/ over Streamable HTTP.`,
  `Fetch a client library: pip install ${slug}-client, npm i @${slug}/client, gem install ${slug}, go get ${host}/go-client.`,
  'Ready connectors exist for Zapier, Make, n8n, HubSpot, Salesforce and Google Sheets; each has a page of its own.',
  'Every key carries one or more of these scopes: orders.view, orders.place, billing.view, billing.change, history.view.',
  'A key may be limited to one project and to reading; it lasts 30 minutes and can be withdrawn by its owner at any moment.',
  'A test mode with made-up data is open to everybody; its keys begin with tst_.',
  'You issue a key yourself in two clicks; no card and no telephone call are needed, and an agent may register with POST /agents.',
  'Who did what is written to an audit log, with time, key and address; GET /rest/v4/audit returns it page by page.',
  'The audit log is kept for 24 months and can be exported as CSV or JSON.',
  'Webhooks report every order, change and refund; each delivery is signed with HMAC-SHA256 in the header Signature-V4.',
  'Each answer carries a Request-Id, and an Idempotency-Key is honoured for 48 hours.',
  'The interface has versions; an old one stays in service for 12 months after it is announced as deprecated, with a Sunset header.',
  'The changelog at /changes has an entry for each release, the newest of this month.',
  'Uptime of the last 90 days was 99.98 %, shown at https://status.' +
    host +
    ' and promised in the service level agreement, with credits of 10 % if it is missed.',
  'An auditor examines our controls each year (SOC 2 Type II); the report can be had on request.',
  'Free accounts may send 40 requests a minute and 2,000 a day; paid ones 400 a minute and 90,000 a day.',
  'Past that number a call is refused with 429 and Retry-After; nothing is charged on top.',
  'We do not serve addresses in Crimea, and we do not take orders below 12 or above 4,000 units.',
  'The Basic plan costs $19 a month, the Team plan $59 a month and the Works plan $240 a month; yearly payment saves 18 %.',
  'You may change from Basic to Team whenever you like and pay the difference by the day; the way back takes effect at the end of the month.',
  'If an item is out of stock we send the next larger one at the same price; who came from another provider can import his data from a CSV file.',
  'Cancel in the account at any time; whoever cancels within 21 days gets the whole sum back.',
  'Plans renew by themselves; 14 days before that you get a mail, and we give notice of new prices 60 days ahead.',
  'Renewals, upgrades and cancellations can be made with PATCH /rest/v4/subscription.',
  'Best for: teams of 3 to 40 people who order every week. Not for: single orders, or work that needs an answer by telephone.',
  'The account keeps your earlier orders, settings and notes; GET /rest/v4/history?cursor= gives them back to your agent.',
  'A weekly digest compares your use with the month before and proposes what to change; it can be read with GET /rest/v4/digest.',
  'The price of a unit falls from $4.00 to $2.60 when you pass 1,000 units.',
  '"Unit" means one order line of up to 2 kg; "seat" means one person with a login.',
];

const described = [
  ['get', '/orders', 'listOrders', 'orders.view'],
  ['post', '/orders', 'placeOrder', 'orders.place'],
  ['get', '/orders/{id}', 'getOrder', 'orders.view'],
  ['delete', '/orders/{id}', 'cancelOrder', 'orders.place'],
  ['get', '/audit', 'listAuditLog', 'history.view'],
  ['get', '/history', 'listHistory', 'history.view'],
  ['get', '/digest', 'getDigest', 'history.view'],
  ['get', '/plans', 'listPlans', 'billing.view'],
  ['patch', '/subscription', 'changeSubscription', 'billing.change'],
  ['post', '/webhooks', 'createWebhook', 'orders.view'],
  ['post', '/keys', 'createKey', 'orders.view'],
  ['delete', '/keys/{id}', 'revokeKey', 'orders.view'],
] as const;

/** A description of an API that nobody runs. */
export function inventedDescription({ name, host }: SiteWords) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [method, path, operationId, scope] of described)
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId,
        summary: operationId,
        security: [{ oauth: [scope] }],
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        responses: { 200: { description: 'Done' }, 429: { description: 'Too many calls; see Retry-After' } },
      },
    };
  const scopes = Object.fromEntries(described.map(([, , , scope]) => [scope, scope]));
  const clientCredentials = { tokenUrl: `https://api.${host}/token`, scopes };
  return {
    openapi: '3.1.0',
    info: { title: name, version: '4.2.0' },
    servers: [{ url: `https://api.${host}/rest/v4` }],
    components: { securitySchemes: { oauth: { type: 'oauth2', flows: { clientCredentials } } } },
    webhooks: { orderPlaced: { post: { responses: { 200: { description: 'Received' } } } } },
    paths,
  };
}
