import { own, type Read, strictJson } from '@readymark/verify';
import type { Witnessed } from '../../../cli/public-log/demanded-witnesses.ts';
import type { OtherScores } from '../../../cli/public-log/score-place.ts';
import { endOf } from '../domain/days.ts';

/** The record of a company on a past day, or its proof (decision 151). */
const address = /^(.*?)\/(api\/audits\/as-of\/\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,64})(?:\.json|\/proof\.json)$/;

/** Scores that are checked as of a past day. */
export const pastScores: OtherScores = {
  hint: 'as of a day (/api/audits/as-of/DATE/SLUG.json)',
  at(path) {
    const [, above = '', folder = '', slug] = address.exec(path) ?? [];
    if (slug === undefined) return undefined;
    const day = folder.slice(-10);
    return {
      ...{ slug, above },
      reading: (read) => onDay(read, folder, slug),
      further: { past: true, of: (report, proof) => ofDay(report, day, proof) },
    };
  },
};

/**
 * Index, record and proof of a past day in the place of those of now. Its sources are served no longer; and under a checkpoint that
 * is younger than the day, what was logged later may take the place of its entries.
 */
function onDay(read: Read, day: string, slug: string): Read {
  const company = `api/audits/${slug}`;
  let later = false;
  return async (path, bytes_max) => {
    if (path === `${company}/evidence.json` || (later && path.startsWith('log/tile/'))) return { absent: 'not_saved' };
    if (path !== `${company}/proof.json`)
      return read(/^api\/audits\//.test(path) ? path.replace('api/audits', day) : path, bytes_max);
    const proof = await read(`${day}/${slug}/proof.json`, bytes_max);
    const parsed = strictJson(proof instanceof Uint8Array ? proof : undefined);
    later = 'value' in parsed && own(parsed.value, 'checkpoint_of_day') === false;
    return proof;
  };
}

/**
 * A report with a check more: that the audit was published by the end of the day that was asked for. Another one of the company would
 * be as sound.
 */
function ofDay(report: Witnessed, day: string, proof: Uint8Array | undefined): Witnessed {
  const read = strictJson(proof);
  const at = own('value' in read ? own(read.value, 'statement') : undefined, 'at');
  const early = typeof at === 'string' && at < endOf(day);
  const check = early
    ? ({ id: 'day', outcome: 'passed', says: `It was published by the end of ${day} (UTC).` } as const)
    : ({
        id: 'day',
        outcome: 'failed',
        says: `By its entry, it was not published by the end of ${day} (UTC).`,
      } as const);
  return { ...report, verdict: early ? report.verdict : 'wrong', checks: [...report.checks, check] };
}
