import { hasAny } from './folded.ts';

const days = (
  'monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*, weekdays, every day, mon, fri, sat, ' +
  'sun, opening hours, business hours, hours of operation, 24 7, check in, around the clock'
).split(', ');
const regions = (
  'we serve, proudly serving, serving the, surrounding areas, surrounding area, service area, county, ships to, ' +
  'ship to, we ship, shipping to, deliver to, delivery to, deliver in, available in, available worldwide, ' +
  'worldwide, nationwide, in stock, out of stock'
).split(', ');
const turnarounds = (
  'response, respond, reply, turnaround, answers within, answered within, answer within, we answer, samples, ' +
  'deliver*, ship*, dispatch*, support, ready, processing'
).split(', ');
const within = ['within', 'in', 'under', 'hour', 'hours', 'business', 'working', 'next'];
const clock =
  /\b\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.)(?![a-z])|\b\d{1,2}[:.]\d\d\s?(?:-|–|to)\s?\d{1,2}[:.]\d\d/i;
const takesPlace =
  /\b\d{1,2}(?:-\d{1,2}|–\d{1,2})? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} 20\d\d/;
const inTime = /\b\d{1,3}[\s-]?(?:h|hours?|(?:business |working )?days?|minutes?|min)(?![a-z])/i;

/** Says when or where the offer is to be had: hours, days of an event, a region, times of delivery or of answers. */
export const saysWhenOrWhere = (one: string, folded: string): boolean =>
  (hasAny(folded, days) && (/\d/.test(one) || hasAny(folded, ['open', 'hours', '24 7']))) ||
  (clock.test(one) && one.length < 200) ||
  (takesPlace.test(one) && one.length < 160 && !/updated|effective|©|copyright|published|since/i.test(one)) ||
  hasAny(folded, regions) ||
  (inTime.test(one) && hasAny(folded, turnarounds) && hasAny(folded, within));
