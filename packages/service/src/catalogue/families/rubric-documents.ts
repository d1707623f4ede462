import type { LaddersOf } from '@readymark/rubric/read-rubrics';
import { publishableRubrics, type Rubrics } from '@readymark/rubric/rubric';
import { documentOf, rubricPath } from '@readymark/rubric/rubric-document';
import { compressLazily, makeDocument } from '../../documents/document.ts';
import type { DocumentFamily } from '../document-family.ts';
import { type Leaderboard, mainRubric } from '../leaderboard.ts';
import { JSON_TYPE } from './index-document.ts';

/** What the documents of rubrics are made from; it does not change while a process runs. */
export type RubricSource = {
  rubrics: Rubrics;
  ladders: LaddersOf;
  /** Versions that audits are published under. */
  publishable: readonly string[];
};

/** The version that a board names (decision 6): that of its audits, and of an empty one the newest that may be published. */
export const rubricVersion = (leaderboard: Leaderboard, { rubrics, publishable }: RubricSource): string =>
  mainRubric(leaderboard) ??
  publishableRubrics(rubrics, publishable).at(-1)?.version ??
  [...rubrics.keys()].at(-1) ??
  '';

/** `/api/rubrics/{version}.json`: one document per rubric, with its ladders in words (decision 13). */
export function rubricFamily(
  { rubrics, ladders, publishable }: RubricSource,
  /** When the newest publication was made. */
  modified: Date,
): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const rubric = rubrics.get(/^\/api\/rubrics\/([a-z0-9.-]{1,32})\.json$/.exec(path)?.[1] ?? '');
      if (!rubric) return undefined;
      const { version } = rubric;
      return {
        content: rubric,
        rank: 0,
        modified,
        make: () => {
          const document = documentOf(rubric, ladders.get(version), publishable.includes(version));
          const of = { content_type: JSON_TYPE, modified, scores: false };
          return compressLazily(makeDocument(JSON.stringify(document), of));
        },
      };
    },
    *all() {
      for (const version of rubrics.keys()) yield rubricPath(version);
    },
  };
}
