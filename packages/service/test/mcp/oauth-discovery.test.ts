import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  auth,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  discoverOAuthServerInfo,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { testService } from '../world/service.ts';

/** Clients with an OAuth provider: discovery ends in an error of their own, or in none (decision 188). */
const service = await testService('sqlite');
const base = service.settings.BASE_URL;
/** The service at the address that it says it has. */
const fetchFn = (url: string | URL, init?: RequestInit) => fetch(String(url).replace(base, service.url), init);

/** What a host gives its client. */
const provider: OAuthClientProvider = {
  redirectUrl: 'http://127.0.0.1:1/callback',
  clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'], client_name: 'test' },
  clientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens() {},
  saveClientInformation() {},
  redirectToAuthorization: () => assert.fail('nobody is sent to a page'),
  saveCodeVerifier() {},
  codeVerifier: () => '',
};

const ownError = (error: Error) => {
  assert.doesNotMatch(`${error.name} ${error.constructor.name}`, /Zod|TypeError|SyntaxError/, error.message);
  assert.match(error.message, /registration|register|404/i);
  return true;
};

test('the official client finds the metadata of the tool server, and no authorization server', async () => {
  const url = `${base}/mcp`;
  const resource = (await discoverOAuthProtectedResourceMetadata(url, undefined, fetchFn)) as Record<string, unknown>;
  assert.equal((resource.agent_auth as { register_uri: string }).register_uri, `${base}/api/agent/auth`);
  const [server = ''] = resource.authorization_servers as string[];
  assert.equal(await discoverAuthorizationServerMetadata(server, { fetchFn }), undefined);
  const info = await discoverOAuthServerInfo(url, { fetchFn });
  assert.equal(info.authorizationServerMetadata, undefined);
  await assert.rejects(auth(provider, { serverUrl: url, fetchFn }), ownError);
});

test('clients of auth.md find agent_auth in two steps', async () => {
  const read = async (path: string) => (await fetch(service.url + path)).json() as Promise<Record<string, never>>;
  const challenge = await fetch(`${service.url}/api/agent/me`);
  assert.match(challenge.headers.get('www-authenticate') ?? '', /oauth-protected-resource"/);
  const { authorization_servers, agent_auth } = await read('/.well-known/oauth-protected-resource');
  assert.deepEqual(authorization_servers, [base]);
  assert.deepEqual((await read('/.well-known/oauth-authorization-server')).agent_auth, agent_auth);
});
