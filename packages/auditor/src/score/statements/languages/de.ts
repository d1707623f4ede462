import { finders } from './de-finders.ts';
import { type Language, phrases, units } from './language.ts';

export const de: Language = {
  code: 'de',
  name: 'German',
  common: 'und der das ist nicht für mit ein eine wir sie ihr auch oder bei zum zur von sich nach'.split(' '),
  negations: phrases('nicht, nie, niemals, weder, noch nicht, keinesfalls, nichts, ungeeignet'),
  denying_lists: phrases('kein, keine, keinen, keiner, keinem, keines, ohne'),
  not_denying: phrases(
    'nicht nur, nicht mehr als, nicht länger als, nicht später als, ohne kreditkarte, ohne konto, ohne anmeldung, ohne registrierung, ohne vertragsbindung, ohne mindestlaufzeit, keine vertragsbindung, keine vertragslaufzeit, keine mindestlaufzeit, keine versteckten, keine zusätzlichen, kein problem, ohne aufpreis, ohne zusatzkosten',
  ),
  refuses:
    /(?<=\p{L})(?:en|ern|eln) wir (?:[\p{L}-]{1,30} ){0,3}?(?:nicht|keine?[nrms]?)(?!\p{L})|(?<!\p{L})wir \p{L}{1,30}(?:en|ern|eln) (?:[\p{L}-]{1,30},? ){0,6}?(?:nicht|keine?[nrms]?)(?!\p{L})/u,
  conditions: phrases('wenn, falls, sofern, sobald, bis, solange'),
  no: phrases('nein, leider nein, noch nicht, leider nicht, derzeit nicht, das geht nicht'),
  needs: phrases(
    'brauche, brauchen, muss, müssen, nötig, notwendig, erforderlich, gebühr*, kosten, kostet, vertrag, mindest*, zahlen',
  ),
  clause_starts: phrases('aber, sondern, jedoch, sonst, dafür, weil, denn'),
  planned: phrases(
    'wir überlegen, wir denken darüber, wir arbeiten an, wir arbeiten noch, demnächst, in kürze, bald, geplant, in vorbereitung, in arbeit, in entwicklung, zukünftig, künftig, folgt',
  ),
  past: phrases('früher, nicht mehr, ehemals, eingestellt'),
  settling: phrases(
    'erstatt*, zurück, berechn*, verrechn*, kostenlos, kostenfrei, gratis, gebühr*, anzahlung*, rabatt*, zahlen, zahlt, bezahl*, kostet, kosten, fällig, gutschrift*, gutschein*, preis, preise, ermäßig*, zuschlag*',
  ),
  deals: phrases(
    'kündig*, gekündigt*, erstatt*, geld zurück, verlängert sich, verlängerung*, storn*, widerruf*, rücktritt, zurücktreten, rückgabe, umtausch, testphase, probe*, abo, abos, abonnement*, mitglied*, jährlich*, jahresabo*, jahrestarif*, jahreszahlung, monatsabo*, tarifwechsel, upgrade*, rabatt*, ermäßig*, kinder, kind, studierende, studenten, senioren, rentner, anzahlung',
  ),
  vague: phrases(
    'gegebenenfalls, etwa, eventuell*, unter umständen, in bestimmten fällen, in einzelfällen, im einzelfall, angemessen*, wesentlich*, zumutbar*, nach absprache, sofern nicht anders, soweit nicht anders, wenn nichts anderes, in der regel, normalerweise, möglicherweise, nach möglichkeit, kulanz*',
  ),
  advice: phrases(
    'sie sollten, du solltest, achten sie, achte darauf, wir empfehlen, fragen sie, frage dich, überlegen sie, denken sie, denk daran, vermeiden sie, prüfen sie, stellen sie sich, unser tipp, tipp',
  ),
  duties: phrases(
    'sie müssen, du musst, sie sind verpflichtet, der kunde ist verpflichtet, der kunde hat, der kunde muss, der nutzer verpflichtet, ihre pflicht, mitwirkungspflicht*, sie verpflichten sich',
  ),
  reserved: phrases(
    'wir behalten uns, behält sich, nach eigenem ermessen, ohne ankündigung, keine haftung, haften nicht, haftung, keine gewähr, dsgvo, personenbezogene*, einwilligung, verbraucherschlichtungsstelle, streitbeilegungsverfahren, cookies, auskunft über, widerspruchsrecht, aufsichtsbehörde, rechtsgrundlage, urheberrecht*',
  ),
  others: phrases(
    'andere anbieter, andere agenturen, manche anbieter, viele anbieter, die meisten anbieter, viele agenturen, manche agenturen, die meisten agenturen, viele unternehmen, andere unternehmen, viele betriebe, baukästen, baukasten, wettbewerber, mitbewerber, konkurrenz, im gegensatz zu, anders als',
  ),
  leaning: phrases(
    'dort, dann, danach, davor, davon, dafür, dazu, darüber, darunter, darin, sonst, ansonsten, andernfalls, dieser, diese, dieses, diesen, diesem, er, in diesem fall, letztere, beide, solche, ist kein, ist keine, ist niemand, sind keine',
  ),
  pointing: phrases(
    'er, ihn, ihm, es, dies, dieser, diese, dieses, diesen, diesem, dort, hier, davon, dafür, dazu, dabei, dadurch, solche, solcher, letztere, außerdem, zudem, auch, ferner, jedoch, daher',
  ),
  goes_on: phrases('und, aber, oder, also, denn, sondern, doch, dann, trotzdem, deshalb'),
  demonstratives: phrases(
    'diese, dieser, dieses, diesen, diesem, jene, jener, jenes, jenen, jenem, solche, solcher, solchen, letztere*',
  ),
  elsewhere: phrases('siehe, lesen sie, sehen sie, bitte lesen, bitte beachten sie, beachten sie'),
  parties: phrases(
    'durchgeführt von, betrieben von, kolleg*, angeboten von, unsere nachbarn, unserer nachbarin, zahlungsdienstleister*, zahlungsanbieter*, zahlungsdienst*, drittanbieter*, dritte, dritter, dritten, hersteller*, versanddienstleister*, paketdienst*, spediteur*, spedition*, versicherung*, krankenkasse*, ihre bank, die bank, hosting anbieter*, hostinganbieter*, hoster*, dienstleister*, plattformbetreiber*, marktplatz*, partner*, lieferant*, zulieferer*, reiseveranstalter*, buchungsportal*, wettbewerber*, mitbewerber*, anbieter*, vermittler*, subunternehmer*',
  ),
  states:
    /(?<!\p{L})(?:ist|sind|war|waren|wird|werden|hat|haben|kann|kannst|können|darf|dürfen|muss|musst|müssen|soll|sollen|wir|sie|ich|du|ihr|man|gilt|gelten|kostet|erhalten|erhält|bekommen|bekommt|beträgt|betragen|bieten|bietet|gibt|geht|liegt|liegen|dauert|beginnt|endet|öffnet|schließt|umfasst|enthält|verlängert|bleibt|bleiben|steht|stehen|zahlen|zahlt|reicht|läuft|berechnen|liefern|kommt|kommen|findet|finden|entfällt|erfolgt|nehmen|fällt|fallen)(?!\p{L})/u,
  you: phrases('sie, ihnen, ihr, ihre*, du, dir, dein*'),
  own: phrases('wir, uns, unser, unsere, unserer, unseren, unserem, ich, mein, meine'),
  articles: phrases(
    'blog, news, aktuelles, ratgeber, magazin, artikel, beitrag, beiträge, wissen, presse, neuigkeiten, tipps, lexikon',
  ),
  jobs: phrases('karriere, jobs, job, stellen, stellenangebote, stellenanzeigen, offene stellen, ausbildung'),
  months: 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' '),
  numbers: 'zwei drei vier fünf sechs sieben acht zehn zwölf vierzehn dreißig sechzig neunzig'.split(' '),
  units: units({
    day: 'tag tage tagen werktag werktage werktagen',
    hour: 'stunde stunden std',
    minute: 'minute minuten',
    week: 'woche wochen',
    month: 'monat monate monaten',
    year: 'jahr jahre jahren',
    night: 'nacht nächte nächten übernachtung übernachtungen',
    person: 'person personen gäste gast kinder erwachsene teilnehmer',
    file: 'seite seiten unterseite unterseiten bilder dateien',
    user: 'nutzer benutzer mitarbeiter mitglieder plätze lizenzen',
    room: 'zimmer betten bett tische',
    request: 'anfragen aufrufe',
    order: 'buchungen bestellungen aufträge termine rechnungen',
    record: 'produkte artikel einträge kontakte stück',
    message: 'nachrichten',
    project: 'sprachen projekte domains websites standorte',
    percent: 'prozent',
    length: 'kilometer',
    weight: 'gramm kilo',
    time: 'mal',
  }),
  every: units({ day: 'täglich', week: 'wöchentlich', month: 'monatlich mtl', year: 'jährlich jährl' }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      'öffnungszeiten, geöffnet, montag*, dienstag*, mittwoch*, donnerstag*, freitag*, werktag*, lieferung, liefern, lieferzeit, versand, in deutschland, bundesweit, und umgebung, ganzjährig, ganze jahr, innerhalb von, anreise',
    ),
    'how to start': phrases(
      'termin wählen, termin aussuchen, zum ticket shop, ticket shop, jetzt buchen, buchen, termin, terminbuchung, jetzt anfragen, anfrage, anfragen, anfragen senden, bestellen, in den warenkorb, warenkorb, kaufen, registrieren, jetzt starten, kostenlos testen, angebot anfordern, reservieren, jetzt testen, mitglied werden, spenden, vereinbaren, erstgespräch, termin vereinbaren, aufnehmen, beitreten, anmeldung, anmeldeformular, anmelden, probestunde, probetag, jetzt sichern, zum shop, auswählen, mitmachen',
    ),
    'terms of buying': phrases(
      'agb, zahlung, widerruf, storn*, rückgabe, kündig*, versandkosten, anzahlung, fällig, erstatt*',
    ),
    'the price': phrases('kostenlos, kostenfrei, gratis'),
  },
  finders,
};
