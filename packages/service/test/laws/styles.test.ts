import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import { describe, test } from 'node:test';
import { filesOf } from '../../../../test/laws/project.ts';

/** Class names are global: what a sheet styles must be on some page, and a name must mean one thing. */
const sheets = filesOf('packages/service/src', '.css');
const sources = [...filesOf('packages/service/src', '.ts'), ...filesOf('packages/service/src', '.js')].filter(
  ({ name }) => !name.endsWith('.test.ts'),
);

/** The selectors of a style sheet, without those of at-rules. */
const selectorsOf = (text: string): string[] =>
  [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, list = '']) => (list.trim().startsWith('@') ? [] : list.split(/,(?![^(]*\))/)))
    .map((selector) => selector.trim());

describe('style sheets', () => {
  test('style only classes that a page or a script names', () => {
    const words = new Set(sources.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
    // `s${index}` and `review-${state}` name what begins so.
    const starts = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/([\w-]+)\$\{/g)].map(([, start = '']) => start)),
    );
    const named = (name: string) =>
      words.has(name) ||
      [...starts].some((start) => {
        const rest = name.slice(start.length);
        return name.startsWith(start) && (/^\d+$/.test(rest) || (start.endsWith('-') && words.has(rest)));
      });
    assert.ok(sheets.length > 20);
    for (const { name, text } of sheets)
      for (const selector of selectorsOf(text))
        for (const [, style = ''] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g))
          assert.ok(named(style), `${name}: nothing has the class ${style}`);
  });

  test('say what a class looks like in one file each, beside what windows and paper change of it', () => {
    const homes = new Map<string, string>();
    for (const { name, text } of sheets.filter(({ name }) => !/(narrow|print)\.css$/.test(name)))
      for (const selector of selectorsOf(text)) {
        const [, style] = /^\.([\w-]+)$/.exec(selector) ?? [];
        if (style === undefined) continue;
        const home = homes.get(style);
        const of = `${basename(dirname(dirname(dirname(name))))}/${basename(name)}`;
        assert.ok(
          home === undefined || home === of,
          `.${style} is styled in ${home} and in ${of}: give one another name`,
        );
        homes.set(style, of);
      }
  });
});
