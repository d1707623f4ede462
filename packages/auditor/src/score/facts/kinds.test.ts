import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor } from '../../../test/world/made-site.ts';

/**
 * Sites of many kinds, with what a careful reader gives them for clarity and decision signals: P2-A, P2-B, P2-C, P2-D, P2-E and
 * P4-B. Each proposal is within a point of the reader, and the reader is inside the interval.
 */
const criteria = ['P2-A', 'P2-B', 'P2-C', 'P2-D', 'P2-E', 'P4-B'];
const page = (title: string, body: string, description = ''): string =>
  madePage(body, { title, head: description === '' ? '' : `<meta name="description" content="${description}">` });

const lawOffice: MadeAnswers = {
  '/': page(
    'Harper & Lowe, Attorneys',
    `<h1>Harper & Lowe</h1><p>For more than 30 years our attorneys have stood beside the people of Mercer County.</p>
     <h2>Practice areas</h2><ul><li><a href="/family">Family law</a></li><li>Estate planning</li><li>Personal injury</li><li>Real estate</li></ul>
     <p>Schedule a consultation: call (609) 555-0142 or use the form. Our experienced team is passionate about your case.</p>
     <a href="/contact">Contact us</a><a href="/about">About</a>`,
    'Harper & Lowe is a law firm in Trenton, New Jersey, for families and small businesses.',
  ),
  '/about': page(
    'About us',
    `<h1>About us</h1><p>We are a trusted partner with the highest standards. We listen, and we fight for you.</p>`,
  ),
  '/contact': page(
    'Contact',
    `<h1>Contact</h1><p>12 State Street, Trenton. Office hours: Monday to Friday, 9:00 am to 5:00 pm.</p>
     <form action="/send"><input name="name"><input name="email"><textarea name="message"></textarea></form>
     <p>The first consultation of 30 minutes is free. We do not take criminal cases.</p>`,
  ),
  '/family': page(
    'Family law',
    `<h1>Family law</h1><p>Divorce, custody and support. Every case is unique, and fees may vary with the work.</p>`,
  ),
};

const restaurant: MadeAnswers = {
  '/': page(
    'Trattoria Fiume',
    `<h1>Trattoria Fiume</h1><p>A family kitchen from Liguria beside the canal. <a href="/reservations">Reserve a table</a></p>
     <p>Open Tuesday to Sunday, 17:30 to 22:00. Closed on Mondays. Tel <a href="tel:+442079460000">020 7946 0000</a></p>
     <p>Amazing food, a stunning terrace and an unforgettable evening.</p>`,
    'Italian restaurant in Leeds with a terrace on the canal: pasta, fish and wine from Liguria.',
  ),
  '/menu': page(
    'Menu',
    `<h1>Menu</h1><h2>Starters</h2><ul><li>Focaccia £5.50</li><li>Minestrone £7.00</li><li>Anchovies £8.50</li></ul>
     <h2>Mains</h2><ul><li>Trofie with pesto £14.00 (v)</li><li>Sea bass £22.50</li><li>Rabbit £19.00</li></ul>
     <p>A service charge of 10% is added for parties of 6 or more. Please tell us about allergies.</p>`,
  ),
  '/reservations': page(
    'Reservations',
    `<h1>Reservations</h1><p>We hold a table for 15 minutes. For parties of more than 8 people we ask for a deposit of £10 per person,
     which is refunded if you cancel at least 24 hours before.</p>
     <form action="/book"><input name="date"><input name="time"><input name="guests"><input name="email"></form>`,
  ),
};

const shop: MadeAnswers = {
  '/': page(
    'Northwool',
    `<h1>Jumpers that last</h1><p>Knitted in Shetland for people who work outside.</p>
     <a href="/products/fisherman">Fisherman jumper</a> <a href="/returns">Returns</a> <a href="/shipping">Shipping</a> <a href="/cart">Cart</a>
     <p>Questions? <a href="mailto:hello@northwool.example">hello@northwool.example</a></p>`,
    'Northwool knits jumpers from Shetland wool and ships them to all of Europe.',
  ),
  '/products/fisherman': page(
    'Fisherman jumper',
    `<h1>Fisherman jumper</h1><p>£129.00. In stock.</p><ul><li>100 % Shetland wool</li><li>Weight 850 g</li><li>Sizes XS to XXL</li></ul>
     <p>Perfect for men and women who work in wind. Not suitable for people with a wool allergy.</p><button>Add to cart</button>
     <table><tr><th>Size</th><th>Chest</th><th>Length</th></tr><tr><td>S</td><td>96 cm</td><td>64 cm</td></tr><tr><td>M</td><td>102 cm</td><td>66 cm</td></tr></table>`,
  ),
  '/returns': page(
    'Returns',
    `<h1>Returns</h1><p>You can return an unworn item within 30 days for a full refund. If the item was worn, we cannot take it back.</p>
     <p>You may exchange it for another size free of charge within 60 days. Sale items are not included.</p>
     <p>Refunds are paid within 5 working days after the parcel arrived, to the card you paid with.</p>`,
  ),
  '/shipping': page(
    'Shipping',
    `<h1>Shipping</h1><table><tr><th>To</th><th>Time</th><th>Price</th></tr><tr><td>United Kingdom</td><td>2 days</td><td>£4.00</td></tr>
     <tr><td>European Union</td><td>6 days</td><td>£12.00</td></tr></table><p>Orders over £150 are sent free of charge.</p>`,
  ),
};

const saasByContact: MadeAnswers = {
  '/': page(
    'Synergia Cloud',
    `<h1>Unlock your potential</h1><p>The leading next generation platform that empowers teams to transform their workflow. Seamless, powerful and robust.</p>
     <a href="/demo">Request a demo</a><a href="/pricing">Pricing</a>`,
    'Synergia is the industry leading platform for innovative enterprises that want more.',
  ),
  '/pricing': page(
    'Pricing',
    `<h1>Pricing</h1><p>Every company is unique. Contact us for a quote that is tailored to your needs. Terms apply.</p>`,
  ),
};

const repairFirm: MadeAnswers = {
  '/': page(
    'Quickfix Computers',
    `<h1>Computer repair</h1><p>Need more memory? We upgrade RAM and swap hard disks instead of selling you a new laptop.</p>
     <ul><li>Memory upgrade</li><li>Screen replacement</li><li>Virus removal</li></ul><p>Call <a href="tel:+13125550187">(312) 555-0187</a>.</p>`,
    'Computer repair in Chicago: memory, screens and data recovery while you wait.',
  ),
  '/services': page(
    'Services',
    `<h1>Services</h1><p>If your laptop is slow, upgrade your memory instead of replacing it. Memory starts at $60.</p>
     <p>Switch to an SSD instead of a hard disk. We replace keyboards, fans and batteries, depending on the model.</p>
     <p>Upgrade, downgrade, switch, replace: our products and services have it all.</p>`,
  ),
};

const docsSite: MadeAnswers = {
  '/': page(
    'Pipeworks',
    `<h1>Pipeworks</h1><p>Pipeworks is a free and open source task runner for developers who build monorepos.</p>
     <a href="/docs/">Get started</a><pre><code>npm install pipeworks</code></pre><p>Report bugs on GitHub: bugs@pipeworks.example.</p>`,
    'A free and open source task runner with caching for large monorepos.',
  ),
  '/docs/': page(
    'Documentation',
    `<h1>Getting started</h1><p>If a task fails, Pipeworks stops. The cache keeps entries for 14 days, at most 10 GB.</p>
     <p>At most 64 tasks run in parallel. Windows 7 is not supported.</p><ul><li>Tasks</li><li>Caching</li><li>Remote execution</li></ul>`,
  ),
  '/docs/migrating': page(
    'Migrating',
    `<h1>Migrating</h1><p>The option jobs is replaced by parallel in version 3. Migrate to the new API before version 4.</p>`,
  ),
};

const api: MadeAnswers = {
  '/': page(
    'Geodex',
    `<h1>Geocoding API</h1><p>Geodex turns addresses into coordinates. Built for developers of delivery apps.</p><a href="/signup">Sign up</a>
     <p>Support answers within 8 hours on working days: support@geodex.example</p>`,
    'Geodex is a geocoding API for delivery apps with 99 % coverage of Europe.',
  ),
  '/pricing': page(
    'Pricing',
    `<h1>Pricing</h1><table><tr><th>Plan</th><th>Price per month</th><th>Requests per day</th><th>Users</th></tr>
     <tr><td>Free</td><td>$0</td><td>1,000 requests</td><td>1 user</td></tr><tr><td>Team</td><td>$49 / month</td><td>50,000 requests</td><td>10 users</td></tr>
     <tr><td>Scale</td><td>$199 / month</td><td>500,000 requests</td><td>50 users</td></tr></table>
     <p>If you exceed your quota, requests are answered with 429 until midnight UTC.</p><p>Batch geocoding is not available on the Free plan.</p>
     <p>You can upgrade or downgrade your plan at any time; the difference is credited to your next bill.</p>
     <p>Free is best for students and hobby projects. Team is ideal for small businesses.</p>`,
  ),
  '/terms': page(
    'Terms',
    `<h1>Terms</h1><p>You pay by card each month. If a payment fails, we suspend the account after 7 days. You may cancel at any time, and the plan ends with the billing period.</p>
     <p>If you cancel within 14 days of the first payment, we refund it in full. Subscriptions of companies outside the EU are billed without VAT.</p>`,
  ),
};

const cards: MadeAnswers = {
  '/': page(
    'Formhive - forms that people finish',
    `<h1>Forms that people finish</h1><p>Build surveys, quizzes and order forms in minutes. No code needed.</p><a href="/register">Create your free account</a><a href="/pricing">Pricing</a>
   <h2>Trusted by 4,000 teams</h2><p>Marketing teams, HR departments and schools collect more than 2 million answers with Formhive each month.</p><footer><a href="/terms">Terms</a><a href="mailto:hi@formhive.example">hi@formhive.example</a></footer>`,
    'Formhive is a form builder with logic, payments and integrations.',
  ),
  '/pricing': page(
    'Pricing',
    `<h1>Simple pricing</h1><div><h3>Free</h3><p>$0</p><ul><li>3 forms</li><li>100 responses / month</li><li>Formhive branding</li></ul></div>
   <div><h3>Pro</h3><p>$19 /month</p><ul><li>Unlimited forms</li><li>2,000 responses / month</li><li>Remove branding</li><li>File uploads up to 25 MB</li></ul></div>
   <div><h3>Business</h3><p>$59 /month</p><ul><li>10,000 responses / month</li><li>5 seats</li><li>SSO</li></ul></div>
   <h2>FAQ</h2><h4>What happens when I run out of responses?</h4><p>Your forms stay online, and new responses are stored but locked until you upgrade or the next month starts.</p>
   <h4>Can I cancel?</h4><p>Yes, at any time in your account. You keep your plan until the end of the period you paid for.</p>
   <h4>Is there a discount for non-profits?</h4><p>Registered charities get 30% off. Write to us with proof.</p><h4>Do you offer refunds?</h4><p>We refund yearly plans within 30 days of purchase.</p>`,
  ),
  '/terms': page(
    'Terms of Service',
    `<h1>Terms of Service</h1><p>Fees are billed in advance. You may terminate your subscription at any time. We may modify prices with 30 days notice. If you do not pay, we may suspend access.</p>`,
  ),
};

const hotel: MadeAnswers = {
  '/': page(
    'Seeblick Guesthouse',
    `<h1>Welcome</h1><p>Nine rooms above the lake, breakfast included. Great for hikers and couples who look for quiet.</p><a href="/rooms">Rooms</a><a href="/booking">Check availability</a><p>+43 5574 12345</p>`,
    'A guesthouse with nine rooms on Lake Constance.',
  ),
  '/rooms': page(
    'Rooms',
    `<h1>Rooms</h1><table><tr><th>Room</th><th>Guests</th><th>Low season</th><th>High season</th></tr><tr><td>Single</td><td>1</td><td>€70</td><td>€85</td></tr><tr><td>Double with lake view</td><td>2</td><td>€110</td><td>€140</td></tr><tr><td>Family room</td><td>4</td><td>€150</td><td>€190</td></tr></table><p>Prices are per night and include breakfast and tax. High season is June to September.</p><p>An extra bed costs €25 a night. Dogs are welcome for €10 a night. Smoking is not permitted inside.</p>`,
  ),
  '/booking': page(
    'Booking',
    `<h1>Booking</h1><p>Check-in is from 3 pm to 8 pm, check-out until 10:30. Cancellation is free up to 7 days before arrival; later we charge the first night, and for no-shows the whole stay.</p><p>Children under 3 stay for free in their parents' bed.</p><form action="/b"><input name="arrival"><input name="departure"><input name="guests"></form>`,
  ),
};

const event: MadeAnswers = {
  '/': page(
    'NordJS 2027',
    `<h1>NordJS</h1><p>14-15 May 2027, Oslo. Two days of talks for JavaScript developers.</p><a href="/tickets">Get tickets</a><p>hello@nordjs.example</p>`,
    'A conference about JavaScript in Oslo, 14 and 15 May 2027.',
  ),
  '/tickets': page(
    'Tickets',
    `<h1>Tickets</h1><ul><li>Early bird: €290 (until 31 January 2027, 200 tickets)</li><li>Regular: €390</li><li>Student: €120, with a valid student card</li><li>Company: €590, with invoice</li></ul><p>Tickets include lunch and the party. Workshops are sold separately at €150.</p><p>You can transfer your ticket to another person until 1 May 2027. Refunds of 80 % are possible until 1 April 2027.</p>`,
  ),
  '/faq': page(
    'FAQ',
    `<h1>FAQ</h1><h3>Who is it for?</h3><p>For people with at least one year of experience. It is not for absolute beginners.</p><h3>Is there a code of conduct?</h3><p>Yes. If you break it, you have to leave without a refund.</p>`,
  ),
};

const rental: MadeAnswers = {
  '/': page(
    'Roadrunner Car Hire',
    `<h1>Car hire in Cork</h1><p>Small cars, vans and minibuses at the airport and in town.</p><a href="/fleet">Our fleet</a><a href="/book-now">Book</a><p>Desk open daily 6am - 11pm. +353 21 555 0101</p>`,
    'Car and van hire at Cork Airport with free cancellation.',
  ),
  '/fleet': page(
    'Fleet',
    `<h1>Our fleet</h1><table><tr><th>Class</th><th>Example</th><th>Seats</th><th>Per day</th></tr><tr><td>Mini</td><td>Fiat 500</td><td>4</td><td>€34</td></tr><tr><td>Estate</td><td>Skoda Octavia</td><td>5</td><td>€58</td></tr><tr><td>Minibus</td><td>Ford Transit</td><td>9</td><td>€119</td></tr></table><p>If the class that you booked is unavailable, you get the next larger one at no extra cost.</p><p>The Mini suits couples with hand luggage; take the Minibus for groups.</p>`,
  ),
  '/conditions': page(
    'Rental conditions',
    `<h1>Rental conditions</h1><p>Drivers must be 23 to 75 years old and have held a licence for two years. Drivers under 25 pay €12 a day more.</p><p>300 km a day are included, each further kilometre costs €0.18. Fuel: return the car full, otherwise we charge the fuel and €20.</p><p>Cancel free of charge up to 48 hours before pick-up; after that, one day is charged. A deposit of €500 is blocked on a credit card. Debit cards are not accepted. Driving off Ireland is not permitted.</p>`,
  ),
};

const course: MadeAnswers = {
  '/': page(
    'Learn watercolour with Ines',
    `<h1>Watercolour for beginners</h1><p>An online course in 24 lessons, for everyone who has never held a brush.</p><a href="/enroll">Enroll now</a><h2>What you get</h2><ul><li>24 video lessons, 9 hours in all</li><li>Feedback on 3 paintings</li><li>Access for 12 months</li></ul><p>€149, paid once. If you are not happy within 14 days, you get your money back.</p><h2>Is it right for you?</h2><p>This course is not for people who paint already: look at the advanced class instead.</p><p>ines@aquarelle.example</p>`,
    'An online watercolour course for beginners.',
  ),
};

const enterprise: MadeAnswers = {
  '/': page(
    'Vantora | Data fabric',
    `<h1>One fabric for all your data</h1><p>Vantora connects warehouses, lakes and applications for data teams of banks and insurers.</p><a href="/contact-sales">Talk to sales</a><a href="/docs/">Documentation</a><a href="/trust">Trust</a>`,
    'Vantora is a data fabric for regulated industries.',
  ),
  '/docs/': page(
    'Documentation',
    `<h1>Documentation</h1><h2>Rate limits</h2><p>The REST API allows 600 requests per minute per token; beyond that, calls are answered with 429 and a Retry-After header.</p><h2>Limits</h2><ul><li>At most 500 connectors per workspace</li><li>Payloads of up to 10 MB</li><li>Query timeout: 15 minutes</li></ul><p>Streaming connectors are not supported in the EU region.</p><p>Version 1 of the API is deprecated and replaced by version 2; v1 ends on 30 June 2027.</p>`,
  ),
  '/pricing': page(
    'Pricing',
    `<h1>Editions</h1><table><tr><th></th><th>Core</th><th>Advanced</th><th>Sovereign</th></tr><tr><td>Connectors</td><td>50</td><td>200</td><td>Unlimited</td></tr><tr><td>Support</td><td>Business hours</td><td>24/7</td><td>24/7, named engineer</td></tr><tr><td>Deployment</td><td>Cloud</td><td>Cloud</td><td>Own cloud</td></tr></table><p>Contact sales for a quote.</p>`,
  ),
};

const dentist: MadeAnswers = {
  '/': page(
    'Dr. Okafor Dental Practice',
    `<h1>Gentle dentistry in Bristol</h1><p>We care for children and adults, and for patients who are afraid of the dentist.</p><a href="/appointments">Request an appointment</a><p>Tel 0117 496 0123</p><p>Monday to Thursday 8.30 - 17.00, Friday until 13.00</p>`,
    'Private and NHS dental practice in Bristol.',
  ),
  '/fees': page(
    'Fees',
    `<h1>Fees</h1><table><tr><th>Treatment</th><th>Fee</th></tr><tr><td>Check-up</td><td>£55</td></tr><tr><td>Hygienist, 30 minutes</td><td>£68</td></tr><tr><td>White filling</td><td>from £120</td></tr><tr><td>Crown</td><td>from £650</td></tr></table><p>Members of our plan pay £19.50 a month and get 10% off treatment. Missed appointments are charged at £40 unless cancelled 24 hours ahead.</p><p>We are not taking new NHS patients at present.</p>`,
  ),
};

const reader: readonly [string, MadeAnswers, readonly number[]][] = [
  ['a law office', lawOffice, [2, 1, 1, 1, 1, 2]],
  ['a restaurant', restaurant, [3, 2, 1, 2, 2, 1]],
  ['a shop', shop, [4, 3, 3, 3, 3, 3]],
  ['a service that sells by contact', saasByContact, [1, 0, 0, 1, 0, 2]],
  ['a repair firm', repairFirm, [2, 1, 1, 1, 1, 1]],
  ['documentation of free software', docsSite, [3, 3, 2, 1, 2, 2]],
  ['a service with plans on cards', cards, [4, 3, 3, 3, 3, 2]],
  ['a guesthouse', hotel, [4, 4, 2, 3, 3, 2]],
  ['a conference', event, [3, 2, 3, 3, 3, 3]],
  ['a car hire', rental, [4, 4, 3, 4, 3, 3]],
  ['an online course', course, [4, 3, 1, 1, 2, 3]],
  ['a service for enterprises', enterprise, [3, 4, 3, 2, 2, 2]],
  ['a dentist', dentist, [4, 2, 2, 2, 2, 2]],
  ['an API', api, [4, 4, 4, 3, 3, 3]],
];

describe('clarity of sites of many kinds', () => {
  for (const [name, answers, scores] of reader)
    test(`${name} is scored within a point of a careful reader, who is inside the interval`, () => {
      const found = criteria.map((id) => proposalFor(id, answers));
      const told = found.map(({ id, low, proposed, high }, at) => `${id} ${low} ${proposed} ${high} | ${scores[at]}`);
      for (const [at, { low, proposed, high }] of found.entries()) {
        const score = scores[at] as number;
        assert.ok(Math.abs(proposed - score) <= 1 && low <= score && score <= high, told.join('; '));
      }
    });
});
