import { ownedPart } from './site-owner.ts';

/**
 * What the names of pages say they are for, in addresses and links: asked by the planner, which looks for pages, and by the reader of what came
 * back. Words of a language in one line, the best first: `/terms` is wanted before `/eula`. They are in lower case and without accents;
 * several words of a name have hyphens between them. Of a name of two words the first role here decides that has one of them.
 */
const table = {
  blog: [
    'blog posts articles news article post insights press magazine stories',
    'ratgeber aktuelles neuigkeiten',
    'actualites actualite conseils',
    'noticias novedades',
    'notizie novita',
    'nieuws',
    'novidades',
  ],
  changelog: ['changelog releases updates changelogs release release-notes whats-new what-s-new roadmap'],
  refund: [
    'refund refunds cancellation cancellations returns return',
    'widerruf widerrufsbelehrung stornierung storno retouren',
    'annulation remboursement remboursements',
    'cancelacion devoluciones reembolso',
    'cancellazione resi rimborsi',
    'annulering retourneren',
    'cancelamento devolucoes trocas',
  ],
  privacy: [
    'privacy gdpr dpa cookies cookie sub-processors subprocessors',
    'datenschutz datenschutzerklaerung datenschutzerklarung',
    'confidentialite rgpd',
    'privacidad',
    'privacyverklaring privacybeleid',
    'privacidade',
  ],
  terms: [
    'terms tos conditions sla legal eula terms-of-service terms-of-use terms-and-conditions acceptable-use bylaws by-laws',
    'agb nutzungsbedingungen geschaeftsbedingungen geschaftsbedingungen buchungsbedingungen teilnahmebedingungen reisebedingungen satzung vereinssatzung',
    'cgv cgu conditions-generales reglement-interieur statuts',
    'condiciones terminos estatutos',
    'condizioni termini statuto',
    'voorwaarden huishoudelijk-reglement statuten',
    'termos condicoes',
  ],
  pricing: [
    'pricing price prices plans plan rates tariffs tariff fees fee membership memberships tuition subscriptions costs packages price-list pricelist billing tickets passes admission',
    'preise preis preisliste tarife tarif eintritt eintrittspreise',
    'tarifs prix abonnement abonnements forfaits',
    'precios precio tarifas',
    'prezzi listino abbonamento abbonamenti biglietti',
    'prijzen tarieven contributie pakketten',
    'precos preco planos pacotes bilhetes ingressos',
  ],
  /** What those who find holes in security may expect: nothing of the offer. */
  disclosure: [
    'responsible-disclosure responsible-disclosure-policy responsible-disclosure-program vulnerability-disclosure-policy coordinated-vulnerability-disclosure vdp',
  ],
  security: ['security trust compliance trust-center trust-centre'],
  status: ['status uptime'],
  compare: ['compare comparison comparisons vs alternatives alternative versus'],
  customers: [
    'customers customer testimonials case-study case-studies testimonial success-stories reviews',
    'referenzen kundenstimmen',
    'temoignages avis',
    'testimonios opiniones',
    'recensioni',
    'referenties beoordelingen',
    'depoimentos',
  ],
  integrations: [
    'integrations integration sdks sdk connectors connector plugins plugin apps embed extension extensions marketplace',
  ],
  help: [
    'help support faq faqs knowledge-base kb frequently-asked-questions questions',
    'hilfe fragen',
    'aide',
    'ayuda preguntas',
    'aiuto domande',
    'vragen veelgestelde-vragen',
    'ajuda perguntas',
  ],
  signup: [
    'signup register checkout start booking book reserve demo onboarding quickstart registration sign-up get-started getting-started quick-start trial bookings reservation reservations purchase buy order subscribe',
    'anmeldung registrieren registrierung bestellen kaufen buchen buchung termin termine reservieren reservierung beitrittserklarung beitrittserklaerung mitgliedsantrag',
    'inscription reserver rendez-vous commander acheter',
    'registro registrarse reservar reserva reservas cita comprar pedir',
    'prenota prenotare prenotazione prenotazioni iscrizione registrazione acquista ordina',
    'boeken boeking reserveren reservering afspraak aanmelden inschrijven bestellen kopen',
    'marcar marcacao agendar cadastro registo comprar encomendar',
  ],
  docs: [
    'docs documentation developers developer reference api apis guides guide manual mcp doc openapi tutorial tutorials example examples',
    'dokumentation entwickler',
    'developpeurs',
    'documentacion desarrolladores',
    'documentazione sviluppatori',
    'documentatie ontwikkelaars',
    'documentacao desenvolvedores',
  ],
  contact: ['contact contacts contact-us', 'kontakt', 'contacto', 'contatti contatto', 'contato'],
  about: [
    'about company team about-us our-story who-we-are our-team meet-the-team imprint',
    'impressum ueber-uns uber-uns unsere-geschichte',
    'a-propos qui-sommes-nous notre-histoire mentions-legales',
    'nosotros quienes-somos nuestra-historia aviso-legal',
    'chi-siamo la-nostra-storia note-legali',
    'over-ons ons-verhaal',
    'sobre sobre-nos quem-somos a-nossa-historia',
  ],
  product: [
    'features feature products product services service solutions solution offers offer promotions tools shop catalog stay rooms room accommodation store menu tool use-cases how-it-works',
    'produkte produkt leistungen funktionen angebot angebote laden zimmer',
    'produits prestations boutique chambres',
    'productos servicios tienda habitaciones',
    'servizi prodotti negozio camere',
    'diensten producten winkel aanbod kamers',
    'produtos servicos loja quartos',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names that documentation, help and law give to subjects, too: there they say nothing of what a page is for. */
const subjects: ReadonlySet<string> = new Set([
  ...'tickets passes admission billing status'.split(' '),
  ...[...table.signup, ...table.product].flatMap((line) => line.split(' ')),
]);
const ofSubjects: ReadonlySet<string> = new Set(['docs', 'help', 'terms', 'blog']);

/** The status of the service itself, wherever it is. */
const OF_SERVICE: ReadonlySet<string> = new Set(['status', 'system-status', 'service-status']);

/** Whether a name says nothing below pages of one of these roles: `/docs/tickets`. A word that is no subject says what a page is for. */
export const isSubject = (name: string, above: Iterable<string | undefined>): boolean => {
  const words = name.split('-');
  const named = subjects.has(name) || words.some((word) => subjects.has(word));
  const others = words.some((word) => namedRoles.has(word) && !subjects.has(word));
  return named && !others && !OF_SERVICE.has(name) && [...above].some((role) => ofSubjects.has(role ?? ''));
};

/** Hosts of documentation: `docs.example.com`, and not `docs.dev`. */
const HOSTS_OF_DOCS: ReadonlySet<string> = new Set(['docs', 'documentation', 'developer', 'developers']);
export const isDocsHost = (host: string): boolean =>
  HOSTS_OF_DOCS.has(host.split('.', 1)[0] ?? '') && ownedPart(host) !== host;

/** The role that a name has, and how good it is for that among the names of its language: 0 is best. */
type NamedRole = { role: keyof typeof table; rank: number };

/** The roles of all names, `case-study` as it is written here. Those of the first role come first. */
export const namedRoles: ReadonlyMap<string, NamedRole> = new Map(
  Object.entries(table).flatMap(([role, lines]) =>
    lines.flatMap((line) =>
      line.split(' ').map((name, rank) => [name, { role: role as keyof typeof table, rank }] as const),
    ),
  ),
);

/** The roles in the order in which they decide. */
export const decidingRoles = Object.keys(table) as readonly (keyof typeof table)[];

/** Letters without accents, in lower case: `Über uns` as `uber uns`. */
export const plainLetters = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** A path as people write it: `/r%C3%A9server` is `/réserver`. One that nobody can write stays as it is. */
export function writtenPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Words between two names of one page. */
export const AND: ReadonlySet<string> = new Set(['and', 'und', 'et', 'y', 'e', 'en']);

/** The role of two names that `and` joins, where both have one: `plans-and-billing`. */
export const roleOfJoined = (words: readonly string[]): NamedRole | undefined => {
  const [one = '', and = '', other = '', ...more] = words;
  const joins = more.length === 0 && AND.has(and) && namedRoles.has(one) && namedRoles.has(other);
  return joins ? roleOfPair([one, other]) : undefined;
};

/** The role of a name of two words: the first that decides of the roles of both. */
export const roleOfPair = (words: readonly string[]): NamedRole | undefined => {
  const roles = words.flatMap((word) => namedRoles.get(word) ?? []);
  const role = decidingRoles.find((one) => roles.some((named) => named.role === one));
  return roles.find((named) => named.role === role);
};
