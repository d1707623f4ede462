import fc from 'fast-check';

const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code));

/** Any text, of characters that nobody types too. The unit `binary` of fast-check lists all 1.1 million of them before it begins. */
export const anyText = (bounds: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(bounds),
    fc.array(character, bounds).map((all) => all.join('')),
  );
