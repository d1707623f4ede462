import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from './project.ts';

/** Files that build patterns at run time, and why each of those takes linear time. */
const built: Readonly<Record<string, string>> = {
  'packages/auditor/src/read/html/head-metas.ts': 'one character of a class, or at most 99 of it',
  'packages/auditor/src/read/injection.ts':
    'anchored orders of fixed words; what is between them has at most 80 characters, or four words',
  'packages/auditor/src/score/claims/measured.ts': 'a word for a number, a space and a unit; nothing in it repeats',
  'packages/auditor/src/score/prices/price-forms.ts': 'amounts of at most 20 characters, in a text of bounded length',
  'packages/auditor/src/standards/registries.ts':
    'anchored names of at most 150 characters; nothing follows that could be tried again',
  'packages/auditor/src/assist/claim-question.ts':
    'ids of our own in quotes, white space, and at most 20 letters; nothing follows that could be tried again',
  'packages/auditor/src/read/text/prices.ts':
    'signs and codes of money around digits and separators of at most 20 characters',
  'packages/service/src/doors/http/documents/negotiate.ts':
    'anchored dates of fixed words and digits; only [a-z]* repeats, up to a comma',
  'packages/service/src/doors/http/errors/not-found.ts':
    'anchored addresses of our own routes; [^/]+ repeats up to a slash or the end',
  'packages/service/src/documents/export/export.ts':
    'reads names in the operator’s own folder; nothing in it repeats without a limit',
};

test('only the files named here build regular expressions at run time', () => {
  assert.deepEqual(
    sources.filter(({ name, text }) => /\bRegExp\(/.test(text) && !Object.hasOwn(built, name)).map(({ name }) => name),
    [],
  );
});
