import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MadeAnswers, madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import { kindOf } from './page-kind.ts';

const NAV = `<nav><a href="/">Mill</a><a href="/services">Services</a><a href="/prices">Prices</a><a href="/contact">Contact</a><a href="/terms">Terms</a></nav>`;
const inSite = (body: string, title = 'Mill Bicycles') =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${NAV}<main>${body}</main></body></html>`;
const own: MadeAnswers = {
  '/': inSite(
    '<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill, and we sell parts for all of them on our square.</p>',
  ),
  '/services': inSite(
    '<h1>Services</h1><p>We repair brakes and wheels, and our workshop tells you before we begin what it costs.</p>',
  ),
  '/prices': inSite(
    '<h1>Prices</h1><p>A new chain costs $30, a new wheel $90 and an hour of our work $45 in the whole year.</p>',
  ),
  '/terms': inSite(
    '<h1>Terms</h1><p>If you cancel within 14 days, we pay back the whole price of what you bought from us.</p>',
  ),
};
const ESSAY =
  '<article><h1>What a pass for the pools allows</h1><p>The town sells a pass for ten swims, which costs $45 and is valid for 12 months.</p><p>Holders can cancel the pass within 14 days for a full refund, and after that the town keeps 20 %.</p><p>The scopes of its interface are pools:read and pools:write, and each token is valid for ten minutes.</p><p>An audit log lists who used which key, and it can be exported as CSV by every holder of a pass.</p></article>';
const apart = `<!doctype html><html lang="en"><head><title>What a pass for the pools allows</title></head><body><main>${ESSAY}</main></body></html>`;

describe('pages about others', () => {
  const kinds = (answers: MadeAnswers) => {
    const site = madeSite(answers);
    return new Map(site.pages.map((page) => [page.path, kindOf(site, page)]));
  };

  test('are known by navigation, names and prose, whatever their address', () => {
    const found = kinds({ ...own, '/pass': apart });
    assert.equal(found.get('/pass'), 'apart');
    for (const path of ['/', '/services', '/prices', '/terms']) assert.equal(found.get(path), 'offer', path);
  });

  test('are known where the navigation is marked by nothing, as what pages link alike', () => {
    const unmarked = (html: string) =>
      html.replaceAll('<nav>', '<table><tr><td>').replaceAll('</nav>', '</td></tr></table>');
    const site = Object.fromEntries(Object.entries(own).map(([path, answer]) => [path, unmarked(answer as string)]));
    const found = kinds({ ...site, '/pass': apart });
    assert.equal(found.get('/pass'), 'apart');
    for (const path of Object.keys(own)) assert.equal(found.get(path), 'offer', path);
  });

  test('are no comparison where a page of prices compares its own plans', () => {
    const plans = (title: string) =>
      inSite(
        `<h1>${title}</h1><p>Our small pass costs $12 a month for one wheel, and our large pass costs $30 a month for all wheels of a family.</p>`,
        title,
      );
    const title = 'Compare our plans';
    assert.equal(kinds({ ...own, '/prices': plans(title) }).get('/prices'), 'offer');
    assert.equal(kinds({ ...own, '/mill-vs-forge': plans(title) }).get('/mill-vs-forge'), 'comparison');
    const linked = inSite('<h1>Mill</h1><p>We repair bicycles in the old mill.</p><a href="/n93">More</a>');
    const named = (title: string) => kinds({ ...own, '/': linked, '/n93': plans(title) }).get('/n93');
    assert.equal(named('Compare our pricing plans'), 'offer', 'whatever its address');
    assert.equal(named('Compare Mill and Forge'), 'comparison');
    assert.equal(named('Mill vs Forge: plans and prices'), 'comparison');
    assert.equal(named('Compare Notion pricing'), 'comparison');
    const versus = 'Pricing - Basic vs Plus | Mill';
    assert.equal(named(versus), 'comparison', 'a page that no navigation names');
    const moved = Object.fromEntries(
      Object.entries({ ...own, '/services': plans(versus) }).map(([path, body]) => [
        path.replace('/services', '/n94'),
        String(body).replaceAll('"/services"', '"/n94"'),
      ]),
    );
    assert.equal(kinds(moved).get('/n94'), 'offer', 'and one that it names');
  });

  test('are no prices that nothing links, where a linked page shows the same ones', () => {
    const body = (amounts: readonly number[]) =>
      inSite(`<h1>Plans</h1>${amounts.map((amount) => `<p>$${amount} a month for one wheel</p>`).join('')}`);
    const linked = inSite('<h1>Mill</h1><p>A pass costs $12 a month, and one for the family $30 a month.</p>');
    const priced = { ...own, '/': linked, '/contact': inSite('<h1>Contact</h1><p>Ring us on a weekday.</p>') };
    assert.equal(kinds({ ...priced, '/pricing': body([12, 30, 48]) }).get('/pricing'), 'offer');
    assert.equal(kinds({ ...priced, '/pricing': body([12, 48, 96, 128]) }).get('/pricing'), 'apart');
    assert.equal(kinds({ ...priced, '/pricing': body([5, 7, 9]) }).get('/pricing'), 'apart');
  });

  test('are articles by their data or their folder', () => {
    const typed = inSite(
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"Pools"}</script>${ESSAY}`,
    );
    assert.equal(kinds({ ...own, '/pools': typed }).get('/pools'), 'article');
    assert.equal(kinds({ ...own, '/ratgeber/pools': inSite(ESSAY) }).get('/ratgeber/pools'), 'article');
  });

  test('are no pages of prices or law that a generator types as articles, where their address says what they are', () => {
    const typed = (title: string) =>
      inSite(
        `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"${title}"}</script><h1>${title}</h1><p>You can end your pass at any time, and we pay back what is left within 14 days.</p>`,
      );
    const paths = [
      '/terms-of-service',
      '/privacy-policy',
      '/pricing',
      '/refunds',
      '/faq',
      '/legal/terms',
      '/en/privacy',
      '/pre%C3%A7os',
      '/notes/refunds',
      '/notes/notion-pricing',
    ];
    const found = kinds({ ...own, ...Object.fromEntries(paths.map((path) => [path, typed(path.slice(1))])) });
    for (const path of paths) assert.equal(found.get(path), path.includes('notes') ? 'article' : 'offer', path);
    const linked = inSite('<h1>Mill</h1><p>We repair bicycles in the old mill.</p><a href="/n92">More</a>');
    const titled = (title: string) =>
      kinds({ ...own, '/': linked, '/n92': typed(title).replace('Mill Bicycles', title) }).get('/n92');
    assert.equal(titled('Terms of Service - Example'), 'offer', 'by its title');
    assert.equal(titled('Terms of pools compared'), 'article');
    assert.equal(titled('Privacy - what big firms do with your data'), 'article');
    const priced = kinds({ ...own, '/notion-pricing': typed('notion-pricing') });
    assert.equal(priced.get('/notion-pricing'), 'article', 'the prices of others');
  });

  test('are articles by their data though a link calls them documentation, unless their address says so too', () => {
    const typed = inSite(
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Pools"}</script>${ESSAY}`,
    );
    const found = kinds({
      ...own,
      '/notes/reading-a-card': { role: 'docs', body: typed },
      '/docs/pools': typed.replaceAll('pools', 'ponds'),
    });
    assert.equal(found.get('/notes/reading-a-card'), 'article');
    assert.notEqual(found.get('/docs/pools'), 'article');
  });

  test('are those that look for staff, so that a wage is no price and a task is no interface', () => {
    const job = (where: string) =>
      inSite(
        `<h1>Work in ${where}</h1><p>You will build our first REST API in ${where}, and we pay $92,000 a year for four days a week.</p>`,
      );
    const answers = {
      ...own,
      '/careers': job('the mill'),
      '/stellenangebote': job('Lindau'),
      '/career-coaching': job('the town'),
    };
    const found = kinds(answers);
    for (const path of ['/careers', '/stellenangebote']) assert.equal(found.get(path), 'article', path);
    assert.equal(found.get('/career-coaching'), 'offer');
    assert.doesNotMatch(proposalFor('P1-B', { ...own, '/careers': job('the mill') }).evidence, /92,000/);
    assert.doesNotMatch(proposalFor('P1-D', { ...own, '/careers': job('the mill') }).evidence, /careers/);
  });

  test('are what lies under a page that links call the blog, whatever its address', () => {
    const list =
      '<h1>All that we wrote</h1><p>Here is all that we wrote in the winters of the last years, and more.</p>';
    const found = kinds({
      ...own,
      '/services': inSite('<h1>Services</h1><p>We repair brakes, and you can <a href="/n38">read our blog</a>.</p>'),
      '/n38': { role: 'blog', body: inSite(`${list}<a href="/n38/a7">Pools</a>`) },
      '/n38/a7': inSite(ESSAY),
      '/n50': { role: 'docs', body: inSite(`${list}<a href="/n50/b2">Orders</a>`) },
      '/n50/b2': inSite(ESSAY.replace('What a pass for the pools allows', 'Orders')),
    });
    assert.equal(found.get('/n38'), 'article');
    assert.equal(found.get('/n38/a7'), 'article');
    assert.equal(found.get('/n50/b2'), 'offer');
  });

  test('are entries on a company whose own site they lead to, in the words of its heading', () => {
    const entry = `<h1>Zwillexum</h1><p><a href="https://zwillexum.example/">Its site</a></p><p>Downtime is credited: below 99.8 percent in a month the terms give back a tenth of the fee.</p><p>Keys have scopes, and each of them can be valid for a day.</p><p>The log can be exported as CSV, and whoever cancels within 14 days pays nothing.</p>`;
    const markdown =
      '# Zwillexum\n\n[Its site](https://zwillexum.example/)\n\nDowntime is credited: below 99.8 percent in a month the terms give back a tenth of the fee.';
    const found = kinds({ ...own, '/list/zwillexum': inSite(entry), '/list/zwillexum.md': markdown });
    assert.equal(found.get('/list/zwillexum'), 'article');
    assert.equal(found.get('/list/zwillexum.md'), 'article');
    const ours = entry.replace('https://zwillexum.example/', 'https://shop.example.org/zwillexum');
    const list = inSite(
      '<h1>Shop</h1><p>What we have in our shop at the mill for those who repair their bicycles themselves in winter: <a href="/list/zwillexum">Zwillexum</a></p>',
    );
    const sold = kinds({ ...own, '/services': list, '/list/zwillexum': inSite(ours) });
    assert.equal(sold.get('/list/zwillexum'), 'offer');
  });

  test('are those that no page and no sitemap links', () => {
    const help = inSite(
      '<h1>Help</h1><p>We true a wheel for 14 pounds, and we fit a chain for 9 pounds while you wait on the bench before our door.</p>',
    );
    assert.equal(kinds({ ...own, '/help': help }).get('/help'), 'apart');
    const linking = inSite(
      '<h1>Services</h1><p>We repair brakes and wheels, and before we begin you are asked about each of them; see <a href="/help">help</a>.</p>',
    );
    assert.equal(kinds({ ...own, '/help': help, '/services': linking }).get('/help'), 'offer');
    const sitemap =
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/help</loc></url></urlset>';
    assert.equal(kinds({ ...own, '/help': help, '/sitemap.xml': sitemap }).get('/help'), 'offer');
  });

  test('are pages that define words', () => {
    const typed = inSite(
      `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"DefinedTermSet","name":"What scores demand"}]}</script>${ESSAY}`,
    );
    assert.equal(kinds({ ...own, '/demands': typed }).get('/demands'), 'article');
  });

  test('move no score but that of how the site is made', () => {
    for (const id of ['P2-B', 'P2-D', 'P3-B', 'P3-C', 'P5-C', 'P5-D'])
      assert.equal(proposalFor(id, { ...own, '/pass': apart }).proposed, proposalFor(id, own).proposed, id);
  });
});

const CLAIMED =
  '<section><h2>For developers</h2><p>The REST API has an OpenAPI file and 64 operations.</p><p>Webhooks are signed with HMAC, and each delivery is in the audit log.</p><p>Tokens have the scopes orders:read and orders:write.</p><p>An SDK is published for four languages, and a sandbox is open to everybody.</p><p>The audit log can be exported as CSV for 24 months.</p></section>';

describe('what nothing confirms', () => {
  test('a section on interfaces that the rest of the site does not know moves nothing, whatever headings part it', () => {
    for (const section of [CLAIMED, CLAIMED.replaceAll('<p>', '<h3>And more?</h3><p>')]) {
      const stuffed = {
        ...own,
        '/': inSite(`<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill.</p>${section}`),
      };
      for (const id of ['P1-D', 'P3-B', 'P3-C', 'P5-A', 'P5-B'])
        assert.equal(proposalFor(id, stuffed).proposed, proposalFor(id, own).proposed, `${id} ${section}`);
    }
  });

  test('a description of the API confirms what it speaks of, and no other claims', () => {
    const openapi = (summary: string) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Mill', version: '1' },
        paths: {
          '/orders': { get: { operationId: 'listOrders', summary, responses: { 200: { description: 'Orders' } } } },
        },
      });
    const score = (summary: string, block: string) =>
      proposalFor('P3-C', { ...own, '/openapi.json': openapi(summary), '/': inSite(`<h1>Mill</h1>${block}`) }).proposed;
    const speaks = 'Reads the audit log of webhooks as CSV or JSON, with scopes, by an SDK or in the sandbox.';
    assert.ok(score(speaks, CLAIMED) > score(speaks, ''));
    assert.equal(score('Lists orders.', CLAIMED), score('Lists orders.', ''));
    // Five words of interfaces that nothing else has are too many for one section, four are not.
    const section = (last: string) =>
      `<section><h2>More</h2><p>Webhooks are signed with HMAC.</p><p>Each delivery is in the audit log of your account.</p><p>We repair bicycles.</p><p>We lend bicycles.</p><p>${last}</p></section>`;
    assert.equal(score('Lists orders.', section('Tokens are short.')), score('Lists orders.', ''));
    assert.ok(score('Lists orders.', section('Spokes are short.')) > score('Lists orders.', ''));
  });

  test('a line of llms.txt with a price is said by the page that has its prices and its name, on several lines too', () => {
    const card = (name: string, price: string, year: string, turns: string) =>
      `<div><h2>${name}</h2><p>${price}</p><p>per month</p><p>Billed annually (${year} per year)</p><p>${turns} turns</p></div>`;
    const pricing = madePage(
      `<h1>Pricing</h1>${card('Small', '$19', '$190', '10,000')}${card('Large', '$59', '$590', '90,000')}`,
    );
    const published = (lines: string) =>
      proposalFor('P1-B', { ...own, '/pricing': pricing, '/llms.txt': `# Mill\n\n> Repairs.\n\n${lines}` });
    const true_lines = '- Small: $19/month ($190/year), 10,000 turns\n- Large: $59/month ($590/year), 90,000 turns\n';
    assert.equal(published(true_lines).proposed, 3);
    assert.ok(published(true_lines.replaceAll('$', '$1')).proposed < 3, 'prices that no page has');
    assert.ok(published(true_lines.replace('Small', 'Gold').replace('Large', 'Royal')).proposed < 3, 'of other names');
    const swapped = true_lines.replace('Small', 'Later').replace('Large', 'Small').replace('Later', 'Large');
    assert.ok(published(swapped).proposed < 3, 'of each other');
    const more = true_lines.replaceAll('turns', 'turns, and your money back within 60 days');
    assert.ok(published(more).proposed < 3, 'with what no page says');
  });

  test('lines of llms.txt that no page says move nothing but the document itself', () => {
    const llms =
      '# Mill\n\n> Bicycles\n\n## Guarantees\n\n- The uptime was 99.9 % and downtime is credited.\n- An audit log is kept for 24 months.\n- Cancel in the account at any time.\n';
    for (const id of ['P3-A', 'P3-C', 'P5-C'])
      assert.equal(proposalFor(id, { ...own, '/llms.txt': llms }).proposed, proposalFor(id, own).proposed, id);
  });
});

describe('what is written', () => {
  test('a negated sentence is no evidence', () => {
    const found = proposalFor('P3-C', {
      ...own,
      '/help': inSite(
        '<h1>Help</h1><p>The booking tool of the town has no audit log for your account and no export of data.</p>',
      ),
    });
    assert.equal(found.proposed, 0);
    assert.doesNotMatch(found.evidence, /audit log/);
  });

  test('nothing is called absent while a sentence may say it', () => {
    const found = proposalFor('P5-C', {
      ...own,
      '/help': inSite(
        '<h1>Help</h1><p>Our members renew their membership when they like the workshop and its people.</p>',
      ),
    });
    assert.doesNotMatch(found.evidence, /Nothing is said/);
  });

  test('nothing is called absent where something that decides was not seen, and quotations stay whole', () => {
    const terms =
      '"We sell no tickets here; and no vouchers" is on the door. Each pass renews every month until you cancel it.';
    const open: MadeAnswers = {
      ...own,
      '/terms': inSite(`<h1>Terms</h1><p>${terms}</p>`),
      '/openapi.json': { status: 503 },
      '/docs': { status: 503 },
    };
    for (const id of ['P1-D', 'P3-A', 'P3-C', 'P3-D', 'P5-A', 'P5-B', 'P5-C']) {
      const { needs_human, evidence } = proposalFor(id, open);
      if (!needs_human.includes('unobserved')) continue;
      const said = evidence.replaceAll(/"[^"]*"/g, '');
      assert.doesNotMatch(
        said,
        /(?:^|[.;:,] )(?:but )?(?:no|nothing|none)\b|not (?:found|stated|said)/i,
        `${id}: ${said}`,
      );
    }
  });

  test('pages in a language without words are not judged, and nothing is called absent', () => {
    const body = 'Vi lagar cyklar och det är inte dyrt, för alla som kommer till oss och vill ha hjälp. '.repeat(5);
    const found = proposalFor('P5-C', {
      '/': madePage(`<p>${body}</p>`.replaceAll('bicycle', ''), { lang: 'sv' }).replaceAll(
        /A bicycle workshop[^.]*\./g,
        '',
      ),
    });
    assert.match(found.evidence, /^Not judged: these pages are in Swedish/);
  });
});
