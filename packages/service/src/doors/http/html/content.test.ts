import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { content, drawn, either, forPeople, forPrograms, type Node, prose } from '../../../content/content.ts';
import { contentHtml } from '../../../content/html.ts';
import { contentMarkdown } from './content.ts';

const forms = (node: Node) => ({ html: contentHtml(node), markdown: contentMarkdown(node, 'https://readymark.test') });

describe('content', () => {
  test('is drawn as the HTML that it is written as, and as Markdown with its title first', () => {
    const { html, markdown } = forms(
      content`<p class="path"><a href="/">Board</a></p><h1>Title ${1}</h1><section aria-labelledby="a"><h2 id="a">A</h2><p>One <b>two</b>.</p></section>`,
    );
    assert.equal(
      html,
      '<p class="path"><a href="/">Board</a></p><h1>Title 1</h1><section aria-labelledby="a"><h2 id="a">A</h2><p>One <b>two</b>.</p></section>',
    );
    assert.equal(markdown, '# Title 1\n\n[Board](https://readymark.test/index.md)\n\n## A\n\nOne two.\n');
  });

  test('has text of others as text in both forms', () => {
    const { html, markdown } = forms([
      content`<p title="${'"><script>'}">${'<b>[x](y)</b> `z` *'}</p>`,
      content`<p>${'# Forged'}</p><ul><li>${'- Forged'}</li><li>${'1. Forged'}</li></ul>`,
      content`<table><tr><th>${'a | b'}</th></tr><tr><td>${'c\n\n# d'}</td></tr></table>`,
    ]);
    assert.doesNotMatch(html, /<script|<b>/);
    assert.equal(
      markdown,
      [
        '\\<b\\>\\[x\\](y)\\</b\\> \\`z\\` \\*',
        '\\# Forged',
        '- \\- Forged\n- 1\\. Forged',
        '| a \\| b |\n| --- |\n| c # d |',
      ]
        .join('\n\n')
        .concat('\n'),
    );
  });

  test('leaves out what is not there: parts, and attributes without a value', () => {
    const { html } = forms(content`<p class="${false}" id="${undefined}" lang="${0}">${false}${null}a${''}</p>`);
    assert.equal(html, '<p lang="0">a</p>');
  });

  test('shows links as those of Markdown, lists, facts, tables and lines', () => {
    const { markdown } = forms(content`
<p><a href="/audits/x/changes?from=1#P1">a</a> <a href="#P1">b</a> <a href="/auth.md">c</a> <a href="https://x.example/y">d</a> <code>e_f</code></p>
<ul><li>one</li><li>two</li></ul>
<ol><li><h3>Three</h3><p>four</p></li></ol>
<dl><div><dt>Up</dt><dd>5</dd></div></dl>
<table><thead><tr><th>A</th><th class="num">B</th></tr></thead><tbody><tr><th><a href="/about">n</a><p>m</p></th><td>6</td></tr></tbody></table>
<pre><code>x_y
z</code></pre>`);
    assert.equal(
      markdown,
      `[a](https://readymark.test/audits/x/changes.md?from=1) b [c](https://readymark.test/auth.md) [d](https://x.example/y) \`e_f\`

- one
- two

### Three

four

- Up: 5

| A | B |
| --- | ---: |
| [n](https://readymark.test/about.md); m | 6 |

\`\`\`
x_y
z
\`\`\`
`,
    );
  });

  test('may be arranged or drawn in another way for those who read it as text', () => {
    const node = content`<p>${either('seen', 'read')} ${drawn('<i>1</i>', '**1**')}${forPeople('<hr>')}</p>${forPrograms(content`<p>${prose('See `a_b` and /about.')}</p>`)}`;
    assert.deepEqual(forms(node), {
      html: '<p>seen <i>1</i><hr></p>',
      markdown: 'read **1**\n\nSee `a_b` and /about.\n',
    });
    assert.equal(
      contentHtml(prose('See `a_b` and /about, (https://x.example/) or mailto:a@x.example.')),
      'See <code>a_b</code> and <a href="/about">/about</a>, (<a href="https://x.example/">https://x.example/</a>) or <a href="mailto:a@x.example">a@x.example</a>.',
    );
  });

  test('is refused where an element is not closed', () => {
    assert.throws(() => content`<p><b>a</p></b>`, RangeError);
    assert.throws(() => content`<p>a`, RangeError);
  });
});
