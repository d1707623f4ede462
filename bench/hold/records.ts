import { measureRecords } from '../../packages/service/test/world/measure/records.ts';
import type { Section } from './section.ts';

export const section: Section = {
  name: 'records',
  run: ({ quick }) => (quick ? measureRecords(3_000, 3_000, 1) : measureRecords(10_000, 20_000, 5)),
};
