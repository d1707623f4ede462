import { type Language, phrases, units } from './language.ts';
import { finders } from './nl-finders.ts';

export const nl: Language = {
  code: 'nl',
  name: 'Dutch',
  common: 'het een niet voor zijn bij naar uw van met ook wij ons onze je jouw maar aan als dit deze wordt'.split(' '),
  negations: phrases('niet, nooit, noch, niets, nergens, onmogelijk'),
  denying_lists: phrases('geen, zonder'),
  not_denying: phrases(
    'niet alleen, zonder creditcard, zonder account, zonder registratie, geen contract, zonder contract, niet meer dan, niet later dan, geen creditcard, zonder kosten, zonder extra kosten, geen verborgen, geen probleem',
  ),
  refuses:
    /(?<=\p{L})en (?:wij|we) (?:[\p{L}-]{1,30} ){0,3}?(?:niet|geen)(?!\p{L})|(?<!\p{L})(?:wij|we) \p{L}{1,30}en (?:[\p{L}-]{1,30} ){0,6}?(?:niet|geen)(?!\p{L})/u,
  conditions: phrases('als, indien, wanneer, zolang, tot'),
  no: phrases('nee, nog niet, helaas niet, nee helaas, op dit moment niet'),
  needs: phrases('nodig, moet, verplicht, kosten, kost, contract, minimum, betalen'),
  clause_starts: phrases('maar, echter, omdat, want, anders, hoewel'),
  planned: phrases(
    'we denken na, wij denken na, we werken aan, wij werken aan, zijn bezig met, binnenkort, gepland, in ontwikkeling, in voorbereiding, verwacht',
  ),
  past: phrases('voorheen, vroeger, niet langer, niet meer'),
  settling: phrases(
    'terugbetal*, restitu*, gratis, kosten, kost, korting*, borg, betaal*, betalen, betaalt, prijs, prijzen, kosteloos, aanbetaling, toeslag, vergoed*, in rekening, terugkrijg*',
  ),
  deals: phrases(
    'annul*, opzeg*, zeg op, zegt op, opgezegd, terugbetal*, restitu*, herroep*, retour*, ruilen, proef*, abonnement*, lidmaatschap*, jaarlijks, jaarabonnement*, jaarcontract, maandelijks, verleng*, korting*, kinderen, studenten, aanbetaling',
  ),
  vague: phrases(
    'eventueel, eventuele, in sommige gevallen, in bepaalde gevallen, redelijk*, wezenlijk*, aanzienlijk*, tenzij anders, in overleg, normaal gesproken, meestal, doorgaans',
  ),
  advice: phrases(
    'je zou, u zou, wij raden aan, let op, denk aan, zorg dat, vermijd, stel je, vraag jezelf, onze tip, tip',
  ),
  duties: phrases(
    'u moet, je moet, de klant is verplicht, de klant dient, de gebruiker dient, u bent verantwoordelijk, de huurder dient, verplicht zich',
  ),
  reserved: phrases(
    'behoudt zich het recht, behouden ons het recht, naar eigen inzicht, zonder aankondiging, niet aansprakelijk, aansprakelijkheid, persoonsgegevens, avg, cookies, intellectueel eigendom, recht op inzage, autoriteit persoonsgegevens',
  ),
  others: phrases(
    'andere aanbieders, sommige aanbieders, de meeste, veel bureaus, concurrenten, concurrentie, in tegenstelling tot, andere bedrijven',
  ),
  theirs: phrases('hun'),
  leaning: phrases(
    'dit, dat, deze, die, hij, zij, het gaat, dan, daarna, daar, anders, in dat geval, beide, zulke, is er geen, is er niemand, zijn er geen',
  ),
  pointing: phrases(
    'het gaat, dit, dat, deze, die, hij, hier, daar, zulke, dergelijke, ook, echter, daarnaast, bovendien, daarom',
  ),
  goes_on: phrases('en, maar, of, dus, want, toch, dan'),
  demonstratives: phrases('deze, dit, zulke, dergelijke, laatstgenoemde'),
  elsewhere: phrases('zie, lees, bekijk, raadpleeg'),
  parties: phrases(
    'verzorgd door, collega, collegas, georganiseerd door, aangeboden door, onze buren, betaalprovider*, betaaldienst*, derde, derden, derde partij*, fabrikant*, vervoerder*, verzekeraar*, verzekering*, je bank, uw bank, de bank, hostingprovider*, leverancier*, partner*, onderaannemer*, platform*, marktplaats, reisorganisatie*, concurrent*, aanbieder*, bezorgdienst*, pakketdienst*',
  ),
  states:
    /(?<!\p{L})(?:is|zijn|was|wordt|worden|heeft|hebben|hebt|kan|kun|kunt|kunnen|mag|mogen|moet|moeten|wij|we|u|je|ik|jij|kost|geldt|gelden|krijg|krijgt|krijgen|duurt|begint|eindigt|betaal|betaalt|betalen|blijft|blijven|bedraagt|staat|staan|opent|sluit|gaat|gaan)(?!\p{L})/u,
  you: phrases('je, jij, jouw, u, uw, jullie'),
  own: phrases('wij, ons, onze, we, mijn'),
  articles: phrases('blog, nieuws, artikelen, magazine, tips, pers, gidsen, kennisbank'),
  jobs: phrases('vacatures, vacature, werken bij, werken bij ons'),
  months: 'jan feb maa apr mei jun jul aug sep okt nov dec'.split(' '),
  numbers: 'twee drie vier vijf zes zeven acht tien twaalf veertien dertig zestig'.split(' '),
  units: units({
    day: 'dag dagen werkdag werkdagen',
    hour: 'uur uren',
    minute: 'minuut minuten',
    week: 'week weken',
    month: 'maand maanden',
    year: 'jaar jaren',
    night: 'nacht nachten overnachtingen',
    person: 'persoon personen volwassenen kinderen gasten deelnemers',
    file: 'pagina paginas',
    user: 'gebruiker gebruikers leden licenties plaatsen',
    room: 'kamer kamers bed bedden tafels',
    request: 'verzoeken aanroepen',
    order: 'bestellingen boekingen facturen afspraken',
    record: 'producten artikelen contacten',
    message: 'berichten',
    project: 'projecten websites',
    percent: 'procent',
    length: 'meter kilometer',
    weight: 'kilo',
    time: 'keer',
    credit: 'punten',
  }),
  every: units({ day: 'dagelijks', week: 'wekelijks', month: 'maandelijks', year: 'jaarlijks' }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      'openingstijden, geopend, open, maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, hele jaar, levering, leveren, levertijd, verzend*, gelegen, in nederland, beschikba*, aankomst',
    ),
    'how to start': phrases(
      'kies een tijd, kies een datum, tijd kiezen, boek nu, boeken, reserveren, reserveer, bestellen, bestel nu, in winkelwagen, winkelwagen, kopen, aanmelden, registreren, gratis proberen, offerte, offerte aanvragen, afspraak maken, aanvragen, contact opnemen, doneer, inschrijven, schrijf je in, word lid, huren, aanvraag, boek, proberen, plan een afspraak',
    ),
    'terms of buying': phrases('voorwaarden, aanbetaling, annul*, restitu*, retour*, herroep*, betaling, borg'),
    'the price': phrases('gratis, kosteloos'),
  },
  finders,
};
