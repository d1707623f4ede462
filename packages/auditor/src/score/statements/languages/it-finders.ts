import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      'fino a, massimo, al massimo, minimo, almeno, limite, limitato a, incluso, inclusa, inclusi, comprende, al mese, al giorno, per persona, a notte, per notte, a partire da, persone, posti, capacità, solo, valido, ospiti, entro, non oltre, sotto i, per volta',
    ),
    strong: phrases(
      'fino a, massimo, minimo, almeno, limite, limitato a, incluso, inclusa, inclusi, comprende, posti, capacità, valido, entro, non oltre, sotto i, per volta',
    ),
    unquoted: phrases('fattur*, mora, pulizi*, insolut*'),
  },
  over: {
    words: phrases(
      'supplemento, aggiuntivo, aggiuntiva, aggiuntivi, sovrapprezzo, extra, addebitat*, penale, eccedenz*, oltre, costo aggiuntivo',
    ),
    objects: phrases(
      'persona*, persone, notte, notti, ora, ore, pulizia, pulizie, letto, prezzo, €, euro, chilometr*, animal*, bagagli*, ospit*, limite',
    ),
    not: phrases('accreditat*, iva'),
    unquoted: phrases('fattur*, mora, pulizi*, insolut*'),
  },
  excluded: {
    words: phrases(
      'non incluso, non inclusa, non inclusi, non comprende, non è incluso, non sono ammessi, non ammessi, vietato, non rimborsabile, non sono accettati, non adatto, esclus*, ad eccezione, non lavoriamo, non ripariamo, non spediamo, non offriamo, nessuno dei due, non è adatto',
    ),
    objects: phrases(
      'animal*, prezzo, tariff*, servizi*, prodott*, clienti, fumare, bambini, colazione, spedizion*, prenotazion*, pasti, articol*, tassa, caldai*, apparecch*, veicol*, marc*, grupp*, camer*',
    ),
    not: phrases('iva'),
  },
  refused: {
    words: phrases(
      'non sono ammessi, non accettiamo, non si accettano, non spediamo, non lavoriamo, vietato fumare, spediamo solo, non offriamo',
    ),
    not: phrases(
      'cookie, dati, responsab*, spam, terzi, crediamo, pensiamo, garantiamo, sappiamo, condividiamo, vendiamo i tuoi, solo, memorizziamo, consigliamo, raccomandiamo',
    ),
  },
  rule: {
    words: phrases(
      "cambiare, cambio di, cambio, passare a, modificare la, modifica, sostitu*, rimpiazz*, spostare, in alternativa, al posto, passare dall, passare dal, passare, al contrario, cedere, cedibile, trasferire, trasferibile, un'altra persona, altra persona, al vostro posto, altra data, cambio data, recuperare, recupera, sostituire, sostituito, passaggio, cambiare piano",
    ),
    objects: phrases(
      'piano, piani, tariff*, abbonament*, prenotazion*, ordine, ordini, articol*, prodott*, data, date, taglia, camera, soggiorno, bigliett*, contratt*, plus, pacchett*, corso, lezione, posto, buono, persona, prezzo, mese, anno, giorno',
    ),
    also: phrases(
      'accredit*, detratt*, alla scadenza, scalat*, immediat*, fine mese, fine del periodo, pro rata, differenza, credito, senza costi, gratuit*, costo, senza supplemento, supplemento, gratis, mantien*, dal mese, mese successivo, in qualsiasi momento, solo al',
    ),
    under: phrases('cambio, cambi, posso cambiare, sostituzion*, spostare, cambio data, posso spostare'),
    not: phrases('sconto, sconti'),
  },
  failing: {
    words: phrases(
      'non disponibile, esaurito, al completo, malat*, completo, non si fa, non potete, non puoi venire, manca, annullato, annulliamo',
    ),
    also: phrases(
      'in alternativa, sostitu*, rimbors*, equivalente, al posto, altra data, buono, soldi indietro, lista d attesa, stesso prezzo, al suo posto, altro modello, alternativ*, aspettare, più simile, somigli*, simile, mandiamo, inviamo, spediamo, nuova data',
    ),
  },
  elsewhere: {
    words: phrases(
      'vi indirizziamo, la indirizziamo, vi mandiamo da, rivolgetevi a, si rivolga a, rivolgiti a, andate piuttosto, scelta migliore, più adatto, è preferibile, prendete piuttosto, scegliete piuttosto, prenda piuttosto, meglio prendere, meglio scegliere',
    ),
  },
  conditions: {
    words: phrases(
      'se, purché, a condizione, in caso di, quando, salvo, tranne, a meno che, secondo, a partire da, deve, devono, gratis per, gratuito, non rimborsabile, su richiesta, una volta, prima di, dopo, fino a, oltre',
    ),
    bounds: phrases(
      'entro, prima di, dopo, almeno, al massimo, massimo, minimo, meno di, più di, fino a, da, tra, oltre',
    ),
    vague: phrases(
      'responsabilità, dati personali, cookie*, browser, foro competente, gdpr, proprietà intellettuale, trattamento dei dati',
    ),
    strong: phrases('se, purché, a condizione, in caso di, a meno che'),
    topic_price: phrases(
      'prezz*, tariff*, cost*, gratis, gratuit*, pagamento, pagare, caparra, cauzione, deposito, fattur*, scont*, €, euro, supplement*, tassa',
    ),
    topic_cancelling: phrases(
      'cancell*, annull*, disdett*, disdire, rimbors*, reso, resi, recesso, preavviso, contratto',
    ),
    topic_limits: phrases('limit*, massimo, minimo, capacità, soggiorno minimo, notti'),
    topic_eligibility: phrases('bambini, animali, anni, persone, student*, soci, client*, aziend*, ospiti, gruppi'),
    topic_availability: phrases(
      'disponib*, spedizion*, consegn*, orari*, prenotazion*, check in, check out, stagion*, soggiorno, ore, appuntament*',
    ),
    topic_warranty: phrases('garanzi*, riparazion*, difettos*'),
  },
  vague_p2b: { words: phrases('secondo disponibilità, salvo disponibilità, su richiesta, circa') },
  vague_p2d: {
    words: phrases(
      'soggett* a variazion*, a richiesta, su richiesta, può variare, possono variare, contattateci per, preventivo, secondo stagione',
    ),
  },
  targets: {
    without: phrases('soddisf*, questionari*, sondagg*'),
    words: phrases('risposta, rispondiamo, tempi di risposta, disponibilità, risposta entro'),
    with: phrases('# ore, # ora, # h, # %, # giorni, # minuti, # giorni lavorativi'),
  },
  testimonials: {
    words: phrases(
      'dicono i nostri clienti, i nostri clienti dicono, recensioni, dicono di noi, testimonianze, opinioni dei clienti',
    ),
  },
  certificates: {
    words: phrases(
      'certificato da, certificata, certificati da, certificazione, cin, cir, iso 9001, iso 27001, biologico certificato, accreditat* da, accreditat* dal*, accreditat* presso, centro accreditato, ente accreditato, laboratorio accreditato, abilitat*, iscritt* all albo, iscritt* al registro, iscritt* al ruolo, iscritt* nel, numero di registrazione, marchio di qualità, abilitati, albo, iscrizione all albo, iscritti all albo',
    ),
  },
  lookup: {
    words: phrases('verificabil*, consultabil*, può verificare, potete verificare, si può verificare'),
    with: phrases('albo, registro, elenco, numero, certificat*, accredia, ordine, camera, n'),
  },
  press: { words: phrases('dicono di noi sulla stampa, rassegna stampa, premiat*, premio') },
  claims: {
    words: phrases(
      '# recensioni, # stelle, anni di esperienza, dal 19*, dal 20*, esperienza, azienda familiare, clienti soddisfatti, qualità, garantit*, affidabil*',
    ),
  },
  history: {
    words: phrases(
      'tracciamento, storico degli ordini, storico ordini, storico degli acquisti, storico dei pagamenti, storico delle fatture, storico delle consegne, i tuoi ordini, i suoi ordini, numero di tracking, conferma di prenotazione, conferma ordine, i suoi certificati, i tuoi certificati, i certificati, conferma per e mail, mail di conferma, conferma via, ricevuta, ricevute, fattura via, attestato di frequenza, bolla',
    ),
  },
  shown: {
    words: phrases(
      'ordini, fatture, ricevute, bolle, certificati, prenotazioni, visite, pagamenti, documenti, rapporti, voti, presenze, storico, preventivi, consegne, contratti, referti, analisi, registrazioni',
    ),
    with: phrases(
      "area clienti, area cliente, area riservata, area personale, area soci, tuo account, suo account, vostro account, suo profilo, tuo profilo, portale, moodle, pannello, nell'app",
    ),
    without: phrases('newsletter, cookie, dati personali, conto corrente, caricate, carica'),
  },
  shown_for: {
    words: phrases('restano, resta, disponibil*, conserv*, ultimi, ultime, accessibil*, archivi*, rimangono, rimane'),
    with: phrases('# anno, # anni, # mes*, # giorni, un anno, finché'),
    also: phrases(
      "area clienti, area cliente, area riservata, area personale, area soci, tuo account, suo account, vostro account, suo profilo, tuo profilo, portale, moodle, pannello, nell'app",
    ),
    without: phrases('newsletter, cookie, dati personali, conto corrente'),
  },
  listed: {
    with: phrases('fattur*, ordin*, prenotazion*, pagament*, spedizion*, consegne'),
    words: phrases('tuo account, suo account, vostro account, area clienti, area riservata, area personale'),
    without: phrases('cookie, dati personali, bancario'),
  },
  recorded: {
    words: phrases('chi ha, registrat*, annotat*, tracciat*, registriamo, annotiamo'),
    with: phrases('ogni, tutti, tutte, quando, modificato, ordinato'),
    also: phrases(
      'modific*, ordin*, azion*, accesso, accessi, data, visit*, intervent*, prenotazion*, fattur*, riparazion*',
    ),
  },
  powers: {
    words: phrases(
      'chi può, permessi, ruoli, diritti di accesso, sola lettura, accesso limitato, crea utenti, creare utenti, crea gli utenti, sottoutent*, può invitare, può solo, possono solo',
    ),
    with: phrases(
      'account, team, utent*, collaborator*, collegh*, person*, dipendent*, amministrator*, responsabil*, acquisti, contabil*, genitor*, soci*',
    ),
    also: phrases(
      'vedere, può, possono, solo, soltanto, diversi, propri, ordinare, prenotare, modificare, approvare, assegn*, invit*, consultazione, leggere, gestire, caricare, consultare',
    ),
    without: phrases('dati personali, gdpr, recesso'),
  },
  logins: {
    words: phrases(
      'area clienti, area riservata, area personale, il tuo account, il suo account, tuo account, accedi, accedere, credenziali',
    ),
    with: phrases('account, area, codice, password, mail, ordin*, fattur*, prenotazion*'),
    without: phrases('newsletter, bancario, sedia'),
  },
  logs: {
    words: phrases('registro attività, registro delle attività, log di audit, audit log*'),
    with: phrases('account, team, utent*, api, esport*, ogni'),
  },
  exports_p3c: { words: phrases('esport*'), with: phrases('csv, json, pdf, excel, dati, fatture') },
  exports_p5b: { words: phrases('esport*'), with: phrases('csv, json, pdf, excel, dati, fatture') },
  downloads: { words: phrases('scaric*'), with: phrases('in csv, in pdf, le tue fatture, i tuoi dati, fattur*') },
  hooks_p3c: { words: phrases('webhook*'), with: phrases('event*, invi*, url, notific*') },
  hooks_p5a: { words: phrases('webhook*'), with: phrases('event*, invi*, url, notific*') },
  dated: {
    words: phrases(
      'in vigore, aggiornat*, ultimo aggiornamento, ultima modifica, versione, valid* dal, valid* da, validità, prezzi dal, prezzi del, prezzi da, listino, tariffe dal, tariffe #, prezzi #',
    ),
    years: phrases('prezzi, tariffe, listino'),
  },
  held: {
    words: phrases(
      'prezzo resta, prezzi restano, prezzo bloccato, mantengono il prezzo, prezzo in vigore al momento, prezzi in vigore al momento',
    ),
    with: phrases('ordin*, prenotazion*, contratt*, abbonament*, confermat*'),
  },
  earlier: { words: phrases('versione precedente, versioni precedenti, versione #, condizioni precedenti') },
  notice_p3d: {
    words: phrases('preavviso, comunich*, comunicat*, avvis*, in anticipo, inform*'),
    also: phrases('modific*, cambiament*, tariff*, prezz*, aument*'),
    with: phrases('# giorni, # mesi, # mese, # settimane, un mese'),
  },
  booked: {
    without: phrases('su richiesta'),
    words: phrases(
      'conferma immediata, confermata immediatamente, pagamento online, prenotazione online, prenota online, conferma via mail, conferma via e mail, conferma per e mail, conferma per email, paga ora, paga online, con carta, prenota e paga',
    ),
    with: phrases(
      'prenot*, pagamento, mail, soggiorno, camera, appuntamento, manutenzione, visita, tavolo, posto, corso',
    ),
  },
  walk_in: {
    words: phrases('senza appuntamento'),
    without: phrases('annull*, rimbors*'),
  },
  unreserved: {
    words: phrases(
      'senza prenotazione, senza prenotare, non serve prenotare, non è necessaria la prenotazione, non occorre prenotare, prenotazione non necessaria',
    ),
    without: phrases('non si, annull*, rimbors*'),
  },
  at_once: {
    words: phrases(
      'conferma immediata, confermata subito, confermato subito, si conferma subito, confermiamo subito, confermate subito, conferma istantanea',
    ),
    with: phrases('prenot*, post*, cors*, tavol*, camer*, ordin*, appuntament*, iscrizion*'),
  },
  free_start: {
    words: phrases(
      'senza carta, senza carta di credito, senza registrazione, senza account, senza registrarsi, acquista come ospite, non serve un account, nessun account, non serve registrarsi, nessuna registrazione, senza creare un account, senza dati di pagamento',
    ),
    without: phrases('scaric*'),
  },
  own_key: {
    words: phrases('creare una chiave, genera una chiave, ottieni la tua chiave, crea la tua chiave'),
    with: phrases('api, account, pannello, minuti'),
  },
  key_words: { words: phrases('chiave api, chiavi api, token*, accedi, registrati, accesso') },
  fit: {
    words: phrases(
      'ideale per, ideali per, perfetto per, perfetta per, adatto a, adatta a, adatto per, pensato per, pensata per, progettato per, consigliato per, indicato per',
    ),
    objects: phrases(
      'matrimoni*, compleann*, pranz*, cene, riunion*, event*, gite, escursionist*, ciclist*, famiglie, famiglia, coppie, gruppi, bambini, professionist*, aziend*, team, principianti, amici, viaggiatori, vacanze, pmi, tutti, progetti, imprese, chi',
    ),
    opening: phrases('per chi, per quelli che, per coloro che, per persone che'),
    labels: phrases('per chi, a chi si rivolge, rivolto a, destinatari, prerequisiti, ideale per, adatto a'),
    unquoted: phrases('idealmente situat*, posizione ideale'),
  },
  fit_for: { words: phrases('ideale per, perfetto per, adatto a, consigliato per') },
  columns: {
    words: phrases('ideale per, per chi, consigliato per, adatto a'),
    whole: phrases('per, uso, destinatari'),
  },
  weighed: { words: phrases('se volete, se cercate, meglio, scegli, scegliete, consigliamo') },
  benefits: { words: phrases('puoi, potete, può, vi offriamo, ti offriamo, tuo, tua, vostro, vostra, senza') },
  passed: {
    words: phrases(
      'vi indirizziamo, la indirizziamo, vi mandiamo da, rivolgetevi a, si rivolga a, rivolgiti a, andate piuttosto',
    ),
  },
  negative: {
    words: phrases(
      'non è adatto, non adatto, sconsigliato, non è per, non sono ammessi, non consigliato, non fa per, non accettiamo, non siamo, non è pensato, troppo grande per, troppo piccolo per, solo adulti, non indicato, non è il posto',
    ),
  },
  mention: {
    words: phrases('integrazion*, compatibile con, plugin*, estension*, sincronizz*, api, widget*, collega*'),
  },
  imports: {
    words: phrases('csv, excel, xlsx, ods, foglio di calcolo, google sheets'),
    with: phrases('importare, importazione, importazioni, importato, importati, importate'),
  },
  connected: {
    words: [...connectable, ...phrases('file per il calendario, file calendario')],
    with: phrases(
      'colleg*, integra*, sincronizz*, import*, esport*, inviamo, invia, compatibil*, file per il calendario, file calendario',
    ),
  },
  personal: { words: personal, with: phrases('sincronizz*, import*, esport*') },
  account: {
    words: phrases(
      'area clienti, area riservata, il mio account, il tuo account, pannello di controllo, area proprietari, sua area, area personale, il suo account, tua area',
    ),
    with: phrases('ordini, fattur*, consult*, gestire, storico, accedi, dati, certificat*, document*, conservat*'),
  },
  kept_p5b: {
    words: phrases(
      'conservat*, conservazione, memorizzat*, conserviamo, conservati, conservate, ultimi # anni, ultimi # mesi, teniamo',
    ),
    with: phrases('# giorni, # mesi, # anni'),
    also: phrases(
      'dati, storico, account, messaggi, registri, certificati, rapporti, documenti, fatture, ordini, prenotazioni, scheda',
    ),
  },
  kept_p3c: {
    words: phrases('conservat*, conservazione'),
    with: phrases('# giorni, # mesi, # anni'),
    also: phrases('registr*, storico, event*'),
  },
  cancel: {
    quoted_with: phrases(
      'account, online, area clienti, area personale, il link, pannello, impostazioni, un clic, pulsante',
    ),
    words: phrases(
      'disdire, disdetta, disdici, cancell*, annull*, senza vincoli, sospendere, saltare, mettere in pausa',
    ),
    with: phrases(
      'in qualsiasi momento, quando vuoi, dal tuo account, online, area clienti, senza penali, nel suo account, mio account, area personale, il link',
    ),
  },
  moved: {
    words: phrases('cambio, cambiare, cambiate, spostare, modificare, annullare, disdire'),
    with: phrases(
      'link, online, tuo account, suo account, vostro account, da soli, da solo, pulsante, app, area clienti',
    ),
    also: phrases('data, date, prenotazion*, appuntament*, ordin*, lezion*, cors*, consegn*'),
  },
  contact: {
    words: phrases('disdire, disdetta, cancell*, annull*, rinnov*'),
    with: phrases('via mail, via e mail, telefono, contatt*, preavviso, # giorni, # ore, # mesi, arrivo, gratuita'),
  },
  renewal: {
    words: phrases('rinnov*, abbonament*, senza vincoli'),
    with: phrases('mese, mensil*, annual*, automatic*, anno, disdett*, scadenza'),
  },
  managed: {
    words: phrases(
      "gestire l'abbonamento, gestisci l'abbonamento, cambiare piano, cambia piano, modificare l'abbonamento",
    ),
    without: phrases('contatt*, scriv*'),
  },
  notice_p5c: {
    words: phrases('prezz*, tariff*, rinnov*, ogni addebito, ogni spedizione, ogni consegna, prossima spedizione'),
    also: phrases(
      'preavviso, avvis*, comunic*, anticipo, inform*, scriviamo, avvisa, avvisiamo, prima della, prima, mail',
    ),
    with: phrases('# giorni, # mesi, # mese, # settimane'),
  },
  claim: {
    words: phrases('scont*, fedeltà, clienti abituali, punti'),
    without: phrases('student*, pensionat*, bambini'),
  },
  saving: {
    without: phrases('spedizion*, consegna, bambin*'),
    words: phrases(
      'paghi, pagate, in regalo, omaggio, risparmi*, sconto, gratis, gratuit*, più conveniente, sconti, # % in meno, meno # %, # per # €',
    ),
    with: phrases('paghi #, pagate #, decim*, # %, # €, # euro, # mesi'),
    also: phrases(
      'decim*, # notti, anno, annual*, mese, notti, settimana, soggiorno, abbonament*, fedeltà, quantità, anni, mesi, settimane, # per # €',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('sconto, sconti, ribass*, fedeltà'),
    without: phrases('student*, pensionat*, bambin*, annull*, disd*'),
  },
  packs: {
    words: phrases('carnet da #, pacchetto da #, pacchetti da #, tessera da #, carnet di #'),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'ex allievi, ex corsisti, già clienti, già soci, chi rinnova, decim*, terza, quinta, clienti abituali, dopo un anno, dopo # visite, dopo # corsi, frequentato # corsi, prossima visita, prossima prenotazione, porta un amico, chi porta, soci, dopo # ordini, dopo # spedizioni, terzo, quinto, dalla seconda, dal secondo, dalla terza',
    ),
    with: phrases('gratis, omaggio, in regalo, metà prezzo, la metà, sconto, buono da, buono di, in meno, # %, # €'),
    without: phrases('bambin*, student*, pensionat*'),
  },
  tiers: {
    words: phrases(
      'sconto quantità, sconti quantità, prezzi a scaglioni, carta fedeltà, programma fedeltà, raccolta punti',
    ),
  },
  analytics: {
    words: phrases('statistiche, analisi, report, metriche'),
    with: phrases('tuo, tua, tuoi, vostri, pannello, mensil*'),
  },
  reports: {
    words: phrases('report, rapporto, riepilogo'),
    with: phrases('mensil*, settimanal*, ogni mese, ogni settimana'),
    without: phrases('qualità prezzo'),
  },
  remedy: {
    words: phrases('rimbors*, risarc*, accredit*, restituiamo'),
    with: phrases(
      'ritardo, disservizio, disponibilità, più tardi, in ritardo, ritardi, non rispett*, non soddisfatto, non soddisfatti, non le piace, non vi piace, errore nostro',
    ),
  },
  book: {
    words: phrases('prenota, prenotare, prenoti, prenotazione, prenotazioni, prenota online, prenota ora'),
    not: phrases('demo, contatti, preventivo'),
  },
  signup: {
    words: phrases('registrati, registrarsi, crea account, crea un account, prova gratis, inizia gratis, iscriviti'),
    not: phrases('newsletter, contatti, demo'),
  },
  start: {
    whole: phrases('crea account, crea un account, prova gratis, inizia gratis'),
  },
  basket: {
    words: phrases(
      'aggiungi al carrello, vedi carrello, vedi il carrello, apri carrello, apri il carrello, vai al carrello, il mio carrello, acquista ora',
    ),
    whole: phrases('carrello'),
  },
  buying: {
    words: phrases(
      'aggiungi al carrello, carrello, acquista, compra, ordina ora, acquista biglietti, prenota un tavolo',
    ),
  },
  demo: {
    words: phrases(
      'richiedi preventivo, richiedi un preventivo, preventivo gratuito, richiedi informazioni, richiedi una demo',
    ),
  },
  calendar: { words: phrases('verifica disponibilità, vedi disponibilità, calendario disponibilità') },
  reviewed: { words: phrases('recensioni') },
  register: {
    words: phrases(
      "vedi l'iscrizione, registro imprese, numero di iscrizione, albo, vedi la scheda, vedi il certificato, certificato",
    ),
  },
  advised: {
    words: phrases(
      'consigliamo il, consigliamo la, consigliamo i, consigliamo le, consigliamo un, raccomandiamo il, raccomandiamo la, suggeriamo il, suggeriamo la',
    ),
    objects: phrases('per, sopra, sotto, oltre, in'),
    not: phrases('cookie, browser, password'),
  },
  situation: {
    words: phrases(
      'se siete, se sei, se è, se avete, se hai, se volete, se vuoi, se cercate, se cerchi, se il, se la, chi, per chi',
    ),
    objects: phrases(
      'scegliete, scegli, scegliere, prendete, prendi, basta, conviene, consigliamo, meglio, fa per voi, fa per te, la scelta, iniziate, comincia, cominciate, adatto, adatta',
    ),
    under: phrases(
      'quale scegliere, quale corso, quale piano, per chi, come scegliere, fa per me, quale camera, a chi è',
    ),
    not: phrases('annull*, disdett*, password, cookie, domande, contatta*'),
    under_short: phrases('quale, quali'),
  },
  audience: {
    words: phrases(
      'accompagniamo, aiutiamo, per famiglie, per coppie, per gruppi, per aziende, per professionisti, per bambini, per tutti, per amici, per le famiglie, per le aziende, per chi, per team, per piccole, per principianti, per appassionati, per studenti, per genitori, per associazioni, per scuole, per ristoranti, per agenzie, per viaggiatori, rivolto a, rivolta a, si rivolge a, per adulti, per privati',
    ),
    under: phrases('per chi, a chi, i nostri clienti'),
  },
  beyond: {
    words: phrases(
      'meno di, tra, oltre, più di, meno di, dopo, passat*, ritardo, ritardi, smarrit*, perdita, supera*, superiore a, inferiore a, sotto, poi',
    ),
    objects: phrases(
      'tratteniamo, del prezzo, dell importo, della tariffa, si paga, pagate, paghi, addebit*, viene addebitat*, si perde, perdete, sospes*, rifiutat*, penale, sovrapprezzo, mora, non si rimborsa, non rimbors*, niente rimborso, nessun rimborso, annulliamo, annullat*, prezzo intero, a vostro carico, non è più, niente',
    ),
    not: phrases('accreditat*, iva, responsab*, sconto, sconti, risparmi*, cookie, dati, anni di esperienza'),
  },
  substitute: {
    words: phrases(
      "al posto del, al posto della, al posto dei, sostituisce la, sostituisce il, invece del, di pari valore, di pari importo, equivalente*, un'altra persona, altra persona, al vostro posto, cedere, cedibile, si recupera, vale per qualunque, vale per qualsiasi, a scelta, al posto di, sostituire",
    ),
    not: phrases('sconto, sconti, legge, clausol*, responsab*'),
  },
};
