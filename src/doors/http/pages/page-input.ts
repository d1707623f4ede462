import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Rubric, Rubrics } from '../../../domain/rubric.ts';

/** Everything that a page is drawn from. One snapshot, so no page can disagree with the documents (decision 6). */
export type PageInput = {
  snapshot: Snapshot;
  rubrics: Rubrics;
  /** Rubric versions that may be published (decision 13). */
  publishable: readonly string[];
  /** Absolute address of the service, without trailing slash (decision 1). */
  base_url: string;
  /** `YYYY-MM-DD` (UTC), which decides about staleness (spec 2.2). */
  today: string;
  /** Number of watchers by slug; companies without watchers may be missing. Not part of the snapshot (spec 2.5). */
  watchers: ReadonlyMap<string, number>;
};

/** The rubric of a version; the oldest rubric for an unknown version. */
export function rubricOf(rubrics: Rubrics, version: string): Rubric {
  const rubric = rubrics.get(version) ?? rubrics.values().next().value;
  if (!rubric) throw new RangeError('there is no rubric');
  return rubric;
}
