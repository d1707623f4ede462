import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      "jusqu'à, maximum, au maximum, minimum, au minimum, au moins, au plus, limité à, limite, inclus, incluse, comprend, par mois, par jour, par heure, par personne, à partir de, valable, peut accueillir, accueille, personnes, places, seulement, couchages, capacité, au plus tard, chacun au plus",
    ),
    strong: phrases(
      "jusqu'à, maximum, minimum, au moins, au plus, limité à, limite, inclus, incluse, comprend, valable, peut accueillir, accueille, couchages, capacité",
    ),
    unquoted: phrases('facture*, pénalités de retard, retard de paiement, taux légal, ménage'),
  },
  over: {
    words: phrases(
      'au delà, supplément, supplémentaire, supplémentaires, en sus, frais, facturé, facturés, facturée, pénalité*, dépassement, dépasse*, personne supplémentaire, nuit supplémentaire, en supplément',
    ),
    objects: phrases(
      'personne*, nuit*, heure*, ménage, retard, prix, €, euros, dossier, quota, volume, limite, kilomètre*, bagage*, animal, animaux, caution',
    ),
    not: phrases('hors taxes, tva'),
    unquoted: phrases('facture*, pénalités de retard, retard de paiement, taux légal, ménage'),
  },
  excluded: {
    words: phrases(
      "non inclus, non compris, n'est pas inclus, ne comprend pas, ne sont pas admis, pas admis, non admis, interdit, interdits, interdite, n'est pas possible, ne sont pas acceptés, pas acceptés, non remboursable, ne sont pas remboursés, hors, exclu*, non fumeur, n'intervenons pas, nous n'intervenons pas, ne réparons pas, ne livrons pas, ne prenons pas, aucun des deux, ne convient pas, ne proposons pas, ne travaillons pas",
    ),
    objects: phrases(
      'animaux, prix, tarif*, service*, produit*, client*, fumer, enfants, repas, petit déjeuner, livraison, frais, réservation*, article*, forfait*, commande*, amis, chaudière*, appareil*, véhicule*, marque*, groupe*, chambre*, séjour*',
    ),
    not: phrases('hors taxes, tva'),
  },
  refused: {
    words: phrases(
      "ne sont pas admis, animaux non admis, pas d'animaux, ne sont pas acceptés, nous n'acceptons pas, nous ne livrons pas, nous ne prenons pas, interdit de fumer, non fumeur, uniquement en france, n'intervenons pas, ne livrons pas, n'acceptons pas, ne prenons pas",
    ),
    not: phrases(
      'cookies, données, responsab*, spam, tiers, croyons, pensons, garantissons, compromis, savons, revendons, pas seulement, partageons, conservons, stockons, recommandons, conseillons',
    ),
  },
  rule: {
    words: phrases(
      'changer de, changement de, passer à, modifier votre, modification, échange, échanger, échangé, remplacé, remplacer, remplacement, reporter, report, à la place, selon vos besoins, au choix, peut être aménagée, passer du, passer de, changer, dans l autre sens, reporté*, déplacer, décaler, céder, cessible, transférer, transférable, autre personne, autre date, autre modèle, à votre place, rattraper, rattrapé*, surclassement, formule supérieure, formule inférieure, basculer',
    ),
    objects: phrases(
      'forfait*, formule*, abonnement*, réservation*, séjour*, commande*, article*, produit*, date*, taille*, chambre*, pièce, billet*, plan, contrat*, offre*, plus, cours, place, bon*, carte, séance*, personne, jour, modèle, mois, année',
    ),
    also: phrases(
      'déduit*, à l échéance, après échéance, compté*, immédiat*, fin du mois, fin de la période, prorata, différence, crédité, avoir, sans frais, gratuit*, frais, conserv*, sans supplément, supplément, dès le mois, mois suivant, seulement au, à tout moment',
    ),
    under: phrases('échange*, changement*, changer de, puis je changer, puis je échanger, report, remplacement*'),
    not: phrases('remise*'),
  },
  failing: {
    words: phrases(
      "indisponible, n'est pas disponible, rupture de stock, complet, épuisé, en rupture, malade, n'est pas en stock, manque, annulé, n'a pas lieu, empêché, ne pouvez pas venir",
    ),
    also: phrases(
      'remplac*, à la place, alternative*, avoir, équivalent*, rembours*, prêtons, autre date, autre modèle, attendre, liste d attente, même prix, reporté*, échang*, bon d achat, remboursé*, à votre choix, plus proche, ressembl*, similaire*, envoyons, prend le relais, nouvelle date',
    ),
  },
  elsewhere: {
    words: phrases(
      'orientons vers, nous vous orientons, vous adressons à, voyez plutôt, allez plutôt, adressez vous plutôt, adressez vous à, mieux adapté, meilleur choix, préférez, est préférable, prenez plutôt, choisissez plutôt, optez plutôt, mieux vaut',
    ),
  },
  conditions: {
    words: phrases(
      "si, sauf si, à condition, lorsque, en cas de, dès que, sous réserve, selon, pour toute, à partir de, doit, doivent, gratuit pour, gratuit, à moins que, non remboursable, sur demande, pour les, au delà, après, avant, sinon, jusqu'à",
    ),
    bounds: phrases(
      "dans les, avant, après, au moins, au plus, maximum, minimum, moins de, plus de, jusqu'à, à partir de, entre, délai, selon",
    ),
    vague: phrases(
      'responsabilité*, données personnelles, cookies, navigateur, juridiction, rgpd, propriété intellectuelle, litige*, tribunal, traitement des données',
    ),
    strong: phrases('si, sauf si, à condition, lorsque, en cas de, à moins que'),
    topic_price: phrases(
      'prix, tarif*, frais, gratuit*, payer, paiement, acompte, arrhes, caution, facture*, remise*, €, euros, coût*, supplément*, taxe',
    ),
    topic_cancelling: phrases('annul*, résili*, rembours*, rétract*, préavis, contrat, engagement'),
    topic_limits: phrases('limite*, maximum, minimum, quota*, capacité, durée, nuits'),
    topic_eligibility: phrases(
      'enfants, animaux, ans, personnes, étudiant*, adhérent*, membre*, professionnel*, particulier*, client*',
    ),
    topic_availability: phrases(
      'disponib*, livraison, expédi*, horaire*, réservation*, arrivée, départ, saison*, séjour, délai*, heures, stock, rendez vous',
    ),
    topic_warranty: phrases('garantie*, réparation*, défectueux*'),
  },
  vague_p2b: { words: phrases('dans la limite, selon disponibilité*, sur demande, selon saison, environ') },
  vague_p2d: {
    words: phrases(
      'sous réserve de modification*, sur demande, nous consulter, nous contacter, sur devis, peut varier, peuvent varier, selon disponibilité*, sous réserve, nous consulter',
    ),
  },
  targets: {
    without: phrases('satisf*, questionnaire*, enquête*'),
    words: phrases('réponse, répondons, délai*, disponibilité, joignable, réponse sous, reçoivent une réponse'),
    with: phrases('# heures, # heure, # h, # %, # jours, # minutes, # jours ouvrés, # h ouvrées'),
  },
  remedy: {
    words: phrases('remboursé*, avoir, dédommag*, crédité*, indemnis*, rembours*'),
    with: phrases(
      'retard, indisponib*, panne, disponibilité, plus tard que, en retard, non respect*, pas satisfait, pas satisfaite, ne vous plaît pas, notre erreur',
    ),
  },
  testimonials: {
    words: phrases('avis clients, témoignages, ils nous font confiance, nos clients disent, avis google, livre d or'),
  },
  certificates: {
    words: phrases(
      'certifié*, gîtes de france, clévacances, étoiles, classé, label*, agréé*, iso 9001, iso 27001, agriculture biologique, qualiopi, rge, artisan d art, accrédité*, diplômé*, certification, qualibat, inscrit* au, numéro d agrément',
    ),
  },
  lookup: {
    words: phrases('vérifiable*, vérifiez, à vérifier sur, consultable*, pouvez vérifier, peut être vérifié*'),
    with: phrases('registre*, annuaire, liste, numéro, certificat*, certification, ordre, chambre, titre'),
  },
  press: { words: phrases('vu à la télé, dans la presse, primé, récompensé, lauréat') },
  claims: {
    words: phrases(
      "# avis, # étoiles, sur # avis, ans d'expérience, depuis 19*, depuis 20*, expérience, fiable*, entreprise familiale, clients satisfaits, qualité, savoir faire, garanti*",
    ),
  },
  history: {
    words: phrases(
      'suivi de commande, historique de vos, historique de votre, historique des commandes, historique des interventions, vos commandes, numéro de suivi, confirmation de commande, confirmation de réservation, vos attestations, vos documents, suivi de vos, confirmation par e mail, courriel de confirmation, mail de confirmation, confirmée par, confirmé par, reçu par, facture par, bon de livraison, attestation de présence, feuille d émargement, feuilles d émargement, carnet d entretien',
    ),
  },
  shown: {
    words: phrases(
      'commandes, factures, reçus, bons de livraison, certificats, réservations, entrées, visites, paiements, documents, attestations, rapports, notes, présences, historique, devis, contrats, bulletins, relevés, livraisons, comptes rendus',
    ),
    with: phrases(
      "espace client*, espace personnel, espace membre*, espace adhérent*, espace en ligne, mon compte, votre compte, ton compte, compte client, portail, tableau de bord, extranet, moodle, plateforme, l'application",
    ),
    without: phrases('newsletter, cookies, données personnelles, compte bancaire, déposez, téléversez'),
  },
  shown_for: {
    words: phrases('conserv*, gard*, restent, reste, disponible*, accessible*, archiv*, derniers, dernières'),
    with: phrases('# an, # ans, # année*, # mois, # jours, un an, tant que vous'),
    also: phrases(
      "espace client*, espace personnel, espace membre*, espace adhérent*, espace en ligne, mon compte, votre compte, ton compte, compte client, portail, tableau de bord, extranet, moodle, plateforme, l'application",
    ),
    without: phrases('newsletter, cookies, données personnelles, compte bancaire'),
  },
  listed: {
    with: phrases('facture*, commande*, retour, retours, réservation*, paiement*, livraison*, contrat*'),
    words: phrases('votre compte, votre espace, espace client, espace adhérent'),
    without: phrases('cookies, données personnelles'),
  },
  recorded: {
    words: phrases('qui a, inscrit, inscrits, inscrite, enregistré*, consigné*, tracé*, noté*, journalisé*'),
    with: phrases('chaque, tous, toutes, quand, modifié*, validé*, commandé*'),
    also: phrases(
      'passage*, modification*, commande*, action*, accès, date, intervention*, connexion*, facture*, réservation*, réparation*',
    ),
  },
  powers: {
    words: phrases(
      'qui peut, qui peuvent, droits, rôles, permissions, autorisations, lecture seule, accès limité*, crée des utilisateurs, créer des utilisateurs, sous comptes, crée les accès, inviter un, invitez un, peut seulement, peuvent seulement',
    ),
    with: phrases(
      'compte, équipe, utilisateur*, collaborateur*, collègue*, personne*, salarié*, administrateur*, responsable*, acheteur*, comptable*, parent*, associé*',
    ),
    also: phrases(
      'voir, peut, peuvent, seulement, uniquement, propres, différents, commander, réserver, modifier, valider, attribu*, invit*, consulter, lire, gérer, déposer',
    ),
    without: phrases('données personnelles, rgpd, rétractation, droit d auteur'),
  },
  logins: {
    words: phrases(
      'espace client, votre compte, mon compte, espace adhérent, connectez vous, se connecter, vous connecter, identifiant*',
    ),
    with: phrases('compte, code, mot de passe, courriel, e mail, espace, commande*, facture*, connect*'),
    without: phrases('newsletter, bancaire'),
  },
  logs: {
    words: phrases("journal d audit, journal d'audit, journal des, journaux, historique des actions"),
    with: phrases('compte, équipe, utilisateur*, api, export*, action*, chaque'),
  },
  exports_p3c: { words: phrases('export*, exporter'), with: phrases('csv, json, pdf, excel, données, factures') },
  exports_p5b: { words: phrases('export*, exporter'), with: phrases('csv, json, pdf, excel, données, factures') },
  downloads: { words: phrases('télécharg*'), with: phrases('en csv, en pdf, vos factures, vos données, facture*') },
  hooks_p3c: { words: phrases('webhook*'), with: phrases('événement*, envoy*, url, notifi*') },
  hooks_p5a: { words: phrases('webhook*'), with: phrases('événement*, envoy*, url, notifi*') },
  dated: {
    words: phrases(
      'en vigueur, mise à jour, mis à jour, dernière mise à jour, version du, applicable* au, applicable* depuis, applicable* à compter, valable* à partir, valable* dès, à compter du, tarifs #, prix #, tarifs au, prix au, tarifs de, prix de, tarifs depuis',
    ),
    years: phrases('tarifs, prix'),
  },
  held: {
    words: phrases(
      'prix garanti*, prix reste*, gardent leur prix, garde son prix, prix en vigueur au moment, conditions applicables sont celles, tarif garanti',
    ),
    with: phrases('réservation*, commande*, contrat*, abonnement*, convention*, confirmé*'),
  },
  earlier: {
    words: phrases(
      'version précédente, versions précédentes, anciennes versions, ancienne version, version #, conditions précédentes',
    ),
  },
  notice_p3d: {
    words: phrases("avant, prévenons, préavis, informé*, informer, prévenu*, à l'avance, annonc*"),
    also: phrases('modif*, changement*, change, changent, évolution*, tarif*, prix, hausse*, augment*'),
    with: phrases('# jours, # mois, # semaines, un mois'),
  },
  booked: {
    without: phrases('sur demande'),
    words: phrases(
      'confirmation immédiate, confirmé immédiatement, paiement en ligne, réservation en ligne, réservez en ligne, confirmation par mail, confirmation par e mail, confirmation par email, vous payez, payez maintenant, par carte, réserver et payer',
    ),
    with: phrases('réserv*, paiement, mail, séjour, chambre, rendez vous, entretien, visite, place, table, cours'),
  },
  walk_in: {
    words: phrases('sans rendez-vous'),
    without: phrases('complet, annul*, rembours*'),
  },
  unreserved: {
    words: phrases(
      'sans réservation, sans réserver, pas besoin de réserver, pas de réservation nécessaire, réservation inutile, aucune réservation nécessaire, entrée libre',
    ),
    without: phrases("pas d'accès, pas d'entrée, complet, annul*, rembours*"),
  },
  at_once: {
    words: phrases(
      'confirmation immédiate, confirmée immédiatement, confirmé immédiatement, confirmée aussitôt, confirmé aussitôt, confirmées aussitôt, confirmés aussitôt, confirmation instantanée',
    ),
    with: phrases('réserv*, place*, cours, table*, chambre*, commande*, rendez vous, inscription*'),
  },
  free_start: {
    words: phrases(
      'sans carte bancaire, sans carte de crédit, sans inscription, sans compte, sans engagement de carte, commander sans compte, aucun compte, pas de compte, sans créer de compte, pas besoin de compte, inscription non nécessaire, aucune inscription, sans coordonnées bancaires, aucune donnée bancaire',
    ),
    without: phrases('télécharg*'),
  },
  own_key: {
    words: phrases('créer une clé, générer une clé, obtenir une clé, créez votre clé'),
    with: phrases('api, compte, tableau de bord, minutes'),
  },
  key_words: { words: phrases('clé api, clés api, jeton*, se connecter, inscription, connectez vous') },
  fit: {
    words: phrases(
      'idéal pour, idéale pour, idéalement, parfait pour, parfaite pour, adapté à, adaptée à, adaptés aux, conçu pour, conçue pour, pensé pour, destiné à, convient, recommandé pour',
    ),
    objects: phrases(
      'mariage*, anniversaire*, déjeuner*, dîner*, séminaire*, soirée*, week end*, réunion*, randonneurs, cyclistes, familles, famille, couples, groupes, enfants, professionnel*, entreprise*, équipes, débutants, artisans, indépendants, particuliers, amis, voyageurs, vacances, fête*, tous, projets, agences, associations, déplacements',
    ),
    opening: phrases('pour ceux qui, pour celles, pour celui qui, pour les personnes qui, pour qui'),
    labels: phrases('public, public visé, pour qui, convient à, prérequis, à qui'),
    unquoted: phrases('idéalement placé*, idéalement situé*'),
  },
  fit_for: { words: phrases('idéal pour, idéale pour, parfait pour, convient à, recommandé pour') },
  columns: { words: phrases('idéal pour, pour qui, recommandé pour, adapté à'), whole: phrases('pour, public, usage') },
  weighed: { words: phrases('plutôt, préférez, mieux, si vous, choisissez, convient') },
  benefits: { words: phrases('vous pouvez, nous vous, votre, vos, pour vous, profitez, sans') },
  passed: {
    words: phrases(
      'orientons vers, nous vous orientons, vous adressons à, voyez plutôt, allez plutôt, adressez vous plutôt, adressez vous à',
    ),
  },
  negative: {
    words: phrases(
      "ne convient pas, pas adapté, déconseillé, n'est pas fait pour, pas admis, non accessible, pas recommandé, ne convient pas à, pas fait pour, n'est pas un, n'est pas une, pas un, n'acceptons pas, ne prenons pas, ne recevons pas, trop grand pour, trop petit pour, réservé aux adultes, ne sommes pas",
    ),
  },
  mention: {
    words: phrases('intégration*, compatible avec, plugin*, extension*, connecté à, synchronis*, api, widget*'),
  },
  imports: {
    words: phrases('csv, excel, xlsx, ods, tableur, google sheets'),
    with: phrases('importer, importez, importation*, importé, importés, importée, importées'),
  },
  connected: {
    words: [...connectable, ...phrases('fichier calendrier, fichier pour le calendrier')],
    with: phrases(
      'connect*, intégr*, synchronis*, import*, export*, envoy*, transm*, relié*, relier, compatible*, fichier calendrier, fichier pour le calendrier',
    ),
  },
  personal: { words: personal, with: phrases('synchronis*, import*, export*') },
  account: {
    words: phrases(
      'espace client, mon compte, votre compte, tableau de bord, espace adhérent, votre espace, espace bailleur, espace personnel, espace locataire',
    ),
    with: phrases(
      'commande*, facture*, consulter, gérer, historique, connexion, données, suivi, attestation*, document*, conserv*',
    ),
  },
  kept_p5b: {
    words: phrases(
      'conservé*, conservation, stocké*, conservons, gardons, conservées, conservés, # dernières années, # derniers mois',
    ),
    with: phrases('# jours, # mois, # ans'),
    also: phrases(
      'données, historique, compte, messages, journaux, attestation*, document*, espace, factures, dossier*, commandes, fiche*, réservations, contrats',
    ),
  },
  kept_p3c: {
    words: phrases('conservé*, conservation'),
    with: phrases('# jours, # mois, # ans'),
    also: phrases('journaux, journal, historique, événement*'),
  },
  cancel: {
    quoted_with: phrases(
      'en ligne, compte, espace client, espace personnel, en un clic, le lien, tableau de bord, paramètres, bouton',
    ),
    unquoted: phrases('désinscri*'),
    words: phrases(
      'arrêter, arrêtez, vous arrêtez, résili*, annuler, annulation, sans engagement, sauter, suspendre, mettre en pause, vous désinscrire, désabonner',
    ),
    with: phrases(
      'quand vous voulez, quand vous le souhaitez, à tout moment, en ligne, depuis votre compte, espace client, votre compte, en un clic, chaque mois, sans frais, mon compte, le lien, espace personnel',
    ),
  },
  moved: {
    words: phrases('changer, changez, modifier, modifiez, déplacer, reporter, annuler, annulez, retour, retours'),
    with: phrases('lien, en ligne, votre compte, bouton, vous même, application, espace client'),
    also: phrases('date, réservation*, rendez vous, commande*, séance*, cours, livraison*, stage*, retour, retours'),
  },
  contact: {
    words: phrases('résili*, annul*, renouvel*'),
    with: phrases(
      'par mail, par courrier, téléphone, nous contacter, contactez, préavis, # jours, # heures, # mois, sans frais, arrivée',
    ),
  },
  renewal: {
    words: phrases('renouvel*, reconduction, reconduit*, abonnement*, tacite'),
    with: phrases('mois, mensuel*, annuel*, automatique*, an, année, résili*, échéance'),
  },
  managed: {
    words: phrases('gérer votre abonnement, gérez votre abonnement, changer de formule, modifier votre abonnement'),
    without: phrases('contact*, écrivez'),
  },
  notice_p5c: {
    words: phrases(
      'prix, tarif*, renouvel*, renouvell*, reconduc*, reconduit*, chaque prélèvement, chaque envoi, chaque livraison, prochain envoi',
    ),
    also: phrases(
      "préavis, informé*, prévenu*, à l'avance, avertis, écrivons, prévenez, prévenons, avertissons, avant, e mail, courriel",
    ),
    with: phrases('# jours, # mois, # semaines, # jour, # ans'),
  },
  claim: {
    words: phrases('remise*, réduction*, fidélité, tarif dégressif, tarifs dégressifs, clients fidèles'),
    without: phrases('effectifs, mobilité, postes, étudiant*, senior*, enfant*'),
  },
  saving: {
    without: phrases('livraison, enfant*'),
    words: phrases(
      'économis*, remise, réduction, offert*, gratuit*, moins cher, de moins, dégressif*, rabais, réduit*, bénéficiez, moins # %, # pour # €',
    ),
    with: phrases('dixième, cinquième, pour le prix de, # %, # €, # euros, # mois'),
    also: phrases(
      'dixième, cinquième, fidèles, habitués, an, année, annuel*, mois, nuits, semaine, séjour, abonnement, fidélité, quantité, lot, ans, années, # pour # €',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('remise*, réduction*, rabais, dégressif*, fidélité'),
    without: phrases('étudiant*, senior*, enfant*, annul*, effectifs, chômeu*, demandeur*, mobilité'),
  },
  packs: {
    words: phrases('carnet de #, carte de #, forfait de #, pack de #, cartes de #'),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'anciens élèves, anciens stagiaires, anciens clients, déjà clients, renouvel*, dixième, troisième, cinquième, clients fidèles, habitués, au bout d un an, au bout de # ans, après un an, après # visites, après # stages, prochaine visite, prochaine réservation, parrain*, adhérents, membres, après # commandes, après # livraisons, à partir de la deuxième, à partir de la troisième, dès la deuxième, dès la troisième',
    ),
    with: phrases(
      'offert*, gratuit*, moitié prix, à moitié, remise, bon de, bon d achat, de moins, réduction, # %, # €',
    ),
    without: phrases('enfant*, étudiant*, il y a'),
  },
  tiers: { words: phrases('tarif dégressif, tarifs dégressifs, dégressif*, carte de fidélité, programme de fidélité') },
  analytics: {
    words: phrases(
      'statistiques, analyses, indicateurs, rapports, suivi des ventes, suivi de votre consommation, suivi d activité, suivi de votre activité',
    ),
    with: phrases('votre, vos, tableau de bord, mensuel*'),
  },
  reports: {
    words: phrases('rapport*, bilan, compte rendu'),
    with: phrases('mensuel*, hebdomadaire*, chaque mois, chaque semaine'),
    without: phrases('qualité prix'),
  },
  book: {
    words: phrases('réserver, réservez, réservation, prendre rendez vous, rendez vous, réserver en ligne'),
    not: phrases('démo, contact, devis'),
  },
  signup: {
    words: phrases(
      "s'inscrire, inscription, créer un compte, essai gratuit, commencer gratuitement, essayer gratuitement, adhérer",
    ),
    not: phrases('newsletter, lettre, contact, démo'),
  },
  start: {
    whole: phrases(
      'créer un compte, créer mon compte, créer votre compte, essai gratuit, commencer gratuitement, essayer gratuitement',
    ),
  },
  basket: {
    words: phrases(
      'ajouter au panier, voir le panier, voir panier, ouvrir le panier, mon panier, votre panier, acheter maintenant',
    ),
    whole: phrases('panier'),
  },
  buying: {
    words: phrases(
      'ajouter au panier, panier, commander, acheter, passer commande, acheter des billets, réserver une table',
    ),
  },
  demo: {
    words: phrases(
      'demander un devis, devis gratuit, demande de devis, être rappelé, nous contacter, demander une démo',
    ),
  },
  calendar: { words: phrases('voir les disponibilités, calendrier des disponibilités, vérifier les disponibilités') },
  reviewed: { words: phrases('avis clients, nos avis, vos avis, lire les avis, voir les avis') },
  register: {
    words: phrases(
      'voir la fiche, registre, numéro siret, annuaire, inscription au registre, voir le certificat, certificat',
    ),
  },
  advised: {
    words: phrases('nous conseillons, nous recommandons, conseillons plutôt, recommandons plutôt'),
    objects: phrases('pour, dans, au dessus, en dessous'),
    not: phrases('cookies, navigateur, mot de passe, arriver, réserver, venir'),
  },
  situation: {
    words: phrases('si vous, si votre, si vos, si tu, quand vous, pour ceux, qui veut, à qui'),
    objects: phrases(
      'prenez, choisissez, choisir, optez, préférez, convient, suffit, il vous faut, est fait, le bon choix, conseillons, mieux, commencez par, idéal*, tournez vous',
    ),
    under: phrases(
      "lequel choisir, laquelle choisir, quelle formule, quel forfait, pour qui, à qui s'adresse, comment choisir, quelle chambre, quel cours, est ce pour moi",
    ),
    not: phrases('annul*, mot de passe, cookies, résili*, question, contactez'),
    under_short: phrases('quel, quelle, quels, quelles, lequel, laquelle'),
  },
  audience: {
    words: phrases(
      "accompagnons celles, accompagnons ceux, accompagnons les, aidons les, public visé, pour les familles, pour les couples, pour les groupes, pour des familles, pour des couples, pour des groupes, pour les entreprises, pour les professionnels, pour les particuliers, pour les enfants, pour les indépendants, pour tous, pour vos déplacements, pour les petites, aux familles, aux professionnels, déplacements professionnels, pour les équipes, pour ceux, pour celles, pour les débutants, pour les artisans, pour les associations, pour les écoles, pour les équipes, s'adresse à, s'adresse aux, pour les voyageurs, pour les étudiants, pour les parents, pour les agences, pour les pme",
    ),
    under: phrases("pour qui, à qui s'adresse, nos clients"),
  },
  beyond: {
    words: phrases(
      'moins de, entre, au delà, passé, plus de, moins de, après, en retard, retard de, perdu, perte, dépass*, inférieur à, supérieur à, ensuite, absent, sous #',
    ),
    objects: phrases(
      "nous gardons, gardons la moitié, du prix, du montant, facturons, facturé*, facturons, à votre charge, est dû, sont dus, retenons, retenu*, conservons, perdu*, suspendu*, refusé*, pénalité*, pas de retour, pas remboursé*, non remboursé*, aucun remboursement, annulé*, n'est plus, ne sont plus, majoration, supplément, en totalité, vous payez",
    ),
    not: phrases('hors taxes, tva, responsab*, remise, économis*, cookies, données, ans d expérience'),
  },
  substitute: {
    words: phrases(
      'au lieu du, au lieu de la, remplace l ancien, remplace l ancienne, remplace le, équivalent*, de même valeur, autre personne, à votre place, cessible*, reporté*, reporter sur, valable pour tous, valable sur, rattrap*, au choix, à la place, remplacer par, remplacé par, modèle équivalent',
    ),
    not: phrases('remise*, loi, clause*, responsab*'),
  },
};
