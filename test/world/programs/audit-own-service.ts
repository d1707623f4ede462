import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, start } from '../processes.ts';

/** Serves the examples under https://readymark.dev of a closed world, audits that, and prints the report and the draft. */
const bin = join(import.meta.dirname, '../../../bin/readymark.js');
const folder = mkdtempSync(join(tmpdir(), 'readymark-own-'));
const env = {
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '',
  BASE_URL: 'https://readymark.dev',
  DATA_DIR: join(folder, 'data'),
  PUBLISHER_PROFILES: 'https://github.com/readymark/readymark,https://www.npmjs.com/package/@readymark/readymark',
  MAIL_FROM: 'Readymark <notices@readymark.dev>',
  AUDIT_INTERVAL_MS: '0',
  MAX_EVENT_LOOP_DELAY: '0',
  PORT: '8080',
};
try {
  const service = start(process.execPath, [bin, 'serve', '--with-examples'], { env });
  await service.prints(/Readymark is serving/);
  const audit = ['audit', 'https://readymark.dev/', '--company', 'Readymark', '--out', join(folder, 'audit'), '--json'];
  const ran = await run(process.execPath, [bin, ...audit], { env });
  await service.kill('SIGTERM');
  if (ran.code !== 0) throw new Error(`the audit ended with ${ran.code}: ${ran.err}`);
  const report = JSON.parse(ran.out);
  const draft = JSON.parse(readFileSync(report.draft, 'utf8'));
  process.stdout.write(JSON.stringify({ report, draft }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
