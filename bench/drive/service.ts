import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Audit } from '../../packages/rubric/src/audit/audit.ts';
import { exampleAudit, v1 } from '../../packages/rubric/test/example-audit.ts';
import { freePort } from '../../packages/service/test/world/postgres.ts';
import { answering, type Running } from './nginx.ts';

const program = join(import.meta.dirname, '../../bin/readymark.js');

/** Synthetic audits whose records are about as long as real ones (about 12 KB of JSON). */
export function madeAudits(count: number): Audit[] {
  return Array.from({ length: count }, (_, number) => {
    const points = (criterion: number) => (number * 7 + criterion * 3) % 6;
    const scores = Object.fromEntries(v1.criteria.map(({ id }, criterion) => [id, points(criterion)]));
    const audit = exampleAudit({ slug: `company-${number}`, company: `Company ${number}`, scores });
    const sentence = (about: string) =>
      `Seen on the ${number}th day of looking at ${about}: the page says what it does, for whom, and at what price. `;
    return {
      ...audit,
      criteria: audit.criteria.map((criterion) => ({ ...criterion, evidence: sentence(criterion.name).repeat(3) })),
      executive_summary: sentence('the whole offer').repeat(6),
    };
  });
}

/** The service in a separate process, on a data directory with these audits, published at the command line. */
export async function startService(audits: readonly Audit[], env: Record<string, string> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-bench-'));
  mkdirSync(join(folder, 'audits'));
  for (const audit of audits)
    writeFileSync(join(folder, 'audits', `${audit.slug}_${audit.audit_date}.json`), JSON.stringify(audit));
  const port = await freePort();
  const settings = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'warn', ...env };
  for (const args of [['migrate'], ['publish', join(folder, 'audits')]]) {
    const done = spawnSync(process.execPath, [program, ...args], {
      env: settings,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (done.status !== 0) throw new Error(`${args[0]} failed: ${done.stderr}`);
  }
  const child = spawn(process.execPath, [program, 'serve'], { env: settings, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  await answering(`http://127.0.0.1:${port}/healthz`, 60);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
