import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeBundle, madePage, madeSite } from '../../../test/world/made-site.ts';
import { SiteStyles } from './site-styles.ts';

/** Words that a reader of the page cannot see are no claims; what a reader can open is (spec 2.2). */
const CLAIM = 'You may cancel at any time and get all of your money back.';

const seen = (html: string) => {
  const page = madeSite({ '/': html }).pages[0];
  assert.ok(page);
  const shown = page.full_text.includes(CLAIM);
  assert.equal(page.hidden.includes(CLAIM), !shown, 'what is hidden is kept for the search of orders to programs');
  return shown;
};
const styled = (css: string, body = `<div class="note box">${CLAIM}</div>`) =>
  seen(madePage(body, { head: `<style>${css}</style>` }));

test('each way in which a style sheet hides words makes them count nothing', () => {
  for (const rule of [
    'display:none',
    'visibility:hidden',
    'visibility:collapse',
    'opacity:0',
    'opacity:.01',
    'opacity:2%',
    'position:absolute;clip:rect(0 0 0 0)',
    'position:absolute;clip:rect(1px,1px,1px,1px)',
    'clip-path:inset(50%)',
    'clip-path:inset(0 100% 0 0)',
    'clip-path:circle(0)',
    'clip-path:polygon(0 0,0 0,0 0,0 0)',
    'font-size:1px',
    'font-size:0',
    'font:0/0 a',
    'font:1px/1 serif',
    'color:#fff',
    'color:white',
    'color:rgb(254, 254, 254)',
    'color:hsl(0 0% 100%)',
    'color:transparent',
    'color:#123;background:#123',
    'background-color:#000;color:#010101',
    'position:absolute;left:-9999px',
    'position:absolute;top:-1000em',
    'position:absolute;left:9999px',
    'text-indent:-9999px',
    'transform:translateX(-9999px)',
    'transform:scale(0)',
    'scale:0',
    'width:1px;height:1px;overflow:hidden',
    'max-height:0;overflow:hidden',
    'content-visibility:hidden',
    'display:none!important',
    'color:red;DISPLAY : None',
    'opacity:.06',
    'font-size:4px',
    'color:#f0f0f0',
    'color:oklch(1 0 0)',
    'color:lab(100% 0 0)',
    'color:color(srgb 1 1 1)',
    'color:#fff;text-shadow:0 0 1px #fff',
    '--paper:#fff;color:var(--paper)',
    'color:var(--nothing, #fff)',
    'color:var(--nothing, var(--none, white))',
    'position:absolute;left:-100vw',
    'position:absolute;left:calc(-900px - 10vw)',
    'position:fixed;inset:-9999px auto auto auto',
    'margin:0 0 0 -9999px',
    'margin-left:-9999px;padding:0',
    'margin-left:min(-9999px, 10px)',
    'translate:-9999px',
    'transform:translateX(-100vw)',
    'transform:rotateX(90deg)',
    'filter:opacity(0)',
    'opacity:calc(0)',
    'font-size:calc(0px)',
    'position:absolute;left:-200%',
    'position:fixed;inset-inline-start:-9999px',
    'block-size:0;overflow:hidden',
    'height:0;overflow:hidden;padding:0 15px',
    'clip-path:polygon(0 0,100% 0,100% 0)',
    'transform:scale(.001)',
    'scale:0%',
    'display:none/**/',
    'display:n\\6fne',
    '-webkit-text-fill-color:#fff;color:#000',
    'max-height:0;overflow:hidden;transition:max-height .2s',
    'opacity:0;transition:opacity .3s',
    'visibility:hidden;opacity:1',
  ])
    assert.equal(styled(`.box{color:#222}.note{${rule}}`), false, rule);
});

test('selectors are matched as browsers do, and what is not understood hides nothing', () => {
  for (const selector of [
    'div',
    '#n',
    '[class]',
    '[class~="box"]',
    '.note.box',
    'main .note',
    'body>main>.note',
    '.other,.note',
    'html .note',
    '.\\6eote',
    '.note:not(.open-air):not(nav .note)',
    ':is(.note, .other)',
    ':where(div)',
    'div:first-child',
    'div:nth-child(2n+1)',
    'div:nth-of-type(1)',
    '.note:not(:nth-child(2))',
  ])
    assert.equal(styled(`${selector}{display:none}`, `<div id="n" class="note box">${CLAIM}</div>`), false, selector);
  for (const selector of [
    '.not',
    'p.note',
    'nav .note',
    'body>.note',
    '.note::before',
    '.note:has(p)',
    '.x~.note',
    'p+.note',
    '.note:not(.box)',
    '.note:not(:has(p))',
    '.note:is(.other, p)',
    '.note:nth-child(2)',
    '.note:empty',
    ':is(',
    '',
  ])
    assert.equal(styled(`${selector}{display:none}`), true, selector);
});

test('what stands beside an element is asked as browsers ask', () => {
  const body = `<p class="first">One</p><h2>Two</h2><div class="note">${CLAIM}</div>`;
  for (const selector of [
    '.first~.note',
    'h2+.note',
    'p+h2+div',
    'div:nth-child(3)',
    'div:first-of-type',
    'h2~:nth-child(odd)',
  ])
    assert.equal(styled(`${selector}{display:none}`, body), false, selector);
  for (const selector of ['.first+.note', 'div~.note', 'div:nth-child(even)', 'div:first-child', 'h2:nth-of-type(1)'])
    assert.equal(styled(`${selector}{display:none}`, body), true, selector);
});

test('a variable is what the nearest element around says of it', () => {
  const of = (css: string, style = '') =>
    styled(css, `<div class="note" style="${style}"><p class="w">${CLAIM}</p></div>`);
  assert.equal(of(':root{--ink:#fff}.w{color:var(--ink)}'), false);
  assert.equal(of(':root{--ink:#fff}.note{--ink:#000}.w{color:var(--ink)}'), true);
  assert.equal(of(':root{--ink:#000}.w{color:var(--ink)}', '--ink:#fff'), false);
  assert.equal(of('.w{color:var(--unknown)}'), true);
  assert.equal(of(':root{--a:var(--b);--b:var(--a)}.w{color:var(--a)}'), true, 'a circle stands for nothing');
  assert.equal(
    of(':root{--ink:#fff}:root:has(.dark){--ink:#000}.w{color:var(--ink)}'),
    true,
    'it is unknown which holds',
  );
  assert.equal(of(':root{--shown:none}.w{display:var(--shown)}'), false);
  assert.equal(of('.note{--Ink:#000}.w{color:var(--Ink,#fff)}'), true);
  assert.equal(of('.w{color:var(--Ink,#fff)}', '--Ink:#000'), true);
  assert.equal(of(':root:has(.dark){--ink:#000}.w{color:var(--ink,#fff)}'), true, 'what is unknown has no other value');
  assert.equal(
    of(':root{--base:#000;--fg:var(--base)}.note{--base:#fff}.w{color:var(--fg)}'),
    true,
    'where it is given',
  );
  const elsewhere = {
    head: '<link rel="stylesheet" href="https://cdn.example/x.css"><style>.w{display:var(--d,none)}</style>',
  };
  assert.equal(seen(madePage(`<p class="w">${CLAIM}</p>`, elsewhere)), true, 'a sheet that was not read may give it');
  assert.equal(of(':root{--ground:#000;--ink:#fff}body{background:var(--ground)}.w{color:var(--ink)}'), true);
});

test('attributes that hide words make them count nothing', () => {
  for (const body of [
    `<font color="white">${CLAIM}</font>`,
    `<div popover>${CLAIM}</div>`,
    `<div hidden="until-found">${CLAIM}</div>`,
    `<ruby>a<rp>${CLAIM}</rp></ruby>`,
    `<noframes>${CLAIM}</noframes>`,
    `<meter value="1">${CLAIM}</meter>`,
  ])
    assert.equal(seen(madePage(body)), false, body);
  for (const body of [
    `<font color="navy">${CLAIM}</font>`,
    `<button popovertarget="p">More</button><div popover id="p">${CLAIM}</div>`,
    `<button aria-controls="p">More</button><div hidden="until-found" id="p">${CLAIM}</div><script>a()</script>`,
  ])
    assert.equal(seen(madePage(body)), true, body);
});

test('a rule of a state that nothing can bring about shows nothing', () => {
  const decoys: Record<string, [css: string, body: string]> = {
    'nobody points at what is not drawn': ['.a{display:none}.a:hover{display:block}', `<div class="a">${CLAIM}</div>`],
    'no link leads to it': ['.a{display:none}.a:target{display:block}', `<div class="a" id="x">${CLAIM}</div>`],
    'there is no box to tick': [
      '.a{display:none}input:checked~.a{display:block}',
      `<input type="text"><div class="a">${CLAIM}</div>`,
    ],
    'it is in nothing of that name': ['.a{display:none}.menu:hover .a{display:block}', `<div class="a">${CLAIM}</div>`],
    'a part of details that stays hidden when they are open': [
      '.a{display:none}',
      `<details><summary>More</summary><p class="a">${CLAIM}</p></details>`,
    ],
  };
  for (const [name, [css, body]] of Object.entries(decoys)) assert.equal(styled(css, body), false, name);
});

test('the cascade decides: importance, layer, specificity, order, the style of the element', () => {
  const of = (css: string, style = '') => styled(css, `<div id="n" class="note" style="${style}">${CLAIM}</div>`);
  assert.equal(of('.note{display:none}.note{display:block}'), true);
  assert.equal(of('.note{display:block}div{display:none}'), true);
  assert.equal(of('.note{display:block}#n{display:none}'), false);
  assert.equal(of('.note{display:none!important}#n{display:block}'), false);
  assert.equal(of('.note{display:none}', 'display:block'), true);
  assert.equal(of('.note{display:none!important}', 'display:block'), false);
  assert.equal(of('.note{display:block}@layer a{#n{display:none}}'), true);
  assert.equal(of('.note{display:block}', 'display:none'), false);
  assert.equal(
    styled('.note{visibility:hidden}p{visibility:visible}', `<div class="note"><p>${CLAIM}</p></div>`),
    true,
  );
  assert.equal(styled('.note{display:none}p{display:block}', `<div class="note"><p>${CLAIM}</p></div>`), false);
  assert.equal(styled('.note{font-size:0}p{font-size:16px}', `<div class="note"><p>${CLAIM}</p></div>`), true);
  assert.equal(styled('.note{& .x{display:none}}', `<div class="note"><p class="x">${CLAIM}</p></div>`), false);
});

test('media count as on a screen of a desk', () => {
  for (const media of [
    'screen',
    'all',
    '(min-width:768px)',
    'screen and (min-width: 60em)',
    '(width >= 600px)',
    'not print',
  ])
    assert.equal(styled(`@media ${media}{.note{display:none}}`), false, media);
  for (const media of [
    'print',
    '(max-width:600px)',
    'screen and (max-width:40em)',
    '(400px <= width <= 700px)',
    '(prefers-color-scheme: dark)',
    '(monochrome)',
    '(',
  ])
    assert.equal(styled(`@media ${media}{.note{display:none}}`), true, media);
  assert.equal(
    seen(madePage(`<p class="note">${CLAIM}</p>`, { head: '<style media="print">.note{display:none}</style>' })),
    true,
  );
  assert.equal(
    seen(madePage(`<p class="note">${CLAIM}</p>`, { head: '<noscript><style>.note{display:none}</style></noscript>' })),
    true,
  );
});

test('what scripts show in turn, by a state that is lacking or by its place, stays readable', () => {
  for (const [css, body] of [
    ['.pane:not(.active){display:none}', `<div class="pane active">One</div><div class="pane">${CLAIM}</div>`],
    ['.item:not(.is-open) .a{display:none}', `<div class="item"><div class="a">${CLAIM}</div></div>`],
    ['html:not(.js) .r{display:none}', `<div class="r">${CLAIM}</div>`],
    ['.c:not([data-state=open]){display:none}', `<div class="c">${CLAIM}</div>`],
    ['.s:not(:first-child){display:none}', `<section><div class="s">One</div><div class="s">${CLAIM}</div></section>`],
    ['.s~.s{display:none}', `<div class="s">One</div><div class="s">${CLAIM}</div>`],
    ['section>div:nth-child(n+2){display:none}', `<section><div>One</div><div>${CLAIM}</div></section>`],
    [':root{--o:0}.is-visible{--o:1}.w{opacity:var(--o)}', `<div class="w">${CLAIM}</div>`],
  ] as const) {
    assert.equal(styled(css, `${body}<script src="/slides.js"></script>`), true, css);
  }
  const details = `<details><summary>More</summary><p>${CLAIM}</p></details>`;
  assert.equal(styled('details:not([open]) p{display:none}', details), true, 'details open without a script');
  assert.equal(seen(madePage(`<div hidden="until-found">${CLAIM}</div><script src="/faq.js"></script>`)), true);
});

test('what lies beside its place, or is as broad as the window, is seen', () => {
  for (const rule of [
    'margin:0 -9999px;padding:0 9999px',
    'margin-left:-100%',
    'position:absolute;top:-100%',
    'position:relative;left:-100%;width:300%',
    'position:fixed;right:-100%',
  ])
    assert.equal(styled(`.note{${rule}}`), true, rule);
});

test('without a script no class changes, no control opens anything, and nothing slides or fades in', () => {
  for (const [css, body] of [
    ['.a{display:none}.a.open{display:block}', `<div class="a">${CLAIM}</div>`],
    ['.a{display:none}', `<button aria-controls="x">More</button><div class="a" id="x">${CLAIM}</div>`],
    ['.a{display:none}', `<a href="#x">More</a><div class="a" id="x">${CLAIM}</div>`],
    ['[x-cloak]{display:none}', `<div x-cloak>${CLAIM}</div>`],
    ['.r{opacity:0;transform:translateY(20px);transition:all 1s}', `<div class="r">${CLAIM}</div>`],
  ] as const) {
    assert.equal(styled(css, body), false, body);
    assert.equal(styled(css, `${body}<script>go()</script>`), true, body);
  }
  for (const [css, body] of [
    ['.t{display:none}.t:target{display:block}', `<a href="#t">More</a><div class="t" id="t">${CLAIM}</div>`],
    ['.m p{display:none}.m:hover p{display:block}', `<div class="m"><p>${CLAIM}</p></div>`],
    ['.a{display:none}:checked~.a{display:block}', `<input type="radio"><div class="a">${CLAIM}</div>`],
    ['.d{display:none}[open] .d{display:block}', `<details><summary>More</summary><p class="d">${CLAIM}</p></details>`],
    ['.r{opacity:0;animation:in 1s forwards}', `<div class="r">${CLAIM}</div>`],
  ] as const)
    assert.equal(styled(css, body), true, body);
});

test('what people or scripts open stays readable', () => {
  const opened: Record<string, [css: string, body: string]> = {
    'an answer of an accordion': [
      '.a{display:none}.a.open{display:block}',
      `<h2>Question</h2><div class="a">${CLAIM}</div>`,
    ],
    'one whose item opens': [
      '.a{display:none}.item.is-open .a{display:block}',
      `<div class="item"><div class="a">${CLAIM}</div></div>`,
    ],
    'one that grows': ['.a{max-height:0;overflow:hidden;transition:max-height .2s}', `<div class="a">${CLAIM}</div>`],
    'one with a checkbox': [
      '.a{display:none}input:checked~.a{display:block}',
      `<input type="checkbox"><div class="a">${CLAIM}</div>`,
    ],
    'one that a button controls': [
      '.a{display:none}',
      `<button aria-controls="x">More</button><div class="a" id="x">${CLAIM}</div>`,
    ],
    'one that a link leads to': ['.a{display:none}', `<a href="#x">More</a><div class="a" id="x">${CLAIM}</div>`],
    'one that a target names': [
      '.a{display:none}',
      `<button data-bs-target="#x">More</button><div class="a" id="x">${CLAIM}</div>`,
    ],
    'one that a script in the page names': [
      '.aa{display:none}',
      `<div class="aa">${CLAIM}</div><script>$('.aa').show()</script>`,
    ],
    'the panel of a tab': ['.p{display:none}', `<b role="tab">One</b><div class="p" role="tabpanel">${CLAIM}</div>`],
    'a pane beside a chosen one': [
      '.p{display:none}.w-active{display:block}',
      `<div class="p w-active">One</div><div class="p">${CLAIM}</div>`,
    ],
    'a slide': ['.s{opacity:0}.s.active{opacity:1}', `<div class="s active">One</div><div class="s">${CLAIM}</div>`],
    'what appears on the way down': [
      '.r{opacity:0;transform:translateY(20px);transition:all 1s}',
      `<div class="r">${CLAIM}</div>`,
    ],
    'what moves in': ['.r{opacity:0;animation:in 1s forwards}', `<div class="r">${CLAIM}</div>`],
    'what a state reveals': ['.r{visibility:hidden}.r.is-visible{visibility:visible}', `<div class="r">${CLAIM}</div>`],
    'a menu under the pointer': [
      '.m ul{display:none}.m:hover ul{display:block}',
      `<div class="m"><ul><li>${CLAIM}</li></ul></div>`,
    ],
    details: ['details .d{color:#222}', `<details><summary>More</summary><p class="d">${CLAIM}</p></details>`],
    'details that fade in': [
      '.d{display:none}details[open] .d{display:block}',
      `<details><summary>More</summary><p class="d">${CLAIM}</p></details>`,
    ],
    'a target': [
      '.t{display:none}.t:target{display:block}',
      `<a href="#t">More</a><div class="t" id="t">${CLAIM}</div>`,
    ],
    'what is faint until somebody points at it': ['.o{opacity:0}.o:hover{opacity:1}', `<div class="o">${CLAIM}</div>`],
    'what waits for a script': ['[x-cloak]{display:none}', `<div x-cloak>${CLAIM}</div>`],
    'what is closed by a state': [
      '.box[aria-expanded=false] .a{display:none}',
      `<div class="box" aria-expanded="false"><div class="a">${CLAIM}</div></div>`,
    ],
  };
  for (const [name, [css, body]] of Object.entries(opened))
    assert.equal(styled(css, `${body}<script src="/open.js"></script>`), true, name);
});

test('white words on something dark are seen', () => {
  const white = (css: string, body = `<section><p class="w">${CLAIM}</p></section>`) =>
    styled(`.w{color:#fff}${css}`, body);
  assert.equal(white(''), false);
  assert.equal(white('section{background:#123}'), true);
  assert.equal(white('section{background:url(a.jpg)}'), true);
  assert.equal(white('section{background-image:linear-gradient(#000,#111)}'), true);
  assert.equal(white('section{background:var(--dark)}'), true);
  assert.equal(white('body{background:#000}'), true);
  assert.equal(white('section::before{content:"";background:#000;position:absolute}'), true);
  assert.equal(white('section:has(p){background:#000}'), true);
  assert.equal(white('.w{text-shadow:0 0 2px #000}'), true);
  assert.equal(white('', `<section><img src="a.jpg"><p class="w">${CLAIM}</p></section>`), true);
  assert.equal(
    white('.b{position:absolute}', `<section><div class="b"></div><p class="w">${CLAIM}</p></section>`),
    true,
  );
  assert.equal(white('section{position:relative}.w{position:absolute}'), true);
  assert.equal(white('section{background:#000}.w{background:#fff}'), false);
  assert.equal(
    styled(
      '.g{color:transparent;background:linear-gradient(red,blue);background-clip:text}',
      `<p class="g">${CLAIM}</p>`,
    ),
    true,
  );
  // A sheet that was not fetched may give the page its ground.
  assert.equal(
    seen(
      madePage(`<p class="w">${CLAIM}</p>`, {
        head: '<link rel="stylesheet" href="/x.css"><style>.w{color:#fff}</style>',
      }),
    ),
    true,
  );
});

test('words for programs that read aloud count nothing, but name their links', () => {
  const sheet =
    '.sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);border:0}.sr-only:focus{clip:auto;width:auto}';
  assert.equal(styled(sheet, `<p class="sr-only">${CLAIM}</p>`), false);
  const [page] = madeSite({
    '/': madePage(
      `<nav><a class="sr-only" href="/prices">Prices</a><a href="/mail"><i></i><span class="sr-only">Write to us</span></a></nav>
       <a class="sr-only" href="/elsewhere">Elsewhere</a><h2 class="sr-only">Our terms</h2>`,
      { head: `<style>${sheet}</style>` },
    ),
  }).pages;
  assert.deepEqual(
    page?.links.map(({ url, text }) => [new URL(url).pathname, text]),
    [
      ['/prices', 'Prices'],
      ['/mail', 'Write to us'],
    ],
  );
  assert.deepEqual(page?.headings, []);
});

test('a sheet that was fetched counts on the pages that link it, and is nothing else', () => {
  const sheet = {
    role: 'style_sheet',
    type: 'text/css',
    body: `.fold{position:absolute;clip-path:inset(50%)} /* ${CLAIM} */`,
  };
  const head = '<link rel="stylesheet" href="look.css#x">';
  const site = madeSite({
    '/': madePage(`<p class="fold">${CLAIM}</p>`, { head }),
    '/pricing': madePage(`<p class="fold">${CLAIM}</p>`),
    '/look.css': sheet,
  });
  assert.deepEqual(
    site.pages.map(({ full_text }) => full_text.includes(CLAIM)),
    [false, true],
  );
  assert.ok(!site.items.some(({ role }) => role === 'style_sheet'));
  for (const wrong of [
    { ...sheet, status: 404 },
    { ...sheet, type: 'text/html' },
  ])
    assert.ok(
      madeSite({
        '/': madePage(`<p class="fold">${CLAIM}</p>`, { head }),
        '/look.css': wrong,
      }).pages[0]?.full_text.includes(CLAIM),
    );
  const { bundle, bodies } = madeBundle({ '/look.css': sheet });
  assert.ok(bundle.items.some(({ sha256 }) => sha256 !== null && bodies(sha256)));
});

test('what a sheet imports comes before its own rules', () => {
  const sheets: Record<string, string> = {
    'https://example.com/css/look.css': '@import url("deep.css") screen;@import "print.css" print;.b{margin:0}',
    'https://example.com/css/deep.css': '@import "look.css";.a{display:none}.b{visibility:hidden}',
    'https://example.com/css/print.css': '.c{display:none}',
  };
  const shown = (name: string, css = '@import "/css/look.css";') => {
    const looks = new SiteStyles(new Map(Object.entries(sheets))).looksOf(
      `<style>${css}</style>`,
      'https://example.com/shop/',
    );
    const body = looks.of('body', {}, looks.of('html', {}, undefined));
    return !looks.of('p', { class: name }, body).unseen;
  };
  assert.equal(shown('a'), false);
  assert.equal(shown('b'), false);
  assert.equal(shown('c'), true, 'that is for printers');
  assert.equal(shown('a', '@import "/css/look.css";.a{display:block}'), true);
});

test('hostile style sheets end at a bound and cost little', () => {
  const page = `<main><div class="note">${CLAIM}</div>${'<div><p class="a b c d">x</p></div>'.repeat(2_000)}</main>`;
  const hostile = {
    long: `${'.a .b{color:#fff}'.repeat(130_000)}`,
    many: `${Array.from({ length: 100_000 }, (_, at) => `.a${at}`).join()}{display:none}`,
    selectors: `${'.a,'.repeat(100_000)}.note{display:none}`,
    nested: `${'@media all{'.repeat(20_000)}.note{display:none}`,
    rules: `${'.a{'.repeat(100_000)}display:none`,
    deep: `${'div '.repeat(50_000)}{display:none}`,
    broad: '* * * * * * * p{color:#fff}'.repeat(15_000),
    import: '@import url(look.css);@import "/look.css" screen;'.repeat(10_000),
    braces: '{'.repeat(200_000),
    closed: '}'.repeat(200_000),
    quotes: '"'.repeat(100_001),
    brackets: `.a{width:${'('.repeat(200_000)}`,
    data: `.a{background:url(data:image/png;base64,${'A'.repeat(400_000)})}`,
    comment: '/*'.repeat(200_000),
    attribute: '[['.repeat(100_000),
    not: ':not('.repeat(50_000),
    listed: `:is(${Array.from({ length: 60_000 }, (_, at) => `.a${at}`).join()}){display:none}`,
    variables: `${'.x{--v:#000}'.repeat(19_000)}p{color:var(--v)}`,
    places: 'p:nth-child(even){color:#fff}p:nth-child(odd){color:#000}'.repeat(5_000),
    siblings: '.a~p{color:#fff}'.repeat(15_000),
    imports: `${'@import "/look.css?a";'.repeat(10)}${'@import "/look.css";'.repeat(10)}`,
  };
  for (const [name, css] of Object.entries(hostile)) {
    const began = process.cpuUsage();
    const { pages } = madeSite({
      '/': `<html><link rel="stylesheet" href="/look.css"><body>${page}</body></html>`,
      '/look.css': { role: 'style_sheet', type: 'text/css', body: css },
    });
    assert.equal(pages.length, 1, name);
    const { user, system } = process.cpuUsage(began);
    assert.ok((user + system) / 1e6 < 10, `${name}: ${(user + system) / 1e6} s`);
  }
});
