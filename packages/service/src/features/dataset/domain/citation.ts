import { DATASET_ABOUT, type DatasetSubject, datasetTitle, SCORES_LICENCE } from './subject.ts';

/** `CITATION.cff` (Citation File Format 1.2.0). A JSON string is a YAML string too. */
export function citationFile(subject: DatasetSubject): string {
  const { base_url, publication, at } = subject;
  return `cff-version: 1.2.0
message: ${JSON.stringify('If you use this dataset, please cite it as below.')}
type: dataset
title: ${JSON.stringify(datasetTitle(subject))}
abstract: ${JSON.stringify(DATASET_ABOUT)}
authors:
  - name: Readymark
    website: ${JSON.stringify(`${base_url}/`)}
version: ${JSON.stringify(String(publication))}
date-released: "${at.slice(0, 10)}"
license: ${SCORES_LICENCE.name}
url: ${JSON.stringify(`${base_url}/dataset`)}
keywords:
  - AI agents
  - agent readiness
  - audit
`;
}

/** The same for people, on one line. */
export const citationLine = ({ base_url, publication, at }: Pick<DatasetSubject, 'base_url' | 'publication' | 'at'>) =>
  `Readymark (${at.slice(0, 4)}). How ready companies are for AI agents, publication ${publication} of ${at.slice(0, 10)}. ${base_url}/dataset (CC BY-NC 4.0).`;
