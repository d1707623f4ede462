import { content, either, type Node } from '../../../../content/content.ts';
import { OTHER_CHECKS_PATH, otherChecks } from '../../discovery/other-checks.ts';
import { counted } from '../../html/format.ts';
import type { PageInput } from '../page-input.ts';
import { ladderPath } from './view.ts';

type Scanner = ReturnType<typeof otherChecks>['scanners'][number];
type Check = Scanner['checks'][number];

/** Where the contents of the page lead to. */
export const OTHER_SCANNERS = 'other-scanners';

/** Which rung sees each check of other scanners, or why none does (decision 198). */
export const otherScannersPart = (
  input: PageInput,
): Node => content`<section class="pillar-of" aria-labelledby="${OTHER_SCANNERS}">
<h2 id="${OTHER_SCANNERS}">Checks of other scanners</h2>
<p>Which rung sees what another scanner asks, or why none does. A rung may ask for more than the check, so whoever passes one need not reach the other. <a href="${OTHER_CHECKS_PATH}">As JSON</a></p>
${otherChecks(input.rubrics).scanners.map((scanner) => table(input, scanner))}
</section>`;

function table(input: PageInput, { id, name, revision, read_on, source, checks }: Scanner): Node {
  const seen = checks.filter((check) => check.seen.length > 0).length;
  const heading = `scanner-${id}`;
  return content`<section class="scanner" aria-labelledby="${heading}">
<h3 id="${heading}">${name}</h3>
<p class="hint">Read on ${read_on}: <a href="${source}">${revision}</a>. Of ${counted(checks.length, 'check')}, ${seen} are seen.</p>
<section class="wide" tabindex="0" aria-label="Checks of ${name}"><table class="differences"><thead><tr><th scope="col">Check</th><th scope="col">What it asks</th><th scope="col">Rungs</th><th scope="col">What is left out, or why</th></tr></thead>
<tbody>${checks.map((check) => content`<tr><th scope="row"><code>${check.id}</code></th><td>${check.asks}</td><td>${rungs(input, check)}</td><td>${check.note ?? ''}</td></tr>`)}</tbody></table></section>
</section>
`;
}

/** Links for those who see the page; who reads it as text has the criteria above under the same ids. */
const rungs = (input: PageInput, { seen }: Check): Node =>
  seen.length === 0
    ? 'none'
    : seen.map(({ rubric, criterion, rung }, at) => {
        const text = `${criterion} ${rung}`;
        const linked = content`<a href="${ladderPath(input, rubric, criterion)}">${text}</a>`;
        return content`${at > 0 && ', '}${either(linked, text)}`;
      });
