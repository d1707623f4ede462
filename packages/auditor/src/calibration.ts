/**
 * How near drafts of the auditing agent come to careful audits by people, as `npm run calibrate` printed it. `seen`: sites that
 * rules were written beside; `unseen`: sites that nobody looked at while they were. Shares in percent, kappa quadratically weighted.
 */
export const calibration = {
  measured_on: '2026-11-23',
  seen: { sites: 10, within_one: 98, exact: 82, kappa: 0.93, most_off: 18, quotations: { labelled: 93, right: 93 } },
  unseen: { sites: 5, within_one: 87, exact: 61, kappa: 0.77, most_off: 15, quotations: { labelled: 12, right: 9 } },
  /** Kappa by pillar on sites that nobody looked at. */
  unseen_pillars: { P1: 0.94, P2: 0.46, P3: 0.43, P4: 0.63, P5: 0.62 },
} as const;
