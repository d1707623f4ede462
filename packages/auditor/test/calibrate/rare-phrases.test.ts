import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { fold } from '../../src/score/claims/folded.ts';
import { madePage, madeSite } from '../world/made-site.ts';
import { phraseLists, rarePhrases } from './rare-phrases.ts';

const ladders = readLadders().get('v1') ?? assert.fail();
const saying = (sentence: string) => madeSite({ '/': madePage(`<h1>Mill</h1><p>${sentence}</p>`) });
const rare = (...sentences: string[]) => new Set(rarePhrases(ladders, sentences.map(saying)).get('P5-C'));

test('a phrase of a ladder is rare that one site says or none, and not what two say', () => {
  const words = ladders.ladders.find(({ id }) => id === 'P5-C')?.facts;
  assert.match(JSON.stringify(words), /"cancel\*"/);
  assert.ok(rare('We repair wheels.', 'We sell wheels.').has('cancel*'));
  assert.ok(rare('You can cancel each month.', 'We sell wheels.').has('cancel*'));
  assert.ok(!rare('You can cancel each month.', 'Cancelling is free.').has('cancel*'));
});

test('what links say counts, and names of roles are no phrases', () => {
  const linked = '<a href="/end">Cancel a pass</a>';
  const found = rare(linked, linked);
  assert.ok(!found.has('cancel*'));
  for (const role of ['home', 'customers', 'other']) assert.ok(!found.has(role), role);
});

test('no phrase of a list says what a shorter one of it finds anyway', () => {
  const words = (phrase: string) => (phrase.endsWith('*') ? fold(phrase).trimEnd() : fold(phrase));
  const finds = (short: string, long: string) =>
    short !== long && (short.endsWith('*') || !long.endsWith('*')) && words(long).includes(words(short));
  const twice = ladders.ladders.flatMap((ladder) =>
    phraseLists(ladder).flatMap(({ place, list }) => {
      // Of whole labels none is found in another.
      if (place.endsWith(' whole')) return [];
      // A number is more than its sign: `# nights` is written in figures, words and spans.
      const plain = list.filter((phrase) => !phrase.includes('#'));
      return plain
        .filter((long, at) => plain.indexOf(long) !== at || plain.some((short) => finds(short, long)))
        .map((long) => `${ladder.id} ${place}: ${long}`);
    }),
  );
  assert.deepEqual(twice, []);
});
