/**
 * What a need says beside the thing itself: for whom and when, how it is offered, and words that say nothing. `concepts.ts`
 * says how a line of the first two is written.
 */

/** For whom, where and when: it counts a third. */
export const circumstances = `
child: child? children kid youth teenager daughter son kids toddlers teen schoolchild year-old? boy girl | Kind Kinder Jugendliche Tochter Sohn Junge? Mädchen Enkel Teenager | enfant? ado? fille? fils garçon petits-enfants adolescent | niño infantil hija hijo hijos niña niñas adolescente | bambino ragazzo figlia figlio figli bambina adolescente | kind kinderen dochter zoon jongen meisje tiener | criança infantil filha filho filhos menina menino adolescente
family: family? parents mother? father? mum mom dad? grandma grandpa grandmother grandfather husband wife relatives? in-laws household? | Familie Eltern? Mutter? Vater? Oma? Opa? Großeltern Verwandte | famille parents? mère? père? grand-mère grand-père proches? | familia padres? madre? padre? abuela abuelo parientes | famiglia genitori madre? padre? nonna nonno parenti | gezin familie ouders moeder? vader? oma opa familieleden | família pais? mãe? pai? avó avô parentes
group: group? party-of friends? couple | Gruppe Freunde Paar? | groupe amis couple? | grupo amigos pareja? | gruppo amici coppia? | groep vrienden stel? | grupo amigos casal?
celebration: birthday anniversary celebration party? feast christmas easter | Geburtstag Jubiläum Feier Weihnachten | anniversaire fête? célébration noël | cumpleaños aniversario celebración fiesta? navidad | compleanno anniversario festeggiare festa? natale | verjaardag jubileum feest? kerst viering | aniversário celebração festa? natal
village: village countryside rural remote? town? | Dorf Land? ländlich | village? campagne? | pueblo campo? rural | paese? campagna? | dorp platteland | aldeia campo? vila?
city: city? downtown urban | Stadt | ville centre-ville | ciudad | città | stad | cidade
small-business: small-business freelancer self-employed startup start-up sole-proprietor entrepreneur small-company small-firm microbusiness | Kleinunternehmen Selbstständige Freiberufler kleiner-Betrieb Betrieb? Kleinbetrieb Existenzgründer | indépendant? auto-entrepreneur petite-entreprise tpe pme freelance | autónomo pyme pequeña-empresa emprendedor | partita-iva libero-professionista piccola-impresa | zzp zzper zelfstandige kleinbedrijf mkb ondernemer | trabalhador-independente freelancer pequena-empresa empreendedor recibos-verdes
seller: seller trader | Verkäufer Händler? | vendeur | vendedor | venditore | verkoper | vendedor
beginner: beginner? novice starter? level? advanced? | Anfänger Fortgeschrittene | débutant niveau? | principiante nivel? | principiante? livello? | beginner niveau? | iniciante nível?
summer: summer winter spring? autumn season? | Sommer Winter Saison | été? hiver saison? | verano invierno temporada | estate inverno stagione | zomer winter seizoen | verão inverno época?
injured: ill? sick injured hurt? | krank verletzt | malade blessé | enfermo herido | malato ferito | ziek gewond | doente ferido
electric: electric? battery? motor? | elektrisch Elektro Akku | électrique batterie? | eléctrico batería | elettrico batteria? | elektrisch accu | elétrico bateria
sell: sell? customer? client? | verkaufen Kunde | vendre client? | vender cliente | vendere cliente? | verkopen klant | vender cliente
student: student | Student | étudiant | estudiante | studente | student | estudante
industry-sector: sector? industry? | Branche | secteur? | sector? | settore? | sector? branche? | setor?
agent-user: ai-agent agent? assistant? ai? artificial-intelligence? machine? | KI Agent? | ia? | ia? | ia? | ai? | ia?
project: project? several-projects open-source opensource | Projekt | projet | proyecto | progetto | project | projeto
transport-of: transit? transport? on-the-way en-route journey? deliver? delivery? carry? | Transport? unterwegs liefern? | transport? livrer? | transporte? entregar? | trasporto? consegnare? | transport? bezorgen? leveren? | transporte? entregar?
storage-of: store? storage? keep? | aufbewahren lagern | stocker conserver? | guardar? almacenar | conservare? | bewaren opslaan | guardar? armazenar
proof-of: prove? proof? evidence? verify? verification? verified? certificate? certified? authentic genuine real? trust? | Nachweis nachweisen beweisen prüfen? echt? Zertifikat | preuve prouver vérifier? vérifié certificat? | demostrar verificar verificado certificado? | dimostrare verificare verificato certificato? | bewijzen controleren? geverifieerd certificaat echt? | comprovar verificar verificado certificado?
gluten-allergy: allergy intolerance | Allergie | allergie? | alergia | allergia? | allergie? | alergia
weekly-monthly: monthly? weekly? yearly? annual? | monatlich jährlich | mensuel annuel | mensual anual | mensile annuale | maandelijks jaarlijks | mensal anual
course: course? class? lesson training workshop? teach teaching teacher learn learning pupil student educational education instruction tuition school? curriculum seminar enrol | Kurs Unterricht Schulung Weiterbildung Lehrer lernen Schüler Fortbildung Seminar Unterrichtsstunde Ausbildung? | cours formation enseignement professeur apprendre élève stage? atelier? formateur | curso clase? formación enseñanza profesor aprender alumno taller? | corso lezione formazione insegnante imparare allievo laboratorio? | cursus les? opleiding training leraar leren leerling lerares | curso aula formação professor aprender aluno ensino
evening: evening night? morning tonight | Abend Nacht? Morgen? | soir nuit? matin | noche? tarde? mañana? | sera notte? mattina | avond nacht? ochtend | noite? manhã?
repair: repair fix? broken maintenance overhaul inspection? technician servicing spare-part mend maintain maintains maintained repairs fixing broke stopped-working doesn't-work service-engineer overhauled dead? faulty defective malfunction out-of-order serviced yearly-service yearly-check annual-check annual-service check-up? | Reparatur reparieren Wartung kaputt Ersatzteil Inspektion? instandsetzen defekt funktioniert-nicht warten? instand Reparaturdienst Störung? jährliche-Wartung gewartet | réparation réparer entretien? dépannage maintenance en-panne pièce-détachée cassé hors-service ne-marche-plus entretenir? réparateur révision-annuelle défectueux | reparación reparar mantenimiento arreglar averiado repuesto roto? no-funciona revisión-anual avería estropeado | riparazione riparare manutenzione guasto ricambio rotto? non-funziona guasti revisione-annuale difettoso | reparatie repareren onderhoud kapot reserveonderdeel stuk? werkt-niet storing? jaarlijkse-controle jaarlijks-onderhoud defect | reparação reparar conserto manutenção avariado avariada quebrado não-funciona manutenção-anual revisão-anual
rental: rental rent hire? lease leasing rent-out borrow? | Vermietung mieten Verleih Miete? Leasing ausleihen? | location louer loueur bail? | alquiler alquilar arrendar | noleggio noleggiare affitto affittare | verhuur huren huur? lease | aluguer alugar aluguel locação
wedding: wedding marriage bride bridal engagement-party civil-ceremony | Hochzeit Trauung Braut heiraten | mariage noces mariée | boda matrimonio novia? | matrimonio nozze sposa | bruiloft trouwen trouwerij huwelijk | casamento noiva matrimónio
`;

/** How it is offered: it ranks, and nobody is found by it alone. */
export const means = `
api: api apis endpoint rest graphql openapi programmatic programmatically interface? program | Schnittstelle programmatisch | interface-de-programmation par-programme | interfaz? por-programa | interfaccia? | koppeling? | interface?
mcp: mcp mcp-server tool-server | MCP-Server | serveur-mcp | servidor-mcp | server-mcp | mcp-server | servidor-mcp
webhook: webhook webhooks callback | Webhook | webhook | webhook | webhook | webhook | webhook
sdk: sdk client-library cli command-line | Kommandozeile | ligne-de-commande | línea-de-comandos | riga-di-comando | opdrachtregel | linha-de-comando
json: json csv xml markdown machine-readable file-format export? import? | maschinenlesbar exportieren? | lisible-par-machine | legible-por-máquina | leggibile-da-macchine | machineleesbaar | legível-por-máquina
sandbox: sandbox trial? free-trial demo? test-mode free-plan free? try? | Probe? Test? Testversion kostenlos ausprobieren | essai? gratuit? version-d-essai | prueba-gratuita gratis gratuito? | prova-gratuita gratuito? gratis | proefperiode gratis | teste-grátis grátis gratuito?
price: price? pricing cost? cheap? affordable fee? fixed-price flat-rate inexpensive budget? tariff rate? | Preis Kosten? günstig billig Festpreis Pauschalpreis | prix tarif coût? forfait? pas-cher bon-marché | precio tarifa? coste? barato económico? | prezzo tariffa costo? economico? | prijs tarief kosten? goedkoop vaste-prijs | preço tarifa custo? barato
book: book? booking? booked reserve? reservation appointment? slot? availability order? buy? purchase | buchen Buchung reservieren Reservierung Termin bestellen kaufen | réserver réservation rendez-vous commander acheter achat | reservar reserva cita? pedir? comprar compra? | prenotare prenotazione appuntamento ordinare comprare acquistare | boeken boeking reserveren reservering afspraak bestellen kopen | reservar reserva marcar marcação encomendar comprar
online: online internet? app? web? platform? tool? software? system? automatic automatically automated automation digital? | automatisch online Internet digital? Plattform Anwendung? Werkzeug? System? | en-ligne automatique automatiquement automatisé plateforme outil? application? logiciel? | en-línea automático automáticamente plataforma herramienta? aplicación? programa? | online automatico automaticamente piattaforma strumento? applicazione? gestionale? | online automatisch platform? hulpmiddel? applicatie? | online automático automaticamente plataforma ferramenta? aplicativo? aplicação?
contract: contract? cancel-anytime cancellation? refund? terms? without-contract notice-period | Vertrag? Kündigung? kündbar | contrat? résiliation? annulation? | contrato? cancelación? | contratto? disdetta? | contract? opzegging? opzegbaar | contrato? cancelamento?
account: account? key? token? user? permission? role? log? | Konto? Zugang? Schlüssel? | compte? accès? clé? | cuenta? acceso? clave? | account? accesso? | account? toegang? | conta? acesso? chave?
data: data? file? list? record? history? report? | Daten? Datei? Liste? Bericht? | données fichier? liste? rapport? | datos archivo? lista? informe? | dati? file? elenco? rapporto? | gegevens data? bestand? lijst? verslag? | dados arquivo? lista? relatório?
`;

/** Words of time, number and size: they say next to nothing. */
export const light = `
today tomorrow tonight yesterday now soon later early late afternoon overnight week weekend daily monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december next last first second third one two three four five six seven eight nine ten twelve
few many several more most less lot lots big little tiny huge high low long short old new modern custom special simple easy easily regular regularly live right correctly properly
quick quickly fast instant instantly month year day hour minute time times date dates number size small large full whole half
already earlier entire entirely really too sure exactly certain properly ever else enough per within beside together alone apart whole well late busy ready open close closed main average
track pull watch accept distribute upload warn receive organise organize plan compare search automate record collect
watch talk say says said speak call write read open close move turn happen happens follow use build built change choose pick hold stay join leave live add reach let hear learn become becomes cover covers include includes including
alternative result version control event unit step option change example case level range issue problem question idea reason fact side end area amount detail name term model member group set series system basis effect form order field line point process project purpose quality rule sign space standard structure subject test title topic use value view work world year account action activity agreement answer approach attempt attention care choice concern condition contact content copy course decision demand design difference direction discussion effort element experience feature focus function goal growth impact increase interest job knowledge lack length limit loss manner mark matter meaning means measure method mind moment move movement need note notice object opinion opportunity outcome pattern performance period piece position practice presence pressure principle product program progress proposal purchase rate reach reaction record reduction reference relation relationship request resource response rest return role scale scene scope section selection sense shape share situation skill sort sound source stage statement status stop story strategy strength stress study style success suggestion supply surface task team tendency theme theory thought title total touch tradition trouble truth turn understanding variety version volume voice wave weight
local nearby another other different same somewhere anywhere everywhere place way type kind sort between during before after while without again always never
today's heute morgen gestern jetzt bald spater fruh woche wochenende tag monat jahr stunde montag dienstag mittwoch donnerstag freitag samstag sonntag
zwei drei vier funf sechs sieben acht neun zehn paar viele klein kleine kleinen kleiner gross grosse grossen neu neue neuen gut gute guten schnell einfach
aujourd'hui demain semaine jour mois annee heure lundi mardi mercredi jeudi vendredi samedi dimanche deux trois quatre cinq sept huit dix petit petite petits grand grande nouveau nouvelle bon bonne rapide rapidement facile
hoy semana dia mes ano hora lunes martes miercoles jueves viernes sabado domingo dos tres cuatro cinco seis siete ocho diez pequeno pequena grande nuevo nueva bueno buena rapido facil
oggi domani settimana giorno mese anno ora lunedi martedi mercoledi giovedi venerdi sabato domenica due quattro cinque sette otto dieci piccolo piccola nuovo nuova buono buona veloce facile
vandaag week dag maand jaar uur maandag dinsdag woensdag donderdag vrijdag zaterdag zondag twee drie vier vijf zes zeven acht negen tien kleine klein groot grote nieuw nieuwe goed goede snel makkelijk
hoje amanha semana dia mes ano hora segunda terca quarta quinta sexta sabado domingo dois duas tres quatro cinco pequeno pequena novo nova bom boa rapido facil
`;

/** Words that say nothing about what is needed, a line a language. They also show the language. */
export const empty = {
  en: `a an the of in on at to by for from with into onto as per and or nor but if that this these those who whom whose which what where when how why
    can could may might must should shall will would do does did done is are was were be been being has have had having there it its it's i i'm i'd we we'd my our ours me us you your yours
    they them their theirs he she his her not no any some all each every both either someone somebody anyone anybody everyone please need needs needed want wants wanted looking look find finding found get gets getting got
    make makes making made let lets give gives giving allow allows able like likes us use used using uses via through over under about above than then so also only just very up out off down back too here near nearby around along
    people person persons company companies vendor vendors provider providers supplier suppliers firm firms business businesses organisation organization offer offers offered offering service services solution solutions product products
    something thing things stuff best good better great own help helps helping show shows showing keep keeps keeping put take takes taking bring brings run runs running start starts send sends sending go goes going come comes
    work works working handle handles handling manage manages managing deal provide provides providing support supports supporting know knows tell tells telling see sees seeing set ask asks asking whether because since until against them
    one's per hello hi thanks recommend suggest suitable option options available ready right wish would-be instead`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber mit ohne fur von vom zu zum zur im in ins am an auf aus bei nach uber unter um als wie wo wer was welche welcher welches wenn weil dass da durch gegen bis seit
    ich wir mir mich uns unser unsere unseren unserem unserer mein meine meinen meinem meiner du sie er es ihr ihre ihren ist sind war sein seine haben hat habe wird werden wurde kann konnen muss mussen soll sollen will wollen mochte mochten
    suche suchen sucht brauche brauchen braucht finden finde nicht kein keine keinen auch nur noch schon sehr mehr man jemand jemanden etwas alle alles bitte dienst dienste anbieter firma firmen unternehmen losung gibt geben lassen lasst machen macht hilft helfen sich gerne gern nahe furs ans aufs beim hinter neben vor falls ob damit statt doch dann dort hier habt hatte sei sollte konnte wurden deren dessen dieser diese dieses jede jeden jeder jedes zwischen wahrend`,
  fr: `le la les l un une des du de d et ou mais avec sans pour par sur sous dans en au aux chez vers entre que qui quoi dont ou quand comment ce cet cette ces mon ma mes notre nos votre vos son sa ses leur leurs
    je j nous tu vous il elle on ils elles est sont etre ete ai a avons ont avoir peut peuvent puisse pouvoir faire fait font faut veux voudrais voudrait souhaite cherche cherchons chercher besoin trouver trouve ne pas plus n y se s quelqu quelque quelques tout tous toute toutes
    tres bien aussi entreprise entreprises societe fournisseur fournisseurs service services solution solutions produit produits pres proche aider aide permet permettre`,
  es: `el la los las lo un una unos unas de del al y e o u pero con sin para por sobre bajo en entre hasta desde que quien cual cuales donde cuando como este esta estos estas ese esa mi mis nuestro nuestra nuestros nuestras su sus tu
    yo nosotros me nos se le les es son ser esta estan estar hay he ha tiene tienen tener tengo puede pueden pueda poder hacer hace quiero queremos quiere necesito necesitamos necesita busco buscamos buscar encontrar no si mas muy tambien todo toda todos todas algo alguien
    empresa empresas proveedor proveedores servicio servicios solucion producto productos cerca ayuda ayudar permite`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle da dal dalla a al allo alla ai agli alle in nel nella nei nelle con su sul sulla per tra fra e ed o ma se che chi cui quale quali dove quando come questo questa questi queste mio mia miei mie nostro nostra nostri nostre suo sua
    io noi mi ci si ne e sono essere ho ha abbiamo hanno avere puo possono possa potere fare fa voglio vogliamo vorrei vorremmo serve servono bisogno cerco cerchiamo cercare trovare non piu molto anche tutto tutti qualcuno qualcosa azienda aziende ditta fornitore fornitori servizio servizi soluzione prodotto prodotti vicino aiuta aiutare permette`,
  nl: `de het een en of maar met zonder voor van naar op in aan bij uit over onder tot door tegen tussen om te als die dat dit deze wie wat waar wanneer hoe welke mijn ons onze jouw uw hun zijn haar ik we wij je jij u hij zij ze
    is zijn was ben heb hebben heeft kan kunnen moet moeten mag wil willen zou wordt worden zoek zoeken zoekt nodig vinden vind niet geen ook nog al zeer meer iemand iets alle alles bedrijf bedrijven leverancier leveranciers aanbieder dienst diensten oplossing product producten laten maken maakt doen helpt graag er dichtbij`,
  pt: `o a os as um uma uns umas de do da dos das ao aos no na nos nas em num numa por pelo pela para com sem sobre entre ate desde e ou mas que quem qual quais onde quando como este esta estes estas esse essa meu minha meus minhas nosso nossa nossos nossas seu sua
    eu nos me se lhe ser sao esta estao ha tem temos ter tenho pode podem possa poder fazer faz quero queremos preciso precisamos precisa procuro procuramos procurar busco encontrar nao sim mais muito tambem tudo todos todas algo alguem
    empresa empresas fornecedor fornecedores servico servicos solucao produto produtos perto ajuda ajudar permite`,
} as const;

/** Words of audits about sites, whatever a company does: they find nobody. */
export const of_audits = `
page pages site sites sitemap robots canonical html http https url urls link links linked header headers heading headings title titles meta description descriptions markup marked markdown llms txt json ld schema org microdata hcard
catalog catalogue card cards skill skills feed feeds faq faqpage blog blogposting article articles breadcrumb breadcrumblist organization organisation website webpage offer offers aggregateoffer softwareapplication sameas profile profiles footer head body
evidence observed observe stated states state told tells says said named names name carries carry stands stand written described describe describes documented documentation docs doc mentioned announced published publish publishes public
criterion score scores points point pillar tier agent-ready emerging dependent invisible human strongest weakest weak weaker strong first step signal signals architecture clarity stack trust envelope velocity triggers gravity design
figure figures fact facts source sources disagree agree exact dense complete missing empty absent exist exists existed found seen shown read copy local state audit audits audited row rows column columns table tables tabled section sections
rule rules ruled regulated limit limits terms term condition conditions policy notice privacy imprint legal version versions versioned dated date dates month months year years day days hour hours minute minutes
who whom fits fit suits suit plain text texts form forms button buttons script scripts static fenced block blocks path paths answer answers answered reply replies error errors status code codes request requests limit rate quota quotas
operation operations scope scopes token tokens key keys bearer oauth header parameter parameters example examples sample typed type types value values field fields id ids identifier identifiers file files
`;

/** Words of two languages that mean another thing in English; in an English text they are English. */
export const false_friends = `
location formation main pain chat four son but sale fin car cave tour sur comment or note notes art gift kind rat arm hell fast bald mode mobile camera port part partie pension place plan point plus pose question ration regard rest route
sport stage table test vague vent vie gross hand hut land last list mark rose rot tag ton tote wand war was wind hat herb brand bus bank bar bon can cane come dire fine gusto male mare more none pace pane pare pasta pesto pile pinta post prima
rape rate rode sole solo via villa vista bout boot brief drop elk glad hoop kip lap leer map mat mist pad pen pond ring roof room slim spot stand star stem trap vast vet web wet zone ante base case data era gala grave real rival saga total use
visa ramo once red sensible tier taken telephone particular conductor actual contestar worst even div custom over same here haven better having done less mine nine visit ideal social normal local final legal manual animal personal central
`;
