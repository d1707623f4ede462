import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../../test/world/any-text.ts';
import { refusedAddresses, typedAddresses } from '../../../test/world/typed-addresses.ts';
import { completeAddress, readTypedAddress } from './typed-address.ts';

describe('addresses as people type them', () => {
  for (const [typed, address] of Object.entries(typedAddresses))
    test(`${JSON.stringify(typed)} is ${address}`, () => {
      const read = readTypedAddress(typed);
      assert.equal('url' in read ? read.url.href : read.refused, address);
    });
  for (const [typed, says] of Object.entries(refusedAddresses))
    test(`${JSON.stringify(typed)} is refused with the next step`, () => {
      const read = readTypedAddress(typed);
      assert.match('refused' in read ? read.refused : read.url.href, /^must /);
      assert.match('refused' in read ? read.refused : read.url.href, says);
    });

  test('whatever is typed is read as http or https without port and user, or refused in words that repeat nothing of it', () => {
    const piece = fc.constantFrom('example.com', 'http', '://', ':', '@', '/', '443', '8080', '\\', '?', '#', '.', ' ');
    const text = fc.oneof(
      fc.array(fc.oneof(piece, anyText({ maxLength: 3 })), { maxLength: 8 }).map((all) => all.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const read = readTypedAddress(typed);
        if ('refused' in read) return assert.match(read.refused, /^must [ -~]+$/);
        assert.match(read.url.protocol, /^https?:$/);
        assert.deepEqual([read.url.username, read.url.password, read.url.port], ['', '', '']);
      }),
    );
  });

  test('a whole address stays as it is; a name gets https', () => {
    assert.deepEqual(completeAddress(`\u200b Acme.com${' \u200b'.repeat(300)}`), { address: 'https://Acme.com/' });
    assert.deepEqual(completeAddress('http://Acme.com/a?b#c'), { address: 'http://Acme.com/a?b#c' });
    assert.deepEqual(completeAddress('Acme.com'), { address: 'https://Acme.com/' });
    assert.deepEqual(completeAddress('acme.com/prices'), { address: 'https://acme.com/prices' });
  });
});
