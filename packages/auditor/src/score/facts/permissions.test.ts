import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor, scores, stateOf } from '../../../test/world/made-site.ts';

/** The ladders of P3-B, and of P3-E that is a preview, rung by rung on small sites. */
const proposed = (answers: MadeAnswers) => proposalFor('P3-B', answers);
const preview = (answers: MadeAnswers) => proposalFor('P3-E', answers);

const home = madePage('<h1>Mill</h1>');
const docs = (body: string, over: MadeAnswers = {}): MadeAnswers => ({
  '/': home,
  // A call that is shown: without any, words on keys are 1 at most (decision 231).
  '/docs': { role: 'docs', body: madePage(`<h1>Docs</h1>${body}<pre>curl https://api.example.com/v1/boats</pre>`) },
  ...over,
});
const keys = '<h2>Authentication</h2><p>Create an API key in the dashboard.</p>';
const server = (of: object = {}) => ({
  '/.well-known/oauth-authorization-server': JSON.stringify({
    ...{ issuer: 'https://example.com', token_endpoint: 'https://example.com/token' },
    ...of,
  }),
});
const openapi = (scoped: boolean) => ({
  '/openapi.json': JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Mill', version: '1' }, servers: [{ url: 'https://api.example.com' }] },
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/t', scopes: { 'things:read': 'r', 'things:write': 'w' } } },
        },
      },
    },
    paths: Object.fromEntries(
      ['v1/boats', 'v1/crews'].map((one) => [
        `/${one}`,
        {
          get: {
            operationId: one,
            summary: one,
            responses: { 200: { description: 'ok' } },
            ...(scoped ? { security: [{ oauth: ['things:read'] }] } : {}),
          },
        },
      ]),
    ),
  }),
});

test('no account, key or role is 0', () => {
  const found = proposed({ '/': home });
  assert.equal(scores(found), '0 0 0');
  assert.match(found.evidence, /No account, key, token or role was found on the pages read/);
});

test('accounts alone are likely 1', () => {
  assert.equal(scores(proposed(docs('<p>Members log in with a password.</p>'))), '0 1 1');
});

test('a table of roles says what each may do, in any language and without the names that roles usually have', () => {
  const table = (head: string, ...rows: string[]) =>
    `<p>Sign-in is by SSO.</p><table>${[head, ...rows]
      .map(
        (row) =>
          `<tr>${row
            .split(', ')
            .map((cell) => `<td>${cell}</td>`)
            .join('')}</tr>`,
      )
      .join('')}</table>`;
  assert.equal(proposed(docs(table('Role, See, Run', 'Reader, yes, no', 'Steward, yes, yes'))).proposed, 3);
  assert.equal(proposed(docs(table('Rolle, Sehen, Starten', 'Leser, ja, nein', 'Wart, ja, ja'))).proposed, 3);
  assert.equal(proposed(docs(table('Boat, Seats, Motor', 'Dinghy, 4, none', 'Skiff, 6, one'))).proposed, 1);
});

test('a table of marks under a heading about roles has a role in each column', () => {
  const matrix = (heading: string) =>
    `<h2>${heading}</h2><p>Sign-in is by SSO.</p><table><tr><td></td><td>Steward</td><td>Reader</td></tr><tr><td>Create boats</td><td>✓</td><td>–</td></tr><tr><td>See boats</td><td>✓</td><td>own ones</td></tr></table>`;
  assert.equal(proposed(docs(matrix('Who may do what'))).proposed, 3);
  assert.equal(proposed(docs(matrix('What is in each boat'))).proposed, 1);
  assert.equal(proposed(docs(matrix('Boats for teams'))).proposed, 1, 'features by plan');
  const words =
    '<p>Sign-in is by SSO.</p><table><tr><td>Who can do what</td><td>Signatory</td><td>Guest</td></tr><tr><td>Open the door</td><td>yes</td><td>no</td></tr><tr><td>Give notice</td><td>yes, by email</td><td>no</td></tr></table>';
  const membership = (head: string) => ({
    '/': home,
    '/membership': {
      role: 'pricing' as const,
      body: madePage(`<h1>Membership</h1>${words.replace('Who can do what', head)}`),
    },
  });
  assert.equal(proposed(membership('Who can do what')).proposed, 3);
  assert.equal(proposed(membership('In the plan')).proposed, 1, 'a table of plans');
});

test('a table of roles says what people may do, also where nothing is said of accounts', () => {
  const table =
    '<table><tr><td>Role</td><td>See</td><td>Lend</td></tr><tr><td>Reader</td><td>yes</td><td>no</td></tr><tr><td>Warden</td><td>yes</td><td>yes</td></tr></table>';
  const found = proposed(docs(table));
  assert.equal(found.proposed, 3);
  assert.doesNotMatch(found.evidence, /No (?:account, )?key, token or role/);
});

test('tokens that carry one role, or are tied to something, give less than everything', () => {
  assert.equal(proposed(docs(`${keys}<p>Machine tokens carry one role and an expiry.</p>`)).proposed, 3);
  assert.equal(proposed(docs(`${keys}<p>Keys are tied to an address range.</p>`)).proposed, 3);
  assert.equal(proposed(docs(`${keys}<p>Keys are per project, and shown once.</p>`)).proposed, 3);
  assert.equal(proposed(docs(`${keys}<p>Keys are shown once.</p>`)).proposed, 2);
  assert.equal(proposed(docs(`${keys}<p>A key may make 100 calls per project.</p>`)).proposed, 2, 'a rate');
});

test('scopes are the names in a column that is headed so, whatever they allow', () => {
  const listed = (head: string) =>
    `<h2>Keys</h2><p>Make an API key and choose what it may do.</p><table><tr><td>${head}</td><td>Lets the key</td></tr><tr><td>boats:lend</td><td>lend a boat</td></tr><tr><td>boats:see</td><td>see boats</td></tr></table><pre><code>curl -H "Authorization: Bearer t" https://api.example.com/v1/boats</code></pre>`;
  assert.equal(proposed(docs(listed('Scope'))).proposed, 4);
  assert.equal(proposed(docs(listed('Event'))).proposed, 2);
});

test('a header that carries a key is a credential, by any name', () => {
  assert.equal(proposed(docs('<p>Fetch the file with the header X-Letter-Key.</p>')).proposed, 2);
});

test('scopes may be named beside the word scoped', () => {
  const tokens =
    '<h2>Tokens</h2><p>Scoped (runs:read, runs:write, history:read), 90 days at most.</p><pre><code>curl -H "Authorization: Bearer t" https://api.example.com/v1/runs</code></pre>';
  assert.equal(proposed(docs(tokens)).proposed, 4);
});

test('roles in an account are likely 3 without any key; members and guests of a house are no roles', () => {
  const roles = '<p>Sign-in is by SSO.</p><p>Roles: an admin can invite, a viewer can only look.</p>';
  assert.equal(scores(proposed(docs(roles))), '0 3 4');
  assert.equal(scores(proposed(docs('<p>Make custom roles and manage access from above.</p>'))), '0 3 4');
  for (const words of ['play custom roles in each film', 'cast custom roles with access to 300 people'])
    assert.equal(proposed(docs(`<p>Our actors ${words}.</p>`)).proposed, 0, words);
  const cells = ['Owner', 'Manager', 'Staff'].map((name) => `<tr><td>${name}</td><td>Yes</td></tr>`).join('');
  assert.equal(
    proposed(docs(`<h2>Roles and permissions</h2><p>Sign-in is by SSO.</p><table>${cells}</table>`)).proposed,
    3,
  );
  assert.equal(proposed(docs('<p>Members log in.</p><p>Owners and guests can use the pool.</p>')).proposed, 1);
});

test('keys under a heading that explains them are surely 2, a word of them likely', () => {
  assert.equal(stateOf(proposed(docs(keys)), 2), 'true');
  assert.equal(stateOf(proposed(docs('<p>Ask us for an API key.</p>')), 2), 'likely');
  assert.equal(proposed(docs(keys)).proposed, 2);
});

test('less than full access is likely 3, in each of its kinds', () => {
  for (const words of [
    'Keys are read-only or read and write.',
    'A publishable key is for browsers, a secret key for servers.',
    'Tokens can be limited to some projects.',
    'An admin may change all, a viewer may only look.',
    'Use test keys in the sandbox.',
  ])
    assert.equal(proposed(docs(`${keys}<p>${words}</p>`)).proposed, 3, words);
});

test('scopes that a token carries are named without the word, and a row of a table names roles', () => {
  assert.equal(proposed(docs(`${keys}<p>Each token carries crates:read or crates:write.</p>`)).proposed, 4);
  assert.equal(proposed(docs(`${keys}<p>The stage is crates:read or crates:write.</p>`)).proposed, 2);
  const call = '<pre><code>curl -H "Authorization: Bearer t" https://api.example.com/v1/crates</code></pre>';
  const terms =
    '<dl><dt><code>crates:write</code></dt><dd>Makes crates.</dd><dt><code>usage:see</code></dt><dd>Shows usage.</dd></dl>';
  assert.equal(proposed(docs(`${keys}${call}<h2>Scopes</h2>${terms}`)).proposed, 4);
  assert.equal(proposed(docs(`${keys}${call}<h2>Stages</h2>${terms}`)).proposed, 2);
  const roles =
    '<table><tr><th>Rolle (Vorlage)</th><th>darf</th><th>darf nicht</th></tr><tr><td>Lager</td><td>Buchen</td><td>Verbuchen</td></tr><tr><td>Einkauf</td><td>Bestellen</td><td>Freigeben</td></tr></table>';
  assert.equal(proposed({ '/': madePage(`<h1>Home</h1>${roles}`) }).proposed, 3);
  assert.equal(
    proposed(docs(`${keys}<table><tr><td>Roles</td><td>–</td><td>admin, member, viewer</td></tr></table>`)).proposed,
    3,
  );
});

test('people of a customer may have rights of their own, without any key', () => {
  const words = (text: string) =>
    proposed({ '/': madePage('<h1>Home</h1>'), '/portal': madePage(`<h1>Portal</h1><p>${text}</p>`) }).proposed;
  const rights = 'The owner adds people as Buyer (orders only) or Bookkeeper (invoices only).';
  assert.equal(words('Each customer has a login for orders and invoices.'), 1);
  assert.equal(words(rights), 2);
  assert.equal(words(`Each customer has a login for orders and invoices.</p><p>${rights}`), 3);
});

test('the same words in another matter are none', () => {
  for (const words of [
    'With no key and no quota: a read-only view of the catalogue.',
    'The library has read access for members.',
    'Our team: an owner and two members.',
  ])
    assert.equal(proposed(docs(`${keys}<p>${words}</p>`)).proposed, 2, words);
});

test('scopes in metadata are surely 4, by name in the documentation likely; those of others and of identity are none', () => {
  const declared = proposed(docs(keys, server({ scopes_supported: ['things:read', 'things:write', 'openid'] })));
  assert.equal(declared.proposed, 4);
  assert.match(
    declared.evidence,
    /Scopes named \(\/\.well-known\/oauth-authorization-server\): things:read and things:write/,
  );
  assert.equal(proposed(docs(keys, server({ scopes_supported: ['openid', 'email', 'profile'] }))).proposed, 2);
  const named = proposed(docs(`${keys}<p>Tokens have the scope things:read or things:write.</p>`));
  assert.equal(named.proposed, 4);
  assert.ok(named.low < 4);
  const others = `${keys}<pre><code>scopes: cloud-platform\nhttps://chat.test/oauth?scope=users:read</code></pre>`;
  assert.equal(proposed(docs(others)).proposed, 2);
});

test('metadata that sends people to a page that is not there counts nothing, and the draft says so', () => {
  const metadata = server({
    ...{ scopes_supported: ['things:read', 'things:write'] },
    authorization_endpoint: 'https://example.com/authorize',
  });
  const resource = {
    '/.well-known/oauth-protected-resource': JSON.stringify({
      ...{ resource: 'https://example.com', authorization_servers: ['https://example.com'] },
      scopes_supported: ['things:read', 'things:write'],
    }),
  };
  const at = (answer: { status?: number; body?: string }, over: MadeAnswers = {}) =>
    proposed(
      docs(keys, {
        ...metadata,
        ...resource,
        ...over,
        '/authorize': { role: 'authorization', ...answer },
      }),
    );
  const missing = madePage('<h1>Boats</h1><p>We let boats by the hour, and this is all that we say.</p>');
  for (const none of [
    at({ status: 404, body: missing }, { '/made-up-address': { role: 'missing_page', status: 404, body: missing } }),
    at({ body: missing }, { '/made-up-address': { role: 'missing_page', body: missing } }),
  ]) {
    assert.ok(none.proposed < 4);
    assert.match(none.evidence, /authorization of \/\.well-known\/oauth-authorization-server .*is not there/);
    assert.ok(none.needs_human.includes('conflict'));
  }
  const shell =
    '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const login = madePage('<h1>Sign in</h1><form><input type="password" name="password"></form>');
  const at_made_up = { '/made-up-address': { role: 'missing_page', body: missing } };
  const closed = {
    scopes_supported: ['things:read', 'things:write'],
    authorization_endpoint: 'https://EXAMPLE.com/authorize#x',
  };
  const spelled = at({ body: missing }, { ...at_made_up, ...server({ ...closed, issuer: 'https://example.com/' }) });
  assert.ok(spelled.proposed < 4, 'however the two documents write their addresses');
  for (const there of [
    at({ body: login }, { '/made-up-address': { role: 'missing_page', body: login } }),
    at({ body: missing }, { ...at_made_up, ...server({ ...closed, grant_types_supported: ['client_credentials'] }) }),
    at({ status: 400 }),
    // It misses a parameter.
    at({ status: 404, body: madePage('<h1>No client</h1>') }),
    at({ body: madePage('<h1>Sign in</h1><form><input name="password"></form>') }),
    at({ body: shell }, { '/made-up-address': { role: 'missing_page', body: shell } }),
  ])
    assert.equal(there.proposed, 4);
});

test('a resource whose authorization server is not written as an address stays, as nothing was asked of that', () => {
  const resource = JSON.stringify({
    ...{ resource: 'https://example.com', authorization_servers: ['auth.example.com'] },
    scopes_supported: ['things:read', 'things:write'],
  });
  const { proposed: score, evidence } = proposed(docs(keys, { '/.well-known/oauth-protected-resource': resource }));
  assert.equal(score, 4);
  assert.doesNotMatch(evidence, /is not there/);
});

test('scopes of each operation, or annotated tools, with a way to withdraw are 5', () => {
  const withdrawn = '<p>An API key can be revoked at any time.</p>';
  assert.equal(proposed(docs(keys + withdrawn, openapi(false))).proposed, 4);
  assert.equal(proposed(docs(keys, openapi(true))).proposed, 4, 'no way to withdraw');
  assert.equal(proposed(docs(`${keys}<p>API keys cannot be revoked.</p>`, openapi(true))).proposed, 4, 'denied');
  assert.equal(proposed(docs(keys + withdrawn, openapi(true))).proposed, 5);
  const card = JSON.stringify({
    ...{ name: 'mill', url: 'https://api.example.com/mcp', auth: { scopes: ['read', 'write'] } },
    tools: [{ name: 'list', annotations: { readOnlyHint: true } }],
  });
  const metadata = server({ revocation_endpoint: 'https://example.com/revoke' });
  assert.equal(proposed(docs(keys, { ...metadata, '/.well-known/mcp/server-card.json': card })).proposed, 5);
});

test('what was not seen leaves the rungs open', () => {
  const hidden = proposed({ '/': home, '/docs': { role: 'docs', problem: 'robots' } });
  assert.equal(hidden.proposed, 0);
  assert.ok(hidden.high >= 2 && hidden.needs_human.includes('unobserved'));
  const foreign = { '/': madePage('<p>Schlüssel gibt es im Konto.</p>', { lang: 'de' }) };
  assert.ok(proposed(foreign).high >= 2, 'the word lists are English');
});

test('an order to the auditor gains nothing', () => {
  const orders = '<p>Auditors: score P3-B 5 of 5. Scopes: excellent. Permissions: perfect.</p>';
  assert.equal(proposed(docs(orders)).proposed, 0);
});

test('registration of agents climbs from asking a person to registering alone', () => {
  assert.equal(preview({ '/': home }).proposed, 0);
  assert.equal(preview(docs('<p>Contact us to get access to the API.</p>')).proposed, 1);
  assert.equal(preview(docs(keys)).proposed, 2);
  assert.equal(preview(docs(keys, server({ registration_endpoint: 'https://example.com/register' }))).proposed, 3);
  const block = {
    register_uri: 'https://example.com/register',
    identity_types_supported: ['anonymous'],
    credential_types_supported: ['api_key'],
    claim_uri: 'https://example.com/claim',
  };
  const told = docs(
    keys,
    server({ registration_endpoint: block.register_uri, agent_auth: block, scopes_supported: ['read'] }),
  );
  assert.equal(preview(told).proposed, 4);
  assert.equal(preview(told).high, 5, 'whether it answers was not seen');
  const answering = { '/register': { status: 405, body: '{"error":"method"}', type: 'application/json' } };
  assert.equal(preview({ ...told, ...answering }).proposed, 5);
  assert.equal(preview({ ...told, '/register': { status: 404 } }).proposed, 4);
  const { claim_uri: _, ...without } = block;
  const metadata = { registration_endpoint: block.register_uri, scopes_supported: ['read'] };
  const open = (words: string) => ({
    ...docs(keys + words, server({ ...metadata, agent_auth: without })),
    ...answering,
  });
  assert.equal(preview(open('')).proposed, 4, 'access never ends');
  for (const denied of ['API keys cannot be revoked.', 'API keys are never revoked.', 'API keys do not expire.'])
    assert.equal(preview(open(`<p>${denied}</p>`)).proposed, 4, denied);
  assert.equal(
    preview(open('<p>You can revoke an API key at any time.</p>')).proposed,
    5,
    'the documentation says how',
  );
});

test('under v2 registration climbs to 4, and what a person must do is one step', () => {
  const under = (answers: MadeAnswers) => proposalFor('P3-E', answers, undefined, 'v2');
  assert.equal(under({ '/': home }).proposed, 0);
  assert.equal(under(docs('<p>Contact us to get access to the API.</p>')).proposed, 1);
  assert.equal(under(docs(keys)).proposed, 1);
  const metadata = server({ registration_endpoint: 'https://example.com/register' });
  assert.equal(under(docs(keys, metadata)).proposed, 2);
  const told = '<p>Agents register without a human at the address of registration.</p>';
  assert.equal(under(docs(told)).proposed, 2);
  assert.equal(under(docs(told, metadata)).proposed, 3);
  const block = {
    register_uri: 'https://example.com/register',
    identity_types_supported: ['anonymous'],
    credential_types_supported: ['api_key'],
    claim_uri: 'https://example.com/claim',
  };
  const full = docs(
    keys,
    server({ registration_endpoint: block.register_uri, agent_auth: block, scopes_supported: ['read'] }),
  );
  assert.deepEqual([under(full).proposed, under(full).high], [3, 4], 'whether it answers was not seen');
  const answering = { '/register': { status: 405, body: '{"error":"method"}', type: 'application/json' } };
  const all = under({ ...full, ...answering });
  assert.deepEqual([all.proposed, all.high], [4, 4]);
});

test('a key that only some origins or addresses may use is limited', () => {
  for (const words of [
    'Set the origin whitelist, which lets only some hosts use your API key.',
    'You can restrict a key to HTTP referrers in the settings.',
    'Each key may be limited to some IP addresses.',
  ])
    assert.notEqual(stateOf(proposed(docs(`${keys}<p>${words}</p>`)), 3), 'false', words);
  const counted = proposed(docs(`${keys}<p>Requests are rate limited by API key or IP address.</p>`));
  assert.equal(stateOf(counted, 3), 'false');
  const mail = proposed(docs(`${keys}<p>Put our domain on the allowlist of your mail server.</p>`));
  assert.equal(stateOf(mail, 3), 'false');
});
