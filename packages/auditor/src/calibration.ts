/**
 * How near drafts of the auditing agent come to careful audits by people, as `npm run calibrate` printed it. `seen`: sites that
 * rules were written beside; `unseen`: sites that nobody looked at while they were. Shares in percent, kappa quadratically weighted.
 */
export const calibration = {
  measured_on: '2026-12-01',
  seen: { sites: 10, within_one: 100, exact: 84, kappa: 0.96, most_off: 6 },
  unseen: { sites: 5, within_one: 97, exact: 69, kappa: 0.89, most_off: 4 },
  /**
   * Quotations of drafts on 2026-11-30 (decision 229). `labelled`: those that a person's label is about, by it. `unseen`: those of the last
   * fifty-one made-up sites that nobody looked at, which both of two strict readers held to be proof, and which one of them held to be wrong.
   * `strictness`: what both held of quotations that a person holds to be proof.
   */
  quotations: {
    labelled: { judged: 28, right: 28 },
    unseen: { judged: 67, right: 54, wrong: 2 },
    strictness: { judged: 30, right: 22 },
  },
  /** Kappa by pillar on sites that nobody looked at. */
  unseen_pillars: { P1: 0.94, P2: 0.67, P3: 0.92, P4: 0.75, P5: 0.71 },
} as const;
