import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Names } from '../discovery/listing.ts';
import { released } from './prose/changelog-page.ts';
import { problemCodes } from './prose/problem-page.ts';

/** The slugs of all companies, with the dates of their current audits. */
export const slugs: Names = {
  count: (snapshot) => snapshot.count,
  slice: (snapshot, from, to) =>
    snapshot.slice(from, to).map(({ slug, audit_date }) => ({ name: slug, modified: audit_date })),
};

/** The slugs of companies with two audits or more: the others have nothing to compare. */
export const auditedAgain: Names = {
  count: (snapshot) => againOf(snapshot).length,
  slice: (snapshot, from, to) => againOf(snapshot).slice(from, to),
};

const againOf = (snapshot: Snapshot) =>
  snapshot.companies
    .filter(({ slug }) => snapshot.publicAudits(slug).length > 1)
    .map(({ slug, audit_date }) => ({ name: slug, modified: audit_date }));

/** Every audit, as `slug/date`. */
export const dated: Names = {
  count: (snapshot) => datedOf(snapshot).length,
  slice: (snapshot, from, to) => datedOf(snapshot).slice(from, to),
};

const datedOf = (snapshot: Snapshot) =>
  snapshot.companies.flatMap(({ slug }) =>
    snapshot.publicAudits(slug).map(({ audit_date }) => ({ name: `${slug}/${audit_date}`, modified: audit_date })),
  );

export const codes: Names = {
  count: () => problemCodes.length,
  slice: (_snapshot, from, to) => problemCodes.slice(from, to).map((name) => ({ name, modified: released })),
};
