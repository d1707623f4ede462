import type { Feature } from '../../operations/context.ts';

/** A second operator scores a draft without seeing its scores, and both are compared (decision 124). */
export const secondReview: Feature = {
  name: 'second-review',
  operations: async () => (await import('./operations/index.ts')).secondOperations,
  draft_rules: async () => (await import('./operations/rules.ts')).rules,
  async doctor() {
    const { checkDerived } = await import('../../store/upkeep/doctor-checks.ts');
    const { secondReviewChecks } = await import('./store/doctor-checks.ts');
    return secondReviewChecks.map((check) => (store) => checkDerived(store, check));
  },
  http: async () => (await import('./http/part.ts')).secondReviewPart,
  commands: { audits: async () => (await import('./cli/second.ts')).addAuditsSecond },
};
