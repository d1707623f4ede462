import { join } from 'node:path';
import type { Audit } from '@readymark/rubric/audit/audit';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { program } from './readymark.ts';

/** The day of the audit: what is fresh on it stays so in this test. Move it on when the record is renewed. */
const DAY = '2026-11-26';

/**
 * Audits this service with its own agent, in a closed world, as the record of the fictional company that runs the
 * examples.
 *
 * @returns why it cannot be done here, as a text, or the draft under each rubric
 */
export async function ownAudit(): Promise<Record<'v1' | 'v2', Audit> | string> {
  const extra = [join(import.meta.dirname, 'network/own-service.ts')];
  const ran = await inClosedWorld(program('audit-own-service'), [DAY], { extra });
  if (typeof ran === 'string') return ran;
  if (ran.code !== 0) throw new Error(ran.err);
  // Examples have addresses that nobody owns.
  return JSON.parse(ran.out.replaceAll('readymark.dev', 'readymark.example'));
}
