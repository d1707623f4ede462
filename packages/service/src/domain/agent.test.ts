import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { agentProfile, registrationInput, registrationReply } from './agent.ts';

const messages = (value: unknown) =>
  registrationInput.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test('type anonymous is enough to register; names and address may be left out or null', () => {
  const bare = { type: 'anonymous', agent_name: null, agent_provider: null, contact_email: null };
  assert.deepEqual(registrationInput.parse({ type: 'anonymous' }), bare);
  assert.deepEqual(registrationInput.parse({ ...bare, requested_credential_type: 'api_key', stranger: 1 }), {
    ...bare,
    requested_credential_type: 'api_key',
  });
});

test('another type or credential is refused, and so are empty names', () => {
  for (const none of [null, [], 'x', 1]) assert.deepEqual(messages(none), [' must be a JSON object']);
  assert.deepEqual(messages({}), ['type is required: send anonymous']);
  assert.deepEqual(
    messages({
      type: 'identity_assertion',
      requested_credential_type: 'access_token',
      agent_name: ' ',
      contact_email: 'x',
    }),
    [
      'type must be anonymous',
      'requested_credential_type must be api_key, or left out',
      'agent_name must be 1 to 200 characters long',
      'contact_email must be one e-mail address such as agent@example.com, at most 254 characters long',
    ],
  );
});

test('reply and profile have the keys of decision 14 in that order', () => {
  assert.deepEqual(Object.keys(registrationReply.shape), [
    'registration_id',
    'registration_type',
    'credential_type',
    'api_key',
    'credential_expires',
    'scopes',
  ]);
  assert.deepEqual(Object.keys(agentProfile.shape), ['registration', 'request_counts', 'requests', 'watches', 'ended']);
  for (const schema of [registrationInput, registrationReply, agentProfile]) assert.ok(z.toJSONSchema(schema));
});
