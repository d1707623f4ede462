/** What the fields of a form are for, by the words of their names: `textarea message`, `text arrival_date`. */

const wordsOf = (field: string): string[] =>
  field
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const MESSAGE = words(
  'message msg enquiry inquiry nachricht mensaje messaggio bericht mensagem anfrage demande consulta richiesta',
);
/** Days, times and numbers of what is taken, and payments. */
const TAKEN = words(
  'date dates arrival arrive arriving departure depart checkin checkout check from until till nights night slot time hour qty quantity card payment ticket tickets ' +
    'datum ankunft abreise anreise uhrzeit anzahl fecha llegada salida entrada hora cantidad data arrivo partenza giorno ora aankomst vertrek tijd aantal ' +
    'chegada saida quantidade arrivee départ arrivée début debut fin heure',
);

/** A way to reach or to know somebody. */
const PERSON = words('mail email password phone telephone tel');

/** Who one is, is asked for. */
export const asksPerson = (field: string): boolean => wordsOf(field).some((word) => PERSON.has(word));

/** A message is asked for. */
export const asksMessage = (field: string): boolean => wordsOf(field).some((word) => MESSAGE.has(word));

/** Something is taken: a day, a time, a number of things, a payment. */
export const takesSomething = (field: string): boolean => wordsOf(field).some((word) => TAKEN.has(word));

/** Of a field that nobody types into, the first word. */
const UNTYPED = words('hidden checkbox radio submit button reset image search');
/** Beside a name and a password where one signs in. */
const BESIDE_SIGN_IN = words('captcha otp code token tenant newsletter q s');
/** Names the password that there is, where it is changed. */
const FORMER = /^(?:old|current|reset)/;

/** A new password is asked for: it is typed twice, or once beside more than who signs in types, as a name and a firm. */
export function asksNewPassword(fields: readonly string[]): boolean {
  const typed = fields.map(wordsOf).filter(([kind = '']) => !UNTYPED.has(kind));
  if (typed.some((names) => names.some((word) => FORMER.test(word)))) return false;
  const passwords = typed.filter(([kind]) => kind === 'password').length;
  const others = typed.filter(
    ([kind, ...names]) => kind !== 'password' && !names.some((word) => BESIDE_SIGN_IN.has(word)),
  );
  return passwords === 2 ? others.length >= 1 : passwords === 1 && others.length >= 3;
}
