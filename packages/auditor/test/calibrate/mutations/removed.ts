import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { CopiedSite, Rule } from './copied-site.ts';

/** Takes llms.txt and llms-full.txt away, and the rules that answer for them. */
export function dropLlms(site: CopiedSite): void {
  for (const file of site.all().filter((one) => /^llms(?:-full)?\.txt$/i.test(basename(one)))) {
    rmSync(file);
    site.files += 1;
    site.changed += 1;
  }
  for (const host of Object.values(site.config.hosts)) {
    for (const list of ['redirects', 'answers', 'rewrites'] as const) {
      const rules = host[list];
      if (!rules) continue;
      host[list] = rules.filter((rule) => !answersForLlms(rule));
      site.changed += rules.length - host[list].length;
    }
  }
  if (site.changed === 0) site.notes.push('this site has no llms.txt: the copy is the same');
}

/** Whether a rule is about these files, and not about all addresses. */
function answersForLlms({ when }: Rule): boolean {
  if (when?.path === undefined) return false;
  const expression = new RegExp(when.path);
  const files = ['/llms.txt', '/llms-full.txt', '/docs/llms.txt'];
  return files.some((path) => expression.test(path)) && !expression.test('/some/other-page.html');
}
