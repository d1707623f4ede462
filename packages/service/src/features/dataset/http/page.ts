import type { ContentPage } from '../../../doors/http/html/content.ts';
import { counted, grouped } from '../../../doors/http/html/format.ts';
import { minute } from '../../../doors/http/html/language.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { type TextPage, textPage } from '../../../doors/http/pages/prose/text-page.ts';
import { citationLine } from '../domain/citation.ts';
import { datasetFiles } from '../domain/files.ts';
import { DATASET_ABOUT, DATASET_NAME, datasetPath } from '../domain/subject.ts';
import type { KeptDataset } from '../store/datasets.ts';
import { listedDatasets } from './listed-datasets.ts';
import { datasetScript } from './structured-data.ts';

/** All audits as files to download (decision 153). */
export function datasetPage(input: PageInput): ContentPage {
  const [newest, ...older] = listedDatasets(input);
  const { base_url } = input;
  return textPage({
    title: 'Dataset',
    head: datasetScript(input, '/dataset'),
    description:
      'All audits as NDJSON, CSV and Parquet, signed and free to download: files, sizes, how to verify and cite them.',
    intro: [
      `“${DATASET_NAME}”: ${DATASET_ABOUT.charAt(0).toLowerCase()}${DATASET_ABOUT.slice(1)}`,
      'It is free of charge and needs no registration. A new one is made after midnight (UTC), when something was published since.',
    ],
    parts: [
      ...(newest
        ? [...contents(newest), ...use(newest, input)]
        : [
            {
              title: 'None yet',
              text: ['The first one is made within minutes of the first publication, or of a retraction.'],
            },
          ]),
      {
        title: 'Licence',
        text: [
          'Scores are licensed CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/: free to share and adapt with attribution, not for commercial use. The licence covers the published scores only; see /terms.',
        ],
      },
      ...(newest
        ? [
            {
              title: 'How to cite it',
              id: 'cite',
              text: [
                { code: citationLine({ base_url, publication: newest.publication, at: newest.published_at }) },
                `As a file for programs: ${datasetPath(newest.publication)}CITATION.cff`,
              ],
            },
          ]
        : []),
      ...(older.length
        ? [
            {
              title: 'Earlier ones',
              text: [
                older.map((one) => `${datasetPath(one.publication)}README.md of ${one.published_at.slice(0, 10)}`),
                'The newest two are kept. When a company is retracted, those with it are removed at once, and a new one is made.',
              ],
            },
          ]
        : []),
    ],
  });
}

function contents({ publication, published_at, counts, files }: KeptDataset): TextPage['parts'] {
  const { companies, audits, fictional, first_audit, last_audit } = counts;
  const listed = files.map(({ name, bytes, rows }) => {
    const of_rows = rows === null ? '' : `, ${counted(rows, 'row')}`;
    return `${datasetPath(publication)}${name} (${kilobytes(bytes)}${of_rows}): ${datasetFiles[name].about}`;
  });
  return [
    {
      title: 'The newest one',
      text: [
        {
          head: ['What', 'Value'],
          rows: [
            ['State', `publication ${publication}, ${minute(published_at)}`],
            ['Companies', grouped(companies)],
            ['Audits, current and past', grouped(audits)],
            ['Days of audits', first_audit === null ? 'none' : `${first_audit} to ${last_audit}`],
          ],
        },
        ...(fictional
          ? [
              `${counted(fictional, 'audit is', 'audits are')} of companies that do not exist: examples, marked by \`fictional\`.`,
            ]
          : []),
      ],
    },
    {
      title: 'Files',
      id: 'files',
      text: [
        listed,
        'Files that end with .zst are compressed with Zstandard. /dataset/latest/manifest.txt, and each other file under that address, leads to the newest.',
      ],
    },
  ];
}

const kilobytes = (bytes: number): string => `${grouped(Math.max(1, Math.round(bytes / 1000)))} kB`;

function use({ publication, key, files }: KeptDataset, { base_url }: PageInput): TextPage['parts'] {
  const address = `${base_url}${datasetPath(publication)}`;
  return [
    {
      title: 'How to verify it',
      id: 'verify',
      text: [
        {
          code: `mkdir dataset && cd dataset
curl --remote-name-all '${address}{${files.map(({ name }) => name).join(',')}}'
readymark verify . --key ${key}`,
        },
        `The key is one of those at ${base_url}/.well-known/readymark-keys; compare it with what you knew before. The check needs neither us nor a connection. It shows that manifest.txt is signed with the key of the public log and has the SHA-256 of every file; that the entries of the log lead to the root that was signed; that each record has the hash that its entry says; and that sums, tiers and ranks are right.`,
        `By hand, each file beside its line: \`sha256sum audits.ndjson.zst && grep audits.ndjson.zst manifest.txt\``,
      ],
    },
    {
      title: 'How to read it',
      text: [
        {
          code: `zstd -d audits.csv.zst criteria.csv.zst
zstdcat audits.ndjson.zst | jq -r 'select(.current) | [.slug, .record.overall_score] | @tsv'`,
        },
        ...(files.some(({ name }) => name === 'audits.parquet')
          ? [
              'Parquet is read at its address; DuckDB downloads only the columns that it needs:',
              {
                code: `SELECT slug, overall_score FROM '${address}audits.parquet' WHERE current ORDER BY rank;
SELECT slug, unnest(critical_gaps, recursive := true) FROM '${address}audits.parquet';`,
              },
              `pandas and Polars take the address too: \`pandas.read_parquet("${address}criteria.parquet")\`. The address with the number always has the same bytes; under \`latest\` they change at night.`,
            ]
          : []),
        'To keep a copy current: datapackage.json names the address in /api/changes that lists what was published after it, event by event. Without a dataset, /api/changes?updated_since=2026-11-20 begins at a day.',
        `Fields, limits and how it was scored are in the data card, ${datasetPath(publication)}README.md. A text in a table that a spreadsheet would calculate has an apostrophe before it.`,
      ],
    },
  ];
}
