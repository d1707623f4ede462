import { writeFileSync } from 'node:fs';
import { readTypedAddress } from '@readymark/auditor/collect/guard/typed-address';
import { propose } from '@readymark/auditor/propose';
import { readLadders, readRubrics } from '@readymark/rubric/read-rubrics';
import { Refusal } from '@readymark/rubric/refusal';
import { publishableRubrics } from '@readymark/rubric/rubric';
import { type Cli, WrongUsage } from '../../../cli/define.ts';
import { line, type Output } from '../../../cli/output.ts';
import { version } from '../../../settings.ts';
import { junitReport, sarifReport } from '../domain/check-reports.ts';
import { checkSite, readDemands } from '../domain/site-check.ts';

export type CheckOptions = { min: string[]; rubric?: string; junit?: string; sarif?: string };

/** Exit codes beside 0 and 2. */
const TOO_LOW = 1;
const UNOBSERVED = 3;

/** Visits the site and checks it. @returns the exit code @throws WrongUsage, Refusal */
export async function checkOne(
  cli: Cli,
  output: Output,
  options: CheckOptions,
  [typed = '']: readonly string[],
): Promise<number> {
  const address = readTypedAddress(typed);
  // Not the code of a site that has too few points.
  if ('refused' in address) throw new WrongUsage(`The address ${address.refused}.`);
  const website = address.url.href;
  const settings = cli.settings();
  const rubrics = readRubrics();
  const ladders = readLadders();
  const rubric = options.rubric
    ? rubrics.get(options.rubric)
    : publishableRubrics(rubrics, settings.RUBRICS_PUBLISHABLE).findLast((one) => ladders.has(one.version));
  if (!rubric || !ladders.has(rubric.version))
    throw new WrongUsage(`--rubric must be one of ${[...ladders.keys()].join(', ')}.`);
  const demands = readDemands(options.min, rubric);
  if (typeof demands === 'string') throw new WrongUsage(`--min: ${demands}.`);
  const auditor = await cli.openAuditor(settings);
  const began = performance.now();
  const bar = output.progress(`Visiting ${website}`);
  try {
    const seen = await auditor.collect(website, {
      signal: cli.signal,
      progress: ({ done, planned }) => bar.at(done, planned),
    });
    bar.end();
    if (seen.outcome === 'unobserved') {
      output.fail(
        new Refusal(`${website} let nothing be seen, so nothing was checked: ${seen.reason ?? 'no answer'}.`),
      );
      return UNOBSERVED;
    }
    const { proposals } = await propose(auditor, seen, rubric);
    const checked = checkSite(proposals, rubric, demands, seen.bundle.website);
    const seconds = (performance.now() - began) / 1_000;
    const about = { website: seen.bundle.website, version, information: settings.BASE_URL, seconds };
    if (options.junit) write(options.junit, junitReport(checked, about));
    if (options.sarif) write(options.sarif, sarifReport(checked, about));
    const failed = checked.filter(({ passed }) => !passed);
    output.result({ website: about.website, rubric: rubric.version, passed: failed.length === 0, checked }, () => [
      ...checked.map((one) => shown(output, one)),
      failed.length
        ? line`${output.colour.red('too low')}  ${failed.map(({ of, proposed, min }) => `${of} is ${proposed}, not ${min}`).join('; ')}`
        : line`${output.colour.green('enough')}  ${demands.length ? 'everything that is demanded' : 'nothing is demanded'}`,
    ]);
    return failed.length ? TOO_LOW : 0;
  } finally {
    bar.end();
    await auditor.close();
  }
}

function shown(
  { colour }: Output,
  { of, name, min, low, proposed, high, max, passed }: ReturnType<typeof checkSite>[number],
) {
  const points = `${proposed} of ${max}`;
  const mark = min === null ? colour.dim('      ') : passed ? colour.green('enough') : colour.red('low   ');
  return line`${mark}  ${of.padEnd(5)}  ${points.padStart(9)}  ${name}, from ${low} to ${high}${min === null ? '' : `, at least ${min}`}`;
}

/** @throws Refusal where the file cannot be written */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Refusal(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}.`);
  }
}
