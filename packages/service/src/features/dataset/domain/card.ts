import type { Rubrics } from '@readymark/rubric/rubric';
import { citationLine } from './citation.ts';
import { datasetFileNames, datasetFiles } from './files.ts';
import { MANIFEST } from './manifest.ts';
import { auditColumns, auditLists, criterionColumns } from './rows.ts';
import {
  changesAddress,
  DATASET_ABOUT,
  type DatasetCounts,
  type DatasetSubject,
  datasetPath,
  datasetTitle,
  SCORES_LICENCE,
} from './subject.ts';

/** `README.md` of a dataset: its data card, for people and for agents. */
export function dataCard(subject: DatasetSubject, counts: DatasetCounts, rubrics: Rubrics): string {
  const { base_url, publication, at, origin, size } = subject;
  const { companies, audits, fictional, first_audit, last_audit } = counts;
  const files = datasetFileNames.map((name) => `| ${name} | ${datasetFiles[name].about} |`);
  const rubricList = [...rubrics.values()].map(
    ({ version, total, pillars, criteria, tiers }) =>
      `- ${version}: ${criteria.length} criteria in ${pillars.length} pillars, ${total} points. Tiers: ${tiers.map(({ name, min }) => `${name} from ${min}`).join(', ')}. ${base_url}/rubric`,
  );
  return `# ${datasetTitle(subject)}

${DATASET_ABOUT}

| What | |
| --- | --- |
| State | publication ${publication} of ${at} |
| Companies | ${companies} |
| Audits | ${audits} |
| Audits of fictional companies | ${fictional} |
| Days of audits | ${first_audit === null ? 'none' : `${first_audit} to ${last_audit}`} |
| Entries of the public log | ${size} of ${origin} |
| Made by | Readymark, ${base_url}/about |
| Licence | ${SCORES_LICENCE.title}, ${SCORES_LICENCE.path} |

## What is in it

One audit of each company is current; those before it are in it too. Audits that were replaced by another of the same date, and
companies that were retracted, are not in it: their entries in log.ndjson remain, without a record. What companies say about their audits is not
in it either: it may be taken back, and is at ${base_url}/api/audits/{slug}/replies.json.
${fictional ? '\nSome companies do not exist: they are examples, invented as a whole, and marked by `fictional`. Leave them out of any statistics.\n' : ''}
| File | Contents |
| --- | --- |
${files.join('\n')}

Files that end with .zst are compressed with Zstandard (\`zstd -d FILE\`). All text is UTF-8.

## How it was scored

An audit is one reading of a company's public pages on one day. An agent reads the pages and proposes points by written rules; a
person looks at every draft before it is published. Some audits are written by people alone. Each score has its evidence in words.
The rubrics of this dataset:

${rubricList.join('\n')}

Ranks are those of this publication: they move when other companies are audited. Equal scores share a rank.

## Limits

- A score reports what was found on the day of the audit. It is stale once today is past \`reaudit_due\`; companies are audited again at most after half a year or when somebody asks.
- Companies are audited because somebody asked for it or an operator chose them. They are no sample of any market.
- Only public pages were read, in the languages that they are written in. What could not be observed is not scored as absent.
- Two rubrics count different criteria: compare scores of one rubric.
- Names, websites and evidence quote the pages of others. The licence covers the published scores only.
- No personal data are collected for it. A page that was quoted may name a person.

${fieldsOfFiles(subject, rubrics)}
## How to keep it current

${changesAddress(subject)} lists what was published, corrected, renamed or retracted after it, a page of events at a time: pass \`next\` as
\`after\`. Read each company that is named again at ${base_url}/api/audits/{slug}.json, and remove what was retracted.

## How to verify it

\`\`\`
readymark verify FOLDER --key KEY
\`\`\`

KEY is the text of the key at ${base_url}/.well-known/readymark-keys; compare it with what you knew before. By hand: ${MANIFEST} is a
signed note (https://c2sp.org/signed-note) with the SHA-256 of every other file. Each line of log.ndjson is an entry of the
log; their Merkle tree (RFC 6962) has the root that the third line of ${MANIFEST} and the file checkpoint name. \`record_sha256\` of an audit
is the SHA-256 of \`record\` as canonical JSON (RFC 8785), and is in the entry \`log_index\`.

## How to cite it

${citationLine(subject)}
`;
}

/** What each field of the tables is. */
const fieldsOfFiles = (
  { base_url, publication }: DatasetSubject,
  rubrics: Rubrics,
): string => `## Fields of audits.ndjson

A line has the fields of audit.schema.json. \`record\` is the audit as it was published; the fields beside it say whether it is current,
its rank, and where it is in the public log.

## Fields of audits.csv

| Field | Type | What |
| --- | --- | --- |
${columns(auditColumns(rubrics))}

## Fields of criteria.csv

| Field | Type | What |
| --- | --- | --- |
${columns(criterionColumns)}

The tables are CSV as in RFC 4180, with a header. A text that a spreadsheet would calculate (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a
tab or a line break), or that begins with an apostrophe, has one apostrophe before it: take one off to have the text. Empty cells are
null. The lists of a record (signals, gaps, actions) are in audits.ndjson and audits.parquet.

## Parquet

audits.parquet and criteria.parquet have the same rows and columns, with types: dates, times (UTC), integers of 64 bits. Texts are as in
audits.ndjson, without apostrophes before them. audits.parquet has three columns more, lists of objects:

| Field | Type | What |
| --- | --- | --- |
${columns(auditLists)}

They are read at their addresses: \`SELECT * FROM '${base_url}${datasetPath(publication)}audits.parquet' WHERE current\` in DuckDB.
`;

const columns = (list: readonly { name: string; type: string; description: string }[]): string =>
  list.map(({ name, type, description }) => `| ${name} | ${type} | ${description} |`).join('\n');
