import type { AuditSession, RecordOptions } from '@readymark/auditor/command/audit-site';
import type { Cli, Define } from '../define.ts';
import type { Output } from '../output.ts';

/** Audits made in this process, without a database; `audits` has a running service make them. */
export function addAudit(define: Define): void {
  addNames(
    define<RecordOptions & { out?: string }>(
      'audit',
      'visit a site, keep what it shows as evidence, and draft its audit record',
      ['audit https://acme.com', 'audit acme.com --out acme --company "Acme Inc."', 'audit score acme'],
      async (cli, output, options, [website = '']) =>
        (await auditing()).auditSite(sessionOf(cli, output), options, website),
    )
      .argument('<url>', 'address of the site')
      .option('--out <folder>', 'where to write evidence and draft (default: audits/{slug}_{date})'),
  ).enablePositionalOptions();
  addNames(
    define<RecordOptions>(
      'audit score',
      'score the evidence in a folder again, without a network; a draft that was changed by hand is kept',
      ['audit score audits/acme_2026-11-20', 'audit score audits/acme_2026-11-20 --json'],
      async (cli, output, options, [folder = '']) =>
        (await auditing()).scoreFolder(sessionOf(cli, output), options, folder),
    ).argument('<folder>', 'folder of an audit'),
  );
}

const addNames = (command: ReturnType<Define>) =>
  command
    .option('--company <name>', 'name of the company (default: the name that the site uses)')
    .option('--slug <slug>', 'slug of the company (default: derived from its name)')
    .option('--rubric <version>', 'rubric of the audit (default: the newest of RUBRICS_PUBLISHABLE that has ladders)');

const auditing = () => import('@readymark/auditor/command/audit-site');

function sessionOf({ settings, openAuditor, signal }: Cli, output: Output): AuditSession {
  const given = settings();
  return {
    command: 'readymark audit',
    open: () => openAuditor(given),
    publishable: given.RUBRICS_PUBLISHABLE,
    ...{ signal, output },
  };
}
