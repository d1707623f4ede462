import { asOf } from './features/as-of/feature.ts';
import { dataset } from './features/dataset/feature.ts';
import { forms } from './features/forms/feature.ts';
import { holders } from './features/holders/feature.ts';
import { nodes } from './features/nodes/feature.ts';
import { previews } from './features/previews/feature.ts';
import { replies } from './features/replies/feature.ts';
import { secondReview } from './features/second-review/feature.ts';
import type { Feature } from './operations/context.ts';

/** The features of the service (decision 159). To remove one, remove its folder, its tests, and its name here. */
export const features: readonly Feature[] = [asOf, dataset, forms, holders, nodes, previews, replies, secondReview];
