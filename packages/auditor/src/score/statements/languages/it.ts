import { finders } from './it-finders.ts';
import { type Language, phrases, units } from './language.ts';

export const it: Language = {
  code: 'it',
  name: 'Italian',
  common:
    'che della sono il gli alla una con per più nel dei delle anche è nostro nostra vostra questo questa come'.split(
      ' ',
    ),
  negations: phrases('non, mai, né, niente, nulla, nemmeno, impossibile'),
  denying_lists: phrases('nessun, nessuna, nessuno, senza'),
  not_denying: phrases(
    'non solo, senza impegno, senza carta, senza registrazione, senza account, senza costi, senza vincoli, non più di, senza limiti, senza supplemento, non esitate',
  ),
  refuses: /(?<!\p{L})non (?:\p{L}+ )?\p{L}+iamo(?!\p{L})/u,
  conditions: phrases('se, quando, finché, qualora'),
  no: phrases('no, per ora no, non ancora, purtroppo no, no e no'),
  needs: phrases('serve, devo, bisogna, necessario, obbligatorio, costi, costa, vincolo, minimo, pagare'),
  clause_starts: phrases('ma, però, tuttavia, perché, altrimenti'),
  planned: phrases(
    'stiamo preparando, stiamo pensando, stiamo lavorando, prossimamente, presto disponibile, in arrivo, in sviluppo, previsto, prevista, in preparazione',
  ),
  past: phrases('in passato, precedentemente, non è più, non sono più'),
  settling: phrases(
    'rimbors*, gratis, gratuit*, addebit*, caparra, sconto, sconti, pagare, paga, paghi, pagate, prezzo, prezzi, costa, costo, trattenut*, acconto, supplemento, penale, cauzione',
  ),
  deals: phrases(
    'cancell*, disd*, annull*, rimbors*, recess*, reso, resi, prova, abbonament*, tesser*, annual*, mensil*, rinnov*, sconto, sconti, riduzion*, bambini, studenti, pensionati, caparra',
  ),
  vague: phrases(
    'eventual*, in alcuni casi, in certi casi, ragionevol*, sostanzial*, significativ*, se del caso, salvo diversi accordi, salvo diversa, normalmente, di norma, generalmente',
  ),
  advice: phrases(
    'dovresti, dovreste, consigliamo di, ricorda, ricordate, assicurati, assicuratevi, evita, evitate, immagina, conviene, il nostro consiglio, chiediti',
  ),
  duties: phrases(
    "dovete, il cliente deve, il cliente si impegna, l'utente si impegna, siete responsabili, l'ospite deve, è tenuto a",
  ),
  reserved: phrases(
    'si riserva il diritto, ci riserviamo, a nostra discrezione, senza preavviso, non è responsabile, responsabilità, dati personali, gdpr, cookie, proprietà intellettuale, diritto di accesso, trattamento dei dati, garante',
  ),
  others: phrases(
    'altri fornitori, alcuni fornitori, la maggior parte, molte agenzie, la concorrenza, concorrenti, a differenza di, altre aziende',
  ),
  theirs: phrases('loro'),
  leaning: phrases(
    'questo, questa, questi, queste, quello, quella, esso, essa, ciò, poi, dopo, quindi, altrimenti, in tal caso, in questo caso, entrambi, lì',
  ),
  pointing: phrases(
    'questo, questa, questi, queste, quello, quella, quelli, quelle, esso, essa, essi, esse, ciò, qui, lì, tale, tali, suddetto, suddetta, inoltre, anche, tuttavia, pertanto',
  ),
  goes_on: phrases('e, ma, o, però, quindi, dunque, poi, allora'),
  demonstratives: phrases('questo, questa, questi, queste, quello, quella, quelli, quelle, tale, tali, suddett*'),
  elsewhere: phrases('vedi, vedere, si veda, consulta, consultate, consultare, leggi, leggete, visita, visitate'),
  parties: phrases(
    'organizzato da, organizzata da, collega, colleghi, offerto da, a cura di, i nostri vicini, i nostri amici, fornitore*, fornitori, terzi, terze parti, produttore*, corriere*, corrieri, assicurazione*, la tua banca, la banca, partner*, subappaltator*, piattaforma*, piattaforme, agenzia di viaggi*, concorrent*, vettore, vettori',
  ),
  states:
    /(?<!\p{L})(?:è|sono|era|sarà|saranno|ha|hanno|può|possono|puoi|deve|devono|devi|c'è|c’è|costa|costano|comprende|include|dura|inizia|rimane|resta|si|apre|chiude|parte|ricevi|riceve|paghi|paga|vale|\p{L}+iamo)(?!\p{L})/u,
  you: phrases('voi, vostro, vostra, vostri, vostre, tu, tuo, tua, tuoi, tue, ti'),
  own: phrases('noi, nostro, nostra, nostri, nostre, mio, mia'),
  articles: phrases('blog, notizie, news, articoli, rivista, consigli, stampa, guide, magazine'),
  jobs: phrases('lavora con noi, carriere, posizioni aperte'),
  months: 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' '),
  numbers: 'due tre quattro cinque sette otto dieci dodici quindici trenta sessanta'.split(' '),
  units: units({
    day: 'giorno giorni',
    hour: 'ora ore',
    minute: 'minuto minuti',
    week: 'settimana settimane',
    month: 'mese mesi',
    year: 'anno anni',
    night: 'notte notti',
    person: 'persona persone adulti bambini ospiti ospite posti',
    file: 'pagina pagine foto',
    user: 'utente utenti membri licenze',
    room: 'camera camere letto letti bagni tavoli',
    request: 'richieste chiamate',
    order: 'ordini prenotazioni fatture',
    record: 'prodotti articoli contatti',
    message: 'messaggi',
    project: 'progetti siti',
    length: 'metri chilometri',
    weight: 'chili',
    time: 'volte',
    credit: 'punti crediti',
  }),
  every: units({
    day: 'giornaliero',
    week: 'settimanale',
    month: 'mensile mensili mensilmente',
    year: 'annuale annuali annualmente annuo annui',
  }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      'orari*, aperto, aperti, lunedì, martedì, mercoledì, giovedì, venerdì, sabato, tutto l anno, spedizion*, consegn*, situat*, in italia, disponib*, check in',
    ),
    'how to start': phrases(
      'scegli un orario, scegli la data, biglietteria, iscriviti, prenota, prenotare, prenota ora, acquista, aggiungi al carrello, carrello, ordina, richiedi, preventivo, registrati, iscriviti, prova gratuita, inizia, contattaci, disponibilità, dona, iscriviti e paga, iscrizioni, acquista un buono, compra, associati, noleggia, prova, fissa un appuntamento, prenotazione',
    ),
    'terms of buying': phrases('condizioni, caparra, acconto, cancell*, rimbors*, recesso, reso, pagamento'),
    'the price': phrases('gratis, gratuito, gratuita'),
  },
  finders,
};
