import { type Audit, dateIssue, pillarScores } from '@readymark/rubric/audit/audit';
import type { FieldError } from '@readymark/rubric/field';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { Refusal } from '@readymark/rubric/refusal';
import { type AuditFile, auditFiles, issuesOf, readAuditFile, STANDARD_INPUT } from '../catalogue/audit-files.ts';
import { rankAmong, type ScoreCounts, withoutOne } from '../domain/leaderboard.ts';
import type { Context } from '../operations/context.ts';
import { type CurrentAudit, currentAuditsOf } from '../store/audits.ts';
import { scoreCounts } from '../store/kept/current-companies.ts';
import { migrationState } from '../store/upkeep/migrate.ts';
import type { Cli } from './define.ts';
import { type FixedFile, fixFile } from './fixed-file.ts';
import { line, type Output } from './output.ts';

/** Checks files and reports. @returns the exit code */
export async function checkFiles(
  cli: Cli,
  output: Output,
  paths: readonly string[],
  { fix, wrote = () => {} }: { fix: boolean; wrote?(file: string): void },
): Promise<number> {
  const files = auditFiles(paths);
  const given = files.includes(STANDARD_INPUT) ? await cli.input() : undefined;
  const rubrics = readRubrics();
  const fixed = fix ? files.flatMap((file) => fixFile(file, rubrics) ?? []) : [];
  for (const { file } of fixed) wrote(file);
  const today = (await cli.now()).toISOString().slice(0, 10);
  const read = files.map((file) =>
    onThisDay(readAuditFile(file, rubrics, file === STANDARD_INPUT ? given : undefined), today),
  );
  const audits = read.flatMap((file) => ('audit' in file ? [file.audit] : []));
  const leaderboard = await currentLeaderboard(cli, [...new Set(audits.map(({ slug }) => slug))]);
  const good = read.flatMap((file) => ('audit' in file ? [summary(file.file, file.audit, leaderboard)] : []));
  const issues = issuesOf(read);
  if (good.length || fixed.length || output.json)
    output.result({ valid: !issues.length, audits: good, faults: issues, ...(fix && { fixed }) }, () => [
      ...fixed.flatMap((one) => fixedLines(output, one)),
      ...good.map(
        (row) =>
          line`${output.colour.green('good')} ${row.company}: ${row.overall_score} of 100, ${row.tier} (${Object.entries(
            row.pillar_scores,
          )
            .map(([id, score]) => `${id} ${score}`)
            .join(', ')})${row.rank === null ? '' : `, would rank ${row.rank}`}`,
      ),
    ]);
  if (!issues.length) return 0;
  const wrong = read.length - good.length;
  output.fail(
    new Refusal(
      `${issues.length} issue${issues.length > 1 ? 's' : ''} in ${wrong} of ${read.length} file${read.length > 1 ? 's' : ''}.`,
      output.json ? issues : condensed(issues),
    ),
  );
  return 1;
}

/** The same file; an audit of a later day is wrong, because publishing refuses it. */
function onThisDay(read: AuditFile, today: string): AuditFile {
  const issue = 'audit' in read ? dateIssue(read.audit, today, '$.audit_date') : undefined;
  if (!issue) return read;
  return { file: read.file, issues: [{ field: issue.path, message: `${issue.message}; found ${issue.found}` }] };
}

/** Where this many fields are null, they are listed in one line: the file is a draft. */
const NULLS_MIN = 4;

/** For people: what is still to be written as one issue of its file, and the other issues as they are. */
function condensed(issues: readonly FieldError[]): FieldError[] {
  const is_null = ({ message }: FieldError) => message.endsWith('; found null');
  const by_file = Map.groupBy(issues.filter(is_null), ({ field }) => field.slice(0, field.indexOf(': ')));
  const drafts = [...by_file].filter(([, nulls]) => nulls.length >= NULLS_MIN);
  const listed = new Set(drafts.flatMap(([, nulls]) => nulls));
  return [
    ...drafts.map(([file, nulls]) => {
      // `P1-A Structured Data ($.criteria[0].score)`: of P1-A the score.
      const parts = nulls.map(({ field }) => ({
        of: /^P\d\S*(?= )/.exec(field.slice(field.indexOf(': ') + 2))?.[0] ?? '',
        name: field.slice(field.lastIndexOf('.') + 1).replace(')', ''),
      }));
      const names = [...Map.groupBy(parts, ({ of }) => of)].map(([of, list]) => ({
        of,
        list: list.map(({ name }) => name).join(of ? ' and ' : ', '),
      }));
      const named = [...Map.groupBy(names, ({ list }) => list)].map(([list, whose]) =>
        whose[0]?.of ? `${list} of ${whose.map(({ of }) => of).join(', ')}` : list,
      );
      return { field: file, message: `still to be written: ${named.join('; ')}` };
    }),
    ...issues.filter((issue) => !listed.has(issue)),
  ];
}

function fixedLines({ colour }: Output, { file, changes }: FixedFile) {
  const value = (one: unknown) => (one === undefined ? 'nothing' : JSON.stringify(one));
  return [
    line`${colour.yellow('fixed')} ${file}`,
    ...changes.map(({ path, before, after }) => line`  ${path}: ${value(before)} → ${value(after)}`),
  ];
}

/** Companies per score, and the current audits of the companies that are checked. */
type CurrentLeaderboard = { scores: ScoreCounts; current: ReadonlyMap<string, CurrentAudit> };

function summary(file: string, audit: Audit, leaderboard: CurrentLeaderboard | undefined) {
  const { company, slug, audit_date, overall_score, tier } = audit;
  const others = leaderboard && withoutOne(leaderboard.scores, leaderboard.current.get(slug)?.overall_score);
  return {
    file,
    company,
    slug,
    audit_date,
    overall_score,
    tier,
    pillar_scores: pillarScores(audit),
    rank: others ? rankAmong(others, overall_score) : null,
  };
}

/** What the rank of these companies depends on; undefined when there is no database yet. */
async function currentLeaderboard(cli: Cli, slugs: readonly string[]): Promise<CurrentLeaderboard | undefined> {
  const read = async ({ store }: Context) => {
    if ((await migrationState(store)).pending.length) return undefined;
    return { scores: await scoreCounts(store.db), current: await currentAuditsOf(store.db, slugs) };
  };
  return cli.withContext(read).catch(() => undefined);
}
