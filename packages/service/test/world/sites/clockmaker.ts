import { crawling, type InventedFirm, said, table } from './invented-firm.ts';

const host = 'uhren-quendt.de';
const pages: InventedFirm['pages'] = {
  '/': [
    'Uhrmacherei Quendt',
    'Quendt repariert mechanische Uhren, Standuhren und Wecker in Ilmfurt, mit festen Preisen.',
    said(
      'Die Uhrmacherei Quendt repariert mechanische Uhren, Standuhren und Wecker für Privatleute, Sammler und Kirchengemeinden im Ilmtal.',
      'Sie bringen Ihre Uhr vorbei oder schicken sie uns, und nach 3 Tagen nennen wir Ihnen den Preis.',
      'Die Werkstatt ist von Dienstag bis Freitag von 9 bis 17 Uhr offen, in der Kirchgasse 4 in 99310 Ilmfurt.',
    ),
  ],
  '/leistungen': [
    'Leistungen',
    'Was wir reparieren und was nicht.',
    `${said(
      'Eine Reparatur umfasst die Reinigung des Werks, neues Öl, den Einbau der Teile und eine Prüfung von 7 Tagen.',
      'Standuhren holen wir im Umkreis von 30 km ab; sie dürfen höchstens 220 cm hoch sein.',
      'Wir nehmen höchstens 3 Uhren von einem Kunden zugleich an.',
      'Quarzuhren und Smartwatches reparieren wir nicht.',
    )}<h2>Für wen wir die Richtigen sind</h2>${said(
      'Die Wartung eignet sich für Standuhren, die jeden Tag gehen.',
      'Für Uhren, die nur in der Vitrine stehen, lohnt sich die Reinigung ohne Wartung.',
    )}`,
  ],
  '/preise': [
    'Preise',
    'Alle Preise der Werkstatt in Euro, mit Mehrwertsteuer.',
    `${table(
      ['Arbeit', 'Preis', 'Dauer'],
      ['Batteriefach und Dichtung', '18 €', '1 Tag'],
      ['Reinigung einer Armbanduhr', '145 €', '3 Wochen'],
      ['Reinigung einer Standuhr', '390 €', '6 Wochen'],
      ['Neue Zugfeder', '85 €', '2 Wochen'],
    )}${said(
      'Alle Preise enthalten 19 % Mehrwertsteuer.',
      'Wenn Sie den Kostenvoranschlag ablehnen, berechnen wir 25 €.',
      'Wenn Sie die Uhr nach 90 Tagen nicht abholen, berechnen wir 2 € je Woche.',
      'Ab 3 Uhren in einem Jahr erhalten Sie 10 % Rabatt.',
    )}`,
  ],
  '/wartung': [
    'Wartungsvertrag',
    'Jährliche Wartung für Standuhren.',
    said(
      'Der Wartungsvertrag kostet 96 € im Jahr und umfasst einen Besuch bei Ihnen.',
      'Der Vertrag verlängert sich um 12 Monate, wenn Sie ihn nicht kündigen.',
      'Sie können den Vertrag mit einer Frist von 4 Wochen per E-Mail kündigen.',
      'Wir informieren Sie 6 Wochen vor jeder Preisänderung.',
      'Ab dem dritten Jahr kostet die Wartung 10 % weniger.',
    ),
  ],
  '/bedingungen': [
    'Geschäftsbedingungen',
    'Was bei uns gilt.',
    said(
      'Auf jede Reparatur geben wir 2 Jahre Garantie.',
      'Die Garantie gilt nicht, wenn die Uhr gefallen ist oder ein anderer sie geöffnet hat.',
      'Wenn ein Teil nicht mehr lieferbar ist, fertigen wir es für höchstens 120 € an oder geben die Uhr ohne Kosten zurück.',
      'Sie zahlen bei der Abholung; ab 300 € verlangen wir eine Anzahlung von 30 %.',
      'Wenn Sie einen Termin weniger als 24 Stunden vorher absagen, berechnen wir 30 €.',
    ),
  ],
  '/kontakt': [
    'Kontakt',
    'So erreichen Sie uns.',
    `${said('Rufen Sie an unter 03677 555 0142 oder schreiben Sie an werkstatt@uhren-quendt.de.')}<form action="/anfrage" method="post"><label>Name <input name="name"></label><label>E-Mail <input name="email" type="email"></label><label>Nachricht <textarea name="message"></textarea></label><button>Absenden</button></form>`,
  ],
};

/** A clockmaker's workshop in German, with exact prices and conditions, made for people only. */
export const clockmaker: InventedFirm = {
  ...{ company: 'Uhrmacherei Quendt', host, language: 'de', language_name: 'German', pages },
  files: crawling(host, Object.keys(pages)),
  data: {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'Uhrmacherei Quendt',
    telephone: '+49 3677 5550142',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Kirchgasse 4',
      postalCode: '99310',
      addressLocality: 'Ilmfurt',
      addressCountry: 'DE',
    },
    openingHours: 'Tu-Fr 09:00-17:00',
  },
  scores: {
    'P1-A': 3, // a local business with its address and hours, on one page
    'P1-B': 2, // amounts in text only
    'P1-C': 0,
    'P1-D': 0,
    'P1-E': 3, // robots.txt, a sitemap without dates
    'P2-A': 4,
    'P2-B': 4, // numbers of several kinds, what is not taken, what is charged then
    'P2-D': 3,
    'P2-E': 3,
    'P3-B': 0,
    'P4-A': 1, // a form that a person answers
    'P5-A': 0,
    'P5-C': 3, // renewal, end by mail, weeks of notice
    'P5-D': 2, // a discount in figures
  },
  not_absent: [
    ['P2-B', /No exclusion was found|What happens at a limit is not said/],
    ['P2-D', /No condition with its consequence/],
    ['P5-C', /Nothing is said|No notice/],
    ['P5-D', /No advantage/],
    ['P4-A', /No form/],
  ],
};
