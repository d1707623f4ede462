import { faults } from '../../../../domain/fault.ts';
import { hosts } from '../../discovery/hosts.ts';
import { blocks, fenced, table } from '../../html/markdown.ts';
import type { Field, TypeWords } from './shapes.ts';
import { about, ofErrors, ofHosts, ofShapes, ofTests, ofTools } from './texts.ts';
import type { ApiReference, CallView } from './view.ts';

/**
 * /docs.md: the reference for readers that pay for words. It has no samples of replies, since every member is named with
 * its type, and describes a member that means the same in several replies in the first of them (decision 60).
 */
export function referenceMarkdown(_input: unknown, view: ApiReference): string {
  const { base_url } = view;
  const described = new Set<string>();

  /** A line for each member, indented below what it is a member of. */
  function members(fields: readonly Field[], depth = 1): string[] {
    return fields.flatMap((one) => {
      const words = JSON.stringify([one.name, one.description]);
      const line = `${'  '.repeat(depth)}- ${named(one)}${described.has(words) ? '' : said(one)}`;
      described.add(words);
      return [line, ...members(one.fields, depth + 1)];
    });
  }

  return blocks(
    `# ${view.title}`,
    view.about,
    ...about(view),
    ...view.groups.flatMap(({ calls }) => calls.map((call) => callText(call, members))),
    '## Shapes',
    ofShapes,
    ...view.shapes.map(({ name, type, description, fields }) =>
      [
        `- ${name}: ${[fields.length ? '' : words(type), description].filter(Boolean).join('. ')}`,
        ...members(fields),
      ].join('\n'),
    ),
    '## Tools',
    ofTools,
    table(
      ['Tool', 'Call', 'Arguments'],
      view.tools.map(({ name, calls, fields }) => [
        name,
        calls.map(({ method, path }) => `\`${method} ${path}\``).join(', '),
        fields.map((one) => `\`${one.name}\``).join(', '),
      ]),
    ),
    '## Hosts',
    ofHosts,
    hosts(base_url)
      .map(({ name, place, line }) => `- ${name}${place ? ` (${place})` : ''}: \`${line}\``)
      .join('\n'),
    '## Test environment',
    ofTests,
    '## Errors',
    ofErrors,
    table(
      ['Status', '`error`', 'What to do'],
      Object.entries(faults).map(([code, { status, remedy }]) => [
        status,
        `[${code}](${base_url}/problems/${code}.md)`,
        remedy,
      ]),
    ),
  );
}

/** @param members the lines of what a reply consists of */
function callText(call: CallView, members: (fields: readonly Field[]) => string[]): string {
  const { method, path, text, key, fields, request, replies, bodies, errors } = call;
  return [
    `## ${method} ${path}`,
    text,
    `${key}.`,
    fields.flatMap((one) => [`- ${named(one, one.place)}${said(one)}`, ...members(one.fields)]).join('\n'),
    fenced(request, 'sh'),
    [
      ...replies.map(({ status, text, media }) => `- ${status} ${media}: ${text}`),
      ...bodies.flatMap(({ type, fields }) => (fields.length ? members(fields) : [`  - ${words(type)}`])),
      ...(errors.length ? [`- Errors: ${errors.map((code) => `${faults[code].status} \`${code}\``).join(', ')}`] : []),
    ].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const words = (type: TypeWords): string => type.map((one) => (typeof one === 'string' ? one : one.shape)).join('');

const named = ({ name, type, presence }: Field, place = '') =>
  `\`${name}\` (${[place, words(type), presence].filter(Boolean).join('; ')})`;

const said = ({ description }: Field) => (description ? `: ${description}` : '');
