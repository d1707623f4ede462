import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, proposalFor } from '../../../test/world/made-site.ts';

/** What of pages is printed as proof, and what only names its page (decision 229). */
const rule = 'If you cancel less than 24 hours before the trip, we charge €40.';
const said = (path: string, title: string, ...lines: string[]): string =>
  proposalFor('P2-D', {
    '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake.</p>'),
    [path]: madePage(`<h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`, { title }),
  }).evidence;

test('a rule on a page of prices is quoted', () => {
  assert.match(said('/prices', 'Prices', rule), /stated at \/prices: "If you cancel/);
});

test('a rule is quoted where it says what is paid, returned or saved', () => {
  assert.match(
    said('/prices', 'Prices', 'If the boat is late, we refund the trip within 7 days.'),
    /"If the boat is late/,
  );
  const other = 'A first look begins within 60 seconds of your call, unless your limit of boats is reached.';
  assert.doesNotMatch(said('/prices', 'Prices', other), /"A first look/);
});

test('a rule is quoted where it names what it settles', () => {
  for (const named of [rule, 'We refund an annual plan in full within 30 days if you write to us.'])
    assert.match(said('/prices', 'Prices', named), /is stated at \/prices: "/, named);
  for (const unnamed of [
    'If you ask for a taxi, we charge you €40 for the way.',
    'We owe you at most what you paid in the last 12 months, if you lose money.',
    'If nobody comes within 14 days, we keep the deposit of €40.',
  ])
    assert.doesNotMatch(said('/prices', 'Prices', unnamed), /is stated at \/prices: "/, unnamed);
});

test('a rule that nobody can check is not quoted', () => {
  for (const vague of [
    'If we remove something that you rely on, we refund the annual plan for 12 months.',
    'If you cancel with reasonable notice of 14 days, we refund what you paid.',
    'We refund an annual plan within 30 days unless agreed otherwise.',
  ])
    assert.doesNotMatch(said('/prices', 'Prices', vague), /is stated at \/prices: "/, vague);
});

test('what is free is quoted where it is what the offer is sold as', () => {
  const of = (sentence: string) =>
    proposalFor('P1-B', { '/': madePage(`<h1>Mill</h1><p>We plan trips of boats.</p><p>${sentence}</p>`) }).evidence;
  assert.match(of('The plan for one boat is free for as long as you like.'), /\/ says: "The plan for one boat is free/);
  assert.doesNotMatch(of('You can use the car park at the mill, which is free with a disc.'), /says: "/);
  assert.doesNotMatch(of('Get a free quote'), /says: "/);
});

test('an answer is quoted where it has a word of its question', () => {
  assert.match(said('/prices', 'Prices', 'What does a late cancellation cost?', rule), /"If you cancel/);
  assert.doesNotMatch(said('/prices', 'Prices', 'What about bad weather?', rule), /"If you cancel/);
  const below = '</p><h2>Cancelling</h2><p>';
  assert.match(
    said('/prices', 'Prices', 'What about bad weather?', `We look at the sky.${below}${rule}`),
    /"If you cancel/,
  );
});

test('a rule on a page of others names its page alone', () => {
  const links = ['ferry', 'harbour', 'climbing', 'cinema'].map(
    (name) => `<a href="https://${name}.example">${name}</a>`,
  );
  assert.doesNotMatch(said('/help/things-to-do', 'Things to do', rule), /"If you cancel/);
  assert.doesNotMatch(said('/help', 'Help', rule, links.join(' ')), /"If you cancel/);
  assert.match(said('/help', 'Help', rule), /"If you cancel/);
});

test('no figure is quoted as what an offer is precise in: of one alone a reader seldom knows what it says of it', () => {
  const row = '<table><tr><td>Boat</td><td>Price</td></tr><tr><td>Skiff</td><td>€40</td></tr></table>';
  const { evidence } = proposalFor('P2-E', {
    '/': madePage(`<h1>Mill</h1><p>We hire out boats on the lake.</p><p>We charge €40 for each trip.</p>${row}`),
  });
  assert.match(evidence, /A figure with its unit, an amount or a date stands at \/\. /);
  assert.doesNotMatch(evidence, /"/);
});

test('what a customer is quoted with names its page alone', () => {
  const praise = (sentence: string) => `<blockquote><p>${sentence}</p><footer>Ann, Ferry Works</footer></blockquote>`;
  const of = (html: string) =>
    proposalFor('P2-D', { '/': madePage(`<h1>Mill</h1><p>We hire out boats on the lake.</p>${html}`) }).evidence;
  const trips = 'If we cancel our trips, we pay €12 and a refund within 7 days.';
  for (const html of [
    praise(trips),
    `<div class="card testimonial-card"><p>${trips}</p><span>Ann, Ferry Works</span></div>`,
    `<section id="bewertungen"><p>${trips}</p></section>`,
    `<p>${trips}</p><p>— Ann Miller, Ferry Works</p>`,
    `<p>${trips} – Ann M.</p>`,
  ])
    assert.doesNotMatch(of(html), /"If we cancel/, html);
  assert.match(of(`<p>${trips}</p>`), /"If we cancel/);
});

test('a condition that only asks the customer for something is not quoted', () => {
  const asked = 'If your boat arrives with a fault, contact us within 3 days with photos of it.';
  assert.doesNotMatch(said('/prices', 'Prices', asked), /"If your boat/);
  const kept = 'If your boat has a fault, contact us within 3 days and we refund the day.';
  assert.match(said('/prices', 'Prices', kept), /"If your boat has a fault/);
});

test('a row with sizes, with prices or with what options are set to is not quoted as a limit', () => {
  const of = (...rows: string[][]) =>
    proposalFor('P2-B', {
      '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake.</p>'),
      '/prices': madePage(
        `<h1>Prices</h1><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
        { title: 'Prices' },
      ),
    }).evidence;
  assert.doesNotMatch(
    of(['Plan', 'Weight', 'Length'], ['Dinghy', '90 kg', '4 m'], ['Skiff', '95 kg', '5 m²']),
    /"Plan/,
  );
  assert.doesNotMatch(of(['Course', 'Hours', 'Price'], ['Knots', '24', '€40'], ['Sails', '30', '€45']), /"Course/);
  assert.doesNotMatch(
    of(['Key', 'Type', 'Default'], ['lag', 'duration', '5 users'], ['lead', 'duration', '6 users']),
    /"Key/,
  );
  assert.doesNotMatch(
    of(['Course', 'Starts', 'Places left'], ['Knots', 'in May', '4 people'], ['Sails', 'in June', '6 people']),
    /"Course/,
  );
  assert.doesNotMatch(
    of(
      ['Stage', 'Who', 'Then you wait'],
      ['Hull', 'our crew', 'at least 7 days'],
      ['Deck', 'our crew', 'at least 3 days'],
    ),
    /"Stage/,
  );
  assert.match(of(['Thing', 'Limit'], ['Boats', '4'], ['Oars', '8']), /"Thing: Boats; Limit: 4"/);
  assert.match(of(['Plans', 'Users'], ['Solo', '4 users'], ['Crew', '8 users']), /"Plans: Solo; Users: 4 users"/);
  for (const cells of [
    ['Solo', 'H.264 with sound', 'MP4'],
    ['Solo', 'CRF 23 users', 'MP4'],
  ])
    assert.doesNotMatch(of(['Plan', 'Video', 'Form'], cells), /"Plan/, String(cells[1]));
  assert.match(of(['Thing', 'Limit'], ['Form', 'MP4'], ['Boats', '4 users']), /"Thing: Boats; Limit: 4/);
  assert.match(
    of(['', 'Solo', 'Crew'], ['Users', '1 user', '9 users'], ['Concurrent jobs', '2', '5']),
    /"Concurrent jobs; Solo: 2/,
  );
  assert.doesNotMatch(of(['Plan', 'Users', 'Fee'], ['Solo', '4 users', '€4']), /"Plan/);
  assert.doesNotMatch(of(['', 'Solo', 'Crew'], ['Replicas', '1', '3'], ['Zones', '2', '4']), /"Replicas/);
  assert.match(of(['', 'Solo', 'Crew'], ['Seats included', '2', '5'], ['Zones', '2', '4']), /"Seats included; Solo: 2/);
  assert.doesNotMatch(
    of(['', 'Solo', 'Crew'], ['Seats included, as Solo', '2', 'as Solo'], ['Zones', '2', '4']),
    /"Seats/,
  );
  assert.doesNotMatch(of(['Thing', 'Limit'], ['Boats *', '4'], ['Oars *', '8']), /"Thing/);
  assert.match(of(['', 'Solo', 'Team'], ['Requests', '100 a day', '900 a day'], ['Users', '1', '9']), /"Requests/);
});

test('a page that is named with a question of readers names its page alone, unless it is one of prices', () => {
  assert.doesNotMatch(said('/help/cancel', 'Do I need permission to cancel a trip?', rule), /"If you cancel/);
  assert.doesNotMatch(said('/help/cancel', 'Which trips can be cancelled', rule), /"If you cancel/);
  assert.match(said('/help/cancel', 'How trips are cancelled', rule), /"If you cancel/);
  assert.match(said('/prices', 'What does a trip cost?', rule), /"If you cancel/);
});

test('what stands in the books of the offerer is not quoted', () => {
  const rows = '<table><tr><td>Thing</td><td>Limit</td></tr><tr><td>Boats</td><td>4</td></tr></table>';
  const of = (path: string, title: string) =>
    proposalFor('P2-B', {
      '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake.</p>'),
      [path]: madePage(`<h1>${title}</h1>${rows}`, { title }),
    }).evidence;
  assert.doesNotMatch(of('/transparency', 'Transparency'), /"Thing: Boats/);
  assert.match(of('/prices', 'Prices'), /"Thing: Boats/);
});

test('what was years ago is not quoted', () => {
  const then = 'If you cancelled less than 24 hours before the trip in 2019, we charged €40.';
  assert.doesNotMatch(said('/prices', 'Prices', then), /"If you cancelled/);
});

test('a link is quoted by its own words, and not for what only its address says', () => {
  const of = (link: string) => proposalFor('P4-A', { '/': madePage(`<h1>Mill</h1>${link}`) }).evidence;
  assert.match(of('<a href="https://app.example.com/signup">Sign up</a>'), /start with is at \/: "Sign up"/);
  assert.doesNotMatch(of('<a href="https://app.example.com/signup">Light one</a>'), /"Light one"/);
});

test('nothing is booked by a link to a page that is named for contact, whatever its address', () => {
  const of = (title: string) =>
    proposalFor('P4-A', {
      '/': madePage(
        '<h1>Mill</h1><a href="/n1">Book</a><p>When you book, we send a confirmation email and you pay now.</p>',
      ),
      '/n1': madePage('<h1>Mill</h1><p>Write to us.</p>', { title }),
    }).proposed;
  assert.ok(of('Book a boat – Mill') > of('Contact – Mill'));
});

test('a description of key words, a slogan and a question are not quoted as what is offered', () => {
  const of = (description: string) =>
    proposalFor('P2-A', {
      '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake, from €12 an hour.</p>', {
        head: `<meta name="description" content="${description}">`,
      }),
    }).evidence;
  assert.match(of('Boats for hire on the lake, by the hour or the day, with a skipper.'), /at \/: "Boats for hire/);
  for (const description of [
    'Boat hire Mill, Boat rental Mill, Cheap boat hire Mill, Lake boat hire Mill',
    'We help families to enjoy the lake with boats for hire.',
    'Boat hire on the lake wanted? Mill has boats for hire.',
  ])
    assert.doesNotMatch(of(description), /described at/, description);
});

test('a way to cancel, a change of plan and events are quoted where their words say it', () => {
  const of = (criterion: string, sentence: string, path = '/terms') =>
    proposalFor(criterion, {
      '/': madePage('<h1>Mill</h1><p>We plan trips of boats.</p>'),
      [path]: madePage(`<h1>Mill</h1><p>${sentence}</p><pre>GET /v1/boats</pre>`, { title: 'Mill' }),
    }).evidence;
  assert.match(of('P5-C', 'You may cancel at any time in your account.'), /at \/terms: "You may cancel/);
  assert.doesNotMatch(of('P5-C', 'You may close the account whenever you like.'), /"You may close/);
  assert.doesNotMatch(of('P5-C', 'You may cancel at any time what you bought online from us.'), /"You may cancel/);
  const replayed = 'You can replay events of a webhook for 30 days from the dashboard.';
  assert.match(of('P3-C', replayed, '/docs'), /at \/docs: "You can replay/);
  assert.doesNotMatch(of('P3-C', 'A webhook is an address to which we post events.', '/docs'), /"A webhook is/);
});
