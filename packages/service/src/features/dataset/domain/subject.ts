/** What a dataset is of: a publication that is signed, and the head of the public log with it. */
export type DatasetSubject = {
  /** Absolute address of the service, without trailing slash. */
  base_url: string;
  /** Name of the log and of its key. */
  origin: string;
  publication: number;
  /** When that was published (ISO 8601). */
  at: string;
  /** Entries of the log, and the root over them in base64. */
  size: number;
  root: string;
};

/** What a dataset contains in numbers. Dates are null when it is empty. */
export type DatasetCounts = {
  companies: number;
  audits: number;
  /** Audits of companies that do not exist (decision 105). */
  fictional: number;
  first_audit: string | null;
  last_audit: string | null;
};

/** The licence of scores (decision 5). */
export const SCORES_LICENCE = {
  name: 'CC-BY-NC-4.0',
  title: 'Creative Commons Attribution-NonCommercial 4.0 International',
  path: 'https://creativecommons.org/licenses/by-nc/4.0/',
} as const;

/** What all datasets are called, in their data, citations and on their page. */
export const DATASET_NAME = 'Readymark: how ready companies are for AI agents';

/** The name of a dataset, for people. */
export const datasetTitle = ({ publication }: Pick<DatasetSubject, 'publication'>): string =>
  `${DATASET_NAME} (publication ${publication})`;

export const DATASET_ABOUT =
  'Audit scores that rate how ready companies’ offers are for use by AI agents, by criteria in pillars, each with its evidence: the current audit of every company and those before it.';

/** Where a dataset is served. */
export const datasetPath = (publication: number): string => `/dataset/${publication}/`;

/** Where the feed of changes goes on after a dataset (decision 187). */
export const changesAddress = ({ base_url, size }: Pick<DatasetSubject, 'base_url' | 'size'>): string =>
  `${base_url}/api/changes${size > 0 ? `?after=${size - 1}` : ''}`;

/** What says of a dataset where it is from: in its description, and in each file that has a place for it. */
export const provenance = (subject: Pick<DatasetSubject, 'base_url' | 'publication' | 'at'>) => ({
  id: subject.base_url + datasetPath(subject.publication),
  title: datasetTitle(subject),
  description: DATASET_ABOUT,
  homepage: `${subject.base_url}/dataset`,
  version: String(subject.publication),
  created: subject.at,
});
