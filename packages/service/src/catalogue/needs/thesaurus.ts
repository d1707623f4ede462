/**
 * Other words for what businesses do, in English, German and French: each line has words for the same thing, or for things that
 * come together. Trades and countries, nothing of a single company (decision 192).
 */
export const same = `
  invoice bill billing receivable rechnung faktura facture facturation
  receipt expense spending beleg quittung spesen recu depense
  ocr read reading recognise recognition scan extract extraction capture parse digitise auslesen lesen erkennen erfassen texterkennung lire lecture reconnaissance extraire saisie
  document paper pdf dokument papier
  accountant accounting accounts bookkeeping ledger buchhaltung buchhalter steuerberater comptabilite comptable
  payroll salary wage payslip slip lohn gehalt paie salaire
  employee staff personnel workforce mitarbeiter angestellte beschaftigte employe
  tax vat steuer mehrwertsteuer umsatzsteuer impot tva taxe
  payment pay checkout card zahlung bezahlen zahlen paiement payer
  bank loan credit mortgage kredit banque pret
  insurance insure versicherung assurance
  tide sea ocean coast coastal harbour harbor port marina gezeiten flut ebbe meer kuste hafen maree mer cote
  boat ship sail sailing yacht boot schiff segeln bateau voile navire
  weather forecast prediction climate wetter vorhersage meteo prevision
  translate translation translator localise localisation interpreter ubersetzung ubersetzen ubersetzer dolmetscher traduction traduire traducteur
  terminology glossary term dictionary glossar worterbuch terminologie glossaire lexique
  reuse memory remember recall wiederverwenden erinnern gedachtnis reutiliser memoire
  language conversation speaking sprache sprechen langue parler
  tutor tutoring teacher teach lesson course class learn learning training pupil student coach lehrer unterricht nachhilfe kurs lernen schuler cours professeur apprendre eleve formation
  child children kid kinder kind enfant
  podcast episode audio radio broadcast show listener sendung emission auditeur
  host hosting hosted hebergement hebergeur
  music song concert band musik konzert musique chanson
  video film movie streaming cinema
  museum gallery exhibition exhibit art galerie ausstellung kunst musee exposition
  ticket admission entry entrance eintritt karte billet entree
  event festival camp veranstaltung fest evenement
  dance dancing swing lindy ballroom tanz tanzen danse danser
  court tennis squash padel badminton tennisplatz
  sport club gym fitness verein
  book booking reserve reservation appointment schedule scheduling buchen buchung reservieren reservierung termin reserver
  seed plant vegetable tomato garden gardening flower saatgut samen pflanze gemuse garten graine semence plante legume jardin
  lend lending borrow swap library leihen ausleihen tauschen bibliothek emprunter bibliotheque
  parcel package packet courier delivery deliver shipment shipping postal paket versand lieferung colis livraison
  locker box packstation consigne
  truck lorry van fleet vehicle car automobile lkw lastwagen fahrzeug auto flotte camion vehicule voiture
  charge charging charger electric battery laden lade elektro akku recharge borne electrique batterie
  power electricity energy generator outage strom energie notstrom aggregat electricite electrogene
  solar photovoltaic photovoltaik solaire
  temperature cold chilled frozen refrigerated cool thermometer temperatur kuhl kuhlkette tiefkuhl froid frigorifique surgele
  sensor logger monitor monitoring measure probe messen uberwachung fuhler capteur mesurer surveillance sonde
  vaccine medicine drug pharmacy pharmaceutical impfstoff arzneimittel medikament apotheke vaccin medicament pharmacie
  doctor medical clinic health hospital physician dentist dental arzt zahnarzt klinik gesundheit krankenhaus medecin dentiste clinique sante
  food meal restaurant catering kitchen essen lebensmittel kuche nourriture repas cuisine
  laundry wash washing ironing clothes linen dry wascherei waschen wasche bugeln kleidung blanchisserie lavage linge repassage
  cleaning cleaner housekeeping laundry reinigung putzen nettoyage menage
  lodging accommodation cottage gite hotel guesthouse room stay holiday vacation casa rural unterkunft ferienhaus ferienwohnung zimmer urlaub ferien hebergement chambre vacances logement
  camping tent caravan campsite cottage zelt wohnwagen tente
  farm organic agriculture bauernhof bio landwirtschaft ferme
  wedding marriage feast party celebration hochzeit feier mariage fete
  travel trip tourism tour journey reise tourismus ausflug voyage tourisme
  flight airline plane airport flug flugzeug vol avion
  train railway rail bahn zug
  website webdesign homepage webseite internetseite
  craftsman tradesman artisan handwerker handwerk
  plumber plumbing klempner plombier
  electrician elektriker electricien
  build ci pipeline test runner compile integration
  code repository github git pull developer entwickler developpeur
  analytics metrics statistics tracking visitor usage statistik besucher statistiques
  backup archive snapshot restore recovery sicherung wiederherstellen sauvegarde restaurer
  encrypt encrypted encryption verschlusselt verschlusseln chiffrer chiffrement
  review rating testimonial bewertung rezension avis temoignage
  verify verification verified prove proof attest zkp nachweis beweis preuve verifier
  zero-knowledge zkp privacy revealing
  computation compute calculate calculation berechnen berechnung calcul calculer
  news geopolitical conflict crisis intelligence war risk nachrichten konflikt krise actualites conflit crise
  government council municipality municipal authority ministry public behorde gemeinde verwaltung mairie administration commune
  fee fine permit gebuhr genehmigung amende permis
  map geocoding geocode karte carte
  lawyer legal attorney solicitor anwalt recht jurist avocat juridique
  recruit recruiting hiring candidate applicant career bewerber stelle emploi recrutement candidat
  sms messaging chat nachricht
  mail email newsletter mailing courriel
  phone telephone telefon anruf appel
  sign signature signing esignature unterschrift signatur
  print printing printed printer druck drucken impression imprimer
  bird feeder vogel futter oiseau mangeoire
  animal pet dog cat tier hund katze animal chien chat
  window glass fenster fenetre
  house home haus maison
  furniture mobel meuble
  repair maintenance servicing inspection reparatur wartung inspektion reparation entretien
  transcribe transcription transcript subtitle caption
  font typeface lettering typography
  shop store ecommerce retail geschaft handel boutique magasin
  rent rental hire lease mieten miete louer location
  photo photograph photographer foto fotograf
  invest investment stock share fund aktie fonds bourse action
  real-estate property apartment immobilien wohnung immobilier appartement
  bicycle bike cycling fahrrad rad velo
  spain spanish spanien spanisch espagne espagnol
  france french frankreich franzosisch francais
  netherlands dutch holland niederlande niederlandisch hollandais
  germany german deutschland deutsch allemagne allemand
  italy italian italien italienisch
  sweden swedish schweden schwedisch suede suedois
  britain british england english uk englisch anglais
  america american usa states amerika amerique
  africa african afrika afrique
`;

/** Words that narrow a need and seldom name it: time, number, size, place. They count a little. */
export const light = `
  today tomorrow tonight yesterday now soon later early late morning afternoon evening night overnight week weekend weekly daily monthly yearly
  monday tuesday wednesday thursday friday saturday sunday next last first second third one two three four five six seven eight nine ten
  un deux trois quatre cinq sechs six personnes personne zwei drei vier few many several more most less lot lots
  big little tiny huge high low long short old modern custom special simple easy regular real live right correctly properly
  foreign private local nearby another other different same whole full second-hand certified professional
  somewhere anywhere everywhere place way type between across during before after while without back home
  buy order sell run collect hire wish want love hope start someone somebody
  automatisch klein kleinen kleine gross neu gut schnell petit petite grand nouveau automatique automatiques
`;
