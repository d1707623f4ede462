import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      'tot, maximaal, maximum, minimaal, minimum, minstens, ten minste, hoogstens, limiet, beperkt tot, inclusief, incl, per maand, per dag, per persoon, per nacht, vanaf, personen, plaatsen, alleen, geldig, gasten, vóór, hooguit',
    ),
    strong: phrases(
      'tot, maximaal, maximum, minimaal, minimum, minstens, ten minste, hoogstens, limiet, beperkt tot, inclusief, incl, geldig, plaatsen, hooguit',
    ),
    unquoted: phrases('factu*, betalingstermijn, aanmaning*, schoonmaak*'),
  },
  over: {
    words: phrases(
      'extra kosten, toeslag, bijkomende, meerprijs, in rekening gebracht, boete, overschrijd*, extra persoon, elke extra, daarboven',
    ),
    objects: phrases(
      'perso*, nacht*, uur, uren, schoonmaak, bed, prijs, €, euro, kilometer*, huisdier*, bagage, gast*, limiet, verbruik',
    ),
    not: phrases('btw'),
    unquoted: phrases('factu*, betalingstermijn, aanmaning*, schoonmaak*'),
  },
  excluded: {
    words: phrases(
      'niet inbegrepen, niet inclusief, exclusief, uitgezonderd, niet toegestaan, verboden, niet mogelijk, niet restitueerbaar, niet geschikt, geen huisdieren, uitgesloten, werken niet aan, werken niet met, repareren niet, leveren niet, bieden geen, geen van beide',
    ),
    objects: phrases(
      'huisdier*, prijs, tarie*, dienst*, product*, klant*, roken, kinderen, ontbijt, verzend*, boeking*, maaltijd*, artikel*, btw, ketel*, toestel*, voertuig*, merk*, groep*, kamer*',
    ),
    not: phrases('btw'),
  },
  refused: {
    words: [
      ...phrases('geen huisdieren, roken is niet, verboden te roken, alleen binnen nederland'),
      // `X repareren wij niet` and `Wij repareren geen X`.
      ...phrases(
        'nemen, leveren, verzenden, bezorgen, accepteren, werken, bieden, repareren, wassen, reinigen, verkopen, verhuren, behandelen',
      ).flatMap((verb) => ['wij niet', 'we niet', 'niet', 'geen'].map((denied) => `${verb} ${denied}`)),
    ],
    not: phrases(
      'cookies, gegevens, aansprakelijk*, spam, derden, geloven, denken, garanderen, weten, delen, alleen, opslaan, verantwoordelijk, raden, adviseren, staan voor',
    ),
  },
  rule: {
    words: phrases(
      'verplaatsen, verzetten, overstappen, wisselen, upgraden, downgraden, omboeken, wijzigen, wijziging, ruilen, omruilen, vervang*, in plaats van, als alternatief, overstappen naar, naar plus overstappen, veranderen, omzetten, terug alleen, verschuiven, overdragen, overdraagbaar, iemand anders, andere persoon, andere datum, in uw plaats, inhalen, hoger pakket, lager pakket, overzetten',
    ),
    objects: phrases(
      'abonnement*, pakket*, plan, tarie*, boeking*, bestelling*, artikel*, product*, datum, maat, kamer, ticket*, afspraak, contract*, plus, cursus*, les, plaats, bon, persoon, dag, maand, jaar, kaart*',
    ),
    also: phrases(
      'verrekend, verrekenen we, in mindering, na afloop, direct, onmiddellijk, einde van, naar rato, verschil, tegoed, kosteloos, gratis, kosten, zonder meerprijs, meerprijs, behoud*, vanaf de volgende, volgende maand, op elk moment, alleen bij',
    ),
    under: phrases(
      'wijzigen, ruilen, omruilen, kan ik wisselen, kan ik wijzigen, kan ik verzetten, vervanging, overstappen',
    ),
    not: phrases('korting*'),
  },
  failing: {
    words: phrases(
      'niet beschikbaar, uitverkocht, niet op voorraad, volgeboekt, ziek, niet leverbaar, vol, gaat niet door, niet kunt komen, verhinderd',
    ),
    also: phrases(
      'in plaats daarvan, alternatie*, vervang*, tegoedbon, gelijkwaardig*, andere datum, ander model, wachtlijst, wachten, zelfde prijs, geld terug, terugbetal*, tegoed*, leen*, meest op lijkt, lijkt op, vergelijkbare, sturen we, sturen wij, nieuwe datum',
    ),
  },
  elsewhere: {
    words: phrases(
      'verwijzen we, verwijzen wij, sturen we u door, kunt u beter, kun je beter, ga dan naar, bent u beter af, betere keuze, beter geschikt, neem dan, kies dan, neemt u dan, neem liever, kies liever',
    ),
  },
  conditions: {
    words: phrases(
      'als, indien, mits, tenzij, wanneer, zodra, in geval van, behalve, afhankelijk van, vanaf, moet, moeten, gratis voor, gratis, op aanvraag, bij, na, voor, uiterlijk',
    ),
    bounds: phrases(
      'binnen, voor, na, minstens, maximaal, minimaal, minder dan, meer dan, tot, vanaf, tussen, uiterlijk',
    ),
    vague: phrases('aansprakelijk*, persoonsgegevens, cookies, browser, bevoegde rechter, avg, intellectueel eigendom'),
    strong: phrases('als, indien, mits, tenzij, wanneer'),
    topic_price: phrases(
      'prij*, tarie*, kosten, gratis, betal*, aanbetaling, borg, factu*, korting*, €, euro, toeslag*',
    ),
    topic_cancelling: phrases('annul*, opzeg*, restitu*, retour*, herroep*, contract, opzegtermijn'),
    topic_limits: phrases('limiet*, maximum, maximaal, minimaal, capaciteit, nachten'),
    topic_eligibility: phrases(
      'kinderen, huisdieren, jaar, personen, student*, leden, klant*, bedrij*, gasten, groepen',
    ),
    topic_availability: phrases(
      'beschikba*, lever*, verzend*, openingstijd*, boek*, aankomst, vertrek, seizoen*, verblijf, uur, afspra*',
    ),
    topic_warranty: phrases('garantie*, reparatie*, defect*'),
  },
  vague_p2b: { words: phrases('onder voorbehoud, op aanvraag, zolang de voorraad, ongeveer') },
  vague_p2d: {
    words: phrases(
      'op aanvraag, wijzigingen voorbehouden, op aanvraag, kan variëren, kunnen variëren, in overleg, neem contact op voor, wijzigingen voorbehouden',
    ),
  },
  targets: {
    without: phrases('tevreden, vragenlijst*, enquête*'),
    words: phrases('reactie, reageren, antwoord*, reactietijd, beschikbaarheid, bereikbaar, beantwoord, antwoorden'),
    with: phrases('# uur, # minuten, # %, # dagen, # werkdag*'),
  },
  remedy: {
    words: phrases('terugbetaal*, gecrediteerd, vergoed*, geld terug, terug, krijgt u, vergoeden'),
    with: phrases(
      'vertraging, storing, beschikbaarheid, te laat, later dan, later komen, niet op tijd, niet tevreden, niet lekker, bevalt niet, onze fout',
    ),
  },
  testimonials: {
    words: phrases('klanten vertellen, ervaringen, referenties, beoordelingen, wat klanten zeggen, google reviews'),
  },
  certificates: {
    words: phrases(
      'gecertificeerd*, iso 9001, iso 27001, keurmerk*, erkend*, aangesloten bij, geregistreerd*, skal, gecertificeerd, gediplomeerd*, co gecertificeerd',
    ),
  },
  lookup: {
    words: phrases('te controleren, controleerbaar, na te kijken, na te zoeken, kunt u nakijken, kunt u controleren'),
    with: phrases('register*, ledenlijst, nummer, nr, certifica*, keurmerk, kamer'),
  },
  press: { words: phrases('in de media, in de pers, bekroond, winnaar') },
  claims: {
    words: phrases(
      '# beoordelingen, # reviews, # sterren, jaar ervaring, sinds 19*, sinds 20*, ervaring, familiebedrijf, tevreden klanten, kwaliteit, gegarandeerd, betrouwba*',
    ),
  },
  history: {
    words: phrases(
      'bestelgeschiedenis, je bestellingen, uw bestellingen, track en trace, track & trace, boekingsbevestiging, orderbevestiging, uw rapporten, je rapporten, uw documenten, bevestiging per e mail, bevestigingsmail, bevestiging per, factuur per, pakbon*, bewijs van deelname, werkbon*',
    ),
  },
  shown: {
    words: phrases(
      'bestellingen, facturen, bonnen, pakbonnen, certificaten, boekingen, bezoeken, betalingen, documenten, rapporten, cijfers, aanwezigheid, geschiedenis, offertes, zendingen, leveringen, contracten, verslagen',
    ),
    with: phrases(
      'mijn account, uw account, je account, klantportaal, klantenportaal, portaal, klantomgeving, mijn omgeving, klantenzone, dashboard, moodle, ledenomgeving, in de app',
    ),
    without: phrases('nieuwsbrief, cookies, persoonsgegevens, bankrekening, upload, uploaden'),
  },
  shown_for: {
    words: phrases('bewaar*, bewaard, blijven, blijft, beschikbaar, laatste, afgelopen'),
    with: phrases('# jaar, # maand*, # dagen, een jaar, zolang u, zolang je'),
    also: phrases(
      'mijn account, uw account, je account, klantportaal, klantenportaal, portaal, klantomgeving, mijn omgeving, klantenzone, dashboard, moodle, ledenomgeving, in de app',
    ),
    without: phrases('nieuwsbrief, cookies, persoonsgegevens, bankrekening'),
  },
  listed: {
    with: phrases('factu*, bestelling*, boeking*, betaling*, levering*, afspraken'),
    words: phrases('uw account, je account, klantportaal, mijn account'),
    without: phrases('cookies, persoonsgegevens'),
  },
  recorded: {
    words: phrases(
      'wie wanneer, wie wat, wie welke, vastgelegd, gelogd, bijgehouden, genoteerd, staat wie, ziet wie, ziet u wie',
    ),
    with: phrases('elke, iedere, elk, alle, wanneer, gewijzigd, besteld'),
    also: phrases(
      'wijziging*, bestelling*, handeling*, toegang, datum, bezoek*, boeking*, factu*, onderhoud*, reparatie*',
    ),
  },
  powers: {
    words: phrases(
      'wie mag, wie kan, rechten, rollen, toegangsrechten, alleen lezen, leesrechten, gebruikers aanmaken, maakt gebruikers, subaccounts, kan uitnodigen, nodig uit, mag alleen, mogen alleen, kan alleen',
    ),
    with: phrases(
      'account, team, gebruiker*, medewerker*, collega*, persoon, personen, beheerder*, eigenaar, inkoop*, boekhouder*, ouder*, partner',
    ),
    also: phrases(
      'mag, mogen, zien, alleen, eigen, verschillende, bestellen, boeken, wijzigen, goedkeuren, toewijzen, geven, uitnodig*, inzien, lezen, beheren, uploaden',
    ),
    without: phrases('persoonsgegevens, avg, herroeping*, auteursrecht*, bezwaar'),
  },
  logins: {
    words: phrases(
      'klantportaal, mijn account, uw account, je account, inloggen, log in, inloggegevens, klantomgeving',
    ),
    with: phrases('account, portaal, code, wachtwoord, e mail, mail, bestelling*, factu*, inloggen, boeking*'),
    without: phrases('nieuwsbrief'),
  },
  logs: {
    words: phrases('auditlog*, activiteitenlog*, logboek*'),
    with: phrases('account, team, gebruiker*, api, export*, elke'),
  },
  exports_p3c: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, gegevens, facturen, data') },
  exports_p5b: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, gegevens, facturen, data') },
  downloads: {
    words: phrases('download*'),
    with: phrases('als csv, als pdf, je facturen, uw facturen, gegevens, factu*'),
  },
  hooks_p3c: { words: phrases('webhook*'), with: phrases('gebeurtenis*, event*, verstu*, url, melding*') },
  hooks_p5a: { words: phrases('webhook*'), with: phrases('gebeurtenis*, event*, verstu*, url, melding*') },
  dated: {
    words: phrases(
      'geldig vanaf, geldig sinds, geldt vanaf, gelden vanaf, gelden sinds, van kracht, bijgewerkt, laatst gewijzigd, laatste wijziging, versie, prijzen per, prijzen vanaf, prijzen van, prijslijst, tarieven per, tarieven vanaf, tarieven van, tarieven #, prijzen #',
    ),
    years: phrases('prijzen, tarieven, prijslijst'),
  },
  held: {
    words: phrases(
      'prijs blijft, prijzen blijven, houden hun prijs, houdt zijn prijs, geldt de prijs, gelden de prijzen',
    ),
    with: phrases('bestelling*, boeking*, contract*, abonnement*, bevestigd*'),
  },
  earlier: { words: phrases('vorige versie*, eerdere versie*, oude versie*, versie #, vorige voorwaarden') },
  notice_p3d: {
    words: phrases(
      'aangekondigd, aankondig*, kondigen, informeren, laten wij, laten we, melden, mailen, van tevoren, vooraf, bericht',
    ),
    also: phrases('wijzig*, verander*, tarie*, prij*'),
    with: phrases('# dagen, # maand*, # weken'),
  },
  booked: {
    without: phrases('op aanvraag'),
    words: phrases(
      'direct bevestigd, directe bevestiging, online betalen, online boeken, boek online, bevestiging per mail, bevestiging per e mail, u betaalt nu, betaal nu, met de kaart, boeken en betalen',
    ),
    with: phrases('boek*, betal*, mail, verblijf, kamer, afspraak, onderhoud, bezoek, tafel, plaats, les, beurt'),
  },
  walk_in: {
    words: phrases('zonder afspraak, geen afspraak nodig, inloopspreekuur'),
    without: phrases('annul*, volgeboekt'),
  },
  unreserved: {
    words: phrases(
      'zonder reservering, zonder reserveren, reserveren is niet nodig, reserveren hoeft niet, vrije inloop',
    ),
    without: phrases('geen toegang, annul*, volgeboekt'),
  },
  at_once: {
    words: phrases(
      'direct bevestigd, meteen bevestigd, directe bevestiging, onmiddellijke bevestiging, onmiddellijk bevestigd, bevestigen we direct, bevestigen we meteen',
    ),
    with: phrases('boek*, plaats*, plek*, cursus*, tafel*, kamer*, bestelling*, afspraak*, reserver*'),
  },
  free_start: {
    words: phrases(
      'zonder creditcard, geen creditcard, zonder registratie, zonder account, bestellen als gast, geen account nodig, geen registratie, zonder in te loggen, heeft geen account, geen betaalgegevens, zonder betaalgegevens',
    ),
    without: phrases('download*'),
  },
  own_key: {
    words: phrases('sleutel aanmaken, api sleutel aanmaken, maak een sleutel, genereer een sleutel'),
    with: phrases('api, account, dashboard, minuten'),
  },
  key_words: { words: phrases('api sleutel*, api key*, token*, inloggen, aanmelden, registreren') },
  fit: {
    words: phrases(
      'ideaal voor, perfect voor, geschikt voor, bedoeld voor, ontworpen voor, gemaakt voor, aanbevolen voor',
    ),
    objects: phrases(
      'bruiloft*, verjaardag*, feest*, lunch, diner, vergadering*, uitje*, wandelaars, fietsers, gezinnen, families, stellen, groepen, kinderen, professional*, bedrij*, teams, beginners, zzp*, vrienden, reizigers, vakantie*, mkb, iedereen, projecten, ondernemers, wie',
    ),
    opening: phrases('voor wie, voor mensen die, voor iedereen die, voor degenen die'),
    labels: phrases('voor wie, doelgroep, geschikt voor, voorkennis, ideaal voor'),
    unquoted: phrases('ideaal gelegen, perfect gelegen'),
  },
  fit_for: { words: phrases('ideaal voor, perfect voor, geschikt voor, aanbevolen voor') },
  columns: {
    words: phrases('ideaal voor, voor wie, geschikt voor, aanbevolen voor'),
    whole: phrases('voor, gebruik, doelgroep'),
  },
  weighed: { words: phrases('als je, als u, kies, past bij, volstaat') },
  benefits: { words: phrases('je kunt, u kunt, wij helpen, jouw, uw, je, zonder') },
  passed: {
    words: phrases(
      'verwijzen we, verwijzen wij, sturen we u door, kunt u beter, kun je beter, ga dan naar, bent u beter af',
    ),
  },
  negative: {
    words: phrases(
      'niet geschikt voor, niet voor, ongeschikt, niet aanbevolen, geen huisdieren, minder geschikt, niet geschikt, niets voor, niet bedoeld voor, nemen geen, nemen wij geen, ontvangen geen, te groot voor, te klein voor, alleen volwassenen, niet toegankelijk, minder geschikt voor',
    ),
  },
  mention: { words: phrases('integratie*, koppeling*, compatibel met, plugin*, extensie*, synchronis*, api, widget*') },
  imports: {
    words: phrases('csv, excel, xlsx, ods, spreadsheet*, google sheets'),
    with: phrases('importeren, importeert, geïmporteerd*, inlezen, ingelezen'),
  },
  connected: {
    words: [...connectable, ...phrases('agendabestand, bestand voor uw agenda')],
    with: phrases(
      'koppel*, verbind*, verbonden, synchronis*, import*, export*, verstu*, sturen, doorgestuurd, agendabestand, bestand voor uw agenda',
    ),
  },
  personal: { words: personal, with: phrases('synchronis*, import*, export*') },
  account: {
    words: phrases(
      'mijn account, je account, uw account, klantportaal, dashboard, klantomgeving, verhuurdersaccount, klantenportaal, persoonlijke omgeving',
    ),
    with: phrases(
      'bestelling*, factu*, bekijk*, beheer*, geschiedenis, inloggen, gegevens, rapport*, document*, staan',
    ),
  },
  kept_p5b: {
    words: phrases(
      'bewaard, bewaren, opgeslagen, bewaartermijn, bewaren wij, wij bewaren, laatste # jaar, laatste # maanden',
    ),
    with: phrases('# dagen, # maand*, # jaar'),
    also: phrases(
      'gegevens, data, geschiedenis, account, berichten, logs, rapporten, documenten, facturen, dossier, bestellingen, boekingen',
    ),
  },
  kept_p3c: {
    words: phrases('bewaard, bewaren, opgeslagen'),
    with: phrases('# dagen, # maand*, # jaar'),
    also: phrases('log*, geschiedenis, gebeurtenis*'),
  },
  cancel: {
    quoted_with: phrases('account, online, klantportaal, portaal, de link, dashboard, instellingen, één klik, knop'),
    words: phrases(
      'opzeg*, opzegbaar, annuleren, annulering, stopzetten, pauzeren, overslaan, stoppen, stopt, opschorten',
    ),
    with: phrases(
      'op elk moment, maandelijks, altijd, via je account, via uw account, online, in je account, mijn account, in uw account, klantportaal, de link',
    ),
  },
  moved: {
    words: phrases('wijzigen, wijzigt, verzetten, verplaatsen, annuleren, omboeken, retourneren'),
    with: phrases('link, online, uw account, je account, knop, zelf, app, klantportaal'),
    also: phrases('datum, boeking*, afspra*, bestelling*, les, lessen, cursus*, levering*, reservering*'),
  },
  contact: {
    words: phrases('opzeg*, annul*, verleng*'),
    with: phrases(
      'per mail, per e mail, telefonisch, contact*, schriftelijk, opzegtermijn, # dagen, # uur, # maand*, aankomst, gratis, kosteloos',
    ),
  },
  renewal: {
    words: phrases('verleng*, abonnement*, stilzwijgend'),
    with: phrases('maand*, maandelijks, jaar*, automatisch, opzeg*'),
  },
  managed: {
    words: phrases(
      'abonnement beheren, beheer uw abonnement, beheer je abonnement, abonnement wijzigen, van pakket wisselen',
    ),
    without: phrases('contact*, mail ons'),
  },
  notice_p5c: {
    words: phrases(
      'prij*, tarie*, verleng*, verlengd, verlenging, afschrijving, incasso, elke zending, elke levering, volgende zending',
    ),
    also: phrases(
      'van tevoren, vooraf, informeren, aangekondigd, bericht, melden, schrijven u, laten weten, voor het einde, voordat, waarschuwen, mail, mailen',
    ),
    with: phrases('# dagen, # maand*, # weken'),
  },
  claim: {
    words: phrases('korting*, loyaliteit*, vaste klanten, spaarpunten, spaarkaart'),
    without: phrases('student*, kinder*, 65*'),
  },
  saving: {
    without: phrases('verzend*, bezorg*, kinderen, vroegboek*'),
    words: phrases(
      'betaalt u, betaal je, cadeau, bespaar*, korting, gratis, voordeliger, goedkoper, # % minder, min # %, # voor € #',
    ),
    with: phrases('# nachten, tiende, vijfde, # %, # €, # euro, # maanden'),
    also: phrases(
      'tiende, vijfde, vaste klanten, jaar*, jaarlijks*, maand*, nachten, week, verblijf, abonnement*, vaste, aantal, jaren, maanden, weken, # voor € #',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('korting*, staffel*, loyaliteit*'),
    without: phrases('student*, kinder*, 65*, annul*'),
  },
  packs: {
    words: phrases('tienrittenkaart, 10 rittenkaart, strippenkaart, bundel van #, # keer kaart, knipkaart'),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'oud cursisten, oud leerlingen, bestaande klanten, wie verlengt, elke tiende, tiende, vijfde, vaste klanten, na een jaar, na # bezoeken, na # cursussen, volgende bezoek, volgende boeking, vriend aanbreng*, nieuwe klant, leden, na # zendingen, na # bestellingen, na # leveringen, vanaf de tweede, vanaf de derde',
    ),
    with: phrases('gratis, cadeau, halve prijs, de helft, korting, tegoed*, minder, # %, # €'),
    without: phrases('kinderen, student*'),
  },
  tiers: { words: phrases('staffelkorting*, kwantumkorting*, staffelprij*, spaarkaart, loyaliteitsprogramma') },
  analytics: {
    words: phrases('statistiek*, analyse*, rapportage*, inzicht*'),
    with: phrases('je, jouw, uw, dashboard, maandelijks*'),
  },
  reports: {
    words: phrases('rapport*, rapportage*, overzicht'),
    with: phrases('maandelijks*, wekelijks*, elke maand, elke week'),
  },
  book: {
    words: phrases(
      'boeken, boek, boek nu, boek online, afspraak, afspraak maken, reserveren, reservering, online boeken',
    ),
    not: phrases('demo, contact, offerte, boekhouding, boekje'),
  },
  signup: {
    words: phrases('aanmelden, registreren, account aanmaken, gratis proberen, gratis starten, word lid, begin gratis'),
    not: phrases('nieuwsbrief, contact, demo'),
  },
  start: {
    whole: phrases('account aanmaken, gratis proberen, gratis starten, begin gratis, maak een account'),
  },
  basket: {
    words: phrases(
      'in winkelwagen, in winkelmand, in winkelmandje, toevoegen aan winkelwagen, toevoegen aan winkelmand, toevoegen aan winkelmandje, winkelwagen bekijken, winkelmandje bekijken, bekijk winkelwagen, bekijk winkelmandje, bekijk winkelmand, winkelmand bekijken, nu kopen',
    ),
    whole: phrases('winkelwagen, winkelmand, winkelmandje'),
  },
  buying: {
    words: phrases(
      'in winkelwagen, winkelwagen, winkelmand, afrekenen, nu kopen, bestellen, tickets kopen, tafel reserveren',
    ),
  },
  demo: {
    words: phrases('offerte aanvragen, vrijblijvende offerte, terugbelverzoek, demo aanvragen, informatie aanvragen'),
  },
  calendar: { words: phrases('beschikbaarheid bekijken, bekijk beschikbaarheid, beschikbaarheidskalender') },
  reviewed: { words: phrases('beoordelingen, reviews, recensies') },
  register: {
    words: phrases(
      'bekijk de registratie, registratienummer, handelsregister, in het register, bekijk het certificaat, certificaat',
    ),
  },
  advised: {
    words: phrases('raden we aan, raden wij aan, adviseren we, adviseren wij, bevelen we aan'),
    objects: phrases('voor, bij, vanaf, boven, onder'),
    not: phrases('cookies, wachtwoord, browser'),
  },
  situation: {
    words: phrases('als u, als je, als uw, als jouw, wie, voor wie, wilt u, zoekt u, heeft u, heb je'),
    objects: phrases(
      'kies, kiest u, kiezen, neem, neemt u, nemen, past, volstaat, is genoeg, beter, raden, geschikt, de juiste, het beste, begin met',
    ),
    under: phrases(
      'welk pakket, welk abonnement, voor wie, hoe kies, welke kamer, welke past, wat past, iets voor mij, welke cursus',
    ),
    not: phrases('annul*, opzeg*, wachtwoord, cookies, vragen, contact'),
    under_short: phrases('welke, wat past'),
  },
  audience: {
    words: phrases(
      'begeleiden wij, we helpen, voor gezinnen, voor stellen, voor groepen, voor bedrijven, voor ondernemers, voor kinderen, voor iedereen, voor particulieren, voor teams, voor zzp*, voor professionals, voor vrienden, voor kleine, voor wie, voor beginners, voor studenten, voor ouders, voor verenigingen, voor scholen, voor horeca, voor reizigers, voor gezelschappen, voor families, richten ons op, bedoeld voor',
    ),
    under: phrases('voor wie, onze klanten'),
  },
  beyond: {
    words: phrases(
      'minder dan, tussen, meer dan, minder dan, later dan, na #, daarna, daarboven, te laat, verlies, verloren, overschrijd*, boven, onder, langer dan, binnen #',
    ),
    objects: phrases(
      'houden we, van de prijs, van het bedrag, van de huursom, rekenen wij, rekenen we, wordt berekend, worden berekend, in rekening, betaalt u, betaal je, vervalt, vervallen, opgeschort, geweigerd, toeslag, boete, niet terug, geen restitutie, geen teruggave, geannuleerd, volle prijs, volledige prijs, niet meer, niemand meer',
    ),
    not: phrases('btw, aansprakelijk*, korting*, bespaar*, cookies, gegevens, jaar ervaring'),
  },
  substitute: {
    words: phrases(
      'in plaats van de, in plaats van het, vervangt de, vervangt het, ter vervanging, gelijkwaardig*, van gelijke waarde, iemand anders, andere persoon, in uw plaats, overdraagbaar, schuift door, geldig voor elke, inhalen, naar keuze, in plaats daarvan, vervangen door',
    ),
    not: phrases('korting*, wet, bepaling*, aansprakelijk*'),
  },
};
