import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosignaturesOf, parseWitnessKey } from '@readymark/tlog/cosignature';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { openContext } from '../../../src/main.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { call } from '../call.ts';
import { BAD_NAMES, COMPANY, WITNESS } from '../network/closed-names.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../operator.ts';

/**
 * In a closed world: a service whose log a witness cosigns, known by its name, and companies that prove their domains by a file, or
 * whose names answer badly. Prints what was found.
 */
const folder = mkdtempSync(join(tmpdir(), 'readymark-names-'));
const witness_key = await (await fetch(`https://${WITNESS}/key`)).text();
const env = {
  ...{ PORT: '0', DATA_DIR: folder, BASE_URL: 'https://readymark.test', OPERATOR_TOKENS, MAX_EVENT_LOOP_DELAY: '0' },
  LOG_WITNESSES: `${witness_key} https://${WITNESS}/w`,
};
const stop = new AbortController();
const ctx = openContext(readSettings(env), { log: pino({ level: 'silent' }) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: resolve });
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const companies: Record<string, string> = { company: COMPANY, ...BAD_NAMES };
  const audits = Object.entries(companies).map(([slug, host]) => ({
    ...exampleAudit({ slug, company: slug }),
    website: `https://${host}/`,
  }));
  const keys = (await showKeys(ctx)).keys.map(({ key }) => key);
  await fetch(`https://${WITNESS}/tell`, { method: 'POST', body: keys.join('\n') });
  await commit(ctx, audits);
  const desk = async (path: string, body: object) =>
    (await call(url, 'POST', path, { key: operator_token, body })).json;
  const found: Record<string, unknown> = {};
  for (const slug of Object.keys(companies)) {
    const begun = await desk(`/api/desk/audits/${slug}/reply-proofs`, { contact: 'Ada Lovelace' });
    if (slug === 'company')
      await fetch(`https://${COMPANY}/tell`, { method: 'POST', body: `# ours\n${begun.file.line}\n` });
    const looked = await desk(`/api/desk/reply-proofs/${begun.proof_id}/check`, {});
    found[slug] = { proven: looked.proof?.proof ?? null, dns: looked.dns, file: looked.file };
  }
  const named = parseWitnessKey(witness_key);
  const cosigned = async () => {
    const note = await (await fetch(`${url}/log/checkpoint`)).text();
    return named ? cosignaturesOf(note, [named]).valid.map(({ witness }) => witness.name) : [];
  };
  await until(async () => (await cosigned()).length === 1, 'the witness cosigned');
  const seen = JSON.stringify({ found, cosigned: await cosigned() });
  // The process ends at once afterwards.
  await new Promise((done) => process.stdout.write(seen, done));
} finally {
  stop.abort();
  await served;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
