import { type Define, WrongUsage } from '../../define.ts';
import { deskCommand } from '../../desk/desk-command.ts';
import { line } from '../../output.ts';

export function addCorrect(define: Define): void {
  deskCommand(define, {
    usage: 'correct <slug>',
    does: 'correct the name, the website or the slug of a company; scores stay, and old addresses redirect',
    examples: [
      'correct acme --name "Acme Widgets"',
      'correct acme --website https://www.acme.example/',
      'correct acme --slug acme-widgets',
    ],
    operation: async () => (await import('../../../operations/desk/companies/correct-company.ts')).correctCompany,
    args: ['slug'],
    flags: { company: '--name <text>', website: '--website <url>', new_slug: '--slug <slug>' },
    check({ company, website, new_slug }) {
      if (company === undefined && website === undefined && new_slug === undefined)
        throw new WrongUsage('Say what is right: --name, --website or --slug.');
    },
    lines: ({ before, after }, { colour }) => [
      line`${colour.green('corrected')} ${after.company} (${after.slug})`,
      ...(['company', 'website', 'slug'] as const)
        .filter((field) => before[field] !== after[field])
        .map((field) => line`  ${field}: ${before[field]} → ${after[field]}`),
      ...(before.slug === after.slug
        ? []
        : [line`Addresses with ${before.slug} redirect to those with ${after.slug}.`]),
    ],
  });
}
