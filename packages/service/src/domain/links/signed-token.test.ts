import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../../test/world/any-text.ts';
import { hashAddress } from './address.ts';
import { signToken, verifyToken } from './signed-token.ts';
import { stoppedBy, unsubscribeUrl } from './unsubscribe.ts';

const secret = 'a secret of the service, of at least 32 bytes';
const now = new Date('2026-11-20T12:00:00.000Z');
const expires = new Date('2027-02-18T12:00:00.000Z');
const registration_id = 'reg_01jd3h7q2m8r4t6v';
const token = signToken(secret, 'unsubscribe', { id: registration_id, expires });

test('a token that we signed names the registration until it expires', () => {
  assert.deepEqual(verifyToken(secret, 'unsubscribe', token, now), { state: 'valid', id: registration_id });
  assert.deepEqual(verifyToken(secret, 'unsubscribe', token, new Date(expires.getTime() - 1)), {
    state: 'valid',
    id: registration_id,
  });
  assert.deepEqual(verifyToken(secret, 'unsubscribe', token, expires), { state: 'expired' });
});

test('a token needs no escaping in an address, and fits a header line', () => {
  assert.equal(encodeURIComponent(token), token);
  assert.ok(token.length < 120);
});

test('a token with any character changed, added or removed is invalid', () => {
  for (let i = 0; i < token.length; i++) {
    for (const c of ['A', 'z', '0', '.', '='])
      if (token[i] !== c)
        assert.equal(
          verifyToken(secret, 'unsubscribe', token.slice(0, i) + c + token.slice(i + 1), now).state,
          'invalid',
        );
    assert.equal(verifyToken(secret, 'unsubscribe', token.slice(0, i) + token.slice(i + 1), now).state, 'invalid');
  }
  assert.equal(verifyToken(secret, 'unsubscribe', `${token}A`, now).state, 'invalid');
});

test('a token signed with another secret is invalid, also when it is expired', () => {
  const foreign = signToken('another secret', 'unsubscribe', { id: registration_id, expires });
  assert.equal(verifyToken(secret, 'unsubscribe', foreign, now).state, 'invalid');
  assert.equal(verifyToken(secret, 'unsubscribe', foreign, expires).state, 'invalid');
});

test('a token of one purpose is invalid for another', () => {
  assert.equal(verifyToken(secret, 'confirm', token, now).state, 'invalid');
});

test('garbage is invalid and never throws', () => {
  fc.assert(
    fc.property(anyText(), (garbage) =>
      assert.equal(verifyToken(secret, 'unsubscribe', garbage, now).state, 'invalid'),
    ),
  );
});

test('the link in a letter works for 90 days from its notice, and is the same when the letter is sent again', () => {
  const link = unsubscribeUrl(secret, 'https://readymark.example/scores', { registration_id }, now);
  assert.equal(link, `https://readymark.example/scores/unsubscribe?t=${token}`);
  assert.equal(new URL(link).searchParams.get('t'), token);
  assert.equal(unsubscribeUrl(secret, 'https://readymark.example/scores', { registration_id }, now), link);
});

test('a link names the address that it was sent to by its hash, and fits a header line', () => {
  const of = {
    registration_id: 'reg_0193b5c2d5d27c8ea2a1b5c2d5d27c8e',
    address_hash: hashAddress(secret, 'a@b.example'),
  };
  const link = unsubscribeUrl(secret, 'https://readymark.example', of, now);
  const checked = verifyToken(secret, 'unsubscribe', new URL(link).searchParams.get('t') ?? '', now);
  assert.ok(checked.state === 'valid');
  assert.deepEqual(stoppedBy(checked.id), of);
  assert.deepEqual(stoppedBy(registration_id), { registration_id });
  assert.ok(link.length < 250);
});

test('one mailbox has one hash, however it is written, and two have two', () => {
  const hashes = ['a@b.example', 'A@B.example', 'a+tag@b.example', 'A+x+y@b.EXAMPLE'].map((one) =>
    hashAddress(secret, one),
  );
  assert.equal(new Set(hashes).size, 1);
  assert.notEqual(hashAddress(secret, 'b@b.example'), hashes[0]);
  assert.notEqual(hashAddress('another secret', 'a@b.example'), hashes[0]);
});
