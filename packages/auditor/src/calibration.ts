/**
 * How near drafts of the auditing agent come to careful audits by people, as `npm run calibrate` printed it. `seen`: sites that
 * rules were written beside; `unseen`: sites that nobody looked at while they were. Shares in percent, kappa quadratically weighted.
 */
export const calibration = {
  measured_on: '2026-11-26',
  seen: { sites: 10, within_one: 100, exact: 87, kappa: 0.97, most_off: 7, quotations: { labelled: 92, right: 92 } },
  unseen: { sites: 5, within_one: 93, exact: 67, kappa: 0.85, most_off: 6, quotations: { labelled: 12, right: 10 } },
  /** Kappa by pillar on sites that nobody looked at. */
  unseen_pillars: { P1: 0.94, P2: 0.6, P3: 0.75, P4: 0.84, P5: 0.62 },
} as const;
