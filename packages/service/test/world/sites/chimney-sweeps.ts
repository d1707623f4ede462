import { crawling, type InventedFirm, said, table } from './invented-firm.ts';

const host = 'hollisandwray.co.uk';
const pages: InventedFirm['pages'] = {
  '/': [
    'Hollis and Wray',
    'Chimney sweeps for homes and inns between Tarn and the coast, with fixed prices.',
    said(
      'Hollis and Wray sweep chimneys and service stoves for homes, farms and inns within 25 miles of Tarnsby.',
      'You choose a day online, we come within a window of two hours, and you pay when the flue is clear.',
      'We work from Monday to Saturday between 7 am and 6 pm.',
    ),
  ],
  '/services': [
    'Services',
    'What a visit includes, and what we leave to others.',
    said(
      'A sweep includes dust sheets, a smoke test and a written certificate for your insurer.',
      'We sweep flues of up to 12 metres, and at most 6 of them in one visit.',
      'A stove service takes 90 minutes and includes new rope for the door.',
      'We do not sweep flues that burn oil, and we do not work on thatched roofs.',
      'The yearly plan is best for people who burn wood every day; a single sweep suits a fire that is lit at weekends.',
    ),
  ],
  '/prices': [
    'Prices',
    'Every price with VAT.',
    `${table(
      ['Visit', 'Price', 'Flues', 'Time'],
      ['Single sweep', '£65', '1 flue', '45 minutes'],
      ['Sweep and stove service', '£120', '1 flue', '2 hours'],
      ['Yearly plan', '£110 a year', '2 flues', '2 visits'],
    )}${said(
      'Each further flue costs £40.',
      'If nobody is at home, we charge £25 for the way.',
      'If you cancel less than 24 hours before the visit, we charge half of its price.',
      'Beyond 25 miles we charge £1 a mile.',
      'If a nest has to come out, that costs £80 and takes an hour more.',
    )}`,
  ],
  '/plan': [
    'Yearly plan',
    'Two visits a year.',
    said(
      'The plan renews every 12 months unless you cancel it.',
      'Cancel by email at any time up to 30 days before the renewal, and you pay nothing more.',
      'We write to you 45 days before the price changes.',
      'From the third year on the plan costs 15 % less.',
      'You can change from single sweeps to the plan at any time, and the last sweep is credited in full.',
    ),
  ],
  '/book': [
    'Book a visit',
    'Choose a day and book online.',
    `${said('Choose a day, and your booking is confirmed by email at once. You need no account.')}<p><a href="/book/day">Book now</a></p><form action="/book/day" method="post"><label>Day <input name="day" type="date"></label><label>Postcode <input name="postcode"></label><label>Email <input name="email" type="email"></label><button>Book now</button></form>`,
  ],
  '/terms': [
    'Terms and contact',
    'What we promise, and where we are.',
    said(
      'If the flue smokes within 30 days of a sweep, we come again at no charge.',
      'If we are more than 2 hours late, the visit costs £20 less.',
      'Bookings can be moved free of charge until 48 hours before the visit.',
      'Write to soot@hollisandwray.co.uk or telephone 01632 960 177. Our yard is at 3 Kiln Lane, Tarnsby.',
    ),
  ],
};

/** A local trade in English that one can book online. */
export const chimneySweeps: InventedFirm = {
  ...{ company: 'Hollis and Wray', host, language: 'en', language_name: undefined, pages },
  files: crawling(host, Object.keys(pages)),
  data: {
    '@context': 'https://schema.org',
    '@type': 'HomeAndConstructionBusiness',
    name: 'Hollis and Wray',
    telephone: '+44 1632 960177',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '3 Kiln Lane',
      addressLocality: 'Tarnsby',
      addressCountry: 'GB',
    },
    openingHours: 'Mo-Sa 07:00-18:00',
  },
  scores: {
    'P1-A': 3,
    'P1-B': 2,
    'P1-C': 0,
    'P1-D': 0,
    'P1-E': 3,
    'P2-A': 4,
    'P2-B': 4,
    'P2-C': 4, // visits in one table, how to change to the plan, what is credited
    'P2-D': 3,
    'P2-E': 3,
    'P3-B': 0,
    'P4-A': 3, // online, at once, without an account
    'P4-B': 3,
    'P5-A': 0,
    'P5-C': 3,
    'P5-D': 2,
  },
  not_absent: [
    ['P2-B', /No exclusion was found|What happens at a limit is not said/],
    ['P2-C', /No rule for changing|Nothing to choose/],
    ['P2-D', /No condition with its consequence/],
    ['P4-A', /No form/],
    ['P5-C', /Nothing is said|No notice/],
    ['P5-D', /No advantage/],
  ],
};
