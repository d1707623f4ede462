import type { Family, Standard } from '../standards/standard.ts';
import { standards } from '../standards/standards.ts';

/**
 * Usual addresses of machine documents (from the table of standards, decision 195) and of prices, in families (decision 92). All GET. Sitemaps have a step of their own.
 *
 * **When a probe is not asked.** Where nothing on a site speaks of programs, only the first probe of a family is asked. Elsewhere a
 * family ends after two misses: a 404, a page instead of a document, or an error of the server. A document that has several
 * usual addresses is not asked for again once it was found. What a site names anywhere is asked for all the same.
 *
 * **What that means.** A document that was not asked for is absent when what was asked of its family is: who publishes one of them
 * at an odd address names it. It is unknown when nothing of its family was asked, or an answer was hidden (`score/presence.ts`).
 */
export type Probe = {
  path: string;
  accept?: string;
  /** What is looked for there, as people call it. A document may have several usual addresses. */
  document: string;
  /** The criterion that it counts most for; null where no ladder asks for it. */
  criterion: string | null;
};

const JSON_FIRST = 'application/json, */*;q=0.5';

/** Usual addresses of prices: a custom, and no standard. */
const prices: readonly Probe[] = [
  { path: '/pricing', document: 'Pricing page', criterion: 'P1-B' },
  { path: '/pricing.md', document: 'Prices as Markdown', criterion: 'P1-B' },
  { path: '/pricing.json', document: 'Prices as JSON', criterion: 'P1-B', accept: JSON_FIRST },
];

const order: readonly Family[] = ['texts', 'prices', 'apis', 'tools', 'agents', 'permissions', 'contact', 'commerce'];

/** The probes of a family of standards: the first address of each, then the others. */
function probesOf(family: Family): Probe[] {
  const asked = (standards as readonly Standard[]).flatMap(({ paths, probe }) =>
    probe?.family === family ? paths.map((path, at) => ({ at, path, probe })) : [],
  );
  return asked
    .sort((one, other) => one.at - other.at)
    .map(({ at, path, probe: { document, further, criterion, accept } }) => ({
      ...{ path, document: (at > 0 && further) || document, criterion },
      ...(accept !== undefined && !/\.ya?ml$/.test(path) && { accept }),
    }));
}

export const probeFamilies: readonly (readonly Probe[])[] = order.map((family) =>
  family === 'prices' ? prices : probesOf(family),
);

export const probes: readonly Probe[] = probeFamilies.flat();

/** All usual addresses of the families of these. */
export const familyOf = (paths: readonly string[]): string[] =>
  probeFamilies
    .filter((family) => family.some(({ path }) => paths.includes(path)))
    .flatMap((family) => family.map(({ path }) => path));
