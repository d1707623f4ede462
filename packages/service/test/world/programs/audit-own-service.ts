import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftRecord } from '@readymark/auditor/draft/draft';
import { pino } from 'pino';
import { openContext } from '../../../src/main.ts';
import { publishAudits } from '../../../src/operations/desk/publish-audits.ts';
import { execute } from '../../../src/operations/run.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';

/**
 * Serves the examples under https://readymark.dev of a closed world on the day of its first argument, audits that, and prints
 * the drafts of one collection, one for each rubric that has ladders. Without the record of this service itself: what the last audit said must not decide what the next one finds.
 */
const day = process.argv[2] ?? '';
const root = join(import.meta.dirname, '../../../../..');
const folder = mkdtempSync(join(tmpdir(), 'readymark-own-'));
const website = 'https://readymark.dev/';
const settings = readSettings({
  BASE_URL: 'https://readymark.dev',
  DATA_DIR: folder,
  PUBLISHER_PROFILES: 'https://github.com/readymark/readymark,https://www.npmjs.com/package/@readymark/readymark',
  MAIL_FROM: 'Readymark <notices@readymark.dev>',
  AUDIT_INTERVAL_MS: '0',
  MAX_EVENT_LOOP_DELAY: '0',
  PORT: '8080',
});
const stop = new AbortController();
const now = () => new Date(`${day}T12:00:00.000Z`);
const ctx = openContext(settings, { now, log: pino({ level: 'warn' }, pino.destination(2)) });
try {
  await migrate(ctx.store);
  const audits = globSync('examples/*.audit.json', { cwd: root })
    .filter((file) => !file.includes('readymark_'))
    .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')));
  await execute(ctx, publishAudits, { kind: 'operator', name: 'examples' }, { audits }, {});
  const ready = Promise.withResolvers<void>();
  const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: () => ready.resolve() });
  await Promise.race([ready.promise, served]);

  const { bundle, bodies, reason } = await ctx.auditor.collect(website, { signal: stop.signal });
  if (reason !== null) throw new Error(reason);
  const subject = { company: 'Readymark', slug: 'readymark', website, audit_date: day };
  const drafts: Record<string, unknown> = {};
  for (const [version, rubric] of ctx.rubrics) {
    const ladders = ctx.ladders.get(version);
    if (!ladders) continue;
    const proposals = await ctx.auditor.score(bundle, bodies, version);
    drafts[version] = draftRecord({ ...subject, rubric, ladders, proposals });
  }
  process.stdout.write(JSON.stringify(drafts));
  stop.abort();
  await served;
} finally {
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
