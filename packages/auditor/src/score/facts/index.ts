import type { Fact } from '../fact.ts';
import { agentLayerFacts } from './agent-layer.ts';
import { interfaceFacts } from './apis.ts';
import { claims } from './claims.ts';
import { conflicts } from './conflicts.ts';
import { datedEntries } from './dated.ts';
import { declared } from './declared.ts';
import { discoverabilityFacts } from './discoverability.ts';
import { quantities } from './limits.ts';
import { linked } from './linked.ts';
import { offer } from './offer.ts';
import { offered } from './offered.ts';
import { permissionFacts } from './permissions.ts';
import { plans } from './plans.ts';
import { pricingFacts } from './pricing.ts';
import { structuredDataFacts } from './structured-data.ts';
import { written } from './written.ts';

/** Every fact that ladders may look for, by name: one line per file. */
const files: readonly Readonly<Record<string, Fact>>[] = [
  agentLayerFacts,
  discoverabilityFacts,
  interfaceFacts,
  permissionFacts,
  pricingFacts,
  structuredDataFacts,
  written,
  linked,
  offered,
  declared,
  datedEntries,
  claims,
  quantities,
  plans,
  conflicts,
  offer,
];

export const facts: ReadonlyMap<string, Fact> = new Map(files.flatMap((file) => Object.entries(file)));
