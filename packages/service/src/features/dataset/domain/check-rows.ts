import { isFictional, issueText } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import type { Rubrics } from '@readymark/rubric/rubric';
import { otherAudit } from '@readymark/verify';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import { rankAmong } from '../../../domain/leaderboard.ts';
import type { LoggedAudit, LoggedAudits } from '../../../domain/public-log/logged-audits.ts';

type Line = Record<string, unknown> & { record: Record<string, unknown> };

/** Compares the audits of a dataset, one after another, with those that are published by its log. */
export function openAuditCheck(logged: LoggedAudits, rubrics: Rubrics) {
  const seen = new Set<LoggedAudit>();
  const scores = { real: new Map<number, number>(), fictional: new Map<number, number>() };
  /** The rank that the first company with a score has. */
  const ranks = new Map<number, { rank: unknown; slug: string }>();
  let audits = 0;

  function wrong(line: Line, of: LoggedAudit): string | undefined {
    const { record, current, rank, fictional } = line;
    const newest = [...(logged.get(of.slug)?.keys() ?? [])].sort().at(-1) === of.audit_date;
    if (canonicalHash(record) !== of.record_sha256 || line.record_sha256 !== of.record_sha256)
      return `its record differs from that of entry ${of.index}`;
    const other = otherAudit(record, of);
    if (other !== undefined) return `the record is that of entry ${of.index}, but ${other}`;
    const rubric = rubrics.get(of.rubric ?? '');
    if (!rubric || canonicalHash(rubric) !== of.rubric_sha256)
      return `its rubric ${of.rubric} differs from the one of this program`;
    const checked = checkAudit(record, rubrics);
    if ('issues' in checked) {
      const [issue] = checked.issues;
      return issue && `${issue.path} ${issueText(issue)}`;
    }
    const { overall_score } = checked.audit;
    if (fictional !== isFictional(checked.audit)) return 'fictional differs from its record';
    if (line.publication !== of.publication || line.published_at !== of.at)
      return 'its publication differs from that in the log';
    if (current !== newest) return `current is ${current}, and by the log it is ${newest}`;
    if (!newest) return rank === null ? undefined : 'it is not current and has a rank';
    const counted = fictional ? scores.fictional : scores.real;
    counted.set(overall_score, (counted.get(overall_score) ?? 0) + 1);
    const known = ranks.get(overall_score);
    if (!known) ranks.set(overall_score, { rank, slug: of.slug });
    else if (known.rank !== rank)
      return `its rank is ${rank}, and that of ${known.slug} with the same score ${known.rank}`;
    return undefined;
  }

  return {
    /** @returns what is wrong with a line of `audits.ndjson` */
    add(text: string): string | undefined {
      audits += 1;
      const line = objectOf(text);
      const of = line && logged.get(String(line.slug))?.get(String(line.audit_date));
      if (!line || !of) return `audits.ndjson, line ${audits}: by the log there is no such audit`;
      const name = `${of.slug} of ${of.audit_date}`;
      if (seen.has(of)) return `${name}: it is there twice`;
      seen.add(of);
      if (line.log_index !== of.index) return `${name}: by the log it is entry ${of.index}`;
      const problem = wrong(line, of);
      return problem && `${name}: ${problem}`;
    },
    /** @returns what is missing, and which ranks are wrong */
    end(): string[] {
      const problems: string[] = [];
      for (const of of [...logged.values()].flatMap((one) => [...one.values()]))
        if (!seen.has(of))
          problems.push(`${of.slug} of ${of.audit_date}: by the log it is public, and it is not there`);
      if (problems.length) return problems;
      const counted = scores.real.size ? scores.real : scores.fictional;
      for (const [score, { rank, slug }] of ranks)
        if (rank !== rankAmong(counted, score))
          problems.push(`${slug}: its rank is ${rankAmong(counted, score)}, and the dataset says ${rank}`);
      return problems;
    },
    audits: () => audits,
  };
}

function objectOf(text: string): Line | undefined {
  try {
    const value = JSON.parse(text) as Line;
    return typeof value === 'object' && typeof value?.record === 'object' && value.record !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
