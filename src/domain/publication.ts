/**
 * Publications: numbered public changes of any kind. A snapshot shows everything up to one number (decision 53).
 *
 * `audits`: audits were published or replaced.
 */
export const publicationKinds = ['audits'] as const;
export type PublicationKind = (typeof publicationKinds)[number];
