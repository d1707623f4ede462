import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { isFetched } from '../src/evidence/evidence.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { type MadeAnswers, madeSite } from './world/made-site.ts';

/**
 * One sentence at a time on a page of an otherwise silent site: what states something counts, what only sounds like it neither
 * counts nor is quoted. The sentences are in `made-sentences.txt`.
 */
const ladders = readLadders().get('v1') ?? assert.fail();

const silent: Readonly<Record<string, string>> = {
  home: 'Quillmark keeps the books of small workshops in one place, and we write it in our own office near the harbour.',
  product: 'In Quillmark you enter what came in and what went out, and we add it up while you work at the bench.',
  pricing: 'Quillmark costs $12 a month for one workshop and $30 a month for five of them.',
  docs: 'Our interface answers in JSON at https://api.example.com/v1.</p><pre><code>GET /v1/entries</code></pre><pre><code>POST /v1/entries</code></pre><pre><code>GET /v1/workshops</code></pre><p>Send your API key as a bearer token with each of them.',
  help: 'We answer what we are asked most here, and whoever finds no answer can write to our office.',
  terms: 'These terms hold between you and Quillmark for as long as you use our books.',
  contact: 'Write to office@quillmark.example or ring us at 01632 960 111 on a weekday.',
  security: 'We look after the books of our workshops with care, and we say here how we do it.',
  about: 'We are five people who have kept books for workshops since we left the harbour office.',
};
const silentIn: Readonly<Record<string, string>> = {
  de: 'Quillmark ist ein kleiner Betrieb am Hafen, und wir sind an allen Tagen der Woche für Sie und Ihre Gäste da.',
  fr: 'Quillmark est une petite maison près du port, et nous sommes là pour vous tous les jours de la semaine avec le sourire.',
  es: 'Quillmark es una pequeña casa cerca del puerto, y estamos aquí para usted todos los días de la semana con gusto.',
  it: 'Quillmark è una piccola casa vicino al porto, e siamo qui per voi tutti i giorni della settimana con piacere.',
  nl: 'Quillmark is een klein bedrijf bij de haven, en wij zijn er alle dagen van de week voor u en uw gasten.',
  pt: 'A Quillmark é uma pequena casa perto do porto, e nós estamos aqui para si todos os dias da semana com gosto.',
};
const nav = `<nav>${Object.keys(silent)
  .map((name) => `<a href="/${name === 'home' ? '' : name}">${name}</a>`)
  .join('')}</nav>`;

function siteWith(sentence: string, on: string, language: string): MadeAnswers {
  const page = (name: string) =>
    `<!doctype html><html lang="${language}"><head><title>${name} | Quillmark</title></head><body>${nav}<main><h1>${name}</h1><p>${silentIn[language] ?? silent[name]}</p>${name === on ? `<p>${sentence}</p>` : ''}</main></body></html>`;
  return Object.fromEntries(Object.keys(silent).map((name) => [name === 'home' ? '/' : `/${name}`, page(name)]));
}

const scored = new Map<string, CriterionProposal>();
function proposalFor(id: string, sentence: string, on: string, language: string): CriterionProposal {
  const key = `${id} ${language} ${sentence === '' ? '' : `${on} ${sentence}`}`;
  const site = () => madeSite(siteWith(sentence, on, language));
  const found = scored.get(key) ?? scoreSite(site(), ladders, { only: id })[0] ?? assert.fail(id);
  scored.set(key, found);
  return found;
}

const lines = readFileSync(join(import.meta.dirname, 'made-sentences.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, sign = '', id = '', on = '', language = 'en', sentence = ''] =
      /^([+?~-]) (P\d-[A-E]) (\w+)(?: (\w\w))? :: (.+)$/.exec(line) ?? [];
    return sign === '' ? [] : [{ sign, id, on, language, sentence }];
  });

describe('a sentence of a page', () => {
  for (const { id, on, language, sentence } of lines.filter(({ sign }) => sign === '+'))
    test(`states it (${id}): ${sentence}`, () => {
      const [before, after] = [proposalFor(id, '', on, language), proposalFor(id, sentence, on, language)];
      const claimed = after.claims?.some(
        ({ quote, counts }) => counts !== 'candidate' && quote.includes(sentence.slice(0, 30)),
      );
      assert.ok(claimed || after.proposed > before.proposed, after.evidence);
    });

  for (const { id, on, language, sentence } of lines.filter(({ sign }) => sign === '-'))
    test(`only sounds like it (${id}): ${sentence}`, () => {
      const [before, after] = [proposalFor(id, '', on, language), proposalFor(id, sentence, on, language)];
      assert.ok(after.proposed <= before.proposed, after.evidence);
      const start = sentence.slice(0, 25);
      assert.ok(
        !after.evidence.includes(start) &&
          after.sources.filter(isFetched).every(({ excerpt }) => !excerpt.includes(start)),
      );
    });

  for (const { id, on, language, sentence } of lines.filter(({ sign }) => sign === '~'))
    test(`may count and proves nothing to a reader (${id}): ${sentence}`, () => {
      const { evidence, sources } = proposalFor(id, sentence, on, language);
      const start = sentence.slice(0, 25);
      assert.ok(!evidence.includes(start), evidence);
      assert.ok(sources.filter(isFetched).every(({ excerpt }) => !excerpt.includes(start)));
    });
});

test('of the sentences that state something nine of eleven are found', () => {
  const [found, all] = [
    lines.filter(({ sign }) => sign === '+'),
    lines.filter(({ sign }) => sign === '+' || sign === '?'),
  ];
  assert.ok(found.length * 11 >= all.length * 9, `${found.length} of ${all.length}`);
});
