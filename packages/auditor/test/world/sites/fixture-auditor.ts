import { readLadders } from '@readymark/rubric/read-rubrics';
import type { Auditor } from '../../../src/auditor.ts';
import { openParser } from '../../../src/collect/parse/parser.ts';
import { collectSite } from '../../../src/collect/plan/plan.ts';
import { readSite } from '../../../src/read/read-site.ts';
import { withAdvice } from '../../../src/score/advice/advise.ts';
import { proposalsOf } from '../../../src/score/expected/expected-points.ts';
import { previewOf } from '../../../src/score/preview.ts';
import { fixtureFetch } from './fixture-fetch.ts';

/** The plan, the readers and the ladders over the fixture sites in memory: an auditor without a network or threads of its own. */
export function fixtureAuditor(now: () => Date): Auditor {
  const parser = openParser();
  const ladders = readLadders();
  return {
    async collect(website, { progress, reach = 'site' }) {
      const fetcher = fixtureFetch(now);
      const { outcome, ...collected } = await collectSite({
        ...{ website, version: '1.0.0', reach, fetcher, now, parse: parser.parse, progress: progress ?? (() => {}) },
      });
      if (outcome === 'refused') throw new Error(collected.reason ?? outcome);
      return { ...collected, outcome };
    },
    async score(bundle, bodies, rubric, judged = []) {
      const rules = ladders.get(rubric);
      if (!rules) throw new Error(`no ladders of ${rubric}`);
      const site = readSite(bundle, bodies);
      return withAdvice(proposalsOf(site, rules, judged), site, rules);
    },
    async preview(bundle, bodies, rubric) {
      const rules = ladders.get(rubric);
      if (!rules) throw new Error(`no ladders of ${rubric}`);
      return previewOf(readSite(bundle, bodies), rules);
    },
    verify: async () => ({ judged: [], answers: [] }),
    assist: async (proposals) => ({ proposals, recording: undefined }),
    close: async () => parser.close(),
  };
}
