import type { Define } from '../../../cli/define.ts';
import type { CheckOptions } from './check-one.ts';

/** For CI: collects a site as for an audit, in this process, and says whether it has the points that are demanded (decision 180). */
export function addCheckSite(define: Define): void {
  define<CheckOptions>(
    'check-site',
    'visit a site as for an audit, and fail if it has fewer points than required; for CI, needs no service',
    [
      'check-site https://acme.com --min P1-B=4',
      'check-site acme.com --min total=60,P1=15 --junit readymark.xml --sarif readymark.sarif',
    ],
    async (...given) => (await import('./check-one.ts')).checkOne(...given),
  )
    .argument('<url>', 'address of the site')
    .option(
      '--min <points>',
      'the fewest points to pass with: P1-B=4, P1=15, total=60; separate several with commas',
      collect,
      [],
    )
    .option('--rubric <version>', 'rubric (default: the newest of RUBRICS_PUBLISHABLE that has ladders)')
    .option('--junit <file>', 'write a report in JUnit XML')
    .option('--sarif <file>', 'write a report in SARIF 2.1.0');
}

const collect = (text: string, before: readonly string[]): string[] => [...before, text];
