import type { Named } from '../audit-site.ts';
import type { Define } from '../define.ts';

/** Audits made in this process, without a database; `audits` has a running service make them. */
export function addAudit(define: Define): void {
  addNames(
    define<Named & { out?: string }>(
      'audit',
      'visit a site, keep what it shows as evidence, and draft its audit record',
      ['audit https://acme.com', 'audit acme.com --out acme --company "Acme Inc."', 'audit score acme'],
      async (cli, output, options, [website = '']) =>
        (await import('../audit-site.ts')).auditSite(cli, output, options, website),
    )
      .argument('<url>', 'address of the site')
      .option('--out <folder>', 'where to write evidence and draft (default: audits/{slug}_{date})'),
  ).enablePositionalOptions();
  addNames(
    define<Named>(
      'audit score',
      'score the evidence in a folder again, without a network; a draft that was changed by hand is kept',
      ['audit score audits/acme_2026-11-20', 'audit score audits/acme_2026-11-20 --json'],
      async (cli, output, options, [folder = '']) =>
        (await import('../audit-site.ts')).scoreFolder(cli, output, options, folder),
    ).argument('<folder>', 'folder of an audit'),
  );
}

const addNames = (command: ReturnType<Define>) =>
  command
    .option('--company <name>', 'name of the company (default: the name that the site uses)')
    .option('--slug <slug>', 'slug of the company (default: derived from its name)')
    .option('--rubric <version>', 'rubric of the audit (default: the newest of RUBRICS_PUBLISHABLE that has ladders)');
