import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foreignPage, type MadeAnswers, madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import { conflicts } from './conflicts.ts';

/** The ladders of P2-E and P4-B, and the contradictions that documents of a site can hold. */
const page = (title: string, ...lines: string[]): string =>
  madePage(`<h1>${title}</h1>${lines.map((line) => (line.startsWith('<') ? line : `<p>${line}</p>`)).join('')}`, {
    title,
  });
const home = (...lines: string[]): MadeAnswers => ({ '/': page('Mill', ...lines) });
const proposed = (id: string, answers: MadeAnswers) => proposalFor(id, answers).proposed;
const contradictions = (answers: MadeAnswers, kind: string) =>
  conflicts.contradictions?.find(madeSite(answers), { kinds: [kind] });
const table = (team: string, requests = '50,000') =>
  `<table><tr><th>Plan</th><th>Price</th><th>Requests</th></tr><tr><td>Solo</td><td>$9 / month</td><td>1,000 requests per day</td></tr><tr><td>Team</td><td>${team} / month</td><td>${requests} requests per day</td></tr></table>`;
const markdown = (team: string, names = ['Solo', 'Team']) =>
  `# Pricing\n\n| Plan | Price |\n|---|---|\n| ${names[0]} | $9 / month |\n| ${names[1]} | ${team} / month |\n\n${'Prices are in US dollars and hold in every country. '.repeat(5)}`;

describe('semantic precision (P2-E)', () => {
  const facts = [
    'A wheel is made true within 30 minutes and costs €12.',
    'A full service takes 3 hours and costs €49.',
    'We keep a bicycle for 2 days, and lend 12 items to 6 people.',
  ];
  const more = [
    'Brakes cost €18, gears €25, chains €15.',
    'The guarantee is 24 months.',
    'Since 4 March 2019, 5,000 visitors.',
  ];

  test('a fact is 1, six are 2, twelve without contradiction 3', () => {
    assert.equal(proposed('P2-E', home('We repair bicycles with care.')), 0);
    assert.equal(proposed('P2-E', home('A full service costs €49.')), 1);
    assert.equal(proposed('P2-E', home(...facts)), 2);
    const found = proposalFor('P2-E', home(...facts, ...more));
    assert.equal(found.proposed, 3);
    assert.match(found.evidence, /Different checkable facts on \/: 1\d \(/);
  });

  test('amounts are facts in Naira and Kronor too, and days and routes are none', () => {
    assert.equal(proposed('P2-E', home('A full service costs ₦4,900, a wheel 650 kr.')), 1);
    assert.equal(proposed('P2-E', home('Open from Mo to Fr 9 in the morning, by route RM 5.')), 0);
    const naira = [
      'A month costs ₦5,000.',
      'A call costs ₦3, or ₦1.50 from ₦100,000 on.',
      'Cards from ₦900, or ₦750 each.',
    ];
    assert.equal(proposed('P2-E', home(...naira)), 2);
  });

  test('what fields of an interface are, and what they are without being set, are facts of documentation', () => {
    const row = (name: string, type: string) => `<tr><td>${name}</td><td>${type}</td><td>Of the boat.</td></tr>`;
    const names =
      'name colour length width draft mast sail crew harbour berth flag owner year hull keel engine fuel radio beds price'.split(
        ' ',
      );
    const docs = (body: string): MadeAnswers => ({ ...home('We let boats.'), '/docs/fields': page('Fields', body) });
    assert.equal(proposed('P2-E', docs(`<table>${names.map((name) => row(name, 'string')).join('')}</table>`)), 2);
    assert.equal(proposed('P2-E', docs(`<table>${names.map((name) => row(name, 'nice')).join('')}</table>`)), 0);
    const each = (sentence: (name: string) => string) => docs(names.map((name) => `<p>${sentence(name)}</p>`).join(''));
    assert.equal(
      proposed(
        'P2-E',
        each((name) => `The option ${name} is a boolean, and optional.`),
      ),
      2,
    );
    assert.equal(
      proposed(
        'P2-E',
        each((name) => `The option ${name} defaults to true.`),
      ),
      2,
    );
    for (const other of [
      'guitar string is for the',
      'art objects are on the',
      'our number is on the',
      'a string of shops is at the',
    ])
      assert.equal(
        proposed(
          'P2-E',
          each((name) => `${other} ${name}.`),
        ),
        0,
        other,
      );
    assert.equal(
      proposed(
        'P2-E',
        each((name) => `Whoever defaults to pay loses the ${name}.`),
      ),
      0,
    );
    assert.equal(
      proposed(
        'P2-E',
        each((name) => `Number of the ${name}`),
      ),
      0,
    );
  });

  /** So many words, eleven a sentence, none of which can be checked. */
  const words = (count: number): string[] =>
    Array.from({ length: Math.ceil(count / 11) }, (_, at) => {
      const [one, two] = [Math.floor(at / 26), at % 26].map((letter) => String.fromCharCode(97 + letter));
      return `The ${one}${two} wheel of the mill turns below the old roof.`;
    });

  test('a thousand words with a fact are 2, unless they praise', () => {
    assert.equal(proposed('P2-E', home(...words(1100))), 0, 'no fact');
    assert.equal(proposed('P2-E', home('A full service costs €49.', ...words(900))), 1);
    assert.equal(proposed('P2-E', home('A full service costs €49.', ...words(1000))), 2);
    const praise = words(1000).map((one, at) => (at % 10 === 0 ? one.replace('old', 'amazing') : one));
    assert.equal(proposed('P2-E', home('A full service costs €49.', ...praise)), 1);
    const news = { ...home('A full service costs €49.'), '/blog/wheels': page('Wheels', ...words(1000)) };
    assert.equal(proposed('P2-E', news), 1, 'articles are no offer');
  });

  test('two terms that are defined are 3, unless a text was left unfilled', () => {
    const terms = [
      'A wheel set means two wheels and their tyres.',
      'A full service means all that the list above names.',
    ];
    const defined = (...lines: string[]) => ({ ...home(...facts), '/help': page('Help', ...lines) });
    assert.equal(proposed('P2-E', defined(...terms)), 3);
    assert.equal(proposed('P2-E', defined(...terms.slice(0, 1))), 2);
    assert.equal(proposed('P2-E', defined(...terms, 'Write to [COMPANY NAME].')), 2);
  });

  test('vague praise outweighs few facts', () => {
    const praise = [
      'World class quality service.',
      'A seamless, innovative and powerful workshop.',
      'Outstanding, amazing, leading.',
    ];
    assert.equal(proposed('P2-E', home('A full service costs €49.', ...praise)), 1);
    assert.equal(
      proposed('P2-E', home(...facts, ...more, ...praise, 'Unmatched in every way.', 'Unparalleled and unique.')),
      2,
    );
  });

  test('text that was left unfilled keeps it at 2', () => {
    const unfilled = { '/terms': page('Terms', 'These are the terms of [COMPANY NAME] in [Your Country].') };
    const found = proposalFor('P2-E', { ...home(...facts, ...more), ...unfilled });
    assert.equal(found.proposed, 2);
    assert.match(found.evidence, /left unfilled at \/terms: "These are the terms of \[COMPANY NAME\]/);
  });

  test('so does a blank in another language, and a page that calls itself a placeholder', () => {
    const terms = (sentence: string, lang: 'en' | 'de' | 'fr' | 'it') => {
      const body = `<h1>Terms</h1><p>${sentence}</p>`;
      return lang === 'en' ? madePage(body) : foreignPage(body, lang);
    };
    const score = (sentence: string, lang: 'en' | 'de' | 'fr' | 'it') =>
      proposed('P2-E', { ...home(...facts, ...more), '/terms': terms(sentence, lang) });
    for (const [blank, lang] of [
      ['Ultimo aggiornamento di queste condizioni: [DATA].', 'it'],
      ['Il venditore è [RAGIONE SOCIALE] con sede nella nostra città.', 'it'],
      ['Le vendeur est [NOM DE LA SOCIÉTÉ], inscrit au registre du commerce.', 'fr'],
      ['PLACEHOLDER: our lawyers will write these terms later.', 'en'],
      ['Dear {{customer_name}}, these are our terms.', 'en'],
    ] as const)
      assert.equal(score(blank, lang), 2, blank);
    for (const [whole, lang] of [
      ['The placeholder in the form shows the format of a date.', 'en'],
      ['Hiermit widerrufe ich den Vertrag über den Kauf der Ware: [Name der Ware], bestellt am [Datum].', 'de'],
      ['Bitte schreiben Sie uns mit dem Betreff „Auskunft [Ihr Name]“.', 'de'],
      ['Cliquez sur [Votre compte] pour changer de mot de passe.', 'fr'],
      ['Platzhalter: so heißt unser Café am Markt.', 'de'],
      ['Values are in [data] and [name].', 'en'],
      ['Fill in tokens such as {{order_id}} by hand.', 'en'],
      ['Use {{first_name}} to greet each reader by name.', 'en'],
      ['Jede Vorlage kennt Platzhalter wie {{kunde.name}} für die Anrede.', 'de'],
      [`Then the workflow reads $${'{{'} secrets.API_KEY }}.`, 'en'],
    ] as const)
      assert.notEqual(score(whole, lang), 2, whole);
  });

  test('plans of one name on pages about different things contradict nothing', () => {
    const plans = (...rows: [string, string][]) =>
      page('Plans', ...rows.map(([name, price]) => `</p><h3>${name}</h3><p>${price} per month</p><p>`));
    const repairs = plans(['Basis', '€14'], ['Plus', '€20'], ['Premium', '€30']);
    const sites = plans(['Basis', '€40'], ['Standard', '€50'], ['Large', '€70']);
    const apart = proposalFor('P2-E', { ...home(...facts, ...more), '/repairs': repairs, '/sites': sites });
    assert.doesNotMatch(apart.evidence, /contradict each other/);
    const care = plans(['Basis', '€50'], ['Plus', '€100'], ['Premium', '€200']);
    const tiers = proposalFor('P2-E', { ...home(...facts, ...more), '/repairs': repairs, '/care': care });
    assert.doesNotMatch(tiers.evidence, /contradict each other/);
    const again = plans(['Basis', '€16'], ['Plus', '€20'], ['Premium', '€30']);
    const against = proposalFor('P2-E', { ...home(...facts, ...more), '/repairs': repairs, '/plans': again });
    assert.match(against.evidence, /contradict each other on the price of Basis per month/);
  });

  test('a contradiction keeps it at 2, with both sides; agreement and definitions lift it to 4', () => {
    const base = { ...home(...facts, ...more), '/pricing': page('Pricing', table('$49')) };
    const against = proposalFor('P2-E', { ...base, '/pricing.md': markdown('$59') });
    assert.equal(against.proposed, 2);
    assert.ok(against.needs_human.includes('conflict'));
    assert.match(against.evidence, /price of Team per month \(49 USD on \/pricing, 59 USD on \/pricing\.md\)/);
    const defined = page(
      'Terms',
      '"Request" means one call of the interface that was answered.',
      '"Seat" means a person who signs in to the account.',
      '"Day" means the time from midnight to midnight in UTC.',
    );
    const agreed = { ...base, '/pricing.md': markdown('$49') };
    assert.equal(proposed('P2-E', agreed), 3);
    assert.equal(proposed('P2-E', { ...agreed, '/terms': defined }), 4);
  });
});

describe('contradictions', () => {
  test('prices, limits and names of plans are compared between documents, not within one', () => {
    const at = (team: string, requests?: string) => ({ ...home(), '/pricing': page('Pricing', table(team, requests)) });
    assert.equal(contradictions({ ...at('$49'), '/pricing.md': markdown('$49') }, 'prices')?.likely, 0);
    assert.equal(contradictions({ ...at('$49'), '/pricing.md': markdown('$59') }, 'prices')?.likely, 1);
    const two = page('Pricing', table('$49'), table('$59'));
    assert.equal(contradictions({ ...home(), '/pricing': two }, 'prices')?.likely, 0, 'two seasons on one page');
    const yearly = markdown('$490').replaceAll('/ month', '/ year');
    assert.equal(contradictions({ ...at('$49'), '/pricing.md': yearly }, 'prices')?.likely, 0, 'another period');
    const other = { ...at('$49', '50,000'), '/docs/limits': page('Limits', table('$49', '60,000')) };
    assert.equal(contradictions(other, 'limits')?.likely, 1);
  });

  test('one plan under two names is found where the others agree', () => {
    const rows = (third: string) =>
      `# Pricing\n\n| Plan | Price |\n|---|---|\n| Solo | $9 / month |\n| Team | $49 / month |\n| ${third} | $99 / month |\n\n${'Prices are in US dollars. '.repeat(9)}`;
    const pages = (third: string) => ({ ...home(), '/pricing.md': rows('API Starter'), '/llms-full.txt': rows(third) });
    assert.equal(contradictions(pages('API Starter'), 'names')?.likely, 0);
    assert.equal(contradictions(pages('API'), 'names')?.likely, 1);
  });

  test('the number of tools is compared with the list', () => {
    const card = (count: number) =>
      JSON.stringify({
        serverInfo: { name: 'mill', version: '1' },
        url: 'https://example.com/mcp',
        tools: Array.from({ length: count }, (_, at) => ({ name: `tool_${at}` })),
      });
    const docs = { '/docs/mcp': page('MCP', 'Our MCP server has 42 tools.') };
    const at = (count: number) => ({ ...home(), ...docs, '/.well-known/mcp/server-card.json': card(count) });
    assert.equal(contradictions(at(42), 'tools')?.likely, 0);
    const found = contradictions(at(40), 'tools');
    assert.equal(found?.likely, 1);
    assert.match(String(found?.says.list), /42 on \/docs\/mcp, 40 listed on/);
  });

  test('the address of the API is compared between its description and the pages', () => {
    const api = (server: string) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Mill', version: '1' },
        servers: [{ url: server }],
        paths: { '/bikes': { get: { responses: { 200: { description: 'Bikes' } } } } },
      });
    const docs = { '/docs/': page('Documentation', 'Call https://api.example.com/public/v1/bikes with your key.') };
    const at = (server: string) => ({ ...home(), ...docs, '/openapi.json': api(server) });
    assert.equal(contradictions(at('https://api.example.com/public/v1'), 'addresses')?.likely, 0);
    assert.equal(contradictions(at('https://api.example.com/v1'), 'addresses')?.likely, 1);
  });
});

describe('decision signals (P4-B)', () => {
  const fit = [
    'Solo is best for freelancers.',
    'Team is ideal for small companies.',
    'Depot is perfect for large groups.',
  ];
  const at = (...lines: string[]): MadeAnswers => ({
    ...home('You can rest: we repair it.'),
    '/pricing': page('Pricing', ...lines),
  });
  const negative = 'Depot is not suitable for shops without storage.';
  const dated = 'Last updated: November 2, 2026.';

  test('benefits are 1, for whom 2, a line for each plan 3', () => {
    assert.equal(proposed('P4-B', home('You can rest: we repair it, so that your bicycle lasts.')), 1);
    assert.equal(proposed('P4-B', home('We repair bicycles for families.')), 2);
    assert.equal(proposed('P4-B', at(...fit.slice(0, 2))), 3);
    const rows =
      '<table><tr><th>Plan</th><th>Price</th><th>Best for</th></tr><tr><td>Solo</td><td>$9</td><td>One person</td></tr><tr><td>Team</td><td>$49</td><td>Offices</td></tr></table>';
    assert.equal(proposed('P4-B', at(rows)), 3);
  });

  test('when not, and a fresh date, are 4; what agents read 5', () => {
    assert.equal(proposed('P4-B', at(...fit, negative)), 3);
    assert.equal(proposed('P4-B', at(...fit, dated)), 3);
    assert.equal(proposed('P4-B', at(...fit, negative, 'Last updated: 3 January 2026.')), 3);
    const found = proposalFor('P4-B', at(...fit, negative, dated));
    assert.equal(found.proposed, 4);
    assert.ok(found.low <= 3 && found.needs_human.includes('lexical'));
    assert.match(found.evidence, /When it does not fit is spoken of at \/pricing/);
    assert.ok(
      found.claims?.some(({ counts, quote }) => counts === 'proof' && quote.startsWith('Depot is not suitable')),
    );
    const skills = JSON.stringify({
      skills: [{ name: 'repair', url: 'https://example.com/s.md', description: 'Use when a wheel is bent.' }],
    });
    assert.equal(
      proposed('P4-B', { ...at(...fit, negative, dated), '/.well-known/agent-skills/index.json': skills }),
      5,
    );
  });

  test('a page stuffed with words gains nothing above 3', () => {
    const stuffed = Array.from(
      { length: 40 },
      (_, n) => `Number ${n} is best for teams, ideal for business and perfect for you.`,
    );
    const found = proposalFor('P4-B', home(...stuffed));
    assert.ok(found.proposed <= 3 && found.low <= 2, `${found.low} ${found.proposed}`);
    for (const id of ['P2-B', 'P2-C', 'P2-D']) assert.ok(proposed(id, home(...stuffed)) <= 1, id);
  });
});
