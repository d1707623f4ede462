import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../../auditor/auditor.ts';
import { writeBundle } from '../../auditor/evidence/folder.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Cli, Define } from '../define.ts';
import { line, type Output } from '../output.ts';

type AuditOptions = { out?: string; company?: string; slug?: string };

export function addAudit(define: Define): void {
  define<AuditOptions>(
    'audit',
    'visit a site, keep what it shows as evidence, and draft its audit record',
    ['audit https://acme.com', 'audit acme.com --out audits/acme --company "Acme Inc."', 'audit score audits/acme'],
    (cli, output, options, [website = '']) => audit(cli, output, options, website),
  )
    .argument('<url>', 'address of the site')
    .option('--out <folder>', 'where to write evidence and draft (default: ./audits/{slug}_{date})')
    .option('--company <name>', 'name of the company (default: what the site calls itself)')
    .option('--slug <slug>', 'slug of the company (default: made of the domain)')
    .enablePositionalOptions();
}

async function audit(cli: Cli, output: Output, options: AuditOptions, website: string): Promise<number> {
  const out = options.out ?? join('audits', 'out');
  if (existsSync(out)) throw new Refusal(`${out} already exists; name another folder with --out, or remove it.`);
  const auditor = cli.openAuditor(cli.settings());
  const bar = output.progress('requests');
  let phase = '';
  const progress = (step: Progress) => {
    bar.at(step.done, step.planned);
    phase = step.phase;
  };
  const { outcome, reason, bundle, bodies } = await auditor
    .collect(website, { signal: cli.signal, progress })
    .finally(() => bar.end());
  if (outcome === 'unobserved') throw new Refusal(`The site could not be observed: ${reason}. ${phase}`);
  writeBundle(out, bundle, bodies);
  await auditor.close();
  output.result({ evidence: out }, () => [line`written ${out}`]);
  return 0;
}
