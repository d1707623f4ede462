/**
 * Publications: numbered public changes of any kind. A snapshot shows everything up to one number (decision 45).
 *
 * `audits`: audits were published or replaced, and companies perhaps reinstated. `corrections`: the name, website or slug of
 * a company was corrected. `retractions`: companies were taken off the leaderboard. `replies`: what companies say about their audits was
 * published, decided or removed.
 */
export const publicationKinds = ['audits', 'corrections', 'retractions', 'replies'] as const;
export type PublicationKind = (typeof publicationKinds)[number];
