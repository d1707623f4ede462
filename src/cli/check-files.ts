import { watch } from 'node:fs';
import { auditFiles, issuesOf, readAuditFile } from '../catalogue/audit-files.ts';
import { readRubrics } from '../catalogue/rubrics.ts';
import { type Audit, pillarScores } from '../domain/audit/audit.ts';
import { rankAmong, type ScoreCounts, withoutOne } from '../domain/leaderboard.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Context } from '../operations/context.ts';
import { type CurrentAudit, currentAuditsOf } from '../store/audits.ts';
import { scoreCounts } from '../store/desk-audits.ts';
import { migrationState } from '../store/upkeep/migrate.ts';
import type { Cli } from './define.ts';
import { failureOf } from './failure.ts';
import { line, type Output } from './output.ts';

/** Checks files and reports. @returns the exit code */
export async function checkFiles(cli: Cli, output: Output, paths: readonly string[]): Promise<number> {
  const files = auditFiles(paths);
  const rubrics = readRubrics();
  const read = files.map((file) => readAuditFile(file, rubrics));
  const audits = read.flatMap((file) => ('audit' in file ? [file.audit] : []));
  const leaderboard = await currentLeaderboard(cli, [...new Set(audits.map(({ slug }) => slug))]);
  const good = read.flatMap((file) => ('audit' in file ? [summary(file.file, file.audit, leaderboard)] : []));
  const issues = issuesOf(read);
  if (good.length || output.json)
    output.result({ valid: !issues.length, audits: good, faults: issues }, () =>
      good.map(
        (row) =>
          line`${output.colour.green('good')} ${row.company}: ${row.overall_score} of 100, ${row.tier} (${Object.entries(
            row.pillar_scores,
          )
            .map(([id, score]) => `${id} ${score}`)
            .join(', ')})${row.rank === null ? '' : `, would rank ${row.rank}`}`,
      ),
    );
  if (!issues.length) return 0;
  const wrong = read.length - good.length;
  output.fail(
    new Refusal(
      `${issues.length} issue${issues.length > 1 ? 's' : ''} in ${wrong} of ${read.length} file${read.length > 1 ? 's' : ''}.`,
      issues,
    ),
  );
  return 1;
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

/** Checks files again whenever one is saved, until the command is interrupted. */
export async function watchFiles(cli: Cli, output: Output, paths: readonly string[]): Promise<void> {
  const files = auditFiles(paths);
  const { promise, resolve } = Promise.withResolvers<void>();
  let due: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(due);
    due = setTimeout(
      () => void checkFiles(cli, output, files).catch(async (error) => output.fail(await failureOf(error))),
      50,
    );
  };
  const watchers = files.map((file) => watch(file, again));
  cli.signal.addEventListener('abort', () => resolve(), { once: true });
  await checkFiles(cli, output, files);
  await promise;
  clearTimeout(due);
  for (const watcher of watchers) watcher.close();
}
