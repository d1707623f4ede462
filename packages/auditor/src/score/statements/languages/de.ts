import type { Language } from './language.ts';

const words = (text: string): string[] => text.split(', ');

export const de: Language = {
  code: 'de',
  name: 'German',
  common: 'und der das ist nicht für mit ein eine wir sie ihr auch oder bei zum zur von sich nach'.split(' '),
  negations: words('nicht, nie, niemals, weder, noch nicht, keinesfalls, nichts, ungeeignet'),
  denying_lists: words('kein, keine, keinen, keiner, keinem, keines, ohne'),
  not_denying: words(
    'nicht nur, nicht mehr als, nicht länger als, nicht später als, ohne kreditkarte, ohne konto, ohne anmeldung, ohne registrierung, ohne vertragsbindung, ohne mindestlaufzeit, keine vertragsbindung, keine vertragslaufzeit, keine mindestlaufzeit, keine versteckten, keine zusätzlichen, kein problem, ohne aufpreis, ohne zusatzkosten',
  ),
  clause_starts: words('aber, sondern, jedoch, sonst, dafür, weil, denn'),
  planned: words(
    'demnächst, in kürze, bald, geplant, in vorbereitung, in arbeit, in entwicklung, zukünftig, künftig, folgt',
  ),
  past: words('früher, nicht mehr, ehemals, eingestellt'),
  advice: words(
    'sie sollten, du solltest, achten sie, achte darauf, wir empfehlen, fragen sie, frage dich, überlegen sie, denken sie, denk daran, vermeiden sie, prüfen sie, stellen sie sich, unser tipp, tipp',
  ),
  duties: words(
    'sie müssen, du musst, sie sind verpflichtet, der kunde ist verpflichtet, der kunde hat, der kunde muss, der nutzer verpflichtet, ihre pflicht, mitwirkungspflicht*, sie verpflichten sich',
  ),
  reserved: words(
    'wir behalten uns, behält sich, nach eigenem ermessen, ohne ankündigung, keine haftung, haften nicht, haftung, keine gewähr, dsgvo, personenbezogene*, einwilligung, verbraucherschlichtungsstelle, streitbeilegungsverfahren, cookies, auskunft über, widerspruchsrecht, aufsichtsbehörde, rechtsgrundlage, urheberrecht*',
  ),
  others: words(
    'andere anbieter, andere agenturen, manche anbieter, viele anbieter, die meisten anbieter, viele agenturen, manche agenturen, die meisten agenturen, viele unternehmen, andere unternehmen, viele betriebe, baukästen, baukasten, wettbewerber, mitbewerber, konkurrenz, im gegensatz zu, anders als',
  ),
  own: words('wir, uns, unser, unsere, unserer, unseren, unserem, ich, mein, meine'),
  articles: words(
    'blog, news, aktuelles, ratgeber, magazin, artikel, beitrag, beiträge, wissen, presse, neuigkeiten, tipps, lexikon',
  ),
  months: 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' '),
  units: {},
  finders: {},
};
