import { plainText } from '@readymark/auditor/evidence/draft-text';
import type { Checked } from './site-check.ts';

/** What a report is about, beside what was checked. */
type Reported = { website: string; version: string; information: string; seconds: number };

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text of others in XML: characters that XML has not are left out. */
const xml = (text: string) =>
  plainText(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

const said = ({ of, proposed, max, min, evidence, next }: Checked): string =>
  [
    `${of} is ${proposed} of ${max}${min === null ? '' : `, and ${min} is demanded`}.`,
    evidence,
    next && `The next rung demands: ${next}`,
  ]
    .filter(Boolean)
    .join(' ');

/** JUnit XML, which CI services show as tests: each thing that is demanded is one, and what nothing is demanded of is skipped. */
export function junitReport(checked: readonly Checked[], { website, seconds }: Reported): string {
  const failures = checked.filter(({ passed }) => !passed).length;
  const skipped = checked.filter(({ min }) => min === null).length;
  const time = seconds.toFixed(3);
  const counts = `tests="${checked.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${time}"`;
  const cases = checked.map((one) => {
    const { of, name, min, proposed, max, passed } = one;
    const head = `    <testcase classname="readymark.${xml(of)}" name="${xml(`${of} ${name}${min === null ? '' : ` at least ${min} of ${max}`}`)}" time="0">`;
    const body = !passed
      ? `\n      <failure type="points" message="${xml(`${of} is ${proposed} of ${max}`)}">${xml(said(one))}</failure>\n    `
      : min === null
        ? `\n      <skipped message="${xml(`${proposed} of ${max}; nothing is demanded`)}"/>\n    `
        : '';
    return `${head}${body}</testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="readymark" ${counts}>
  <testsuite name="${xml(website)}" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

/** A web address as RFC 3986 has it: browsers leave more characters as they are. */
const uriOf = (url: string): string =>
  (URL.parse(url)?.href ?? '')
    .replaceAll(/[^\w.~:/?#@!$&'()*+,;=%-]/g, encodeURIComponent)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');

/** SARIF 2.1.0, which code hosts show beside the code: an error for each demand that is not met, a note for each rung that is next. */
export function sarifReport(checked: readonly Checked[], { website, version, information }: Reported): string {
  const found = checked.filter(({ passed, next }) => !passed || next !== '');
  const rules = checked.map(({ of, name }) => ({
    id: of,
    name: name.replaceAll(/[^A-Za-z0-9]/g, ''),
    shortDescription: { text: `${of} ${name}` },
    helpUri: `${information}/rubric#${of}`,
  }));
  const results = found.map((one) => ({
    ruleId: one.of,
    ruleIndex: checked.indexOf(one),
    level: one.passed ? 'note' : 'error',
    message: { text: plainText(said(one)) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(one.url) } } }],
  }));
  const driver = { name: 'Readymark', version, informationUri: information, rules };
  const run = { tool: { driver }, results, properties: { website } };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}
