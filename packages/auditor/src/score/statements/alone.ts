import { placeInLastClause } from './clauses.ts';
import type { Language } from './languages/language.ts';

/** The longest sentence that is quoted, in characters: what is longer is not cut but named by its page. */
export const LONGEST_QUOTE = 240;
/** The fewest words of a sentence. */
const FEWEST = 5;

/** A condition that is a sentence of its own, `If you changed your mind.`: what follows from it is not in it. */
const BARE_CONDITION =
  /^(?:if|when|unless|wenn|falls|si|se|als|indien|quando|cuando|quand)(?!\p{L})(?:[^,.!?:;–—]|(?<=\d)[,.](?=\d)){1,120}[.!]/iu;
/** The end of a sentence that does not say after or before what. */
const DANGLING =
  /(?<!\p{L})(?:after(?:wards)?|before(?:hand)?|thereafter|then|danach|davor|nachher|vorher|après|avant|después|antes|dopo|prima|daarna|daarvoor|ervoor|erna|depois)[.!)]{1,2}$/iu;

/** Speaks of a place, of a part or of a wish that was named before: `If you would like us to do it`. */
const OF_BEFORE =
  /^(?:\S+ ){0,6}there(?! (?:is|are|was|were|will|may|can|must|should|has|have|isn|aren)\b)\b|\bthe (?:remainder|rest|latter|former)\b(?! (?:of|between|in|to)\b)|\bdo(?:es|ing)? (?:it|this|that|so)\b|^(?:if|when) (?:you|we)(?:['’]d)? (?:would )?(?:like|want|prefer|need)\b[^,.]*\b(?:it|this|that|them)\b/i;
/** What was named before: `We charge nothing for finding that out`. */
const THAT = /\bthat(?=[,.;:!)]| (?:out|up|off|too|also)\b)/i;
/** One of what was named before: `You can replay one from the dashboard`. */
const ONE =
  /(?<!\b(?:no|only|just|day|page|step|number|part|phase|every) )\bone(?=[,.;:!)]| (?:from|in|at|on|with|by|when|if|is|has)\b)/i;
/** What the law gives is no offer. */
const OF_LAW =
  /^(?:(?:the|by|consumer|uk|eu) law|das gesetz|gesetzlich|(?:the|your) statutory|la loi|la ley|la legge|de wet|a lei)(?!\p{L})/iu;
/** Says what something does or is whose name is elsewhere: `Sends an event and retries it.`, `Available on all plans.` */
const WITHOUT_SUBJECT =
  /^(?:Adds|Allows|Applies|Comes|Costs|Covers|Creates|Deletes|Emits|Ends|Fires|Gets|Gives|Includes|Keeps|Lasts|Lets|Lists|Marks|Removes|Requires|Returns|Runs|Sends|Sets|Shows|Starts|Stops|Takes|Triggers|Updates|Works|Available|Valid|Included|Billed|Charged|Payable|Limited|Due|Refundable|Optional|Gültig|Verfügbar|Erhältlich|Enthalten|Inklusive|Zahlbar|Valables?|Disponibles?|Inclus(?:es?)?|Compris(?:es?)?|Payables?|Válid[oa]s?|Incluid[oa]s?|Disponibil[ei]|Valid[oaie]|Inclus[oaie]|Compres[oaie]|Geldig|Beschikbaar|Inbegrepen|Disponíve(?:l|is)|Incluíd[oa]s?)(?=[ ,])|^(?:Each|Both|Most|None|Neither|Either) (?:is|are|has|have|can|will|comes?|gets?|includes?|costs?|takes?|works?|needs?|lasts?|holds?|runs?)\b|^(?:Findet|Gilt|Kostet|Gibt|Enthält|Dauert|Beginnt|Endet|Läuft|Geht|Kommt|Wird|Ist|Sind|Hat|Kann|Beinhaltet|Umfasst|Bleibt) (?:nur|nicht|auch|ab|bis|für|immer|im|in|am|zum|pro|je|mit|ohne|erst)(?!\p{L})/u;
/** Cells of a row that were read as one sentence: `+$45 When we can.` */
const CELLS = /[$€£]\s?\d[\d.,]*\d? \p{Lu}\p{Ll}+ \p{Ll}/u;
/** What happened to something, and not on a condition: `v1 was switched off in June.` */
const HAPPENED =
  /^(?!(?:if|when|where|unless|once|after)\b)[^,;:]*\b(?:was|were) (?:\w+ )?(?:\w+ed|switched|sent|sold|made|cut|built|shut)\b/i;
/** The answer to a question that a reader does not see. */
const ANSWER = /^(?:yes|no|ja|nein|nee|jein|oui|non|sí|sì|sim|não)[,.:;!]/iu;
/** A promise to do what can be done: nobody can hold the offerer to it. */
const HEDGED =
  /\b(?:if|where|wherever|whenever|as far as) (?:we |it is |that is |that's )?(?:(?:reasonably|at all) )?(?:can(?=[.,;)])|possible|practicable)|(?:wenn|soweit|sofern|falls|wo) (?:es |das |irgend )?(?:\S{2,9} )?möglich|mesure du possible|\bsi (?:c['’]est |cela est )?possible|medida de lo posible|si es posible|misura del possibile|(?:se|ove) possibile|(?:indien|waar|zo) mogelijk|als (?:het|dat) kan|(?:se|quando|sempre que) possível|medida do possível/i;
/** What somebody says or wants is no verb of the sentence around it. */
const RELATED = /\bwhat (?:you|we|they|it|i) [a-z]+/gi;
/** What a label introduces: `Yearly: whole unused months`. */
const LABELLED = /^\p{Lu}[^:.!?]{1,30}: (?=\p{Ll})/u;

/** Names of ways to pay have a verb and a pronoun and say nothing. */
export const withoutTerms = (sentence: string): string => sentence.replace(/\bpay[- ]as[- ]you[- ]go\b/gi, '');

/** Has a verb of its own, also without its label and the condition at its end. */
function hasVerb(sentence: string, { states, conditions }: Language): boolean {
  const plain = withoutTerms(sentence).replace(RELATED, '');
  const labelled = plain.replace(LABELLED, '');
  const condition = labelled === plain ? -1 : placeInLastClause(labelled, conditions);
  return states.test((condition < 0 ? labelled : labelled.slice(0, condition)).toLowerCase());
}

/** From its first word to its full stop, with a verb, and no row of a menu or a list. */
export const isWhole = (sentence: string, language: Language): boolean =>
  sentence.length <= LONGEST_QUOTE &&
  !BARE_CONDITION.test(sentence) &&
  !DANGLING.test(sentence) &&
  !ANSWER.test(sentence) &&
  !OF_LAW.test(sentence) &&
  !(language.code === 'en' && (OF_BEFORE.test(sentence) || ONE.test(sentence) || THAT.test(sentence))) &&
  !(language.code === 'en' && HAPPENED.test(sentence)) &&
  !WITHOUT_SUBJECT.test(sentence) &&
  !CELLS.test(sentence) &&
  !HEDGED.test(sentence) &&
  /^[\p{Lu}\p{N}]/u.test(sentence) &&
  /\p{L}[^.!]*[.!]\)?$/u.test(sentence) &&
  !/[›»•|·…]|\.\.\./.test(sentence) &&
  (sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0) >= FEWEST &&
  hasVerb(sentence, language);
