import { type InventedFirm, said, table } from './invented-firm.ts';

const pages: InventedFirm['pages'] = {
  '/': [
    "La Bergerie d'Orlhac",
    'Deux gîtes pour des familles et des randonneurs sur le causse, à la nuit ou à la semaine.',
    said(
      "La Bergerie d'Orlhac loue deux gîtes de pierre sur le causse pour des familles et des groupes de randonneurs.",
      'Pour réserver, envoyez-nous vos dates par courriel, et nous vous répondons dans les 24 heures avec le contrat.',
      "Les gîtes sont ouverts du 1er avril au 5 novembre, à 4 km du village d'Orlhac, dans l'Aveyron.",
    ),
  ],
  '/gites': [
    'Les gîtes',
    'Le Four et la Grange : capacité, équipement, règles.',
    `${table(
      ['Gîte', 'Capacité', 'Chambres', 'Surface'],
      ['Le Four', '4 personnes', '2 chambres', '58 m²'],
      ['La Grange', '8 personnes', '4 chambres', '120 m²'],
    )}${said(
      'Le prix comprend les draps, le bois pour 3 feux et une place de stationnement.',
      'Le Four convient aux couples avec de jeunes enfants.',
      'La Grange convient aux groupes qui veulent cuisiner ensemble.',
      'La maison ne convient pas aux personnes en fauteuil roulant.',
      'Les animaux ne sont pas admis, et la maison est non fumeur.',
    )}`,
  ],
  '/tarifs': [
    'Tarifs',
    'Prix par nuit et par semaine.',
    `${table(
      ['Gîte', 'Nuit', 'Semaine', 'Séjour minimum'],
      ['Le Four', '85 €', '520 €', '2 nuits'],
      ['La Grange', '160 €', '980 €', '3 nuits'],
    )}${said(
      'Le ménage de fin de séjour coûte 60 €, sauf si vous le faites vous-mêmes.',
      'Chaque personne supplémentaire coûte 15 € par nuit, dans la limite de 2 personnes.',
      'La deuxième semaine coûte 10 % de moins, et les clients fidèles paient 5 % de moins dès leur troisième séjour.',
      'La taxe de séjour est de 0,80 € par adulte et par nuit.',
    )}`,
  ],
  '/conditions': [
    'Conditions de location',
    'Acompte, annulation, report et dépôt de garantie.',
    said(
      'La réservation est ferme dès que vous payez un acompte de 30 %.',
      "Si vous annulez plus de 30 jours avant l'arrivée, l'acompte est remboursé.",
      "Si vous annulez moins de 14 jours avant l'arrivée, le prix entier reste dû.",
      "Vous pouvez reporter votre séjour une fois, sans frais, jusqu'à 21 jours avant l'arrivée.",
      'Si un gîte est indisponible, nous vous proposons l’autre au même prix ou un remboursement.',
      'Une caution de 300 € est demandée à l’arrivée et rendue dans les 7 jours.',
      'Les arrivées se font entre 16 h et 19 h ; après 19 h nous facturons 20 €.',
    ),
  ],
  '/contact': [
    'Contact et accès',
    'Nous écrire, nous appeler, venir.',
    `${said(
      'Écrivez à bonjour@bergerie-orlhac.fr ou appelez le 05 65 55 01 42 entre 9 h et 20 h.',
      'La gare la plus proche est à 25 km, et nous venons vous chercher pour 30 €.',
    )}<form action="/message" method="post"><label>Nom <input name="name"></label><label>Courriel <input name="email" type="email"></label><label>Message <textarea name="message"></textarea></label><button>Envoyer</button></form>`,
  ],
};

/** Two holiday houses in French, without a word for programs. */
export const holidayHouse: InventedFirm = {
  ...{ company: "La Bergerie d'Orlhac", host: 'bergerie-orlhac.fr', language: 'fr', language_name: 'French', pages },
  files: {},
  data: undefined,
  scores: {
    'P1-A': 1, // descriptions alone
    'P1-B': 2,
    'P1-C': 0,
    'P1-D': 0,
    'P1-E': 2, // neither robots.txt nor a sitemap
    'P2-A': 4,
    'P2-B': 4, // numbers for both houses, what is not admitted, what more costs
    'P2-C': 3, // both side by side, and how to move a stay
    'P2-D': 3,
    'P2-E': 3,
    'P3-B': 0,
    'P4-A': 1,
    'P4-B': 3, // for whom each is, and for whom not
    'P5-A': 0,
    'P5-D': 2,
  },
  not_absent: [
    ['P2-B', /No exclusion was found|What happens at a limit is not said/],
    ['P2-C', /No rule for changing|Nothing to choose/],
    ['P2-D', /No condition with its consequence/],
    ['P4-A', /No form/],
    ['P4-B', /No sentence says when it does not fit|No statement/],
    ['P5-D', /No advantage/],
  ],
};
