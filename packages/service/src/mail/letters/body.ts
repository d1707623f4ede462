import { html } from 'ghtml';
import { type Letter, manyLines, type Occasion, oneLine } from './letter.ts';

/**
 * The content of a letter, written as plain text and as HTML. Any string may be untrusted: it is made safe here for
 * both.
 */
export type Body = {
  title: string;
  /** May have line breaks. */
  paragraphs: readonly string[];
  facts: readonly Fact[];
  sections: readonly { heading: string; rows: readonly Fact[] }[];
  /** Label and absolute http(s) address on this service. */
  links: readonly Fact[];
  /** Why this address gets this letter. */
  why: string;
  /** Null in letters that are no agent's: they have another end. */
  unsubscribe_url: string | null;
};

/** A label and its value, each on one line; a value may be as long as a paragraph. */
export type Fact = readonly [label: string, value: string];

const stop = 'Stop these mails';
const stopMeans =
  'This removes your address from every registration and request, and for 180 days no agent can bring it back. No login is needed.';
const licence: Fact = ['Scores are licensed CC BY-NC 4.0', 'https://creativecommons.org/licenses/by-nc/4.0/'];

const columns = (rows: readonly Fact[], indent = '') => {
  const width = Math.min(44, Math.max(0, ...rows.map(([label]) => oneLine(label).length)));
  return rows.map(([label, value]) => `${indent}${oneLine(label).padEnd(width)}  ${oneLine(value, 2000)}`).join('\n');
};

/** The body as plain text, in paragraphs with an empty line between them. */
function textOf({ title, paragraphs, facts, sections, links, why, unsubscribe_url }: Body): string {
  return `${[
    oneLine(title),
    ...paragraphs.map(manyLines),
    columns(facts),
    ...sections.map(({ heading, rows }) => `${oneLine(heading)}\n${columns(rows, '  ')}`),
    columns(links),
    `--\n${oneLine(why)}${unsubscribe_url === null ? '' : `\n${stop}: ${unsubscribe_url}\n${stopMeans}\n${licence[0]}: ${licence[1]}`}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}

const cell = 'padding:3px 16px 3px 0;text-align:left;vertical-align:top;font-weight:normal';
const table = (rows: readonly Fact[]) =>
  rows.length === 0
    ? ''
    : html`<table style="border-collapse:collapse;margin:0 0 16px">!${rows
        .map(
          ([label, value]) =>
            html`<tr><th scope="row" style="${cell}">${oneLine(label)}</th><td style="${cell}"><strong>${oneLine(value, 2000)}</strong></td></tr>`,
        )
        .join('')}</table>`;
const link = (label: string, url: string) => html`<a href="${url}">${label}</a>`;

/** The body as HTML. No colour is set, so that it is as readable in a mail program's dark mode as in its light mode. */
function htmlOf({ title, paragraphs, facts, sections, links, why, unsubscribe_url }: Body): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:600px;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${oneLine(title)}</h1>
!${paragraphs.map((text) => html`<p style="margin:0 0 16px;white-space:pre-line">${manyLines(text)}</p>`).join('\n')}
!${table(facts)}
!${sections.map(({ heading, rows }) => html`<h2 style="font-size:17px;margin:0 0 4px">${oneLine(heading)}</h2>!${table(rows)}`).join('\n')}
<p style="margin:0 0 24px">!${links.map(([label, url]) => link(label, url)).join('<br>')}</p>
<p style="font-size:13px;border-top:1px solid;padding-top:12px;margin:0">${oneLine(why)}!${unsubscribe_url === null ? '' : html`<br>!${link(stop, unsubscribe_url)}. ${stopMeans}<br>!${link(...licence)}.`}</p>
</div>
</body>
</html>
`;
}

/** The host in a Message-ID. */
const hostOf = (base_url: string) => new URL(base_url).hostname;

/** Other things that one letter lists; the rest is only counted. */
const ALSO_MAX = 50;

/** The body with a section about what else the letter carries. */
function withAlso(body: Body, also: NonNullable<Occasion['also']>): Body {
  if (also.length === 0) return body;
  const more = also.length - ALSO_MAX;
  const rest: Fact[] = more > 0 ? [[`and ${more} more`, 'The digest of the agent has them.']] : [];
  return {
    ...body,
    sections: [...body.sections, { heading: 'Also new', rows: [...also.slice(0, ALSO_MAX), ...rest] }],
  };
}

/**
 * Builds a letter. Its Message-ID is that of the notice, so that a letter which is sent twice is recognised as the same
 * one.
 *
 * @param short what a letter about several things says of this one; by default its first link
 */
export function letter(
  {
    notice_id,
    to,
    base_url,
    unsubscribe_url,
    created_at,
    also = [],
  }: Omit<Occasion, 'unsubscribe_url'> & { unsubscribe_url: string | null },
  { subject, body, short = body.links[0]?.[1] ?? '' }: { subject: string; body: Body; short?: string },
): Letter {
  const whole = withAlso(body, also);
  const and = also.length === 0 ? '' : `, and ${also.length} more`;
  return {
    notice_id,
    to,
    // An encoded word (RFC 2047) in untrusted text is shown, not decoded.
    subject: `${oneLine(subject, 150 - and.length)}${and}`.replaceAll('=?', '= ?'),
    text: textOf(whole),
    html: htmlOf(whole),
    date: new Date(created_at),
    message_id: `<${notice_id}@${hostOf(base_url)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe_url !== null && {
        'List-Unsubscribe': `<${unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    short,
  };
}
