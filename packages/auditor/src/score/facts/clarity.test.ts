import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor } from '../../../test/world/made-site.ts';

/** The ladders of P2-A to P2-D, rung by rung, on small sites. */
const page = (title: string, ...lines: string[]): string =>
  madePage(`<h1>${title}</h1>${lines.map((line) => (line.startsWith('<') ? line : `<p>${line}</p>`)).join('')}`, {
    title,
  });
const home = (...lines: string[]): MadeAnswers => ({ '/': page('Mill', ...lines) });
const proposed = (id: string, answers: MadeAnswers) => proposalFor(id, answers).proposed;
const table = (...rows: string[][]): string =>
  `<table>${rows.map((row, at) => `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`;

describe('offer completeness (P2-A)', () => {
  const parts = {
    list: '<ul><li>Wheels made true</li><li>Brakes set</li><li>Gears cleaned</li></ul>',
    whom: 'Mill repairs bicycles for families and couriers of the town.',
    price: 'A service costs €49.',
    start: '<a href="/book">Book a visit</a>',
    hours: 'Open Monday to Friday, 9:00 to 18:00.',
    contact: '<a href="mailto:post@example.com">post@example.com</a>',
  };
  const terms = page('Terms', 'You pay on collection. If you cancel an order, the deposit is refunded within 7 days.');
  const { list, whom, price, start, hours, contact } = parts;

  test('each part of the offer counts once, and the missing ones are named', () => {
    assert.equal(proposed('P2-A', home()), 0);
    assert.equal(proposed('P2-A', home(list, contact)), 1);
    assert.equal(proposed('P2-A', home(list, contact, price)), 2);
    assert.equal(proposed('P2-A', home(list, contact, price, start)), 3);
    assert.equal(proposed('P2-A', home(list, contact, price, start, hours)), 3);
    const most = proposalFor('P2-A', home(list, contact, price, start, hours, whom));
    assert.equal(most.proposed, 3, 'without terms it is not stated to its end');
    assert.match(most.evidence, /7 of 8 parts .* Not found: terms of buying/);
    assert.equal(proposed('P2-A', { ...home(list, contact, price, start, hours, whom), '/terms': terms }), 4);
  });

  test('one document for machines that holds six of them is 5', () => {
    const all = { ...home(...Object.values(parts)), '/terms': terms };
    const llms = `# Mill\n\n> ${whom}\n\n- Wheels made true\n- Brakes set\n- Gears cleaned\n\n${price} ${hours} Write to post@example.com. `;
    const found = proposalFor('P2-A', { ...all, '/llms.txt': llms + llms.slice(10) });
    assert.equal(found.proposed, 5);
    assert.match(found.evidence, /\(\/llms\.txt\) holds 6 of them/);
  });

  test('two things with prices are what is delivered, and a description names whom it is for', () => {
    const two = home('<ul><li>Small wheel: €30</li><li>Large wheel: €40</li></ul>');
    assert.match(proposalFor('P2-A', two).evidence, /what is delivered/);
    const described = {
      '/': madePage('<h1>Mill</h1>', {
        title: 'Mill',
        head: '<meta name="description" content="Wheels and gears for couriers and families of the town.">',
      }),
    };
    assert.match(proposalFor('P2-A', described).evidence, /for whom/);
  });

  test('a link that picks a time starts it, in the words of several languages', () => {
    for (const text of ['Pick a time', 'Choisir un créneau', 'Termin aussuchen', 'Kies een datum'])
      assert.match(proposalFor('P2-A', home(`<a href="/agenda">${text}</a>`, list)).evidence, /how to start/, text);
    assert.doesNotMatch(
      proposalFor('P2-A', home('<a href="/agenda">A long time</a>', list)).evidence,
      /how to start \(/,
    );
  });

  test('a button starts it, also one that leads to another place of its page', () => {
    for (const text of ['<a href="#key">Get your free API key</a>', '<button>Book a visit</button>'])
      assert.match(proposalFor('P2-A', home(text, list)).evidence, /how to start \(/, text);
    const others = [
      'Booking is closed for good.',
      'Checkout: 10 am',
      'Register of members',
      'Buy nothing day',
      'Install no apps.',
    ];
    for (const text of [
      'Install what you like in the mill, and we say nothing of it.',
      '<button>Close</button>',
      ...others,
    ])
      assert.doesNotMatch(proposalFor('P2-A', home(text, list)).evidence, /how to start \(/, text);
  });

  test('whoever a thing is built for is whom it is for, whatever they do', () => {
    const found = (line: string) => proposalFor('P2-A', home(line, list)).evidence;
    for (const line of [
      'Made for patient traders and night-shift developers.',
      'Made for keen gardeners of the valley.',
    ])
      assert.match(found(line), /for whom \(/, line);
    for (const line of [
      'Built for numbers that nobody else has.',
      'Designed for long winters.',
      'Built for rivers and floors.',
    ])
      assert.doesNotMatch(found(line), /for whom \(/, line);
  });

  test('a sign and an amount in lines of their own are the price', () => {
    const card = page('Prices', '<span>$</span>', '<span>19.99</span>', 'for each month of the year in the mill');
    assert.match(proposalFor('P2-A', { ...home(list), '/pricing': card }).evidence, /the price \(\/pricing\)/);
  });

  test('the address of a house in its data is where it is to be had, and that of a company is not', () => {
    const typed = (type: string, more: object) =>
      `<script type="application/ld+json">${JSON.stringify({
        ...{ '@context': 'https://schema.org', '@type': type, name: 'Mill' },
        ...{ address: { '@type': 'PostalAddress', addressLocality: 'Lindau' }, ...more },
      })}</script>`;
    const found = (data: string) => proposalFor('P2-A', home(data, list)).evidence;
    assert.match(found(typed('BedAndBreakfast', { priceRange: '70 to 90 €' })), /when and where it is available \(/);
    const elsewhere = { '@type': 'Hotel', address: 'Rome', priceRange: '€€' };
    for (const data of [
      typed('Organization', {}),
      typed('Organization', { priceRange: '' }),
      typed('Review', { itemReviewed: elsewhere }),
    ])
      assert.doesNotMatch(found(data), /when and where it is available \(/);
  });

  test('terms of a website are no terms of buying', () => {
    const website = page(
      'Terms',
      'You may read this website. The texts and pictures are ours, and links lead elsewhere.',
    );
    const all = home(list, contact, price, start, hours, whom);
    assert.match(proposalFor('P2-A', { ...all, '/terms': website }).evidence, /Not found: terms of buying/);
  });

  test('a part that could not be read is possible, not missing', () => {
    const found = proposalFor('P2-A', {
      ...home(list, contact, price, start, hours, whom),
      '/terms': { role: 'terms', problem: 'challenge', status: 403 },
    });
    assert.match(found.evidence, /Not judged, because pages .*: terms of buying/);
    assert.ok(found.needs_human.includes('unobserved'));
  });
});

describe('scope and limits (P2-B)', () => {
  const plans = table(
    ['Plan', 'Price', 'Requests', 'Seats'],
    ['Free', '$0', '1,000 requests per day', '1 seat'],
    ['Team', '$49 / month', '50,000 requests per day', '10 seats'],
  );
  const at = (...lines: string[]): MadeAnswers => ({ ...home(), '/pricing': page('Pricing', ...lines) });

  test('an amount is no name of a plan', () => {
    const amounts = '<ul><li>50€ für 1 Gast</li><li>60€ für 2 Gäste</li></ul>';
    assert.doesNotMatch(proposalFor('P2-B', at(amounts)).evidence, /50/);
    const named = '<ul><li>Kammer: 50€ für 1 Gast</li><li>Stube: 60€ für 2 Gäste</li></ul>';
    assert.match(proposalFor('P2-B', at(named)).evidence, /Kammer and Stube/);
    const ranges = '<ul><li>Kammer ab 50 - 60 € für 2 Gäste</li><li>Feier 2 300 € für 60 Gäste</li></ul>';
    assert.match(proposalFor('P2-B', at(ranges)).evidence, /Kammer and Feier\./);
    const from = '<ul><li>from 50€ for 2 guests</li><li>nur 60€ für 3 Gäste</li></ul>';
    assert.doesNotMatch(proposalFor('P2-B', at(from)).evidence, /given for/);
  });

  test('a hint is 1, two numbers 2, numbers of each plan 3', () => {
    assert.equal(proposed('P2-B', at('Ask us for everything.')), 0);
    assert.equal(proposed('P2-B', at('We believe in fair use of all that we offer.')), 1);
    assert.equal(proposed('P2-B', at('You can store up to 5 GB.')), 1);
    assert.equal(proposed('P2-B', at('You can store up to 5 GB.', 'At most 3 users share one account.')), 2);
    assert.equal(proposed('P2-B', at(plans)), 3);
  });

  test('lines that plans share but for their number are what each holds, whatever is counted', () => {
    const plan = (name: string, ...lines: string[]) =>
      `<h2>${name}</h2><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
    const held = proposalFor(
      'P2-B',
      at(
        plan('Hobby (Free)', 'Up to <b>10</b> gadgets', '<b>Unlimited</b> turns'),
        plan('Hobby Plus ($4/mo)', 'Up to <b>100</b> gadgets', '<b>Unlimited</b> turns'),
        plan('Works ($30/mo)', '<b>Unlimited</b> gadgets', '<b>Unlimited</b> turns'),
      ),
    );
    assert.equal(held.proposed, 3);
    assert.match(held.evidence, /Hobby and Hobby Plus/);
    const alone = at(plan('Hobby (Free)', 'Up to 10 gadgets'), plan('Plus ($4/mo)', 'Up to 100 widgets'));
    assert.ok(proposed('P2-B', alone) < 3, 'nothing that both have');
    for (const lines of [
      ['5 in stock', '7 in stock nearby'],
      ['5 bowls left', '7 plates left'],
      ['5 millers enrolled', '7 weavers enrolled'],
      ['2019 harvest of the mill', '2020 harvest of the field'],
      ['5 bowls sold', '7 plates sold'],
      ['5 gadgets'],
    ]) {
      const more = lines.map((line) => line.replace('5 ', '6 ').replace('2019', '2018'));
      const sold = at(plan('Oak bowl ($45)', 'Made by hand', ...lines), plan('Ash bowl ($39)', 'Made of ash', ...more));
      assert.doesNotMatch(proposalFor('P2-C', sold).evidence, /side by side/, lines.join());
    }
  });

  test('the least sum of an order bounds what is taken, in any language, and a refusal names what is refused', () => {
    const limits = (...lines: string[]) => proposalFor('P2-B', at(...lines));
    const sum = limits('A minimum charge of £10 applies to each visit.', 'Deliveries have a $40 minimum.');
    assert.equal(sum.proposed, 2);
    assert.match(sum.evidence, /bound what one gets or by when: 2 on \/pricing/);
    for (const words of [
      'Der Mindestbestellwert beträgt 20 €.',
      'La commande minimum est de 20 €.',
      'Pedido mínimo: 20 €.',
    ])
      assert.equal(limits(words).proposed, 1, words);
    for (const words of [
      'Take at most 3 wheels.',
      'Bis zu 3 Meldungen nehmen wir an.',
      'Nous acceptons au maximum 3 inscriptions.',
      'Se admiten como máximo 3 inscripciones.',
      'Accettiamo al massimo 3 iscrizioni.',
      'Wij nemen maximaal 3 inschrijvingen aan.',
      'Aceitamos no máximo 3 inscrições.',
    ])
      assert.equal(limits(words).proposed, 1, words);
    for (const words of [
      'Bis zu 30 Prozent mehr Freude haben Sie damit.',
      'Bis zu 20 mal schneller fahren Sie damit.',
      'Sparen Sie bis zu 500 € im Jahr.',
      'De winkel is open van 9 tot 17 uur.',
      'Ihr Rad ist mindestens von 1990.',
      'Sie kommen höchstens 17 Uhr an.',
      'Wheel Pro Maximal 256',
    ])
      assert.equal(limits(words).proposed, 0, words);
    assert.equal(limits('The minimum wage of £12 is what we pay.').proposed, 0);
    assert.equal(limits('At a minimum, all of our work is guaranteed.').proposed, 0);
    assert.equal(limits('We do not trade that way.').proposed, 0);
  });

  test('a row is quoted that bounds something, and none of shares or of how many come to others', () => {
    const bounding = table(['Plan', 'Boats', 'Crew'], ['Solo', '2 boats', '3 users']);
    assert.match(proposalFor('P2-B', at(bounding)).evidence, /gives numbers at \/pricing: "Plan: Solo; Boats: 2 boats/);
    for (const other of [
      table(['Who', 'Reduction', 'Proof'], ['Pupils up to 18', '20 %', 'Pass']),
      table(
        ['Case', 'Refund'],
        ['First year, up to 30 days', 'the whole, as you paid it, within 10 working days of us'],
      ),
      table(['Boat', 'Low season', 'High season'], ['Raft for 2 persons', '21,50', '28,00']),
      table(['Party', 'Standing tables'], ['Reception, 2 hours', '1 per 8 guests']),
    ])
      assert.doesNotMatch(proposalFor('P2-B', at(other)).evidence, /gives numbers/);
  });

  test('an exclusion and what happens at the limit are 4, on words that a person must see', () => {
    const over = 'If you exceed the quota, requests are refused until midnight.';
    const excluded = 'Telephone support is not included in the Free plan.';
    assert.equal(proposed('P2-B', at(plans, over)), 3);
    assert.equal(proposed('P2-B', at(plans, excluded)), 3);
    const found = proposalFor('P2-B', at(plans, over, excluded));
    assert.equal(found.proposed, 4);
    assert.ok(found.low <= 3 && found.needs_human.includes('lexical'));
    assert.match(found.evidence, /beyond a bound or after a deadline is spoken of at \/pricing\./);
    assert.ok(found.claims?.some(({ counts, quote }) => counts === 'proof' && quote === over));
    const markdown = `# Pricing\n\n| Plan | Price | Requests |\n|---|---|---|\n| Free | $0 | 1,000 requests per day |\n| Team | $49 / month | 50,000 requests per day |\n\nAll prices are in US dollars, and they hold for customers in every country of the world. They change on the first of January, at most once each year, and we tell you before.\n`;
    assert.equal(proposed('P2-B', { ...at(plans, over, excluded), '/pricing.md': markdown }), 5);
    const other = markdown.replace('50,000 requests per day', '40,000 requests per day');
    const contradicted = proposalFor('P2-B', { ...at(plans, over, excluded), '/pricing.md': other });
    assert.equal(contradicted.proposed, 4);
    assert.ok(contradicted.needs_human.includes('conflict'));
    assert.match(contradicted.evidence, /Told in two ways: .*Team.*40000 on \/pricing\.md|50000/);
  });
});

test('a German shop says what it does not do, and what is charged beyond a limit, in the order of words of German', () => {
  const inGerman = (title: string, ...lines: string[]) =>
    `<!doctype html><html lang="de"><head><title>${title}</title></head><body><nav><a href="/preise">Preise</a></nav><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main></body></html>`;
  const at = (...lines: string[]): MadeAnswers => ({
    '/': inGerman(
      'Radhof Lenne',
      'Wir reparieren Fahrräder in der alten Mühle, und im Sommer bauen wir auch Räder ein.',
    ),
    '/preise': inGerman(
      'Preise',
      'Eine Kette kostet 28 €, ein Schlauch 14 €.',
      'Eine Reparatur dauert 2 Tage.',
      ...lines,
    ),
  });
  const { evidence, claims = [] } = proposalFor(
    'P2-B',
    at('Elektrische Roller reparieren wir nicht.', 'Nach 4 Wochen berechnen wir für ein Rad 2 € je Woche.'),
  );
  assert.match(
    evidence,
    /after a deadline is spoken of at \/preise\. What is not done, taken or included is spoken of at \/preise/,
  );
  const proofs = claims.filter(({ counts }) => counts === 'proof').map(({ quote }) => quote);
  for (const said of ['Elektrische Roller', 'Nach 4 Wochen'])
    assert.ok(
      proofs.some((quote) => quote.startsWith(said)),
      said,
    );
  const without = proposalFor('P2-B', at('Wir wissen nicht, wie Roller fahren.', 'Wir berechnen den Preis vorher.'));
  assert.doesNotMatch(without.evidence, /taken or included is|after a deadline is/);
});

describe('what is below a question or a heading', () => {
  const questions = (...lines: string[]): MadeAnswers => ({ ...home(), '/faq': page('Questions', ...lines) });
  const refusals = (...lines: string[]) => proposalFor('P2-B', questions(...lines)).proposed;

  test('a no refuses what was asked for', () => {
    assert.equal(refusals('<h3>Do you repair tandem bicycles?</h3>', 'No. Our stand is too short.'), 1);
    assert.equal(refusals('<h3>Do you repair tandem bicycles?</h3>', 'Yes. Our stand is long enough.'), 0);
    assert.equal(refusals('<h3>Do you repair tandem bicycles?</h3>', 'Nobody asked us yet.'), 0);
  });

  test('a no to whether one must or pays something refuses nothing', () => {
    assert.equal(refusals('<h3>Do I need an appointment?</h3>', 'No. Come when you like.'), 0);
    assert.equal(refusals('<h3>Is there a fee for looking at it?</h3>', 'No, not at all.'), 0);
  });

  test('a section that says which to choose says for whom each is, and the next section does not', () => {
    const answers = (...lines: string[]): MadeAnswers => ({ ...home(), '/prices': page('Prices', ...lines) });
    const choosing = [
      '<h2>Which one to choose</h2>',
      'Up to ten rides a month the day pass.',
      'Beyond that the season pass.',
    ];
    assert.equal(proposed('P4-B', answers(...choosing)), 3);
    assert.equal(proposed('P4-B', answers('<h2>Our rides</h2>', ...choosing.slice(1))), 0);
    assert.equal(proposed('P4-B', answers('<h2>Which pass?</h2>', ...choosing.slice(1))), 3);
    assert.equal(proposed('P4-B', answers('<h2>Which cards do you take at the till?</h2>', ...choosing.slice(1))), 0);
  });

  test('a heading is no quotation, whatever its words are', () => {
    const heads = (name: string) => ({ ...home(), '/prices': page('Prices', `<h2>${name}</h2>`, 'Ask at the till.') });
    const proofs = (name: string) =>
      proposalFor('P4-B', heads(name))
        .claims?.filter(({ counts }) => counts === 'proof')
        .map(({ quote }) => quote);
    assert.deepEqual(proofs("Who it isn't for"), []);
    assert.deepEqual(proofs('Not suitable for 2 riders.'), ['Not suitable for 2 riders.']);
  });

  test('a column says what each thing is for in the language of its page', () => {
    const dutch = '<p>Wij maken zadels van leer, en u kunt ze bij ons in de winkel ook laten herstellen.</p>';
    const body = (content: string) =>
      madePage(dutch.repeat(4) + content, { title: 'Zadels', lang: 'nl' }).replaceAll(/A bicycle workshop[^.]*\./g, '');
    const answers = (label: string): MadeAnswers => ({
      '/': body(''),
      '/prijzen': {
        role: 'pricing',
        body: body(table(['Zadel', label], ['Smal', 'lange ritten'], ['Breed', 'de stad'])),
      },
    });
    assert.match(proposalFor('P4-B', answers('Voor')).evidence, /A table says for each of Smal and Breed/);
    assert.doesNotMatch(proposalFor('P4-B', answers('Voorraad')).evidence, /A table says/);
  });
});

test('from so many to so many people is a limit, and from so many to so many days is none', () => {
  const at = (line: string) => proposed('P2-B', { ...home(), '/courses': page('Courses', line) });
  assert.equal(at('Our evening class has 6 to 10 people around one table.'), 1);
  assert.equal(at('Our evening class has taken 6 to 10 days in most years.'), 0);
});

test('a number counts as a limit where the sentence refuses what is over it', () => {
  const at = (...lines: string[]): MadeAnswers => ({ ...home(), '/services': page('Services', ...lines) });
  assert.equal(
    proposed('P2-B', at("We don't mend wheels over 20 kg.", "We can't lift frames longer than 2 metres.")),
    2,
  );
  assert.equal(proposed('P2-B', at('We mended wheels over 20 kg.', 'We lift frames longer than 2 metres.')), 1);
});

describe('substitution rules (P2-C)', () => {
  const plans = table(
    ['Plan', 'Price', 'Seats'],
    ['Solo', '$9 / month', '1 seat'],
    ['Team', '$49 / month', '10 seats'],
  );
  const at = (...lines: string[]): MadeAnswers => ({ ...home(), '/pricing': page('Pricing', ...lines) });

  test('a choice is 1, a comparison 2, a rule of change 3, its effect 4, machines that read it 5', () => {
    assert.equal(proposed('P2-C', at('One price for all: $9 per month.')), 0);
    assert.equal(proposed('P2-C', at('<h2>Solo</h2>', '$9 per month', '<h2>Team</h2>', '$49 per month')), 1);
    const rooms = '<li><b>£70</b> <i>Garden room per night</i></li><li><b>£80</b> <i>Tower room per night</i></li>';
    assert.equal(proposed('P2-C', at(`<ul>${rooms}</ul>`)), 1, 'prices before names');
    for (const sums of [
      '<li>£5 off your first order</li><li>£10 is the least you pay</li>',
      '<li>£50 Deposit to secure your date</li><li>£25 Late fee</li>',
      '<li>$500 Average savings per year</li><li>$30 Discount on referral</li>',
      '<li>50 € Kaution</li><li>20 € Mahngebühr</li>',
      '<li>50 € Mindestbestellwert</li><li>30 € Anzahlung</li>',
      '<li>$300 Average order</li><li>$1 Billion in revenue</li>',
      '<li>$5M Raised from investors</li><li>$120M Processed volume</li>',
    ])
      assert.equal(proposed('P2-C', at(`<ul>${sums}</ul>`)), 0, sums);
    const headed = (count: number) => Array.from({ length: count }, (_, at) => `<h3>Wheel ${at}</h3>`);
    assert.equal(proposed('P2-C', at(...headed(2))), 1);
    assert.equal(proposed('P2-C', at(...headed(1), ...headed(1).map((one) => one.replace('</h3>', '?</h3>')))), 0);
    assert.equal(proposed('P2-C', at(plans)), 2);
    assert.equal(proposed('P2-C', at(plans, 'You can switch plans in the settings.')), 3);
    const effect = 'You can downgrade your plan at any time; it takes effect at the end of the billing period.';
    const found = proposalFor('P2-C', at(plans, effect));
    assert.equal(found.proposed, 4);
    assert.ok(found.low <= 2 && found.needs_human.includes('lexical'));
    assert.match(found.evidence, /A change and what it brings is spoken of at \/pricing/);
    const variants = `<script type="application/ld+json">{"@type":"Product","name":"Team","isSimilarTo":{"@type":"Product","name":"Solo"}}</script>`;
    assert.equal(proposed('P2-C', at(plans, effect, variants)), 5);
  });

  test('several rules of what is taken instead are 4 without a comparison, a table of what to do instead is 3', () => {
    const rules = [
      'If your colour is sold out, we send another at the same price.',
      'You can move your booking to another date at no charge until the day before.',
      'Somebody else may come in your place.',
    ];
    assert.equal(proposed('P2-C', at(...rules.slice(0, 1))), 3);
    assert.equal(proposed('P2-C', at(...rules)), 4);
    const instead = table(['Fault', 'Do this instead'], ['Long chain', 'Shorten it'], ['Loose spoke', 'Tighten it']);
    assert.equal(proposed('P2-C', at(instead)), 3);
    const sold = table(
      ['Work', 'Time', 'Price'],
      ['Chain replacement', '20 minutes', '$30'],
      ['Spoke', '1 hour', '$60'],
    );
    assert.doesNotMatch(proposalFor('P2-C', at(sold)).evidence, /take instead/);
    const first = table(['Work', 'Time'], ['Replacement of a chain', '20 minutes'], ['Spoke', '1 hour']);
    assert.doesNotMatch(proposalFor('P2-C', at(first)).evidence, /take instead/);
  });

  test('a page that compares without prices is named', () => {
    const others = table(['Tool', 'Export', 'Support'], ['Mill', 'CSV', 'By mail'], ['Grinder', 'None', 'By phone']);
    const compared = { ...home(), '/compare': page('Mill against Grinder', others) };
    assert.match(proposalFor('P2-C', compared).evidence, /A comparison stands on \/compare\./);
  });

  test('words of a repair firm are no rules of change', () => {
    const words = [
      'Upgrade your memory instead of replacing the laptop.',
      'We switch hard disks and replace keyboards.',
      'Our products: upgrade, downgrade, switch, replace, exchange, plan, subscription, tier.',
    ];
    for (const path of ['/services', '/pricing', '/faq'])
      assert.ok(proposed('P2-C', { ...home(), [path]: page('Repairs', ...words) }) <= 1, path);
  });
});

describe('conditional logic (P2-D)', () => {
  const at = (path: string, ...lines: string[]): MadeAnswers => ({ ...home(), [path]: page('Rules', ...lines) });
  const rules = [
    'If you cancel within 14 days, we refund the full price.',
    'Children under 6 years stay free of charge.',
    'A deposit of 20 % is due unless you book for today.',
    'Stays of more than 7 nights get a discount of 10 %.',
  ];
  const further = [
    'If a payment fails, the account is closed after 7 days.',
    'Students pay half the price if they show a card that is valid for 12 months.',
    'Orders over £150 are shipped free of charge.',
    'You can return an item within 60 days if it was not worn.',
    'Support answers within 8 hours unless it is a holiday.',
    'The plan renews for 12 months unless you cancel it 30 days before.',
  ];

  test('a hint or one rule is 1, two are 2, four of two topics with numbers 3', () => {
    assert.equal(proposed('P2-D', at('/pricing', 'All about us and our history.')), 0);
    assert.equal(proposed('P2-D', at('/pricing', 'Prices may vary with the season.')), 1);
    assert.equal(proposed('P2-D', at('/pricing', ...rules.slice(0, 1))), 1);
    assert.equal(proposed('P2-D', at('/pricing', ...rules.slice(0, 2))), 2);
    const found = proposalFor('P2-D', at('/pricing', ...rules));
    assert.equal(found.proposed, 3);
    assert.match(found.evidence, /Conditions of price, payment, time or use found: 4 on \/pricing/);
  });

  test('eight of four topics are 3 without numbers', () => {
    const without = [
      'If you cancel on the day, we keep the deposit.',
      'Unless you cancel, the plan renews by itself.',
      'Children are welcome if an adult pays for their ticket.',
      'Students pay half the price if they show a card.',
      'If it is a holiday, support does not answer.',
      'If an item is out of stock, we ship it later.',
      'The guarantee ends if a stranger repairs the wheel.',
      'If you exceed your quota, calls are refused.',
    ];
    assert.equal(proposed('P2-D', at('/pricing', ...without)), 3);
    assert.equal(proposed('P2-D', at('/pricing', ...without.slice(0, 7))), 2);
    const same = without.map((_, at) => `If the ${'abcdefgh'[at]} ticket is lost, you pay its price again.`);
    assert.equal(proposed('P2-D', at('/pricing', ...same)), 2, 'of one topic');
  });

  test('ten with numbers on pages of the offer are 4, and 5 where machines can check them', () => {
    const all = { ...at('/pricing', ...rules), '/faq': page('Questions', ...further) };
    assert.equal(proposed('P2-D', all), 4);
    const terms = { ...home(), '/terms': page('Terms', ...rules, ...further) };
    assert.equal(proposed('P2-D', terms), 3, 'in the terms of service only');
    const typed = `<script type="application/ld+json">{"@type":"Offer","name":"Stay","price":"90","eligibleRegion":"GB"}</script>`;
    assert.equal(proposed('P2-D', { ...all, '/faq': page('Questions', ...further, typed) }), 5);
  });

  test('rules with numbers count where a long page has more rules than are counted, and numbers may be words', () => {
    const vague = [
      'Bei jeder Buchung bestätigen wir den Termin schriftlich, sobald die Anzahlung da ist.',
      'Bei der Abholung zahlen Kunden bar, sofern nichts anderes im Vertrag steht.',
      'Wenn Kunden sich verspäten, verschieben wir den Termin nach Absprache.',
      'Bei Regen findet der Termin statt, solange Kunden nichts anderes wünschen.',
      'Falls ein Auftrag länger dauert, sprechen wir vorher mit den Kunden.',
      'Sofern Kunden ein Angebot wünschen, berechnen wir dafür keine Kosten.',
      'Wenn die Lieferung beschädigt ist, reparieren wir sie nach der Annahme.',
      'Sobald der Auftrag fertig ist, bekommen Kunden eine Rechnung von uns.',
      'Bei Fragen zur Rechnung hilft das Büro den Kunden, solange es offen ist.',
    ];
    const numbered = [
      'Bei einer Stornierung bis 7 Tage vor dem Termin entstehen keine Kosten.',
      'Bei einer Stornierung später als zwei Tage vor dem Termin berechnen wir 50 % des Preises.',
      'Wenn Kunden nach drei Wochen nicht zahlen, kostet jede Mahnung 5 Euro.',
    ];
    const agb = (...lines: string[]) => ({
      '/': madePage('<h1>Werkstatt</h1>', { lang: 'de' }),
      '/agb': madePage(lines.map((line) => `<p>${line}</p>`).join(''), { lang: 'de', title: 'AGB' }),
    });
    const found = proposalFor('P2-D', agb(...vague, ...numbered));
    assert.match(found.evidence, /found: 8 on .* 3 of them with a number/);
    assert.equal(found.proposed, 3);
    assert.match(proposalFor('P2-D', agb(...numbered, ...vague)).evidence, /found: 8 on .* 3 of them with a number/);
  });

  test('questions, repetitions and piles of words state nothing', () => {
    const pile = 'if unless refund cancel price plan fee eligible discount region delivery quota limit deposit';
    const asked = ['What if I cancel within 14 days?', 'Can I get a refund if I return it?'];
    assert.equal(proposed('P2-D', at('/pricing', pile, pile, ...asked)), 0);
    assert.equal(proposed('P2-D', at('/pricing', ...Array(20).fill(rules[0]))), 1);
  });
});

describe('what was not seen', () => {
  const blocked = { problem: 'challenge', status: 403 } as const;

  test('a home page that is a challenge leaves every rung open', () => {
    for (const id of ['P2-A', 'P2-B', 'P2-C', 'P2-D', 'P4-B']) {
      const found = proposalFor(id, { '/': { role: 'home', ...blocked } });
      assert.equal(found.low, 0, id);
      assert.ok(found.high >= 4, `${id} ${found.high}`);
      assert.ok(found.needs_human.includes('unobserved'), id);
    }
  });

  test('prices behind a challenge may state limits and conditions', () => {
    const answers = { ...home('We repair bicycles.'), '/pricing': { role: 'pricing', ...blocked } };
    for (const id of ['P2-B', 'P2-C', 'P2-D']) assert.ok(proposalFor(id, answers).high >= 3, id);
  });

  test('words in another language are unknown, not absent', () => {
    const swedish =
      '<p>Vi sköter trädgårdar och det är inte dyrt.</p><p>Avbokning är gratis och kan göras till fjorton dagar före besöket.</p>';
    const body = madePage(swedish.repeat(6), { title: 'Trädgård', lang: 'sv' });
    const garden = body.replaceAll(/A bicycle workshop[^.]*\./g, '');
    const found = proposalFor('P2-D', { '/': garden, '/preise': { role: 'pricing', body: garden } });
    assert.equal(found.proposed, 0);
    assert.ok(found.high >= 4);
    assert.ok(found.needs_human.includes('unobserved'));
  });
});
