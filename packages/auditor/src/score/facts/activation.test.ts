import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignPage, type MadeAnswers, madePage, proposalFor } from '../../../test/world/made-site.ts';

const proposed = (id: string, answers: MadeAnswers) =>
  proposalFor(id, { '/': madePage('<h1>Home</h1>'), ...answers }).proposed;
const page = (html: string) => madePage(html);
const api = (paths: object, extra: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bench', version: '2.1.0' },
    servers: [{ url: 'https://api.example.com' }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths,
    ...extra,
  });
const done = { responses: { 200: { description: 'Done' } } };
const FORM =
  '<form action="/send"><input name="name"><input name="email"><input name="phone"><textarea name="message"></textarea></form>';
const SIGNUP = '<a href="https://app.example.com/signup">Sign up</a>';

test('activation: from telephone to a start without any person', () => {
  const rung = (answers: MadeAnswers) => proposed('P4-A', answers);
  assert.equal(rung({ '/contact': page('<h1>Contact</h1><p>Call 01632 960144 or mail us.</p>') }), 0);
  assert.equal(rung({ '/contact': page(`<h1>Contact</h1>${FORM}`) }), 1);
  assert.equal(rung({ '/': page('<h1>Home</h1><a href="/demo">Request a demo</a>') }), 1);
  assert.equal(rung({ '/': page(`<h1>Home</h1>${SIGNUP}`) }), 2);
  assert.equal(rung({ '/': page('<h1>Home</h1><a href="https://www.opentable.com/r/luce">Reserve</a>') }), 3);
  assert.equal(rung({ '/': page('<h1>Bags</h1><a href="/cart">Cart</a>') }), 3);
  const asked = { '/contact': page(`<h1>Contact</h1>${FORM}`) };
  const booked = '<p>You book online and pay by card.</p>';
  const kontakt = { '/kontakt': page(`<h1>Kontakt</h1>${FORM}`) };
  for (const answers of [asked, kontakt])
    assert.equal(
      rung({ ...answers, '/': page(`<h1>Rooms</h1><a href="${Object.keys(answers)[0]}">Book now</a>${booked}`) }),
      1,
    );
  assert.equal(rung({ '/': page(`<h1>Rooms</h1><a href="/rooms/book">Book now</a>${booked}`) }), 3);
  assert.equal(rung({ '/': page('<h1>Checks</h1><a href="/new">Get free key</a>') }), 2);
  const tickets = '<p>Friday $40</p><a href="https://learn.example.org/bundles/friday">Buy ticket</a>';
  assert.equal(rung({ '/tickets': page(`<h1>Tickets</h1>${tickets}`) }), 3);
  const store = '<a href="https://store.university.example.org/browse?item=263">Students</a>';
  assert.equal(rung({ '/purchase-online': page(`<h1>Subscriptions</h1><p>A year costs $14</p>${store}`) }), 3);
  const free = '<a href="https://www.hall-bookings.example.org/village-hall/">View availability</a>';
  assert.equal(rung({ '/bookings': page(`<h1>Bookings</h1>${free}`) }), 2);
  assert.equal(rung({ '/links': page(`<h1>Links</h1><p>What others sell</p>${store}`) }), 0, 'a link among others');
  assert.equal(rung({ '/': page(`<h1>Home</h1>${SIGNUP}<p>No credit card required.</p>`) }), 3);
  const read_first = '<p>Please read our terms carefully before signing up.</p>';
  assert.equal(rung({ '/': page(`<h1>Home</h1>${SIGNUP}${read_first}`) }), 2);
  assert.equal(rung({ '/': page('<h1>Bags</h1><a href="/cart">Cart</a><p>Or check out as a guest.</p>') }), 3);
  const open = { post: { operationId: 'provisionProject', security: [], ...done } };
  assert.equal(rung({ '/openapi.json': api({ '/provision': open }) }), 4);
  const anonymous = {
    issuer: 'https://example.com',
    token_endpoint: 'https://example.com/token',
    agent_auth: { register_uri: 'https://example.com/agents', identity_types_supported: ['anonymous'] },
  };
  const metadata = { '/.well-known/oauth-authorization-server': JSON.stringify(anonymous) };
  const known = { '/docs/auth': page('<h1>Keys</h1><p>Agent registration gives a key at once.</p>') };
  assert.equal(rung({ ...metadata, ...known }), 4);
  const answered = {
    'https://api.example.com/health': { role: 'api_live', body: '{"status":"ok"}', type: 'application/json' },
  };
  assert.equal(rung({ ...metadata, ...known, ...answered }), 5);
});

test('activation: a link to start with counts beside one to sign in that leads to the same address', () => {
  const links = ['Log in', 'Open the app', 'Sign up free'].map(
    (text) => `<a href="https://app.example.com/">${text}</a>`,
  );
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${links.join(' ')}`) }), 2);
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${links.slice(0, 2).join(' ')}`) }), 0);
  const two = (...texts: string[]) =>
    proposed('P4-A', { '/': page(`<h1>Home</h1>${texts.map((text) => `<a href="/next">${text}</a>`).join('')}`) });
  assert.equal(two('Log in', 'Start free trial'), 2);
  assert.equal(two('Contact sales', 'Get started'), 1, 'people answer there');
  assert.equal(two('Newsletter', 'Sign up'), 0);
  for (const other of ['Learn more', 'Live demo', 'Docs', 'Blog', 'Sign in with GitHub'])
    assert.equal(two(other, 'Start free trial'), 2, other);
  for (const other of ['Donate', 'Careers', 'Visit us']) assert.equal(two(other, 'Join now'), 0, other);
  assert.equal(two('Anfrage', 'Jetzt starten'), 0);
  const query = ['register', 'contact'].map((name) => `<a href="/index.php?route=${name}">${name}</a>`);
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${query.join('')}`) }), 2);
  assert.equal(proposed('P4-A', { '/': page('<h1>Acme</h1><a href="/">Acme</a><a href="/">Sign up</a>') }), 0);
  assert.equal(two('Shop', 'Every basket is made by hand'), 0);
  const others = ['HMRC', 'Register for VAT'].map((text) => `<a href="https://www.gov.example.org/">${text}</a>`);
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${others.join('')}`) }), 0);
  const dashboard = '<a href="https://app.example.com/">Open account overview</a>';
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${dashboard}`) }), 0);
});

test('activation: a program or a key that needs no card is a start by oneself, also without a link to sign up', () => {
  const rung = (html: string) =>
    proposed('P4-A', {
      '/': page('<h1>Home</h1>'),
      '/docs': page(`<h1>Setup</h1>${html}`),
      '/pricing': page('<h1>Prices</h1><p>Free for one person, no credit card required.</p>'),
    });
  assert.equal(rung('<p>Sign in with your account.</p><pre>brew install example</pre>'), 3);
  assert.equal(rung('<p>Sign in with your account.</p>'), 2);
  const rooms = (link: string) => proposed('P4-A', { '/': page(`<h1>Rooms</h1>${link}`) });
  assert.equal(rooms('<a href="https://www.hostelworld.com/pwa/s/lighthouse-inn">Book</a>'), 3);
  assert.equal(
    rooms('<a href="https://www.expedia.com/Lighthouse.h12.Hotel-Reviews">Expedia</a>'),
    0,
    'others judge it there',
  );
});

test('activation: a form that asks for a new password makes an account, in any language; one to sign in with does not', () => {
  const rung = (fields: string) =>
    proposed('P4-A', {
      '/': madePage(
        `<h1>Panel</h1>${'<p>Zarządzaj dokumentami swojej firmy w jednym miejscu.</p>'.repeat(20)}<form>${fields}</form>`,
        { lang: 'pl' },
      ),
    });
  const [name, mail, secret] = [
    '<input id="firma">',
    '<input type="email" id="poczta">',
    '<input type="password" id="haslo">',
  ];
  assert.equal(
    rung(`${name}${mail}${secret}<input type="password" id="haslo2"><button>Dalej</button>`),
    2,
    'typed twice',
  );
  assert.equal(rung(`${name}<input id="imie">${mail}${secret}`), 2, 'beside a name and a firm');
  assert.equal(rung(`${name}<input name="postcode">${mail}${secret}`), 2, 'a postcode is no code');
  assert.equal(
    rung(`<input type="hidden" name="token">${mail}${secret}<input type="checkbox" name="keep"><button>Dalej</button>`),
    0,
  );
});

test('activation: a button of a basket takes orders, where it is seen and on the words that it has', () => {
  const rung = (html: string) => proposed('P4-A', { '/': page(`<h1>Sauces</h1><p>Mild $9</p>${html}`) });
  for (const button of [
    'Add to cart',
    'Cart (0)',
    'Warenkorb',
    'Warenkorb öffnen',
    'Ver carrito',
    'Apri carrello',
    'Winkelmandje bekijken',
    'Añadir a la cesta',
    'Toevoegen aan winkelmandje',
  ])
    assert.equal(rung(`<button>${button}</button>`), 3, button);
  assert.equal(rung('<button aria-label="Abrir carrinho"><svg></svg></button>'), 3);
  assert.equal(rung('<button aria-label="Mild sauce">Add to cart</button>'), 3);
  assert.equal(rung('<button aria-label="Carrito">0</button>'), 3, 'how many are in it is no name');
  for (const button of [
    '<button>Add</button>',
    '<button>Breakfast baskets</button>',
    '<button aria-label="Add to cart">Open menu</button>',
    '<button>Do you offer buy now, pay later?</button>',
    '<button aria-label="Close shopping bag">×</button>',
    '<button>How do I put it into my shopping basket</button>',
    '<button>Buy now (coming soon)</button>',
    '<button disabled>Buy now</button>',
    '<button role="tab">Shopping cart</button>',
    '<button>Carrinho de bebé</button>',
    '<div style="display:none"><button>Add to cart</button></div>',
  ])
    assert.equal(rung(button), 0, button);
});

test('activation: a card that is a link orders by what it ends with, and not by what it is about', () => {
  const rung = (html: string) => proposed('P4-A', { '/': page(`<h1>Sauces</h1><p>Mild $9</p>${html}`) });
  const card = (text: string) => `<a href="/guide"><h3>How we bring sauces</h3><p>${text}</p></a>`;
  assert.equal(
    rung(card('Each morning a cart brings them through the town and back again.')),
    0,
    'what a page is about',
  );
  assert.equal(rung(card('Choose from three sizes that we bake each day. Add to cart')), 3);
  assert.equal(rung(card('Choose from three sizes that we bake each day. Add to bag Save for later please')), 3);
});

test('activation: a button that starts an account or a trial is a start, also a link that a script acts on', () => {
  const rung = (body: string) => proposed('P4-A', { '/': page(body) });
  const card = 'You need no credit card for the first month.';
  for (const button of [
    '<button>Start free</button>',
    '<a href="#" onclick="go()">Try free for 10 days</a>',
    '<a href="javascript:void(0)" role="button">Start your free trial</a>',
    '<button>Kostenlos testen</button>',
    '<button>Créer un compte</button>',
    '<button>Try it for 30 days free</button>',
    '<button>Get your free tracking key</button>',
    '<a href="/app">Start my first trial</a>',
  ]) {
    assert.equal(rung(button), 2, button);
    assert.equal(rung(`${button}<p>${card}</p>`), 3, button);
  }
  for (const button of [
    'Sign up',
    'Free trial class',
    'Start demo',
    'Start free consultation',
    'Request a free trial',
    'No free trial',
    'Hörgerät kostenlos testen',
    'Essai gratuit sur rendez-vous',
    'Clases de prueba gratis',
    'Prenota una prova gratis',
    'Try our bread gluten free',
    'Start a clinical trial',
    'Create a bank account',
    'Get the house key',
    'Generate SSH key',
  ])
    assert.equal(rung(`<button>${button}</button>`), 0, button);
  for (const link of [
    '<a href="#">Try it free</a>',
    '<a href="#" role="tab" onclick="go()">Create account</a>',
    '<a href="#" role="button" data-bs-toggle="tab">Add to cart</a>',
    '<a href="#" onclick="go()" aria-haspopup="true">Add to cart</a>',
  ])
    assert.equal(rung(link), 0, link);
});

test('activation: who denies that one books in some way takes nobody without booking', () => {
  const rung = (sentence: string, lang: 'en' | 'de' | 'fr') => {
    const body = `<h1>Tour</h1><p>${sentence}</p>`;
    return proposed('P4-A', { '/': lang === 'en' ? page(body) : foreignPage(body, lang) });
  };
  for (const [sentence, lang] of [
    ['Pas de réservation d’un simple clic.', 'fr'],
    ['Pas de réservation par internet pour nos voyages.', 'fr'],
    ['Keine Reservierung über das Internet, bitte.', 'de'],
    ['Ohne Reservierung kein Einlass ins Haus.', 'de'],
    ['No bookings online, please.', 'en'],
  ] as const)
    assert.equal(rung(sentence, lang), 0, sentence);
  for (const [sentence, lang] of [
    ['Sans réservation, venez quand vous voulez.', 'fr'],
    ['Kommen Sie einfach, ohne Anmeldung.', 'de'],
    ['No booking needed, just turn up; tickets are also sold online.', 'en'],
  ] as const)
    assert.equal(rung(sentence, lang), 2, sentence);
});

test('activation: a call without credentials that gives a key to try with opens the way', () => {
  const sandbox = { post: { operationId: 'createSandboxKey', security: [], ...done } };
  assert.equal(proposed('P4-A', { '/openapi.json': api({ '/sandbox-keys': sandbox }) }), 4);
  const keyed = { post: { operationId: 'createSandboxKey', ...done } };
  assert.equal(
    proposed('P4-A', { '/openapi.json': api({ '/sandbox-keys': keyed }) }),
    0,
    'who makes one needs another',
  );
});

test('activation: a program of the firm is installed by a command, in code and by its name', () => {
  const rung = (command: string) =>
    proposed('P4-A', { '/docs/install': page(`<h1>Install</h1><pre><code>${command}</code></pre>`) });
  for (const command of [
    'brew install example/tap/example',
    'docker pull ghcr.io/example/example:1.9',
    'sudo apt install example',
    'docker run -d -p 3000:3000 \\\n  -v data:/data example/example',
    'curl -fsSLO https://github.com/example/example/releases/download/v1.9.0/example_linux.tar.gz',
    'curl -sSL https://example.com/install.sh | sh',
    '$ brew install example/tap/example',
  ])
    assert.equal(rung(command), 4, command);
  const beside = (start: string) =>
    proposed('P4-A', {
      '/': page(`<h1>Home</h1>${start}`),
      '/docs/install': page('<h1>Install</h1><pre><code>sudo apt install example</code></pre>'),
    });
  for (const start of [SIGNUP, '<button>Create account</button>'])
    assert.equal(beside(start), 2, 'who installs it has an account');
  assert.equal(rung('npm install \\\n  @example/sdk'), 4, 'a package on the next line');
  assert.equal(rung('brew install postgresql'), 0);
  assert.equal(rung('docker pull postgres:18'), 0);
});

test('activation: a page on installing that links the own source installs a program', () => {
  const at = (title: string, repository: string, path = 'archive/main.zip') =>
    proposed('P4-A', {
      '/': page('<h1>Home</h1>'),
      '/docs/installation': madePage(
        `<h1>Steps</h1><p>Load the <a href="https://github.com/mill/${repository}/${path}">repository</a>.</p>`,
        { title },
      ),
    });
  assert.equal(at('Installation | Mill', 'example'), 4);
  assert.equal(at('Installation | Mill', 'others'), 0, 'what others wrote');
  assert.equal(at('Examples | Mill', 'example'), 0, 'no page on installing');
  for (const path of ['issues', 'blob/main/install.md'])
    assert.equal(at('Installation | Mill', 'example', path), 0, path);
  assert.equal(at('Installation | Mill', 'example-docs'), 0, 'the source of its pages');
});

test('activation: who may come without booking starts alone; what is not booked any more is no such thing', () => {
  const rung = (sentence: string) => proposed('P4-A', { '/': page(`<h1>Home</h1><p>${sentence}</p>`) });
  assert.equal(rung('There are no reservations: you queue and pay at the booth.'), 2);
  assert.equal(rung('Walk-ins are welcome until 5 pm.'), 1);
  assert.equal(rung('No bookings on public holidays.'), 0);
  assert.equal(rung('There is no booking fee.'), 0);
  assert.equal(rung('You need no appointment for up to four people who tour the shop.'), 0);
  assert.equal(rung('To book, ring, email or walk in.'), 0);
});

test('activation: a key for calls that comes with an account without a card opens the way', () => {
  const calls = { '/openapi.json': api({ '/things': { get: { operationId: 'listThings', ...done } } }) };
  const docs = (text: string) => ({ '/docs': { role: 'docs' as const, body: page(`<h1>Start</h1><p>${text}</p>`) } });
  const home = { '/': page(`<h1>Home</h1>${SIGNUP}<p>No credit card is needed.</p>`) };
  const own = docs('Create an API key in the dashboard, in a minute.');
  assert.equal(proposed('P4-A', { ...home, ...calls, ...own }), 4);
  assert.equal(proposed('P4-A', { ...home, ...calls, ...docs('Each call has your API key in its header.') }), 4);
  assert.equal(proposed('P4-A', { ...home, ...calls }), 3);
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${SIGNUP}`), ...calls, ...own }), 2);
});

test('activation: a trial that needs no card is a start, also where no link to it was read', () => {
  assert.equal(proposed('P4-A', { '/': page('<h1>Home</h1><p>The trial of 30 days needs no card.</p>') }), 2);
  const german =
    '<!doctype html><html lang="de"><title>Kran</title><h1>Kran</h1><p>Legen Sie ein Konto an. Es genügen E-Mail und Kennwort, keine Zahlungsdaten. Dann rechnen wir mit Ihnen die Last aus.</p></html>';
  assert.equal(proposed('P4-A', { '/': german }), 2);
});

test('activation: a start that is free is none where the offer is still to come', () => {
  const at = (said: string) =>
    proposalFor('P4-A', { '/': page(`<h1>Home</h1><p>It needs no account.</p><p>${said}</p>`) });
  assert.equal(at('Get it from the App Store.').proposed, 2);
  const found = at('Coming soon to the App Store');
  assert.equal(found.proposed, 0);
  assert.match(found.evidence, /An entry in a store is announced \(\/\)/);
  for (const there of [
    'The app is coming soon to Google Play.',
    'Coming soon to the App Store and Google Play',
    'Coming soon to the App Store, a guide to the mills of every village beside our river',
    'Now in the App Store, more soon',
  ])
    assert.equal(at(there).proposed, 2, there);
  assert.equal(at('Coming soon to the App Store</p><p>Until then it runs in your browser.').proposed, 2);
  const shop = page(`<h1>Home</h1>${SIGNUP}<p>It needs no account.</p><p>Coming soon to the App Store</p>`);
  assert.equal(proposed('P4-A', { '/': shop }), 3, 'who can start does');
});

test('activation: what a form sends to is an address: a button on the page of a product orders', () => {
  const button = '<form action="/cart" method="post"><input type="number" name="qty"><button>Add</button></form>';
  const search = '<form action="/search"><input name="q"></form>';
  const rung = (form: string) => proposed('P4-A', { '/': page(`<h1>Bench</h1>${form}`) });
  assert.equal(rung(button), 3);
  assert.equal(rung(search), 0);
  assert.equal(
    rung('<form action="https://www.paypal.com/cgi-bin/webscr" method="post"><button>Buy</button></form>'),
    3,
  );
});

test('activation: a form or a number that its template still has is no way in', () => {
  const rung = (html: string) => proposed('P4-A', { '/': page(`<h1>Home</h1>${html}`) });
  const sent = (action: string) => rung(FORM.replace('/send', action));
  assert.equal(sent('https://formspree.io/f/mqkvwzab'), 1);
  for (const action of [
    'https://formspree.io/f/{form_id}',
    'https://formspree.io/f/your-form-id',
    'mailto:seuemail@dominio.com',
    'https://formsubmit.co/your@email.com',
  ])
    assert.equal(sent(action), 0, action);
  assert.equal(rung('<a href="https://wa.me/441632960144">Write to us</a>'), 1);
  for (const number of ['5599999999999', '1234567890'])
    assert.equal(rung(`<a href="https://wa.me/${number}">Write to us</a>`), 0, number);
  assert.equal(rung('<a href="https://wa.me/441234567321">Write to us</a>'), 1, 'a number of a town');
  assert.equal(rung('<a href="/sign-up/verify-your-name">Sign up</a>'), 2, 'an own address may say whose it is');
});

test('activation: a button to book that leads to a form for a message books nothing', () => {
  const home = page('<h1>Home</h1><a href="/stay/book">Book now</a>');
  const rung = (fields: string, more: MadeAnswers = {}) =>
    proposed('P4-A', {
      '/': home,
      '/stay/book': page(`<h1>Your stay</h1><form action="/send">${fields}</form>`),
      ...more,
    });
  const message = '<input name="name"><input name="email"><textarea name="message"></textarea>';
  assert.equal(rung(message), 1);
  assert.equal(rung(`${message}<input name="arrival_date"><input name="nights">`), 3);
  assert.equal(proposed('P4-A', { '/': home }), 3, 'what was not read may book');
  const workshop = {
    '/': page('<h1>Home</h1><a href="/workshops/book">Book now</a>'),
    '/workshops/book': page(`<h1>Your day</h1><form action="/send">${message}</form>`),
  };
  assert.equal(rung(message, workshop), 1, 'a workshop is no shop');
  const twin = page('<h1>Home</h1><a href="/en/stay/book.html">Book now</a>');
  assert.equal(rung(message, { '/': twin }), 1, 'its twin in another language was read');
});

test('activation: a key that is free for an address is a start by oneself', () => {
  const home = page('<h1>Signals</h1><h2>Get your free API key, without a card</h2><p>We send it by email.</p>');
  const described = { '/openapi.json': api({ '/signals': { get: { operationId: 'listSignals', ...done } } }) };
  assert.ok(proposed('P4-A', { '/': home, ...described }) >= 3);
});

test('activation: a question or an article that speaks of buying is no order', () => {
  const blog = {
    role: 'blog' as const,
    body: page('<h1>Which wood?</h1><p>Buy now or wait, that is what many ask.</p>'),
  };
  const link = '<a href="/blog/buy-now-or-wait">Notes</a>';
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${link}`), '/blog/buy-now-or-wait': blog }), 0);
  assert.equal(proposed('P4-A', { '/': page('<h1>Home</h1><a href="/woods">Which wood should I buy now?</a>') }), 0);
  assert.equal(proposed('P4-A', { '/': page('<h1>Home</h1><a href="/woods">Buy now</a>') }), 3);
});

test('activation: a call that makes keys is named, and no way for programs is denied beside it', () => {
  const keyed = { post: { operationId: 'createKey', ...done } };
  const home = { '/': page(`<h1>Home</h1>${SIGNUP}`) };
  const found = proposalFor('P4-A', { ...home, '/openapi.json': api({ '/keys': keyed }) });
  assert.equal(found.proposed, 2, 'who makes one needs another');
  assert.match(found.evidence, /A call that makes keys or accounts is described: POST \/keys/);
  assert.doesNotMatch(found.evidence, /No way for a program/);
});

test('activation: messages, calendars of people, shops on hosts of their own, and what is confirmed at once', () => {
  const rung = (home: string) => proposed('P4-A', { '/': page(`<h1>Home</h1>${home}`) });
  const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
  assert.equal(rung(link('https://wa.me/441632960144', 'Write to us')), 1);
  for (const text of ['Apply here', 'Book now', 'Sign up'])
    assert.equal(rung(link('https://forms.gle/Jb4x7Kq2', text)), 1, text);
  assert.equal(rung(link('https://forms.gle/Jb4x7Kq2', 'Take our survey')), 0);
  assert.equal(rung(link('https://chat.whatsapp.com/Gk2', 'Order now')), 1);
  // A person answers what is ordered by a message.
  assert.equal(rung(link('https://wa.me/441632960144?text=I+want+a+jar', 'Order now')), 1);
  assert.equal(rung(link('https://m.me/millhoney', 'Book online now')), 1);
  // A talk comes before the first use.
  assert.equal(rung(link('https://calendly.com/acme/intro', 'Pick a time for a first talk')), 2);
  assert.equal(rung(link('https://shop.example.com/', 'Season tickets')), 3);
  assert.equal(rung(link('https://www.justgiving.com/acme-trust', 'Give online')), 3);
  assert.equal(rung(link('https://register.example.org/firms', 'Find us in the register of firms')), 0);
  assert.equal(rung(`${FORM}<p>Courses with free places are confirmed at once.</p>`), 3);
  assert.equal(rung(`${FORM}<p>We confirm your place within two days.</p>`), 1);
  const asked = '<p>For your stay you pay by card by a link on request.</p>';
  assert.equal(rung(`${FORM}${link('/book', 'Book a stay')}${asked}`), 1);
  const kit = link('https://www.npmjs.com/package/example-grid', 'Package');
  const docs = (text: string) =>
    proposed('P4-A', { '/': page(`<h1>Home</h1>${kit}`), '/docs/keys': page(`<h1>Keys</h1>${text}`) });
  const keys = '<p>You sign in to the desk and copy your API key from there.</p>';
  assert.equal(docs(keys), 2);
  assert.equal(docs(`${keys}<p>Without a key every call works just the same.</p>`), 4);
});

test('activation: what a user has at once is no start', () => {
  const rung = (sentence: string) => proposed('P4-A', { '/': page(`<h1>Home</h1><p>${sentence}</p>`) });
  assert.equal(rung('A tap gives crews instant access to each drawing.'), 0);
  assert.equal(rung('You need no account to begin.'), 2);
});

test('activation: what a page of links leads to is booked with others', () => {
  const house = '<a href="https://www.gites-de-france.com/gites/fr/savoie">Gîtes</a>';
  const rung = (path: string) =>
    proposed('P4-A', { '/': page('<h1>Home</h1>'), [path]: page(`<h1>Page</h1>${house}`) });
  assert.equal(rung('/chalet.html'), 3);
  for (const path of ['/liens.html', '/links', '/partner/', '/partenaires.php']) assert.equal(rung(path), 0, path);
});

test('activation: what a page shows in a frame is a way in, where people see it', () => {
  const rung = (html: string, path = '/') => proposed('P4-A', { [path]: page(`<h1>Home</h1>${html}`) });
  const frame = (src: string, more = '') => `<iframe src="${src}" ${more}></iframe>`;
  const slots = 'https://calendly.com/acme/intro';
  assert.equal(rung(frame(slots)), 2);
  for (const src of ['', 'about:blank'])
    assert.equal(rung(frame(src, `data-src="${slots}"`)), 2, 'loaded when it is seen');
  assert.equal(rung(`<div class="calendly-inline-widget" data-url="${slots}"></div>`), 2);
  assert.equal(rung(frame('https://docs.google.com/forms/d/e/1FAI/viewform?embedded=true')), 1);
  assert.equal(rung(`<div class="share" data-url="${slots}"></div>`), 0);
  for (const script of ['https://cdn.supersaas.net/widget.js', 'https://assets.calendly.com/assets/external/widget.js'])
    assert.equal(rung(`<button>Choose a day</button><script src="${script}"></script>`), 2, script);
  assert.equal(rung('<script src="https://www.googletagmanager.com/gtag/js?id=1"></script>'), 0);
  assert.equal(rung(frame(slots, 'hidden')), 0);
  assert.equal(rung(`<noscript>${frame(slots)}</noscript>`), 0);
  assert.equal(rung(frame(slots), '/docs/embed'), 0, 'what readers may show');
  const form = 'https://docs.google.com/forms/d/e/1FAI/viewform';
  assert.equal(rung(`<h2>Member survey</h2>${frame(form)}`), 0);
  assert.equal(rung(frame(form, 'title="Newsletter"')), 0);
  assert.equal(rung(frame('https://calendar.google.com/calendar/embed?src=club')), 0, 'a list of dates');
  assert.equal(rung(frame('https://calendar.google.com/calendar/appointments/schedules/AcZ?gv=true')), 2);
  assert.equal(rung(`<div style="display:none">${frame(slots)}</div>`), 0);
  assert.equal(rung(frame('https://www.google.com/maps/embed?pb=1')), 0);
  assert.equal(rung(frame('https://www.youtube.com/embed/abc')), 0);
});

test('activation: metadata that no page knows is doubted, one that is switched off is nothing', () => {
  const metadata = {
    issuer: 'https://example.com',
    token_endpoint: 'https://example.com/token',
    registration_endpoint: 'https://example.com/register',
  };
  const path = '/.well-known/oauth-authorization-server';
  const found = proposalFor('P4-A', { '/': page(`<h1>Home</h1>${SIGNUP}`), [path]: JSON.stringify(metadata) });
  assert.deepEqual([found.low, found.proposed, found.needs_human.includes('conflict')], [2, 4, true]);
  const off = { ucp: { version: '0.0.0', available: false, message: 'We do not implement this protocol.' } };
  assert.equal(proposed('P4-A', { '/.well-known/ucp': JSON.stringify(off) }), 0);
  const on = {
    ucp: { version: '2026-01-11', services: { shopping: { version: '1' } }, capabilities: [{ name: 'checkout' }] },
  };
  assert.equal(proposed('P4-A', { '/.well-known/ucp': JSON.stringify(on) }), 4);
});

test('activation: "book a demo" is a request, a library without accounts is a start', () => {
  const call = '<a href="https://calendly.com/">Calendly</a><a href="/call">Book a call</a>';
  assert.equal(proposed('P4-A', { '/': page(`<h1>Home</h1>${call}`) }), 1);
  const install = page('<h1>Install</h1><pre>pip install example</pre>');
  assert.equal(proposed('P4-A', { '/docs/install': install }), 4);
  const keyed = page('<h1>Install</h1><pre>pip install example</pre><p>You need an API key.</p>');
  assert.equal(proposed('P4-A', { '/docs/install': keyed }), 2);
  const spoken = proposalFor('P4-A', {
    '/docs/install': page('<h1>Install</h1><p>You install the client (with pip install example), and it is there.</p>'),
  });
  assert.match(spoken.evidence, /is installed: example\./);
  assert.ok(spoken.low < 2 && spoken.needs_human.includes('lexical'), 'a command that is only spoken of');
});

const READS = {
  '/v1/jobs': { get: { operationId: 'listJobs', ...done } },
  '/v1/parts': { get: { operationId: 'listParts', ...done } },
};
const WRITES = { ...READS, '/v1/jobs/{id}': { put: { operationId: 'changeJob', ...done } } };
const HOOKS = { '/docs/webhooks': page('<h1>Webhooks</h1><p>Webhooks send events to your endpoint.</p>') };
const PACKAGES = {
  '/docs/libraries': page('<h1>Libraries</h1><pre>npm install @example/client</pre><pre>pip install example</pre>'),
};

test('integration: mentions, one guide, several, an interface with packages and events', () => {
  const rung = (answers: MadeAnswers) => proposed('P5-A', answers);
  assert.equal(rung({}), 0);
  assert.equal(
    rung({ '/': page('<h1>Home</h1><p>It integrates with your calendar.</p><p>It works with your till.</p>') }),
    1,
  );
  assert.equal(rung({ '/': page('<h1>Home</h1><p>Your old lists are imported from Excel or CSV.</p>') }), 1);
  const words = 'Connect it in the settings and choose what is shared. '.repeat(12);
  assert.equal(rung({ '/integrations/stripe': page(`<h1>Stripe</h1><p>${words}</p>`) }), 2);
  assert.equal(rung({ '/openapi.json': api({ ...READS, '/v1/orders': { get: done } }) }), 2);
  const five = ['Slack', 'GitHub', 'Jira', 'Stripe', 'Zendesk']
    .map((name) => `<h2>${name}</h2><p>${words}</p>`)
    .join('');
  assert.equal(rung({ '/integrations': page(`<h1>Integrations</h1>${five}`) }), 3);
  const guides = ['mills', 'looms', 'kilns', 'presses', 'lathes'].map(
    (name) => [`/integrations/${name}`, page(`<h1>${name}</h1><p>${name} ${words}</p>`)] as const,
  );
  assert.equal(rung(Object.fromEntries(guides)), 3, 'a guide for each, whatever they are called');
  assert.equal(rung(Object.fromEntries(guides.slice(1))), 2);
  const extensions = guides.map(([path, body]) => [path.replace('integrations', 'extensions'), body] as const);
  assert.ok(rung(Object.fromEntries(extensions)) < 3, 'pages called extensions are no guides to integrations');
  assert.equal(rung({ '/openapi.json': api(WRITES), ...HOOKS }), 3);
  assert.equal(rung({ '/openapi.json': api(WRITES), ...HOOKS, ...PACKAGES }), 4);
  const events = { webhooks: { 'job.done': { post: { operationId: 'jobDone', ...done } } } };
  assert.equal(rung({ '/openapi.json': api(WRITES, events), ...HOOKS, ...PACKAGES }), 5);
});

test('integration: what is planned, and packages of others, do not count', () => {
  const words = 'Each order becomes an invitation. '.repeat(20);
  const planned = page(`<h1>Shopify</h1><p>Planned</p><p>${words}</p>`);
  assert.equal(proposed('P5-A', { '/integrations/shopify': planned }), 0);
  const others = page(
    '<h1>Build</h1><p>A task may run any command.</p><pre>npm install react</pre><pre>pip install numpy</pre>',
  );
  const found = proposalFor('P5-A', { '/': page(''), '/docs/build': others });
  assert.match(found.evidence, /No integration|No package/);
});
