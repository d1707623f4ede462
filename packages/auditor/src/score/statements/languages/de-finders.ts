import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      'bis zu, maximal, höchstens, mindestens, minimum, maximum, limit, begrenzt auf, inklusive, inkl, enthalten, enthält, pro monat, pro tag, pro stunde, pro minute, je, ab, innerhalb von, nur, gültig, für bis zu, personen, plätze, kontingent, freigepäck, ganze, erst ab, spätestens, bis, pro paket',
    ),
    strong: phrases(
      'bis zu, bis, maximal, höchstens, mindestens, minimum, maximum, limit, begrenzt auf, enthalten, enthält, inklusive, inkl, innerhalb von, gültig, spätestens, kontingent, freigepäck, pro paket',
    ),
    unquoted: phrases('rechnung*, mahn*, verzug, monatsrate*, reinigung*, endreinigung'),
  },
  over: {
    words: phrases(
      'darüber hinaus, zusätzlich berechnet, zusätzliche, zuzüglich, zuschlag, aufpreis, mehrpreis, extra berechnet, wird berechnet, werden berechnet, wird verrechnet, verrechnen wir, verrechnet werden, gegen aufpreis, mahngebühr*, verspätet*, nachberechnet, überschreit*, gedrosselt, jede weitere, jeder weitere, berechnen wir, je angefangene*, pro angefangene*',
    ),
    objects: phrases(
      'stunde*, woche*, person*, seite*, kosten, preis*, gebühr*, limit, volumen, nacht, tag*, kilometer, gewicht, änderung*, €, euro',
    ),
    not: phrases('umsatzsteuer, mehrwertsteuer, mwst, ust'),
    unquoted: phrases('rechnung*, mahn*, verzug, monatsrate*, reinigung*, endreinigung'),
  },
  excluded: {
    words: phrases(
      'nicht enthalten, nicht inbegriffen, nicht im preis, ausgeschlossen, ausgenommen, nicht erlaubt, nicht möglich, nicht unterstützt, kein full service, nicht erstattet, nicht erstattbar, vom umtausch, nicht geeignet, keine haustiere, haustiere nicht, rauchen ist nicht, arbeiten nicht an, arbeiten nicht mit, machen nicht, bieten nicht, bieten keine, liefern nicht, nehmen nicht an, keiner von beiden, nicht für',
    ),
    objects: phrases(
      'preis*, paket*, leistung*, support, service, haustier*, gäste, kinder, produkt*, artikel, änderung*, redesign*, rauchen, versand, kosten, zimmer, nutzung, tarif*, heizung*, gerät*, anlage*, fahrzeug*, marke*, auftrag*, kunden',
    ),
    not: phrases('umsatzsteuer, mehrwertsteuer, mwst, ust'),
  },
  refused: {
    words: [
      ...phrases(
        'keine haustiere, nicht gestattet, nicht erlaubt, nicht erwünscht, nur in deutschland, nur innerhalb, nichtraucher*, arbeiten nicht, nehmen wir nicht an, nehmen nicht an, bieten wir nicht an, machen wir nicht',
      ),
      // `X reparieren wir nicht` and `Wir reparieren keine X`.
      ...phrases(
        'bieten, liefern, versenden, verschicken, reparieren, verkaufen, vermieten, nehmen, waschen, reinigen, behandeln, bearbeiten, montieren, drucken, beraten, betreuen, akzeptieren, übernehmen',
      ).flatMap((verb) => ['wir nicht', 'wir keine', 'nicht', 'keine'].map((denied) => `${verb} ${denied}`)),
    ],
    not: phrases(
      'nicht nur, daten, cookies, haftung, haften, gewähr, verantwortlich, weiter, wissen, glauben, versprechen, spam, dritte, verantwortung, keine sorge, bewerten, geantwortet, rechtsberatung, speichern, personenbezogen*, stehen für, empfehlen, raten',
    ),
  },
  rule: {
    words: phrases(
      'verschieben, verlegen, wechseln, wechsel, upgrade, upgraden, downgrade, umbuchen, umbuchung, umtausch, umtauschen, ersatz, ersetzen, ersetzt, alternativ, statt dessen, stattdessen, tarifwechsel, paketwechsel, in einen höheren, umstellen, umgestellt, wechselt, umsteigen, umsteigt, hochstufen, herabstufen, herunter, nächste paket, nächsthöhere*, kleinere paket, größere paket, abtreten, übertragen, übertragbar, ersatzperson, nachholen, anderen termin, andere person',
    ),
    objects: phrases(
      'paket*, tarif*, plan, abo, abonnement, buchung*, termin*, bestellung*, artikel, ware, größe, produkt*, gutschein*, monat*, zimmer, vertrag*, wartungsvertrag, plus, person, kurs, kurse, ticket, rechnung, datum, jahr, grenze, stunde*',
    ),
    also: phrases(
      'rechnen wir, angerechnet, anrechn*, nach ablauf, erst nach, sofort, zum ende, monatsende, laufzeitende, anteilig, verrechnet, gutgeschrieben, differenz, kostenlos, kostenfrei, gebühr, bleiben, bleibt, erhalten, gratis, ohne aufpreis, ohne kosten, aufpreis, ab dem nächsten, nur bei, zum nächsten, ab sofort',
    ),
    under: phrases(
      'umtausch, wechsel, tarifwechsel, umbuchung, ersatz, kann ich wechseln, kann ich tauschen, kann ich verschieben, kann ich umbuchen, upgrade, downgrade',
    ),
    not: phrases('rabatt*'),
  },
  failing: {
    words: phrases(
      'nicht verfügbar, nicht lieferbar, ausverkauft, vergriffen, ausgebucht, fällt aus, krank, verhindert, nicht auf lager, nicht vorrätig, fällt ein kurs aus, nicht kommen, nicht teilnehmen, zu wenig anmeldungen, voll',
    ),
    also: phrases(
      'ersatz, stattdessen, alternativ*, gutschein*, ersetzen, gleichwertig*, ersatz*, anderen termin, neuen termin, geld zurück, erstatt*, warteliste, vertretung, gleicher preis, übernimmt, leihen, ersatztermin, rückerstattung, am nächsten kommt, am ähnlichsten, ähnlich*, schicken wir, senden wir, wahlweise',
    ),
  },
  elsewhere: {
    words: phrases(
      'verweisen wir, nennen ihnen gern, nennen wir ihnen, empfehlen ihnen gern, sind sie besser aufgehoben, besser aufgehoben, wenden sie sich an, gehen sie lieber, gehen sie besser, kaufen sie besser, besser geeignet, die bessere wahl, wann ein, lohnt sich eher, reicht ein, nehmen sie besser, nehmen sie lieber, nehmen sie dann, nimm lieber, wählen sie besser, wählen sie lieber, dann lieber',
    ),
  },
  conditions: {
    words: phrases(
      'wenn, falls, sofern, erst wenn, nur wenn, sobald, solange, außer, es sei denn, bei, vorausgesetzt, nach ablauf, muss, müssen, ab, kostenlos bis, wird fällig, zuzüglich, separat, nicht erstattet, auf anfrage, je nach, gegen, nach ihrer, kündbar, spätestens, wer, binnen, innerhalb, wird zweimal, kommt, liegt, bis zum',
    ),
    bounds: phrases(
      'innerhalb, bis zu, mindestens, höchstens, maximal, vor, nach, ab, unter, über, spätestens, weniger als, mehr als, frist',
    ),
    vague: phrases(
      'haftung*, datenschutz*, einwilligung, personenbezogen*, gerichtsstand, cookies, browser, urheberrecht*, betroffene*, verordnung, dsgvo',
    ),
    strong: phrases('wenn, falls, sofern, es sei denn, solange, vorausgesetzt'),
    topic_price: phrases(
      'preis*, kosten, kostet, gebühr*, rabatt*, bezahl*, zahlung*, zahlen, rechnung*, festpreis*, aufpreis, zuschlag, kostenlos, kostenfrei, €, euro, anzahlung, versandkosten*, fällig*, separat, abrechn*, abgerechnet, berechn*, aufschlag, nachberechnet, eingezogen, monatsbetr*',
    ),
    topic_cancelling: phrases(
      'kündig*, kündbar, storn*, rückgabe*, widerruf*, erstatt*, laufzeit*, vertrag*, rücktritt*, kündigung*, mandat*, auftrag*',
    ),
    topic_limits: phrases('limit*, kontingent, volumen, maximal, höchstens, mindest*'),
    topic_eligibility: phrases(
      'kinder, haustier*, hund*, jahre*, unternehmen, privatkunden, kunden, gäste, mitglied*, paket*, student*',
    ),
    topic_availability: phrases(
      'verfügbar*, liefer*, versand, öffnungszeit*, termin*, buchung*, anreise, abreise, saison*, werktag*, stunden, live, reaktion*, support, frist*, antwort*, arbeitstag*, werktags, aufnahme, annahme',
    ),
    topic_warranty: phrases('garantie*, gewährleistung*, reparatur*, reklamation*'),
  },
  vague_p2b: { words: phrases('auf anfrage, nach verfügbarkeit, solange der vorrat, je nach umfang, im rahmen') },
  vague_p2d: {
    words: phrases(
      'änderungen vorbehalten, auf anfrage, auf anfrage, je nach aufwand, kann abweichen, können abweichen, nach absprache, nach vereinbarung, änderungen vorbehalten',
    ),
  },
  targets: {
    without: phrases('zufrieden, fragebögen, befragt*'),
    words: phrases(
      'antwort*, reaktion*, reaktionszeit*, verfügbarkeit, erreichbar, rückmeldung, melden uns, beantwortet, antworten',
    ),
    with: phrases('# stunden, # stunde, # minuten, # %, # werktag*, # tage*, 24h'),
  },
  remedy: {
    words: phrases('gutschrift, gutgeschrieben, erstattet, erstattung, geld zurück, zurück'),
    with: phrases(
      'verspätet, ausfall, verfügbarkeit, nicht eingehalten, unzufrieden, später als, zu spät, nicht rechtzeitig, unpünktlich, unterschreit*, nicht zufrieden, nicht gefällt, nicht schmeckt, unser fehler',
    ),
  },
  testimonials: {
    words: phrases(
      'kundenstimmen, das sagen unsere kunden, referenzen, erfahrungsberichte, kundenbewertungen, unsere kunden sagen',
    ),
  },
  certificates: {
    words: phrases(
      'zertifiziert, tüv, iso 9001, iso 27001, bio zertifi*, handwerkskammer, innungsbetrieb, meisterbetrieb, geprüft durch, akkreditiert, registriert bei, zugelassen durch, ihk, gesellenbrief*, meisterbrief*, handwerksrolle, eingetragen in',
    ),
  },
  lookup: {
    words: phrases(
      'prüfbar, nachprüfbar, überprüfbar, einsehbar, nachschlagen, können sie prüfen, kannst du prüfen, prüfen sie uns, öffentlich abrufbar',
    ),
    with: phrases('register*, verzeichnis, nummer, nr, zertifikat*, kammer, verband, siegel'),
  },
  press: { words: phrases('bekannt aus, in der presse, ausgezeichnet, auszeichnung, preisträger') },
  claims: {
    words: phrases(
      '# bewertungen, # rezensionen, # sterne, von # sternen, jahre erfahrung, jahren erfahrung, seit 19*, seit 20*, zuverlässig*, familienbetrieb, familiengeführt, zufriedene kunden, kunden vertrauen, garantiert, qualität, meister, geschult, behördlich*, begutachtet',
    ),
  },
  history: {
    words: phrases(
      'bestellübersicht, bestellverlauf, bestellhistorie, sendungsverfolgung, trackingnummer, ihre bestellungen, rechnungsübersicht, buchungsbestätigung, bestellbestätigung, ihre protokolle, ihre unterlagen, wartungsprotokoll*, bestätigung per e mail, bestätigungsmail, bestätigung per mail, quittung*, rechnung per, lieferschein*, teilnahmebescheinigung*, teilnahmebestätigung*, sendungsnummer, arbeitsbericht*, serviceheft, wartungsheft',
    ),
  },
  shown: {
    words: phrases(
      'bestellungen, aufträge, rechnungen, belege, quittungen, lieferscheine, zertifikate, buchungen, eintritte, besuche, zahlungen, dokumente, unterlagen, berichte, noten, anwesenheit*, termine, kurse, verlauf, verträge, nachweise, bescheide, auswertungen, lieferungen, protokolle',
    ),
    with: phrases(
      'kundenkonto, konto, kundenbereich, kundenportal, portal, mitgliederbereich, dashboard, login, eingeloggt, lernplattform, moodle, in der app, gästekonto, mandantenportal, onlinekonto',
    ),
    without: phrases(
      'newsletter, cookies, personenbezogen*, bankkonto, konto bei, auf das konto, auf ihr konto, auf dein konto, unser konto, iban, hochladen, laden sie',
    ),
  },
  shown_for: {
    words: phrases('gespeichert, speichern, bleiben, bleibt, aufbewahrt, verfügbar, abrufbar, letzten, archiv*'),
    with: phrases('# jahr*, # monat*, # tage*, # woche*, ein jahr, solange sie, solange du'),
    also: phrases(
      'kundenkonto, konto, kundenbereich, kundenportal, portal, mitgliederbereich, dashboard, login, eingeloggt, lernplattform, moodle, in der app, gästekonto, mandantenportal, onlinekonto',
    ),
    without: phrases(
      'newsletter, cookies, personenbezogen*, bankkonto, konto bei, auf das konto, auf ihr konto, auf dein konto, unser konto, iban',
    ),
  },
  listed: {
    with: phrases(
      'rechnung*, bestellung*, buchung*, beleg*, auswertung*, lieferung*, termine, aufträge, zahlungen, unterlagen',
    ),
    words: phrases('im konto, ihrem konto, kundenkonto, kundenportal, kundenbereich, mitgliederbereich'),
    without: phrases('datenschutz*, bank, personenbezogene*'),
  },
  recorded: {
    words: phrases(
      'wer wann, wer was, wer welche*, protokolliert, dokumentiert, verzeichnet, eingetragen, vermerkt, nachvollziehbar',
    ),
    with: phrases('jede*, alle, gebucht, geändert, freigegeben, gelöscht, bestellt, wann'),
    also: phrases(
      'änderung*, beleg*, buchung*, zugriff*, vorgang*, besuch*, datum, auftrag*, rechnung*, anmeldung*, einsatz*, bestellung*, wartung*, reparatur*',
    ),
  },
  powers: {
    words: phrases(
      'wer was, wer darf, wer aus, rechte, rollen, berechtigung*, zugriffsrechte, benutzerrechte, nur lesen, leserechte, legt benutzer an, benutzer anlegen, legt nutzer an, nutzer anlegen, unterkonten, nur einsehen, lädt kollegen ein, kollegen einladen',
    ),
    with: phrases(
      'konto, team, person, personen, mitarbeiter*, nutzer*, benutzer*, kollegen, zugang, betrieb, administrator*, inhaber*, einkauf, einkäufer*, buchhaltung, steuerberater*, eltern, partner*',
    ),
    also: phrases(
      'darf, dürfen, sehen, eigenen, verschiedene*, vergeben, festlegen, bestimmen, nur, einrichten, ändern, buchen, bestellen, freigeben, einsehen, lesen, verwalten, hochladen',
    ),
    without: phrases('personenbezogen*, dsgvo, widerspruch*, urheberrecht*'),
  },
  logins: {
    words: phrases(
      'kundenkonto, kundenportal, mitgliederbereich, kundenlogin, einloggen, login, ihr konto, ihrem konto, dein konto, deinem konto, benutzerkonto, nutzerkonto',
    ),
    with: phrases('konto, portal, code, passwort, e mail, person, online, app, kunden*, mitglied*, einloggen, login'),
    without: phrases(
      'newsletter, seminar*, kurs*, telefonisch, auf ihr konto, auf dein konto, abgebucht, belastet, eingezogen, gutgeschrieben, überweis*, lastschrift',
    ),
  },
  logs: {
    words: phrases('protokoll, protokolle, audit log*, änderungsprotokoll*, aktivitätsprotokoll*, zugriffsprotokoll*'),
    with: phrases('konto, team, nutzer, benutzer, mitarbeiter, api, änderung*, export*, jede*'),
  },
  exports_p3c: { words: phrases('export*, exportieren'), with: phrases('csv, json, pdf, excel, daten, rechnungen') },
  exports_p5b: { words: phrases('export*, exportieren'), with: phrases('csv, json, pdf, excel, daten, rechnungen') },
  downloads: {
    words: phrases('herunterladen, download*'),
    with: phrases('als csv, als pdf, als xlsx, ihre rechnungen, ihre daten, rechnung*'),
  },
  hooks_p3c: {
    words: phrases('webhook*'),
    with: phrases('ereignis*, event*, senden, gesendet, endpunkt, url, benachrichtig*'),
  },
  hooks_p5a: {
    words: phrases('webhook*'),
    with: phrases('ereignis*, event*, senden, gesendet, endpunkt, url, benachrichtig*'),
  },
  dated: {
    words: phrases(
      'stand, gültig ab, gültig seit, gilt ab, gelten ab, gilt seit, gelten seit, in kraft, aktualisiert, letzte änderung, zuletzt geändert, fassung, version, preise ab, preisliste, preise für, preise gelten, preise seit, preise #',
    ),
    years: phrases('preise, preisliste, tarife'),
  },
  held: {
    words: phrases(
      'preis bleibt, preise bleiben, preisgarantie, behalten ihren preis, behält seinen preis, nicht betroffen, gilt der preis, gelten die preise, preisänderungen gibt es nicht, preisänderungen bei',
    ),
    with: phrases('buchung*, bestellung*, auftrag*, aufträge, vertrag*, verträge, abo*, bestätigt*'),
  },
  earlier: {
    words: phrases('frühere fassung*, frühere version*, vorherige fassung, alte fassung, fassung #, version #'),
  },
  notice_p3d: {
    words: phrases(
      'vorher, teilen wir, schreiben wir, ankündig*, angekündigt, informieren wir, mitgeteilt, mitteilen, im voraus, kündigen wir, geben wir, bekannt gegeben, benachrichtig*',
    ),
    also: phrases('änderung*, anpassung*, preis*, leistung*, bedingung*'),
    with: phrases('# tage*, # woche*, # monat*, bis zum #, einen monat, eine woche'),
  },
  booked: {
    without: phrases('auf anfrage'),
    words: phrases(
      'sofort bestätigt, buchungsbestätigung, terminbestätigung, bestätigung per mail, bestätigung per e mail, online bezahlen, verbindlich buchen, bestätigung, zahlen jetzt, sie zahlen, online buchen, mit karte',
    ),
    with: phrases('buch*, termin*, mail, sofort, zimmer, bestellung*'),
  },
  walk_in: {
    words: phrases('ohne termin, ohne terminvereinbarung, kein termin, einfach vorbeikommen'),
    without: phrases('konto, testen, ausgebucht, storn*, erstatt*'),
  },
  unreserved: {
    words: phrases(
      'ohne anmeldung, ohne voranmeldung, ohne reservierung, keine anmeldung nötig, keine anmeldung erforderlich, keine voranmeldung nötig, keine reservierung nötig, keine reservierung erforderlich, kommen sie einfach, anmeldung nicht nötig, anmeldung ist nicht nötig, voranmeldung nicht nötig',
    ),
    without: phrases('kein zutritt, kein einlass, konto, testen, ausgebucht, storn*, erstatt*'),
  },
  at_once: {
    words: phrases(
      'sofort bestätigt, sofort bestätigen, sofortige bestätigung, umgehend bestätigt, direkt bestätigt, wird sofort bestätigt',
    ),
    with: phrases('buch*, platz, plätze*, termin*, zimmer, kurs*, bestellung*, tisch*'),
  },
  free_start: {
    words: phrases(
      'ohne kreditkarte, keine kreditkarte, ohne anmeldung, ohne registrierung, ohne konto, als gast bestellen, kostenlos testen ohne, gastbestellung, kein konto, keine anmeldung, keine registrierung, brauchen kein konto, anmeldung nicht nötig, keine zahlungsdaten, ohne zahlungsdaten, genügen e mail und kennwort, genügen e mail und passwort, reichen e mail und passwort',
    ),
    without: phrases('herunterlad*'),
  },
  own_key: {
    words: phrases('api schlüssel erstellen, api key erstellen, schlüssel erzeugen, token erstellen'),
    with: phrases('konto, dashboard, einstellungen, api, minuten'),
  },
  key_words: { words: phrases('api schlüssel, api key*, zugangstoken, anmelden, registrieren, einloggen') },
  fit: {
    words: phrases(
      'ideal für, perfekt für, geeignet für, optimal für, gedacht für, passend für, besonders für, speziell für, maßgeschneidert für, richtig für, für lokale, entwickelt für, bestens für, grob',
    ),
    objects: phrases(
      'hochzeit*, geburtstag*, feier*, mittagessen, seminar*, ausflug*, wochenende*, radfahrer*, wanderer*, betrieb*, unternehmen, selbstständig*, familien, gruppen, paare, kinder, anfänger, vereine, teams, agenturen, kunden, gäste, projekte, handwerker*, firmen, menschen, alle, wer, erstauftritt, dienstleister, feste, feiern',
    ),
    opening: phrases(
      'für alle die, für den der, für die die, für menschen die, für leute die, für jeden der, für diejenigen',
    ),
    labels: phrases('für wen, zielgruppe, geeignet für, passt für, passt zu, teilnehmerkreis, voraussetzungen'),
    unquoted: phrases('ideal gelegen, perfekt gelegen'),
  },
  fit_for: { words: phrases('ideal für, perfekt für, geeignet für, optimal für, am besten für') },
  columns: {
    words: phrases('ideal für, geeignet für, für wen, empfohlen für, einsatz'),
    whole: phrases('für, zielgruppe, verwendung'),
  },
  weighed: { words: phrases('wenn sie, wählen sie, passt zu, passt für, empfehlen, reicht') },
  benefits: { words: phrases('damit sie, sie sparen, wir helfen, ihre, ihr, ohne, so können sie') },
  passed: {
    words: phrases(
      'verweisen wir, nennen ihnen gern, nennen wir ihnen, empfehlen ihnen gern, sind sie besser aufgehoben, besser aufgehoben, wenden sie sich an, gehen sie lieber, gehen sie besser, kaufen sie besser',
    ),
  },
  negative: {
    words: phrases(
      'nicht geeignet für, nichts für, ungeeignet, nicht das richtige, lohnt sich nicht, keine haustiere, eher nicht, nicht geeignet, ist nichts für, nicht gedacht für, nehmen wir nicht an, nehmen wir keine, nehmen keine, bedienen wir nicht, betreuen wir nicht, betreuen keine, nicht das richtige für, zu groß für, zu klein für, nur für erwachsene, nicht barrierefrei',
    ),
  },
  mention: {
    words: phrases(
      'schnittstelle*, integration*, anbindung*, kompatibel mit, plugin*, einbinden, api, kalender sync, kalender synchronisation, verbinden mit, online terminbuchung',
    ),
  },
  imports: {
    words: phrases('csv, excel, xlsx, ods, tabellenkalkulation, google sheets'),
    with: phrases('importieren, importiert, import, einlesen, eingelesen'),
  },
  connected: {
    words: [...connectable, ...phrases('kalenderdatei*')],
    with: phrases(
      'schnittstelle*, anbindung*, verbinden, verbunden, übertragen, importieren, import, export, exportieren, über, senden, übergeben, einrichten, hochladen, laden, kalenderdatei*',
    ),
  },
  personal: {
    words: personal,
    with: phrases('importieren, import, export, exportieren, übernehmen, synchronis*, abgleich*'),
  },
  account: {
    words: phrases(
      'kundenkonto, mein konto, ihr konto, kundenportal, dashboard, mitgliederbereich, vermieterkonto, kundenbereich, ihrem konto, in unserem konto, kundenlogin',
    ),
    with: phrases(
      'bestell*, rechnung*, einsehen, verwalten, verlauf, übersicht, daten, anmelden, protokoll*, unterlagen, liegen',
    ),
  },
  kept_p5b: {
    words: phrases(
      'aufbewahrt, gespeichert, aufbewahrung, speicherdauer, bewahren, letzten # jahre, letzten # monate, archiviert, liegen',
    ),
    with: phrases('# tage*, # monat*, # jahr*'),
    also: phrases(
      'daten, verlauf, konto, protokoll*, nachrichten, protokolle, unterlagen, rechnungen, akte*, belege, auswertungen, bestellungen, buchungen',
    ),
  },
  kept_p3c: {
    words: phrases('aufbewahrt, gespeichert, aufbewahrung'),
    with: phrases('# tage*, # monat*, # jahr*'),
    also: phrases('protokoll*, log, verlauf, ereignis*'),
  },
  cancel: {
    quoted_with: phrases(
      'im konto, konto, kundenkonto, kundenportal, portal, einstellungen, online, klick, link, dashboard, app',
    ),
    words: phrases(
      'kündigen, kündbar, kündigung, kündigst, pausieren, auslassen, aussetzen, überspringen, abbestellen, beenden',
    ),
    with: phrases(
      'wann sie wollen, wann immer, jeden monat, mit einem klick, jederzeit, monatlich, im konto, online, einstellungen, kundenkonto, ohne vertragsbindung, per klick, in ihrem konto, im kundenportal, link in',
    ),
  },
  moved: {
    words: phrases('verschieben, ändern, umbuchen, stornieren, absagen, zurückgeben, verlegen'),
    with: phrases('link, online, im konto, ihrem konto, knopf, button, selbst, in der app, portal'),
    also: phrases('termin*, buchung*, datum, bestellung*, kurs*, reservierung*, lieferung*, abholung*'),
  },
  contact: {
    words: phrases('kündigen, kündbar, kündigung, stornier*, storno, verlänger*'),
    with: phrases(
      'per e mail, schriftlich, telefon*, kontakt*, frist, # tage*, # woche*, # monat*, monatlich, jederzeit',
    ),
  },
  renewal: {
    words: phrases(
      'verlängert sich, verlängerung, verlängern, abonnement, laufzeit, monatlich kündbar, vertragslaufzeit, bis einer kündigt, bis sie kündigen, unbefristet, läuft weiter',
    ),
    with: phrases('monat*, jahr*, automatisch, verlänger*, kündig*, kündbar, vertrag*, ende, läuft'),
    without: phrases('geschlossen, schließung, pausier*, unfall'),
  },
  managed: {
    words: phrases('abo verwalten, abonnement verwalten, ihren tarif ändern, vertrag verwalten'),
    without: phrases('kontakt*, schreiben sie, per e mail'),
  },
  notice_p5c: {
    words: phrases(
      'preisänderung*, preisanpassung*, preiserhöhung*, preis*, verlängerung*, verlänger*, erneuer*, abbuchung, abgebucht, nächste lieferung, jeder lieferung',
    ),
    also: phrases(
      'angekündigt, ankündig*, informieren, mitteil*, teilen wir, im voraus, vorher, rechtzeitig, schreiben ihnen, erinnern, benachrichtig*, vor dem ende, davor, schreiben wir, mail',
    ),
    with: phrases('# tage*, # woche*, # monat*, bis zum #'),
  },
  claim: {
    words: phrases('rabatt*, treue*, stammkunden, bonus*, vergünstig*, mengenrabatt*, staffelpreis*'),
    without: phrases('keine rabatte, senioren*, student*, kinder*'),
  },
  saving: {
    without: phrases('anreise, storn*, versand*, lieferung*, kinder*, frühbucher*'),
    words: phrases(
      'jede zehnte, jeder zehnte, jedes zehnte, geschenkt, stammkunden, sparen, sparst, ersparnis, rabatt, günstiger, gratis, kostenlos, ermäßigung, minus # %, # % weniger, # für # €',
    ),
    with: phrases('elfte, elften, zehnte, zehnter, fünfte, # %, # €, # euro, # monate, prozent'),
    also: phrases(
      '# nächten, elfte, elften, zehnte, fünfte, stammkunden, bleib*, jahr*, jährlich*, monat*, ab #, nächte, nacht, menge, stück, abo, mitglied*, treue*, jahre, jahren, # für # €',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('rabatt*, nachlass*, mengenrabatt*, treue*, ermäßigung für, bonus'),
    without: phrases('student*, senior*, kinder*, skonto, storn*, ahv, rentner*, frühbucher*'),
  },
  packs: {
    words: phrases(
      'zehnerkarte, fünferkarte, mehrfachkarte, 10er karte, 5er karte, 11er karte, 12er karte, 10er block, # er karte',
    ),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'ehemalige, bestandskunden, verlänger*, ab dem # jahr, elfte, jede zehnte, jeder zehnte, jedes zehnte, stammkunden, nach einem jahr, nach # besuchen, nach # jahren, nach # kursen, ab dem zweiten, ab dem dritten, ab der zweiten, ab der dritten, wiederkommt, nächsten besuch, nächste buchung, freund wirbt, freunde werben, mitglieder, nach # bestellungen, nach # lieferungen, nach # aufträgen, ab der dritten, ab der fünften, ab dem fünften, ab dem zehnten, stammgäste',
    ),
    with: phrases(
      'geschenkt, gratis, gutschein*, rabatt, nachlass, günstiger, die hälfte, halben preis, halber preis, weniger, # %, # €',
    ),
    without: phrases('kinder*, student*, senioren*, früher'),
  },
  tiers: { words: phrases('staffelpreis*, mengenrabatt*, mengenstaffel*, bonusprogramm, treuekarte, stempelkarte') },
  analytics: {
    words: phrases('statistik*, auswertung*, analyse*, auslastung, kennzahl*, reporting'),
    with: phrases('ihre, ihrer, ihr, dashboard, monatlich*, verlauf, pdf'),
  },
  reports: {
    words: phrases('bericht*, report, reports, reporting, auswertung*'),
    with: phrases('monatlich*, wöchentlich*, täglich*, jeden monat, jede woche'),
  },
  book: {
    words: phrases(
      'buchen, termin, termin buchen, terminbuchung, reservieren, reservierung, online buchen, jetzt buchen, anfragen und buchen, vereinbaren, termin vereinbaren, buchung',
    ),
    not: phrases('demo, beratung, rückruf, buchhaltung'),
  },
  signup: {
    words: phrases(
      'registrieren, konto erstellen, kostenlos starten, kostenlos testen, jetzt starten, mitglied werden, jetzt testen, account erstellen',
    ),
    not: phrases('newsletter, demo, kontakt, seminar'),
    weak: phrases('mitglied werden, jetzt starten'),
  },
  start: {
    whole: phrases(
      'konto erstellen, account erstellen, kostenlos starten, kostenlos testen, jetzt kostenlos starten, jetzt kostenlos testen, kostenloses konto erstellen',
    ),
  },
  basket: {
    words: phrases(
      'in den warenkorb, zur kasse, zum warenkorb, jetzt kaufen, warenkorb öffnen, warenkorb anzeigen, warenkorb ansehen',
    ),
    whole: phrases('warenkorb'),
  },
  buying: {
    words: phrases(
      'in den warenkorb, warenkorb, zur kasse, jetzt kaufen, jetzt bestellen, tickets kaufen, tisch reservieren, online bestellen',
    ),
  },
  demo: {
    words: phrases(
      'angebot anfordern, kostenlose beratung, rückruf, beratungsgespräch, anfrage senden, unverbindlich anfragen, kontaktformular',
    ),
  },
  calendar: { words: phrases('verfügbarkeit prüfen, freie termine, belegungskalender, belegungsplan') },
  reviewed: { words: phrases('bewertungen, rezensionen, kundenbewertungen, gästebewertungen') },
  register: {
    words: phrases(
      'eintrag ansehen, handelsregister, registernummer, handwerksrolle, eintragung, zertifikat ansehen, zum zertifikat, zertifikat',
    ),
  },
  advised: {
    words: phrases('empfehlen wir, raten wir zu, wir empfehlen ihnen'),
    objects: phrases('für, bei, ab, über, unter'),
    not: phrases('cookies, passwort, browser, anreise'),
  },
  situation: {
    words: phrases(
      'wenn sie, wenn ihr, wenn du, falls sie, falls du, wer, für wen, wem, brauchen sie, möchten sie, suchen sie, bis zu, unter, über',
    ),
    objects: phrases(
      'nimmt, nehmen sie, nimm, wählt, wählen sie, wähle, passt, passen, reicht, genügt, lohnt, empfehlen, richtige wahl, bessere wahl, besser, ist richtig, fährt gut, kommt zu, beginnt mit, starten sie mit',
    ),
    under: phrases(
      'welches paket, welcher tarif, welches passt, für wen, was passt, welche passt, die richtige wahl, was ist das richtige, welcher kurs, welches zimmer',
    ),
    not: phrases('kündig*, storn*, passwort, cookies, datenschutz, kontaktieren'),
    under_short: phrases('welche*, was passt'),
  },
  audience: {
    words: phrases(
      'begleiten betriebe, begleiten unternehmen, helfen betrieben, unterstützen betriebe, für betriebe, für kleine, für unternehmen, für selbstständige, für familien, für paare, für gruppen, für handwerker, für lokale, für vereine, für kinder, für anfänger, für privat*, für gäste, für kunden, für alle, für agenturen, für teams, für dienstleister, betriebe, kleine betriebe, freiberufler*, handwerksbetriebe, praxen, für firmen, für praxen, für handwerksbetriebe, für freiberufler*, für einsteiger, für eltern, für schulen, für menschen, für leute, für alle die, für singles, für hunde, für ihren hund, für ihr tier, für ihr kind, für ihren betrieb, für deinen shop, für ihren shop, für händler*, für shops, für onlineshops, für ihr unternehmen, für ihr fest, mit kleinen betrieben, richtet sich an',
    ),
    under: phrases('für wen, wem wir, unsere kunden, zielgruppe'),
  },
  beyond: {
    words: phrases(
      'weniger als, zwischen, nach ablauf, danach, darüber, über, mehr als, später als, weniger als, unter, ab dem, verspätung, verspätet, zu spät, verloren, verlust, überschreit*, überschritten, bei späterem, nach #, wer später, länger als',
    ),
    objects: phrases(
      'behalten wir, des preises, der gebühr, des mietpreises, berechnen wir, wird berechnet, werden berechnet, verrechnen wir, wird verrechnet, werden verrechnet, fällt an, fallen an, zahlen sie, verfällt, verfallen, gesperrt, abgelehnt, aufschlag, mahngebühr*, stornogebühr*, einbehalten, keine erstattung, nicht erstattet, storniert, voller preis, voll berechnet, nicht mehr möglich, zuschlag, wird eingestellt',
    ),
    not: phrases(
      'umsatzsteuer, mehrwertsteuer, mwst, ust, haftung, rabatt*, sparen, ermäßigung, cookies, datenschutz, jahre erfahrung',
    ),
  },
  substitute: {
    words: phrases(
      'anstelle von, anstelle des, als ersatz für, ersetzt die alte, ersetzt den alten, ersetzt das alte, gleichwertig*, von gleichem wert, andere person, ersatzperson, an ihrer stelle, stattdessen, statt dessen, übertragbar, auf andere übertrag*, in den nächsten monat, nachholen, für jeden kurs, tut es auch, ersatzweise, frei wählbar',
    ),
    not: phrases('rabatt*, gesetz*, haftung, klausel*, bestimmung*'),
  },
};
