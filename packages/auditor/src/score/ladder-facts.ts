import type { Ladder, Ladders } from '@readymark/rubric/ladder';
import type { Site } from '../read/site.ts';
import type { Fact } from './fact.ts';

/** With which facts a ladder was found to fit. To compare them again takes longer than to score a small site. */
const fitting = new WeakMap<Ladder, ReadonlyMap<string, Fact>>();

/**
 * @param known facts by name
 * @throws Error that lists every place of a ladder which names an unknown fact, or a value that its fact does not return
 */
export function assertFacts({ rubric, ladders }: Ladders, known: ReadonlyMap<string, Fact>): void {
  const unknown = ladders.filter((ladder) => fitting.get(ladder) !== known);
  const problems = unknown.flatMap((ladder) => problemsOf(ladder, known));
  if (problems.length > 0) throw new Error(`The ladders of ${rubric} cannot be used: ${problems.join('; ')}`);
  for (const ladder of unknown) fitting.set(ladder, known);
}

/** `{fact.key}` in a sentence. */
export function placeholders(text: string): { fact: string; key: string; whole: string }[] {
  return [...text.matchAll(/\{([^{}]{1,100})\}/g)].map(([, whole = '']) => {
    const [fact = '', key = ''] = whole.split('.', 2);
    return { fact, key, whole };
  });
}

function problemsOf(ladder: Ladder, known: ReadonlyMap<string, Fact>): string[] {
  const found = Object.entries(ladder.facts).flatMap(([name, { find }]) =>
    known.has(find) ? [] : [`${ladder.id} facts.${name}: there is no fact "${find}"`],
  );
  for (const [at, sentence] of ladder.evidence.entries())
    for (const { fact, key, whole } of placeholders(sentence.text)) {
      const place = `${ladder.id} evidence ${at + 1}`;
      const used = Object.hasOwn(ladder.facts, fact) ? ladder.facts[fact] : undefined;
      if (!used) found.push(`${place}: {${whole}} names no fact`);
      else if (known.get(used.find) && !Object.hasOwn(known.get(used.find)?.find(nothing, used.with).says ?? {}, key))
        found.push(`${place}: the fact "${used.find}" says no "${key}"`);
    }
  return found;
}

/** A site of which nothing was seen: a fact says the same things of it as of any other, with other values. */
const nothing: Site = {
  website: 'https://example.com/',
  origin: 'https://example.com',
  domain: 'example.com',
  collected_on: '2000-01-01',
  items: [],
  pages: [],
  robots: undefined,
  sitemap: { urls: [], sources: [], complete: false },
  llms: [],
  apis: [],
  machine: [],
  others: [],
  dead: [],
  unauthorized: [],
  contradicted: [],
  absent_hosts: new Set(),
  registered: [],
};
