import type { Page } from '../../read/site.ts';
import { isAsked } from '../statements/mood.ts';
import { headingsOf } from './blocks.ts';

const known = new WeakMap<Page, ReadonlyMap<string, string>>();

/** The question above each sentence of a page, up to the next heading. */
function questionsOn(page: Page): ReadonlyMap<string, string> {
  const before = known.get(page);
  if (before) return before;
  const found = new Map<string, string>();
  const headings = headingsOf(page);
  let question = '';
  for (const sentence of page.sentences)
    if (isAsked(sentence)) question = sentence;
    else if (headings.has(sentence)) question = '';
    else if (question !== '' && !found.has(sentence)) found.set(sentence, question);
  known.set(page, found);
  return found;
}

/** The fewest letters of a word that says what a question is about, and how many of a word are compared. */
const [FEWEST, COMPARED] = [4, 5];
/** Words that any question may have, in the languages that are read. */
const OF_ANY_QUESTION = new Set(
  (
    'about after also before been both could does doesn each from happen happens have here into just like long make many maybe more much must need only other over ' +
    'should some such take than that them then there these they thing things this those very want were what when where which will with would your ' +
    'auch dann darf denn eine einen einer haben habe ihre ihnen kann können könnte möchte müssen muss nach noch passiert sich sind über welche welcher wenn werden wieviel wird würde ' +
    'avec avez avoir comment combien dans elle être fait faut lorsque mais nous plus pour pouvez puis quand quelle quels quoi sans sont votre vous ' +
    'como cómo cuando cuánto cuándo cuesta esta este está hace hacer para pero puede puedo qué sobre sucede tengo ' +
    'come cosa della fare nella quale quali quando quanto posso sono succede vostra vostro ' +
    'hebben hoeveel jullie kunnen mijn moet moeten niet voor wanneer welke word worden wordt zijn ' +
    'acontece fazer minha posso qual quais seus suas'
  )
    .split(' ')
    .map((word) => word.slice(0, COMPARED)),
);

const subjectsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= FEWEST)
    .map((word) => word.slice(0, COMPARED))
    .filter((beginning) => !OF_ANY_QUESTION.has(beginning));

/** Whether a sentence that answers a question has a word of what was asked: of any other a reader needs the question. */
export function isUnderstoodAlone(page: Page, sentence: string): boolean {
  const question = questionsOn(page).get(sentence);
  if (question === undefined) return true;
  const subjects = subjectsOf(question);
  return subjectsOf(sentence).some((said) => subjects.some((one) => said.startsWith(one) || one.startsWith(said)));
}
