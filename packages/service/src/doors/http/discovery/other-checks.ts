import { otherScanners, rungSeen } from '@readymark/auditor/standards/other-checks';
import type { Rubrics } from '@readymark/rubric/rubric';

/** Which rung sees each check of other scanners, as data. */
export const OTHER_CHECKS_PATH = '/rubrics/other-checks.json';

/**
 * Each scanner with its checks, and the rungs that see them (decision 198).
 *
 * `seen` is empty where no rung does; then `note` says why. Otherwise `note` says what of the check no rung asks, or is null.
 */
export const otherChecks = (rubrics: Rubrics) => ({
  scanners: otherScanners.map(({ id, name, revision, source, read_on, checks }) => ({
    ...{ id, name, revision, source, read_on },
    checks: checks.map((check) => ({
      id: check.id,
      asks: check.asks,
      seen: check.seen.map((rung) => rungSeen(rung, rubrics)),
      note: check.note ?? null,
    })),
  })),
});
