import { finders } from './fr-finders.ts';
import { type Language, phrases, units } from './language.ts';

export const fr: Language = {
  code: 'fr',
  name: 'French',
  common: 'les des est pour avec une dans vous nous sur et du au aux pas que qui ce cette votre notre vos nos'.split(
    ' ',
  ),
  negations: phrases('ne, n, pas, jamais, aucunement, rien, ni, impossible'),
  denying_lists: phrases('aucun, aucune, sans, pas de, pas d'),
  not_denying: phrases(
    "sans engagement, sans carte bancaire, sans carte, sans inscription, sans compte, sans frais, sans supplément, pas seulement, pas plus de, non seulement, sans minimum, n'hésitez pas, sans surprise",
  ),
  refuses: /(?<!\p{L})nous n(?:e |['’])[\p{L}]+ons (?:pas|ni|plus|aucune?|que)(?!\p{L})/u,
  conditions: phrases('si, quand, lorsque, tant que, sauf si'),
  no: phrases('non, pas encore, hélas non, malheureusement non, pas pour l instant'),
  needs: phrases('besoin, dois, doit, faut il, nécessaire, obligatoire, frais, engagement, minimum, payer, coûte'),
  clause_starts: phrases('mais, cependant, toutefois, car, parce, sinon'),
  planned: phrases(
    'nous pensons à, nous réfléchissons, nous envisageons, nous préparons, nous travaillons à, bientôt, prochainement, à venir, en cours de développement, prévu, prévue, en préparation, arrive',
  ),
  past: phrases("autrefois, anciennement, n'est plus, ne sont plus, auparavant"),
  settling: phrases(
    'rembours*, factur*, gratuit*, sans frais, frais, acompte*, remise*, payer, payez, paie, prix, coûte, dû, due, avoir, réduction*, arrhes, offert*, supplément*, caution',
  ),
  deals: phrases(
    'annul*, résili*, rétract*, rembours*, retour, retours, échange*, essai, abonnement*, adhésion*, adhérent*, annuel*, mensuel*, renouvel*, remise*, réduction*, tarif réduit, enfant*, étudiant*, désist*',
  ),
  vague: phrases(
    'le cas échéant, éventuel*, dans certains cas, selon les cas, raisonnabl*, substantiel*, significati*, sauf accord, sauf mention, sauf indication contraire, en principe, généralement, normalement, habituellement',
  ),
  advice: phrases(
    'vous devriez, pensez à, nous vous conseillons, veillez à, il est conseillé, il faut, évitez, imaginez, notre conseil, demandez vous',
  ),
  duties: phrases(
    "vous devez, vous vous engagez, le client doit, le client s'engage, l'utilisateur s'engage, vous êtes responsable, le locataire doit, vous êtes tenu",
  ),
  reserved: phrases(
    "se réserve le droit, nous nous réservons, à notre discrétion, sans préavis, responsabilité, données personnelles, rgpd, cookies, cnil, propriété intellectuelle, droit d'accès, le site est hébergé, contenus intégrés, traitement des données",
  ),
  others: phrases(
    "d'autres prestataires, certains prestataires, la plupart des, beaucoup d'agences, les concurrents, concurrents, contrairement à, d'autres sites, office du tourisme, l'office de tourisme",
  ),
  theirs: phrases('leur, leurs'),
  leaning: phrases(
    'il, elle, ils, elles, ce, cet, cette, ces, cela, ceci, celui, celle, ensuite, alors, après cela, sinon, dans ce cas, là',
  ),
  pointing: phrases(
    "il, elle, ils, elles, le leur, ce, cet, cette, ces, cela, ceci, c'est, celui, celle, ceux, celles, ci dessous, ci dessus, ici, tel, telle, tels, telles, aussi, également, toutefois, cependant, en outre, de plus",
  ),
  goes_on: phrases('et, mais, ou, donc, car, or, alors, puis'),
  demonstratives: phrases(
    'ces, cet, cette, celui ci, celle ci, ceux ci, celles ci, ce délai, ce prix, ce montant, ce tarif, ce cas, tel, telle, tels, telles, ce dernier, cette dernière',
  ),
  elsewhere: phrases('voir, voyez, consultez, lisez, reportez vous, merci de consulter, veuillez consulter'),
  parties: phrases(
    'assuré par, assurée par, confrère*, collègue*, organisé par, organisée par, proposé par, proposée par, nos voisins, nos amis, prestataire*, tiers, fabricant*, transporteur*, assureur*, assurance*, votre banque, la banque, hébergeur*, fournisseur*, partenaire*, sous traitant*, place de marché, plateforme*, plate forme*, agence de voyage*, concurrent*, constructeur*',
  ),
  states:
    /(?<!\p{L})(?:est|sont|était|étaient|sera|seront|a|ont|peut|peuvent|pouvez|doit|doivent|devez|nous|vous|je|on|faut|coûte|coûtent|comprend|comprennent|dure|durent|commence|reste|restent|vaut|offre|offrons|propose|bénéficie|bénéficient|ouvre|ferme|compte|reçoit|reçoivent|paie|paient|varie|varient|revient|s'élève|s’élève)(?!\p{L})/u,
  you: phrases('vous, votre, vos, tu, ton, ta, tes'),
  own: phrases('nous, notre, nos, je, mon, ma, mes'),
  articles: phrases('blog, actualites, actualités, actu, articles, magazine, conseils, presse, guides, journal'),
  jobs: phrases('recrutement, emploi, emplois, carriere, carrieres, carrières, nous rejoindre, rejoignez nous'),
  months: 'jan fév mar avr mai juin juil aoû sep oct nov déc'.split(' '),
  numbers: 'deux trois quatre cinq six sept huit dix douze quinze trente soixante'.split(' '),
  units: units({
    day: 'jour jours',
    hour: 'heure heures',
    minute: 'minute minutes mn',
    week: 'semaine semaines',
    month: 'mois',
    year: 'an ans année années',
    night: 'nuit nuits nuitée nuitées',
    person: 'personne personnes adulte adultes enfant enfants voyageurs couchages',
    file: 'page pages photos fichiers',
    user: 'utilisateur utilisateurs membres licences places',
    room: 'chambre chambres lit lits tables',
    request: 'requêtes appels',
    order: 'commandes réservations factures rendez-vous',
    record: 'produits articles contacts',
    message: 'messages',
    project: 'projets sites',
    percent: 'pourcent',
    length: 'mètres kilomètres km',
    weight: 'kilos',
    time: 'fois',
    credit: 'points crédits',
  }),
  every: units({
    day: 'quotidien',
    week: 'hebdomadaire',
    month: 'mensuel mensuels mensuelle mensuellement',
    year: 'annuel annuels annuelle annuellement',
  }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      "horaires, ouvert*, lundi*, mardi*, mercredi*, jeudi*, vendredi*, samedi*, toute l'année, livraison, livrons, expédi*, situé à, à proximité, en france, selon disponibilité*, arrivée",
    ),
    'how to start': phrases(
      'choisir un créneau, choisissez un créneau, billetterie, réserver, réservez, réservation, commander, commandez, acheter, ajouter au panier, panier, inscription, s inscrire, essai gratuit, demander un devis, devis, prendre rendez vous, nous contacter, je réserve, adhérer, faire un don, disponibilités, adhérez, je m inscris, inscrivez vous, souscrire, louer, essayer, faire un essai, prendre un rendez vous',
    ),
    'terms of buying': phrases('cgv, acompte, arrhes, annul*, rembours*, rétract*, paiement, caution, frais de'),
    'the price': phrases('gratuit, gratuite, gratuitement'),
  },
  finders,
};
