import { rubricPath } from '@readymark/rubric/rubric-document';
import { type Listing, not_a_page } from './listing.ts';

/**
 * Documents of scores that agents should know of. The snapshot and the watch statistics make them.
 *
 * @param rubric the version that /rubric shows whole
 */
export const scoreDocuments = (rubric: string): readonly Listing[] => [
  {
    path: '/api/audits/index.json',
    title: 'Leaderboard as JSON',
    ...not_a_page,
    exported: true,
    llms: { section: 'Scores', note: 'every company with rank, score, tier and pillar scores' },
  },
  {
    path: '/api/watch-stats',
    title: 'Watch statistics',
    ...not_a_page,
    exported: 'changes with every watch, not with a publication',
    llms: '/openapi.json and the list of tools have it',
  },
  {
    path: rubricPath(rubric),
    title: 'Rubric as JSON',
    ...not_a_page,
    exported: true,
    llms: { section: 'Scores', note: 'the same, with the ladder of each criterion in words' },
  },
];
