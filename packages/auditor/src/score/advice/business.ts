import type { BusinessKind } from '@readymark/rubric/ladder';
import type { Page, Site, StructuredData } from '../../read/site.ts';
import { isArticle, listed, placeOf } from '../presence.ts';

/** What kind of business a site is of, and what on the site says so. */
type Business = { kind: BusinessKind; because: string };

const words = (list: string) => new Set(list.split(/\s+/));

/** Types of schema.org by the kind that they mean, most certain kind first. */
const byType: readonly (readonly [BusinessKind, (type: string) => boolean])[] = [
  ['public', named('CityHall Courthouse Embassy FireStation PoliceStation LegislativeBuilding', /^Government/)],
  [
    'stay',
    named(
      'Hotel Hostel Motel Resort Campground RVPark BedAndBreakfast LodgingBusiness LodgingReservation VacationRental Restaurant FoodEstablishment CafeOrCoffeeShop Bakery BarOrPub Brewery Winery Distillery FastFoodRestaurant IceCreamShop',
    ),
  ],
  ['api', named('WebAPI')],
  ['saas', named('SoftwareApplication WebApplication MobileApplication')],
  ['shop', named('Store OnlineStore OnlineBusiness', /^[A-Z]\w{1,40}Store$/)],
  [
    'trade',
    named(
      'LocalBusiness ProfessionalService Electrician Plumber HousePainter Locksmith MovingCompany RoofingContractor GeneralContractor HVACBusiness HomeAndConstructionBusiness AutomotiveBusiness AutoRepair AutoBodyShop AutoWash MotorcycleRepair HealthAndBeautyBusiness BeautySalon HairSalon NailSalon DaySpa TattooParlor HealthClub SportsActivityLocation DryCleaningOrLaundry ChildCare AnimalShelter Dentist Physician MedicalBusiness MedicalClinic Optician Pharmacy VeterinaryCare LegalService Attorney Notary AccountingService FinancialService InsuranceAgency RealEstateAgent TravelAgency EmploymentAgency SelfStorage EntertainmentBusiness',
    ),
  ],
  ['content', named('NewsMediaOrganization NewsArticle Newspaper Periodical Magazine PodcastSeries Blog')],
];

function named(list: string, pattern?: RegExp): (type: string) => boolean {
  const types = words(list);
  return (type) => types.has(type) || pattern?.test(type) === true;
}

/** Hosts that only authorities are given. */
const PUBLIC_HOST =
  /(?:^|\.)(?:gov|mil|europa\.eu|admin\.ch|bund\.de|overheid\.nl|go\.jp)$|\.(?:gov|gouv|gob|gov?v|govt|gc|mil)\.[a-z]{2}$|\.gouv\.fr$/;

/** Parts of addresses, in several languages. */
const CART =
  /\/(?:cart|basket|bag|checkout|warenkorb|kasse|panier|carrito|cesta|carrello|carrinho|winkel(?:wagen|mand))(?:[/.?]|$)/i;
const STAY =
  /\/(?:rooms?|suites|accommodation|zimmer|unterkunft|chambres?|hebergement|gite|habitaciones|alojamiento|camere|quartos|kamers|menu|menus|speisekarte|carte|carta|menukaart|cardapio)(?:[/.?]|$)/i;
/** Lodging and food by their own names, in the title of the home page. */
const STAY_NAME =
  /(?<!\p{L})(?:hotel|hôtel|hostel|hostal|guest ?house|bed (?:and|&) breakfast|b&b|g[iî]tes?|chambres? d['’]hôtes?|ferienwohnung(?:en)?|ferienhaus|gasthof|gasthaus|pension|agriturismo|albergo|posada|casa rural|pousada|vakantiehuis|camping|campsite|restaurant|ristorante|restaurante|trattoria|pizzeria|bistrot?|brasserie|taverna|caf[eé])(?!\p{L})/iu;
/** Pages of single products, and the shop that has them. */
const PRODUCT =
  /\/(?:shop|store|products?|produkte?|produits?|productos?|prodott[oi]|produtos?|producten|boutique|tienda|negozio|loja|winkel)(?:[-/.?]|$)/i;
const SIGN_UP =
  /\/(?:sign-?up|signup|register|registrieren|inscription|registro|registrazione|log-?in|dashboard|trial)(?:[/.?]|$)|^https:\/\/(?:app|dashboard|console|my)\./i;
const STAY_FIELD =
  /(?:^| )(?:check-?in|check-?out|arriv|depart|guests?|adults|anreise|abreise|personen|ankunft|arriv[eé]e|llegada|salida|arrivo|partenza|ospiti)/i;
/** Opening hours: a span of two times of day, with a day or not. */
const HOURS = /\b(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|h)\s?(?:Uhr)?\s?[-–—]\s?(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|h)/;

/** Pages that speak of the company itself; a list of restaurants marks up others. */
const OWN_ROLES = ['home', 'contact', 'about', 'pricing'];

/**
 * What kind of business a site is of: by its structured data, the host, then by pages, links and forms, in any language. The
 * first rule that finds something decides.
 */
export function businessOf(site: Site): Business {
  const own = site.pages.filter((page) => !isArticle(page));
  return (
    marked(site, own) ?? hosted(site) ?? built(site, own) ?? { kind: 'other', because: 'nothing on the site decides' }
  );
}

const at = (site: Site, { url }: Pick<Page, 'url'>): string => placeOf(site, url).slice(0, 80);

function marked(site: Site, own: readonly Page[]): Business | undefined {
  const pages = own.filter(({ role }) => OWN_ROLES.includes(role));
  for (const [kind, fits] of byType)
    for (const page of pages) {
      const types = page.data.flatMap((data: StructuredData) => data.types);
      const type = types.find(fits);
      if (type !== undefined) return { kind, because: `the structured data of ${at(site, page)} name a ${type}` };
    }
  return undefined;
}

function hosted({ origin }: Site): Business | undefined {
  const host = new URL(origin).hostname;
  return PUBLIC_HOST.test(host) ? { kind: 'public', because: `${host} is a host of an authority` } : undefined;
}

/** Rules over pages, links and forms. */
function built(site: Site, own: readonly Page[]): Business | undefined {
  const linking = (pattern: RegExp) =>
    own.find(({ links }) => links.some(({ url }) => pattern.test(url.slice(0, 300))));
  const of = (role: string) => own.find((page) => page.role === role);
  const [cart, stays, start] = [linking(CART), linking(STAY), linking(SIGN_UP)];
  const [docs, plans] = [of('docs'), of('pricing')];
  const booking = own.find(({ forms }) => forms.some(({ fields }) => fields.some((field) => STAY_FIELD.test(field))));
  const described = site.apis.find(({ operations }) => operations.length > 0);
  const home = of('home');
  const aboutApi = home && /\bapis?\b/i.test(`${home.title} ${home.meta.get('description') ?? ''}`.slice(0, 600));
  if (described && docs && aboutApi)
    return {
      kind: 'api',
      because: `${at(site, { url: described.item.final_url })} describes an API, and the home page offers it`,
    };
  if (cart) return { kind: 'shop', because: `${at(site, cart)} leads to a cart` };
  if (booking) return { kind: 'stay', because: `a form of ${at(site, booking)} asks for arrival or guests` };
  if (start && (plans || docs))
    return {
      kind: 'saas',
      because: `${at(site, start)} leads to a sign-up, and there are ${listed([...(plans ? ['prices'] : []), ...(docs ? ['documentation'] : [])])}`,
    };
  if (described || docs)
    return {
      kind: 'saas',
      because: `${at(site, docs ?? { url: described?.item.final_url ?? '' })} is documentation of software`,
    };
  const called_so = STAY_NAME.exec(home?.title.slice(0, 200) ?? '')?.[0];
  if (home && called_so) return { kind: 'stay', because: `the title of ${at(site, home)} says "${called_so}"` };
  if (stays) return { kind: 'stay', because: `${at(site, stays)} leads to rooms or a menu` };
  const products = own.filter(({ path }) => PRODUCT.test(path));
  if (products[0] && products.length > 1)
    return { kind: 'shop', because: `${products.length} pages are of products, such as ${at(site, products[0])}` };
  const open = own.find(
    ({ full_text, data }) =>
      HOURS.test(full_text.slice(0, 50_000)) || data.some(({ value }) => 'openingHours' in value),
  );
  if (open) return { kind: 'trade', because: `${at(site, open)} gives opening hours` };
  const articles = site.pages.filter(isArticle);
  if (articles.length > own.length && !plans)
    return {
      kind: 'content',
      because: `${articles.length} of the ${site.pages.length} pages that were read are articles`,
    };
  const called = own.find(({ links }) => links.some(({ url }) => /^tel:/i.test(url)));
  return called && !start
    ? { kind: 'trade', because: `${at(site, called)} gives a telephone number, and there is no sign-up` }
    : undefined;
}
