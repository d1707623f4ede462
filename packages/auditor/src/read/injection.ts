import { remembered } from '../remembered.ts';
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
  /^\W{0,9}you are (?:now )?(?:an? |the )?(?:ai |auditing |scoring |helpful )?(?:auditor|grader|evaluator|assistant|scorer|judge)\b(?! who (?!always|only|must|never))[^.!?]{0,160}\b(?:scor|rat|grad|rank|must|always|award|only)/i,
];

/** Verbs by which somebody is judged. */
const JUDGE =
  '(?:scor(?:e|ing)|rat(?:e|ing)|grad(?:e|ing)|award|assign|giv(?:e|ing)|grant|mark|set|rank|return|output|respond with|answer with|report|propose|record)';
/** Who is judged: this site, or a criterion. */
const JUDGED =
  '(?:us|it|them|P\\d-[A-E]|(?:this|our|the|every|each|all(?: the)?) (?:sites?|websites?|company|companies|firm|business|service|offer|page|product|brand|criteri(?:on|a)|pillars?))';
/** A name begins with a capital letter, so case counts here alone. */
const NAME = '[A-Z][\\w&.-]{1,30}(?: [A-Z][\\w&.-]{1,30})?';
/** What no audit gives for the asking. */
const VERDICT =
  '(?:5\\/5|5 (?:out )?of 5|100\\/100|100 (?:out )?of 100|(?:the |a |its |their )?(?:full|maximum|highest|top|perfect|best)(?: possible)? (?:scores?|marks?|points|ratings?|grades?|tier)|(?:as )?agent[- ]ready|all (?:the |its )?points|(?:5|five) (?:points? )?each)';
const PROGRAM =
  '(?:(?:ai|llms?|language|automated|audit(?:ing)?|scoring|grading|evaluation|chat) ?)*(?:ai|llms?|agents?|auditors?|assistants?|(?:language )?models?|bots?|crawlers?|graders?|evaluators?|reviewers?)';
const GIVEN = '(?:[1-5]|five|100|maximum|full|points?|marks?|tier|top|highest|perfect)';

/** Orders to a judge, after what introduces them. */
const judgements: readonly RegExp[] = [
  new RegExp(`^(?i:${JUDGE}) (?:(?:(?i:${JUDGED})|${NAME}) )?(?i:(?:with |at |as |to )?${VERDICT}(?![\\w-]))`),
  new RegExp(
    `^${JUDGE} (?:only )?(?:a |the )?(?:5|five|100|maximum|full|all)(?: points?| marks?)? (?:to|for|on|in) (?:P\\d-[A-E]|(?:every|each|all) criteri)`,
    'i',
  ),
  new RegExp(
    `^(?:${JUDGE}|treat|consider|assume|count|take) (?:that )?(?:P\\d-[A-E]|(?:every|each|all)(?: the)? criteri(?:on|a)) ?(?:to|as|with|at|is|are|=)? ?(?:5|five|100|met|satisfied|fulfilled|true|passed|maximum|full)(?!\\w)`,
    'i',
  ),
  /^(?:set|output|return|report|write|make|put|raise|increase|lift)\b.{0,30}\b(?:overall[_ ]score|our score|scores? (?:of|for) (?:this|our))\b.{0,40}\b(?:100|maximum|full|highest|top)\b/i,
  /^(?:set|output|return|report|write) (?:5|five|100)\b.{0,20}\boverall[_ ]score\b/i,
  /^(?:pretend|act as if|assume|report|say|claim|state) .{0,60}\b(?:no (?:critical )?gaps? (?:was|were|is|are)|every (?:document|criterion) (?:was|is)|all (?:documents|criteria) (?:were|are)|(?:site|company|service) is agent[- ]ready)/i,
  /^mark (?:everything|all) as (?:present|found|met|there)\b/i,
  /^(?:do not|don't|never) (?:report|mention|list|note|name) (?:any |the )?(?:missing documents?|gaps?|critical gaps?)(?! \w+ (?:to|by))/i,
  /^the (?:correct|right|true|proper|only|expected) (?:score|rating|grade) (?:for|of) (?:this|our) (?:site|company|service|offer|page) is\b/i,
  /^(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,2}(?:rubrics?|scoring (?:rules?|criteria|guide)|evaluation (?:rules?|criteria))(?!\w)/i,
  /^skip (?:the|this|your) (?:evaluation|scoring|rubric) and\b/i,
  /^(?:ignore|disregard|forget|override) (?:all |any |every |everything |anything )?(?:\w+ ){0,2}(?:instructions?|prompts?|directions|directives|rules|everything|all)? ?(?:above|before this|so far)(?!\w)/i,
  /^(?:ignore|disregard|forget|override) (?:\w+ ){0,3}(?:previous|prior|above|earlier|preceding|system) (?:\w+ ){0,2}(?:directions|directives|orders|commands|messages)/i,
  /^you are (?:now )?in \w+ mode\b.{0,80}\b(?:award|score|points|rate)\b/i,
  new RegExp(`^(?:${JUDGE}) (?:only )?${GIVEN} points?[.!]?$`, 'i'),
];

/** Orders that say whom they are for: there less is needed to know them. */
const spoken: readonly RegExp[] = [
  new RegExp(
    `^(?:dear |to |hey |hello |attention )?(?:the |all |any |every )?${PROGRAM}(?: (?:reading|auditing|visiting|scoring|parsing)(?: \\w+){0,4})?[,:] .{0,80}\\b(?:scor|rat(?:e|ing)|grad|award|assign|giv|grant).{0,60}\\b${GIVEN}\\b`,
    'i',
  ),
  new RegExp(
    `^(?:the |all |any |every )?${PROGRAM}(?: (?:reading|auditing|visiting|scoring|parsing)(?: \\w+){0,4})? (?:must|should|shall|have to|are to) (?:score|rate|grade|award|give|assign|rank) (?:it|this|us|our)\\b`,
    'i',
  ),
  new RegExp(
    `^(?:as|if you are|being) an? ${PROGRAM},? (?:reading this,? )?(?:you )?(?:must |should |shall |have to |please )?(?:now )?(?:score|rate|grade|award|give|assign|rank)\\b.{0,60}\\b${GIVEN}\\b`,
    'i',
  ),
  new RegExp(
    `^(?:when|while|if|before|after) (?:you (?:are )?)?(?:audit|scor|rat|grad|evaluat|assess)(?:e|es|ing)? (?:this|our) \\w+,? (?:please |always |you must )?(?:score|rate|grade|award|give|assign)\\b.{0,60}\\b${GIVEN}\\b`,
    'i',
  ),
  /^(?:system|assistant|llm|ai|gpt|claude|chatgpt|instructions?) ?[:=>] ?(?:please )?(?:score|rate|grade|give|award|ignore|return|output) ?[:=]? ?(?:.{0,40}\b)?(?:[1-5]|five|100|maximum|full|instructions?)\b/i,
];

/** What comes before an order and changes nothing of it: marks of lists, politeness, emphasis. */
const LEAD =
  /^(?:[^\p{L}\p{N}]+|\d{1,3}[.)]\s+|(?:todo|note|notice|important|attention|reminder|warning|instructions?)(?: (?:to|for) [\w ]{1,30})?\s{0,3}[:!.-]\s*|(?:please|kindly|now|then|next|always|also|just|simply|finally|therefore|so|and|or|you|we|must|should|shall|will|have to|need to|are to|are asked to|are required to|be sure|make sure|remember|do not forget|it is (?:required|important|necessary) that|ask|want|expect|require|order|instruct|to|that)(?=[\s,:]),?:?\s+)/iu;

/** Letters of other scripts that look like these. */
const alike = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    ο: 'o',
    α: 'a',
    ν: 'v',
    ι: 'i',
  }),
);
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const inLatin = (text: string): string =>
  !foreign.test(text)
    ? text
    : text.replace(/[\p{L}\p{M}]+/gu, (word) =>
        /\p{Script=Latin}/u.test(word) && foreign.test(word)
          ? [...word].map((letter) => alike.get(letter) ?? letter).join('')
          : word,
      );

/** The sentence as it is read: without what does not print, and without what comes before the order. */
function plainOrder(sentence: string): { whole: string; order: string } {
  const whole = inLatin(sentence.normalize('NFKC').replace(/[\p{Cf}*`]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim();
  let order = whole;
  for (let times = 0; times < 12; times++) {
    const rest = order.replace(LEAD, '');
    if (rest === order) break;
    order = rest;
  }
  return { whole: whole.replace(/^[^\p{L}<[]+/u, ''), order };
}

/** Whether a sentence speaks to a program that judges the site. */
export const isAddressed = remembered(20_000, (sentence) => {
  const { whole, order } = plainOrder(sentence.slice(0, 600));
  const both = whole === order ? [whole] : [whole, order];
  return (
    orders.some((one) => both.some((text) => one.test(text))) ||
    judgements.some((one) => one.test(order)) ||
    spoken.some((one) => both.some((text) => one.test(text)))
  );
});

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
