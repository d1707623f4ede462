import { type Define, WrongUsage } from '../../define.ts';
import { addDeskOptions, callDesk, type DeskOptions } from '../../desk.ts';
import { line } from '../../output.ts';

export function addCorrect(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { name?: string; website?: string; slug?: string }>(
      'correct',
      'correct the name, the website or the slug of a company; scores stay, and old addresses redirect',
      [
        'correct acme --name "Acme Widgets"',
        'correct acme --website https://www.acme.example/',
        'correct acme --slug acme-widgets',
      ],
      async (cli, output, { name, website, slug: new_slug, ...desk }, args) => {
        if (name === undefined && website === undefined && new_slug === undefined)
          throw new WrongUsage('Say what is right: --name, --website or --slug.');
        const { correctCompany } = await import('../../../operations/desk/companies/correct-company.ts');
        const input = { slug: args[0] ?? '', company: name, website, new_slug };
        const body = await callDesk(cli, desk, correctCompany, input);
        const { before, after } = body;
        const changed = (['company', 'website', 'slug'] as const).filter((field) => before[field] !== after[field]);
        output.result(body, () => [
          line`${output.colour.green('corrected')} ${after.company} (${after.slug})`,
          ...changed.map((field) => line`  ${field}: ${before[field]} → ${after[field]}`),
          ...(before.slug === after.slug
            ? []
            : [line`Addresses with ${before.slug} redirect to those with ${after.slug}.`]),
        ]);
        return 0;
      },
    ).argument('<slug>', 'the company'),
  )
    .option('--name <text>', 'the right name')
    .option('--website <url>', 'the right website, http or https')
    .option('--slug <slug>', 'the right slug');
}
