import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { drawable, fitted, widthOf } from './drawn-text.ts';
import { openPainter } from './painter.ts';

/** Names in images: all characters that are let through are drawn, within the width that there is. */
const painter = openPainter((error) => assert.fail(String(error)));
after(() => painter.close());

const escaped = (text: string) => text.replaceAll(/[&<]/g, (one) => `&#${one.codePointAt(0)};`);
const picture = async (text: string, width = 24) =>
  Buffer.from(
    await painter.paint(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24"><text x="4" y="18" font-size="12" font-weight="600">${escaped(text)}</text></svg>`,
      width,
    ),
  ).toString('base64');

test('every character that is let through has a shape of its own in the font', async () => {
  // Nothing has this character of the area for private use: the font draws its sign for that.
  const missing = await picture('\ue123');
  const let_through = Array.from({ length: 0x2400 }, (_, code) => String.fromCodePoint(code)).filter(
    (one) => one.trim() !== '' && drawable(one) === one,
  );
  assert.ok(let_through.length > 700, String(let_through.length));
  const without = [];
  for (const one of let_through) if ((await picture(one)) === missing) without.push(one);
  assert.deepEqual(without, []);
});

test('a name keeps its letters and loses signs that the font lacks; a name in another script is not drawn by half', () => {
  assert.equal(drawable('Łódź & Söhne «Ёлка» Ω №1™'), 'Łódź & Söhne «Ёлка» Ω №1™');
  assert.equal(drawable('  Rocket\u00a0\u200b 🚀\tCo\u202e.\u0000 '), 'Rocket Co.');
  assert.equal(drawable('cafe\u0301'), 'café');
  for (const name of ['株式会社サンプル', 'Widgets 株式会社', 'شركة', 'खोज', '🚀', '', ' \u200b ', '１２'])
    assert.equal(drawable(name), undefined, name);
  assert.equal(drawable('x'.repeat(1_000_000))?.length, 1_000);
});

test('a text is made as large as it fits, and shortened where no size does', () => {
  assert.deepEqual(fitted('Apex', 1000, [90, 60]), { text: 'Apex', size: 90 });
  assert.equal(fitted('An Average Name of a Company', 1000, [90, 50]).size, 50);
  const long = fitted('W'.repeat(500), 1000, [90, 50]);
  assert.match(long.text, /^W+…$/);
  assert.ok(widthOf(long.text, 50) <= 1000 && long.text.length > 15);
});

test('the widths are no smaller than those of the drawing', async () => {
  for (const text of [
    'Illinois tilt',
    'MAXIMUM WATT',
    'Quillstack Ledger 2026',
    'Łódź ŠĄŽ',
    'Международная',
    'ΑΘΗΝΑ',
  ]) {
    const width = Math.ceil(widthOf(text, 12));
    const room = width + 60;
    // Nothing is drawn beyond the approximate width: a white cover over it changes nothing.
    const drawing = (cover: string) =>
      painter.paint(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${room}" height="24"><rect width="100%" height="100%" fill="#fff"/><text y="18" font-size="12" font-weight="600">${text}</text>${cover}</svg>`,
        room,
      );
    const [plain, covered] = [
      await drawing(''),
      await drawing(`<rect x="${width}" width="60" height="24" fill="#fff"/>`),
    ];
    assert.ok(Buffer.from(plain).equals(Buffer.from(covered)), text);
  }
});
