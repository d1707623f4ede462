import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { run } from '../../../../test/world/processes.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { publish } from './operator.ts';
import { type TestService, testService } from './service.ts';

/** What scanners that are not ours find on our own pages: afdocs, and the categories of Lighthouse. */
type Found = { check: string; status: string; message: string };

/** Our service with the examples, under an address that all of its links have too. */
async function exampleService(): Promise<TestService> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const env = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
  const service = await testService('sqlite', env, undefined, { auditor: madeAuditor({}) });
  const audits = globSync(join(import.meta.dirname, '../../../../examples/*.audit.json'))
    .filter((file) => !file.includes('readymark_'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
  await publish(service, audits);
  return service;
}

/** Every check of afdocs (Agent-Friendly Documentation Spec), loaded when it is asked for: it is large. */
async function byAfdocs(url: string): Promise<Found[]> {
  const { runChecks } = await import('afdocs');
  const { results } = await runChecks(url, { requestDelay: 0, maxConcurrency: 4 });
  return results.map(({ id, status, message }) => ({ check: id, status, message }));
}

/** Scores of the categories of Lighthouse, agentic browsing among them, and what its audits of agents say. */
async function byLighthouse(url: string): Promise<Found[]> {
  const flags = '--headless --no-sandbox --no-zygote --disable-gpu --enable-features=WebMCP';
  const cli = join(import.meta.dirname, '../../../../node_modules/lighthouse/cli/index.js');
  const args = [cli, url, '--output=json', '--quiet', `--chrome-flags=${flags}`];
  const env = { CHROME_PATH: process.env.CHROME_PATH ?? (await chromium.executablePath()) };
  const { code, out, err } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(err.slice(-500));
  type Category = { title: string; score: number | null; auditRefs: { id: string }[] };
  type Report = { categories: Record<string, Category>; audits: Record<string, { score: number | null }> };
  const { categories, audits } = JSON.parse(out) as Report;
  return Object.values(categories).map(({ title, score, auditRefs }) => {
    const short = auditRefs.filter(({ id }) => (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
    return {
      check: title,
      status: String(Math.round((score ?? 0) * 100)),
      message: `${new URL(url).pathname}: ${short.join(', ')}`,
    };
  });
}

/** Runs both on the home page, and Lighthouse on the page of a company too. */
export async function askOtherScanners(): Promise<{ afdocs: Found[]; lighthouse: Found[] }> {
  const service = await exampleService();
  const base = service.settings.BASE_URL;
  const company = `${base}/audits/${service.catalogue.current().companies[0]?.slug}`;
  const afdocs = await byAfdocs(base);
  const lighthouse = [...(await byLighthouse(`${base}/`)), ...(await byLighthouse(company))];
  return { afdocs, lighthouse };
}

/** What stays as it is, and why; everything else that a scanner finds is to be mended. */
export const explained: Readonly<Record<string, string>> = {
  'llms-txt-directive-html': '/ answers programs that name no type with Markdown (decision 191), so there is no HTML',
  'page-size-html':
    'prompts and samples that are closed until somebody opens them; the Markdown of these pages is below the bound (decision 216)',
  'auth-alternative-access': 'nothing needs a key to be read',
  SEO: 'its list of robots.txt knows neither Agentmap (ARD) nor License (RSL) yet (decision 216)',
};
