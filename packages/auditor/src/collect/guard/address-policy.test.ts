import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../../test/world/any-text.ts';
import { isPublicAddress, readDestination } from './address-policy.ts';

describe('addresses', () => {
  const ours = [
    '93.184.216.34',
    '1.1.1.1',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4001:81b::200e',
    '::ffff:1.1.1.1',
  ];
  const never = [
    ...[
      '0.0.0.0',
      '10.0.0.7',
      '100.64.0.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.0.0.1', '192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
    ...[
      '255.255.255.255',
      '168.63.129.16',
      '::',
      '::1',
      '::ffff:10.0.0.7',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::a00:7',
    ],
    ...[
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2001:20::1',
      '2002:a00:7::1',
      '3fff::1',
      '5f00::1',
      'fc00::1',
    ],
    ...[
      'fd00::7',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      '4000::1',
      '::ffff:0:10.0.0.7',
      '::ffff:168.63.129.16',
    ],
    ...['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '1.1.1.1 ', '[::1]'],
  ];
  for (const address of ours) test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
  for (const address of never)
    test(`${JSON.stringify(address)} is not`, () => assert.equal(isPublicAddress(address), false));
});

describe('destinations', () => {
  const read = (text: string, base?: string) => {
    const destination = readDestination(text, base === undefined ? undefined : new URL(base));
    return 'url' in destination ? destination.url.href : null;
  };

  test('are public names under http or https, without fragment and final dot', () => {
    assert.equal(read('https://Example.COM./a?b=c#d'), 'https://example.com/a?b=c');
    assert.equal(read('http://example.co.uk:80/'), 'http://example.co.uk/');
    assert.equal(read('https://bücher.example.de/'), 'https://xn--bcher-kva.example.de/');
    assert.equal(read('https://somebody.github.io/'), 'https://somebody.github.io/');
    assert.equal(read('../b', 'https://example.com/a/c'), 'https://example.com/b');
    assert.equal(read('//example.org/x', 'https://example.com/'), 'https://example.org/x');
  });

  test('are no others', () => {
    for (const text of [
      'https://com/',
      'https://co.uk/',
      'https://example.test/',
      'https://example.localhost/',
      'https://a..com/',
    ])
      assert.equal(read(text), null, text);
    assert.equal(read('/x'), null);
    assert.equal(read(`https://example.com/${'ü'.repeat(900)}`), null);
  });

  test('are never addresses in numbers, however they are written', () => {
    const part = fc
      .oneof(fc.nat(0xffffffff), fc.nat(255))
      .chain((number) => fc.constantFrom(String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        assert.equal(read(`http://${parts.join('.')}/`), null);
      }),
    );
  });

  test('are read from any text without an error', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        read(text);
        read(`https://${text}`);
        read(text, 'https://example.com/');
      }),
    );
  });
});
