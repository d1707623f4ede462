import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madePage, madeSite } from '../../../test/world/made-site.ts';
import { quantitiesIn } from '../claims/quantities.ts';
import { areTogether, tokensOf } from './clauses.ts';
import { languageOf, languages } from './languages/index.ts';
import { denies, isAssertion, isMeant, provesByItself, statementOf } from './statement.ts';

const site = madeSite({
  '/': madePage(
    '<h1>Mill Cloud</h1><p>We compared Rivalsoft with Mill Cloud. Many teams left Rivalsoft for Mill Cloud last year.</p>',
    { title: 'Mill Cloud' },
  ),
});
const read = (sentence: string, code = 'en') => {
  const language = languages.find((one) => one.code === code);
  assert.ok(language, code);
  return statementOf(sentence, site, language);
};

describe('a sentence counts when the offerer states it of its own offer', () => {
  for (const [sentence, phrase] of [
    ['There is no event picker, no signing key, no delivery log.', 'delivery log'],
    ['No licence, registration or certificate is needed.', 'certificate'],
    ['An audit log is not kept.', 'audit log'],
    ['We do not guarantee any uptime.', 'uptime'],
    ['You can order without a webhook.', 'webhook'],
  ] as const)
    test(`denied: ${sentence}`, () => assert.ok(denies(read(sentence), [phrase])));

  for (const [sentence, phrase] of [
    ['Cancel at any time, no questions asked.', 'cancel'],
    ['The audit log is kept, but nothing is deleted.', 'audit log'],
    ['Not only orders but refunds send a webhook.', 'webhook'],
    ['No credit card is needed to start.', 'no credit card'],
    ['No more than five keys reach the audit log.', 'audit log'],
  ] as const)
    test(`affirmed: ${sentence}`, () => assert.equal(denies(read(sentence), [phrase]), false));

  for (const [sentence, why] of [
    ['Can I cancel at any time?', 'asked'],
    ['What happens at the limit? +', 'asked'],
    ['Webhooks are coming soon.', 'planned'],
    ['Cirrus used to support older versions.', 'past'],
    ['Imagine that your provider keeps an audit log.', 'advised'],
    ['We may suspend your access without notice.', 'reserved'],
    ['Yearly Generator Services', 'label'],
    ['Leistungen Referenzen Preise Ablauf Wissen Über uns Kontakt Beratung', 'label'],
    ['How much the service gains from staying in use: integration, memory, renewal and growing value.', 'label'],
  ] as const)
    test(`${why}: ${sentence}`, () => assert.equal(read(sentence).modality, why));

  test('of others, and what the customer must do, is not of the own offer', () => {
    assert.equal(read('Most providers keep a log of each call.').subject, 'other');
    assert.equal(read('Rivalsoft charges a fee for each call.').subject, 'other');
    assert.equal(read('Mill Cloud charges a fee for each call.').subject, 'own');
    assert.equal(read('You are responsible for your keys.').subject, 'customer');
    assert.equal(isMeant(read('You must be at least 18 years old.')), false);
    assert.equal(isMeant(read('You must be at least 18 years old.'), true), true, 'a rule of the offer');
  });

  test('a label counts and proves nothing', () => {
    const label = read('Battery Warranty Program');
    assert.ok(isMeant(label) && !isAssertion(label));
    assert.ok(isAssertion(read('A battery has a warranty of three years.')));
  });

  test('phrases say one thing together in one clause, or six words apart', () => {
    const tokens = tokensOf('Export your orders as CSV; the dashboard, which is new, shows a log of all your calls.');
    assert.ok(areTogether(tokens, [['export'], ['csv']]));
    assert.equal(areTogether(tokens, [['export'], ['log']]), false);
    assert.ok(areTogether(tokens, [['log'], []]), 'an empty set asks for nothing');
  });
});

const samples: Readonly<Record<string, { text: string; denied: [string, string]; asked: string; number: string }>> = {
  de: {
    text: 'Wir reparieren Fahrräder und das ist nicht teuer, auch für Vereine und mit Garantie.',
    denied: ['Ein Protokoll führen wir nicht.', 'protokoll'],
    asked: 'Wie kann ich kündigen?',
    number: '5 Unterseiten',
  },
  fr: {
    text: 'Nous réparons les vélos et ce n’est pas cher, avec une garantie pour tous nos clients du village.',
    denied: ['Il n’y a pas de journal.', 'journal'],
    asked: 'Puis-je annuler ?',
    number: '6 personnes',
  },
  es: {
    text: 'Reparamos las bicicletas y no es caro, con una garantía para todos los clientes del pueblo que nos visitan.',
    denied: ['No hay registro de actividad.', 'registro de actividad'],
    asked: '¿Puedo cancelar?',
    number: '2 noches',
  },
  it: {
    text: 'Ripariamo le biciclette e non è caro, con una garanzia per tutti gli ospiti della nostra zona che ci visitano.',
    denied: ['Non c’è nessun registro.', 'registro'],
    asked: 'Posso disdire?',
    number: '3 camere',
  },
  nl: {
    text: 'Wij repareren het hele jaar fietsen en dat is niet duur, met garantie voor al onze klanten bij ons in het dorp.',
    denied: ['Er is geen logboek.', 'logboek'],
    asked: 'Kan ik opzeggen?',
    number: '4 nachten',
  },
  pt: {
    text: 'Nós consertamos bicicletas e não é caro, com uma garantia para você e os seus amigos até o fim dos prazos.',
    denied: ['Não há registro de atividades.', 'registro de atividades'],
    asked: 'Posso cancelar?',
    number: '2 quartos',
  },
};

const leaning: Readonly<Record<string, [string, string]>> = {
  en: ['After that we charge 2 € for each hour.', 'Guests who come late pay 2 € for each hour.'],
  de: ['Danach berechnen wir 2 € je Stunde.', 'Nach 4 Stunden berechnen wir 2 € je Stunde.'],
  fr: ['Ensuite, nous facturons 2 € par heure.', 'Ceux qui viennent tard paient 2 € par heure.'],
  es: ['Después cobramos 2 € por hora.', 'Cobramos 2 € por hora después de las diez.'],
  it: ['Poi chiediamo 2 € per ogni ora.', 'Chiediamo 2 € per ogni ora dopo le dieci.'],
  nl: ['Daarna rekenen wij 2 € per uur.', 'Na tien uur rekenen wij 2 € per uur.'],
  pt: ['Depois cobramos 2 € por hora.', 'Cobramos 2 € por hora depois das dez.'],
};

describe('what may be quoted by itself', () => {
  for (const [code, [leans, stands]] of Object.entries(leaning))
    test(`is not what leans on the sentence before it (${code})`, () => {
      assert.equal(provesByItself(read(leans, code)), false);
      assert.ok(provesByItself(read(stands, code)));
    });

  test('is no condition on what was named before', () => {
    assert.equal(provesByItself(read('Is er geen boot, dan betaalt u ons 2 € minder.', 'nl')), false);
    assert.equal(provesByItself(read('Findet nur statt, wenn sich sieben Boote anmelden.', 'de')), false);
    assert.equal(provesByItself(read('Gültig ist der Preis, wenn Sie 14 Tage vorher buchen.', 'de')), false);
    assert.equal(provesByItself(read('Das Gesetz gibt Ihnen 14 Tage, um das Boot zu geben.', 'de')), false);
    assert.equal(provesByItself(read('Ist kein Boot frei, zahlen wir Ihnen 2 € zurück.', 'de')), false);
  });

  test('is nothing that points at what was named before, wherever it does', () => {
    const pointing: Readonly<Record<string, string>> = {
      en: 'If you ask us to clean within those 14 days, you pay 2 €.',
      de: 'Wenn Sie innerhalb dieser 14 Tage absagen, berechnen wir 2 €.',
      fr: 'Si vous annulez pendant ces 14 jours, nous facturons 2 €.',
      es: 'Si cancela dentro de estos 14 días, cobramos 2 €.',
      it: 'Se disdice entro questi 14 giorni, chiediamo 2 €.',
      nl: 'Als u binnen deze 14 dagen annuleert, rekenen wij 2 €.',
      pt: 'Se cancelar dentro destes 14 dias, cobramos 2 €.',
    };
    for (const [code, sentence] of Object.entries(pointing))
      assert.equal(provesByItself(read(sentence, code)), false, sentence);
    assert.equal(provesByItself(read('You can replay one from the dashboard for 30 days.')), false);
    assert.ok(provesByItself(read('You can replay one event from the dashboard for 30 days.')));
    for (const [code, sentence] of [
      ['en', 'So if you stop within 14 days, we refund 2 € to you.'],
      ['de', 'Also zahlen wir Ihnen 2 € zurück.'],
      ['fr', 'Donc nous vous rendons 2 € par heure.'],
      ['es', 'Pues le devolvemos 2 € por cada hora.'],
      ['it', 'Quindi vi diamo 2 € per ogni ora.'],
      ['nl', 'Dus betalen wij u 2 € per uur terug.'],
      ['pt', 'Pois devolvemos 2 € por cada hora.'],
    ] as const)
      assert.equal(provesByItself(read(sentence, code)), false, sentence);
    assert.equal(provesByItself(read('We charge nothing for finding that out within 14 days.')), false);
    assert.ok(provesByItself(read('We promise that if you stop within 14 days, we refund 2 €.')));
  });

  test('names no body by its letters', () => {
    assert.equal(provesByItself(read('You pay the DVSA 2 € for each test.')), false);
    assert.equal(provesByItself(read('The DVSA charges you 2 € for each test.')), false);
    assert.ok(provesByItself(read('You pay 2 € for each call of the API.')));
  });

  test('is no button, menu, rest, disclaimer in capitals, form without its words, or name of a program', () => {
    for (const sentence of [
      'See what our customers say →',
      'Related: Till integration · All integrations · Scales',
      '; returns the boxes that are best for the harbour',
      '“We saved eleven hours in every week.”',
      'THESE EXCLUSIONS APPLY TO ANY CLAIM FOR LOST PROFITS AND LOST DATA.',
      'These are the terms of [COMPANY NAME] for 14 days.',
      'list_open_orders returns the orders of the last 30 days.',
      'The limit is callsPerWorkshopDay and not what it was before.',
    ])
      assert.equal(provesByItself(read(sentence)), false, sentence);
    assert.ok(provesByItself(read('Make a key under Dashboard → Settings, which is good for 30 days.')));
  });

  test('is no entry of a list, no part of a sentence, and nothing that points at what was named before', () => {
    for (const sentence of [
      'Free return within 14 days',
      'CSV list of all boats and oars.',
      'and pay nothing for the first 14 days.',
      'If they come back within 14 days, we refund the deposit.',
      'You can return it within 14 days.',
      'The deposit is due … within 14 days.',
      'Later than that we charge $45.',
      'Your files remain for 90 days after.',
      'You pay the fee of $25 for the boat then.',
      'Ours covers up to $1m of what we do wrong.',
      'If you changed your mind. We take boats back within 30 days.',
      'Yes, in the account or with the oar command.',
      'When we both have signed the form and £1,000 has reached us.',
      'The version is in the path. v1 was switched off on 30 June after a notice of 11 months.',
      'We still lend boats there on Wednesdays, with the usual charge.',
      'If you would like us to do it with you, we help for £450.',
      'Each comes with a guarantee of 12 months if you bring it here.',
      'Available on two of the boats; on others you can pay by the hour.',
      'Quick (ready in 3 days) +$45 When we can, and you ask first.',
      'If the fee is under $15 we will just do it, unless you say no.',
      'Sends an event to your boat, and it is sent again for 3 days.',
      'The law gives you 14 days in which you can send the boat back.',
      'Yearly rent: whole unused months if you cancel in the first 30 days.',
      'The number of the boat, the time, and what you wanted.',
    ])
      assert.equal(provesByItself(read(sentence)), false, sentence);
    assert.ok(provesByItself(read('If the boat comes back within 14 days, we refund the deposit.')));
    assert.ok(provesByItself(read('If an oar was broken when you came and you say so, we refund the 14 days.')));
    assert.ok(provesByItself(read('For boats there is a deposit of £40 that we refund in 14 days.')));
    assert.ok(provesByItself(read('You pay £45 VAT included, and we refund you in 14 days.')));
    assert.ok(provesByItself(read('Each boat comes with a guarantee of 12 months if you bring it here.')));
    assert.ok(provesByItself(read('Boat to oar: at any time, we refund the difference within 14 days.')));
    assert.ok(provesByItself(read('We say at the jetty what you wanted to know of the boat.')));
  });

  test('is no promise to do what is possible', () => {
    for (const [sentence, code] of [
      ['If we sell your boat, we tell you 60 days before, if we reasonably can.', 'en'],
      ['Where possible, we move your trip to another day for free.', 'en'],
      ['Wenn möglich verlegen wir Ihre Fahrt kostenlos auf einen anderen Tag.', 'de'],
      ['Dans la mesure du possible, nous changeons la date de votre sortie.', 'fr'],
      ['Si es posible, cambiamos la fecha de su salida sin coste.', 'es'],
    ] as const)
      assert.equal(provesByItself(read(sentence, code)), false, sentence);
    assert.ok(provesByItself(read('If you can come on another day, we move your trip for free.')));
  });

  test('is in one language', () => {
    assert.equal(
      provesByItself(read('We pick up the boat from you for $5 Buscamos su barco por $5 y lo llevamos a la casa.')),
      false,
    );
    assert.ok(provesByItself(read('We pick up the boat from the Casa del Mar for $5 and bring it to you.')));
  });

  test('is nothing that only says where something is written', () => {
    for (const [sentence, code] of [
      ['See the terms for the 14 days in which you can cancel.', 'en'],
      ['If you want to end the rent of your boat, see closing your account.', 'en'],
      ['Wenn Sie kündigen, lesen Sie unsere Bedingungen für Boote.', 'de'],
      ['Consultez nos conditions pour annuler dans les 14 jours.', 'fr'],
    ] as const)
      assert.equal(provesByItself(read(sentence, code)), false, sentence);
    assert.ok(provesByItself(read('Pour annuler dans les 14 jours, nous vous écrivons.', 'fr')));
    assert.ok(provesByItself(read('If you want to see the boat, you can visit us on 14 days of a month.')));
  });

  test('is nothing that another party is named in', () => {
    for (const [sentence, code] of [
      ['We refund within 14 days through PayPal.', 'en'],
      ['The payment provider keeps receipts for 10 years.', 'en'],
      ['Der Hersteller gibt 2 Jahre Garantie auf alle Boote.', 'de'],
      ['Le transporteur livre en 3 jours et nous vous écrivons.', 'fr'],
    ] as const)
      assert.equal(provesByItself(read(sentence, code)), false, sentence);
    assert.ok(provesByItself(read('Wir geben 2 Jahre Garantie auf alle Boote.', 'de')));
  });
});

describe('each language', () => {
  for (const [code, { text, denied, asked, number }] of Object.entries(samples))
    test(code, () => {
      assert.equal(languageOf(text, undefined)?.code, code);
      assert.ok(denies(read(denied[0], code), [denied[1]]));
      assert.equal(read(asked, code).modality, 'asked');
      assert.equal(quantitiesIn(number).length, 1);
    });

  test('has the finders that the others have', () => {
    const names = (code: string) => Object.keys(languages.find((one) => one.code === code)?.finders ?? {}).sort();
    for (const { code } of languages) if (code !== 'en') assert.deepEqual(names(code), names('de'), code);
  });
});
