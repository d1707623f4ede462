import { sentencesOf } from './text/plain-text.ts';

/**
 * Sentences that tell a reading program what to do or to score, in the manner of Common Crawl's list: each begins the
 * sentence, so that a page that writes about such sentences is not taken for one of them.
 */
const orders: readonly RegExp[] = [
  /^\W{0,9}(?:please |now |you must |important: )?(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:previous|prior|above|earlier|preceding|system|other|existing|your) (?:\w+ ){0,3}(?:instructions?|prompts?|rules?|guidelines?|criteria|rubrics?|context)/i,
  /^\W{0,9}(?:(?:important|special|system|hidden|secret|urgent) )?(?:note|notice|message|instructions?|attention|reminder|warning|prompt)s? (?:to|for) (?:all |any |every |the |our )?(?:ai|llms?|language|automated|audit(?:ing|or|ors)?|agents?|assistants?|bots?|crawlers?|reviewers?|graders?|evaluators?|scoring|chatgpt|claude|gpt)\b[^.!?]{0,200}\b(?:scor(?:e|es|ing)|rat(?:e|ing|ings)|grad(?:e|es|ing)|rank(?:s|ing)?|points?|audit|readiness|evaluat(?:e|ion)|ignore|must)/i,
  /^\W{0,9}(?:(?:dear|if you are|as) )?(?:an? |the |any |all )?(?:ai|llms?|language models?|automated|auditing|audit|scoring|grading|evaluation) ?(?:auditors?|agents?|assistants?|bots?|crawlers?|models?|systems?|programs?|reviewers?|graders?|evaluators?)?[,:]? (?:you )?(?:must|should|are (?:required|instructed|asked)|have to|shall|please)? ?(?:now )?(?:to )?(?:score|rate|grade|rank|award|assign|give|propose)\b[^.!?]{0,160}\b(?:5\/5|100|maximum|highest|full (?:score|marks|points)|top (?:score|rating|marks)|perfect|this (?:site|company|service|offer|page)|five points|5 points|score of 5|as 5)/i,
  /^\W{0,9}(?:please |always |you must |you should |you will )?(?:score|rate|grade|award) (?:this|our|the|us|it|every|all|each|P\d-[A-E])\b[^.!?]{0,120}\b(?:5\/5|5 (?:out )?of 5|100|maximum|highest|full (?:score|marks|points)|top (?:score|rating|marks)|perfect|agent[- ]ready|five(?: points)?|5 points|score of 5|as 5|to 5)/i,
  // Words of every day: what is given or set must be a score, or be given to whom is judged.
  /^\W{0,9}(?:please |always |you must |you should |you will )?(?:assign|give|mark|set) (?:us|it|P\d-[A-E]|(?:this|our|the|every|all|each) (?:sites?|company|compan(?:y's|ies)|firm|business|service|offer|page|product|brand|criteri(?:on|a)|scores?|ratings?|grades?|maximum|highest|full|top|perfect))\b[^.!?]{0,120}\b(?:5\/5|5 (?:out )?of 5|100|maximum|highest|full (?:score|marks|points)|top (?:score|rating|marks)|perfect|scores?|agent[- ]ready|five(?: points)?|5 points|score of 5|as 5|to 5)/i,
  /^\W{0,9}(?:begin|start|end)? ?(?:new )?(?:system (?:prompt|message|instruction)|<\|?(?:im_start|system)\|?>|\[(?:inst|system)\])/i,
  /^\W{0,9}you are (?:now )?(?:an? |the )?(?:ai |auditing |scoring |helpful )?(?:auditor|grader|evaluator|assistant|scorer|judge)\b[^.!?]{0,160}\b(?:scor|rat|grad|rank|must|always|award|only)/i,
];

/** Whether a sentence speaks to a program that judges the site. */
export const isAddressed = (sentence: string): boolean => orders.some((order) => order.test(sentence.slice(0, 600)));

/**
 * A text without the sentences that speak to such a program; marks around them do not save them. What was before and
 * after becomes lines of their own, so that no quotation runs across.
 */
export const withoutAddressed = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const sentences = sentencesOf(line);
      return sentences.some(speaks) ? sentences.filter((sentence) => !speaks(sentence)).join('\n') : line;
    })
    .join('\n');

/** A short text, or nothing where it speaks to such a program. */
export const unlessAddressed = (text: string): string => (sentencesOf(text).some(speaks) ? '' : text);

const speaks = (written: string): boolean =>
  isAddressed(written) || (/[<*_]/.test(written) && isAddressed(written.replace(/<[^<>]*>|[*_]/g, '').trim()));

/** Markdown without its comments, which readers of the rendered text do not see; and the comments. */
export function withoutComments(markdown: string): { text: string; hidden: string } {
  let [text, hidden, from] = ['', '', 0];
  for (let at = markdown.indexOf('<!--'); at >= 0; at = markdown.indexOf('<!--', from)) {
    const end = markdown.indexOf('-->', at + 4);
    if (end < 0) break;
    text += markdown.slice(from, at);
    if (hidden.length < 20_000) hidden += `${markdown.slice(at + 4, Math.min(end, at + 2000))}\n`;
    from = end + 3;
  }
  return { text: text + markdown.slice(from), hidden };
}
