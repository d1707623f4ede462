/** The path of the proof of a company's current audit. */
export const proofPath = (slug: string): string => `/api/audits/${slug}/proof.json`;
