/**
 * How near drafts of the auditing agent come to careful audits by people, as `npm run calibrate` printed it. `seen`: sites that
 * rules were written beside; `unseen`: sites that nobody looked at while they were. Shares in percent, kappa quadratically weighted.
 */
export const calibration = {
  measured_on: '2026-11-29',
  seen: { sites: 10, within_one: 99, exact: 80, kappa: 0.95, most_off: 6 },
  unseen: { sites: 5, within_one: 95, exact: 69, kappa: 0.87, most_off: 5 },
  /** What both of two strict readers, who saw neither rules nor labels, held of all quotations in sentences of drafts, on 2026-11-30 (decision 229). */
  quotations: { unseen: { judged: 10, right: 9 }, made_up: { judged: 89, right: 75 } },
  /** Kappa by pillar on sites that nobody looked at. */
  unseen_pillars: { P1: 0.94, P2: 0.69, P3: 0.83, P4: 0.75, P5: 0.67 },
} as const;
