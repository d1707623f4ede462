import { html } from 'ghtml';
import { prose } from '../../../../content/content.ts';
import { contentHtml } from '../../../../content/html.ts';
import { faults } from '../../../../domain/fault.ts';
import { hosts } from '../../discovery/hosts.ts';
import type { PageContent } from '../../html/page.ts';
import type { Field, Shape, TypeWords } from './shapes.ts';
import { ofErrors, ofHosts, ofShapes, ofTests, ofTools } from './texts.ts';
import type { ApiReference, CallView, SentField } from './view.ts';

/** /docs: every call with its fields, an example and a sample of the reply. Anchors are the names of the description. */
export function referencePage(_input: unknown, view: ApiReference): PageContent {
  return {
    title: 'API · Readymark',
    description: 'Every call of the Readymark API, with its fields, errors and limits.',
    main: html`<div class="api">
!${start(view)}
<nav class="api-contents" aria-label="Contents">!${contents(view)}</nav>
<div class="api-parts">
!${view.groups.map(({ name, calls }) => html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>!${calls.map(callSection)}</section>`)}
!${toolSection(view)}
!${hostSection(view)}
!${testSection()}
!${shapeSection(view)}
!${errorSection()}
</div>
</div>`,
  };
}

function contents({ groups }: ApiReference): string {
  const link = (id: string, name: string) => html`<li><a href="#${id}">${name}</a></li>`;
  const parts = [
    ['start', 'Start'],
    ...groups.map(({ name }) => [name, name]),
    ['tools', 'Tools'],
    ['hosts', 'Hosts'],
    ['shapes', 'Shapes'],
    ['errors', 'Errors'],
  ] as const;
  return html`<ul>!${parts.map(([id, name]) => {
    const calls = groups.find((group) => group.name === id)?.calls ?? [];
    const inner = calls.map(({ id: to, title }) => link(to, title));
    return html`<li><a href="#${id ?? ''}">${name ?? ''}</a>!${inner.length ? html`<ul>!${inner}</ul>` : ''}</li>`;
  })}</ul>`;
}

function start({ title, about, base_url, body_limit, limits }: ApiReference): string {
  return html`<section class="api-start" aria-labelledby="start">
<h1 id="start">${title}</h1>
<p>!${contentHtml(prose(about))}</p>
<dl class="api-facts">
<div><dt>Address</dt><dd><code>${base_url}</code></dd></div>
<div><dt>For programs</dt><dd><a href="/openapi.json">OpenAPI 3.1</a>, <a href="/docs.md">this page as Markdown</a></dd></div>
<div><dt>A key</dt><dd>in one call, at once: <a href="#register_agent">Register agent</a>; step by step in <a href="/auth.md">auth.md</a></dd></div>
<div><dt>Bodies</dt><dd>JSON in UTF-8, at most ${body_limit}</dd></div>
<div><dt>Limits</dt><dd>!${limits.map((one) => html`${one}<br>`)}<code>RateLimit</code> says what remains, <code>Retry-After</code> of a 429 when to try again.</dd></div>
</dl>
</section>`;
}

function callSection(call: CallView): string {
  const { id, title, method, path, text, key, fields, request, replies, bodies, errors, tools } = call;
  return html`<section class="api-call" aria-labelledby="${id}">
<div>
<h3 id="${id}"><a href="#${id}">${title}</a></h3>
<p class="api-address"><b>${method}</b> <code>!${breakable(path)}</code></p>
<p>!${marked(text)}</p>
<p class="hint">!${marked(key)}.!${tools.map((name) => html`<span data-markdown-ignore> Tool: <a href="#tool-${name}">${name}</a>.</span>`)}</p>
!${fields.length ? html`<h4>Send</h4>!${fieldList(fields)}` : ''}
<h4>Receive</h4>
<ul class="api-statuses">!${replies.map((one) => html`<li><b>${one.status}</b> <span class="hint">${one.media}:</span> !${marked(one.text)}</li>`)}!${
    errors.length
      ? html`<li>!${errors.map((code) => html`<span><b>${faults[code].status}</b> <a href="/problems/${code}">${code}</a></span>`).join(', ')}</li>`
      : ''
  }</ul>
!${bodies.map((body) => (body.fields.length ? fieldList(body.fields) : html`<p class="api-type">!${typeText(body.type)}</p>`))}
</div>
<div class="api-examples">
!${snippet('Request', title, request)}
!${bodies.map(({ sample }) => (sample ? snippet('Reply', title, sample, { left_out: true }) : ''))}
</div>
</section>`;
}

/**
 * @param seen what is beside the kind; by default nothing, and the title is for screen readers
 * @param left_out the Markdown has no such sample (decision 60)
 */
const snippet = (kind: string, title: string, text: string, { seen = '', left_out = false } = {}) =>
  html`<figure class="snippet"!${left_out ? ' data-markdown-ignore' : ''}><figcaption data-markdown-ignore><b>${kind}</b> !${seen ? html`<span class="hint">${seen}</span>` : html`<span class="unseen">of ${title}</span>`}</figcaption><pre><code>${text}</code></pre></figure>`;

const fieldList = (fields: readonly (Field | SentField)[]): string =>
  fields.length === 0
    ? ''
    : html`<dl class="api-fields">!${fields.map(
        (one) =>
          html`<div><dt><code>${one.name}</code> <span class="hint">(!${[
            'place' in one ? html`${one.place}` : '',
            typeText(one.type),
            one.presence && html`<em>${one.presence}</em>`,
          ]
            .filter(Boolean)
            .join('; ')})</span></dt>!${
            one.description || one.fields.length
              ? html`<dd>!${marked(one.description)}!${fieldList(one.fields)}</dd>`
              : ''
          }</div>`,
      )}</dl>`;

const typeText = (type: TypeWords): string =>
  type.map((one) => (typeof one === 'string' ? html`${one}` : html`<a href="#${one.shape}">${one.shape}</a>`)).join('');

function toolSection({ tools, tool_example }: ApiReference): string {
  return html`<section class="api-tools" aria-labelledby="tools"><h2 id="tools">Tools</h2>
<div class="api-call"><p>!${marked(ofTools)}</p>
<div class="api-examples" data-markdown-ignore>!${snippet('Request', 'a tool', tool_example.request)}!${snippet('Reply', 'a tool', tool_example.reply)}</div></div>
!${tools.map(
    ({
      name,
      text,
      key,
      fields,
      calls,
    }) => html`<section class="api-call" aria-labelledby="tool-${name}" data-markdown-ignore>
<div>
<h3 id="tool-${name}"><a href="#tool-${name}">${name}</a></h3>
<p>!${marked(text)}</p>
<p class="hint">!${marked(key)}. Does what !${calls
      .map(({ id, method, path }) => html`<a href="#${id}">${method} !${breakable(path)}</a>`)
      .join(' and ')} do!${calls.length === 1 ? 'es' : ''}.</p>
</div>
<div>!${fields.length ? html`<h4>Arguments</h4>!${fieldList(fields)}` : '<p class="hint">No arguments.</p>'}</div>
</section>`,
  )}</section>`;
}

function hostSection({ base_url }: ApiReference): string {
  return html`<section class="api-tools" aria-labelledby="hosts"><h2 id="hosts">Hosts</h2>
<p>${ofHosts}</p>
!${hosts(base_url).map(({ name, place = 'Command', line }) => snippet(name, place, line, { seen: place }))}</section>`;
}

const testSection =
  (): string => html`<section aria-labelledby="test-environment"><h2 id="test-environment">Test environment</h2>
<p>!${marked(ofTests)}</p></section>`;

function shapeSection({ shapes }: ApiReference): string {
  const one = ({ name, description, type, fields }: Shape) => html`<section class="api-shape" aria-labelledby="${name}">
<h3 id="${name}"><a href="#${name}">${name}</a> !${fields.length ? '' : html`<span class="hint">!${typeText(type)}</span>`}</h3>
!${description ? html`<p>!${marked(description)}</p>` : ''}!${fieldList(fields)}</section>`;
  return html`<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p>${ofShapes}</p>
<div class="api-shapes">!${shapes.map(one)}</div></section>`;
}

function errorSection(): string {
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2><p>!${marked(ofErrors)} <a href="/problems">All errors with examples</a>.</p>
<table class="problems"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Next step</th></tr></thead>
<tbody>!${Object.entries(faults).map(([code, { status, remedy }]) => html`<tr><td>${status}</td><th scope="row"><a href="/problems/${code}">${code}</a></th><td>${remedy}</td></tr>`)}</tbody></table></section>`;
}

/** A path that may be broken after its slashes. */
const breakable = (path: string): string =>
  path
    .split('/')
    .map((part) => html`${part}`)
    .join('/<wbr>');

/** A text with code in code. */
const marked = (text: string): string =>
  text
    .split(/`([^`]*)`/)
    .map((part, at) => (at % 2 ? html`<code>${part}</code>` : html`${part}`))
    .join('');
