import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFile } from '@readymark/rubric/audit/audit';
import { slugOf } from '@readymark/rubric/audit/draft';
import { companyField, slugField } from '@readymark/rubric/field';
import { readLadders, readRubrics } from '@readymark/rubric/read-rubrics';
import { Refusal } from '@readymark/rubric/refusal';
import { publishableRubrics } from '@readymark/rubric/rubric';
import type { AssistRecording } from '../assist/assistant.ts';
import type { Auditor } from '../auditor.ts';
import { type AdvisedAction, advisedActions } from '../draft/actions.ts';
import { openTier, openTierWords } from '../draft/basis.ts';
import { draftRecord } from '../draft/draft.ts';
import type { EvidenceBundle } from '../evidence/evidence.ts';
import { writeBundle } from '../evidence/folder.ts';
import { propose } from '../propose.ts';
import type { Progress } from '../received.ts';
import type { CriterionProposal } from '../score/proposal.ts';
import { readAuditFolder, type Scores, writeRecording, writeScores } from './audit-folder.ts';
import { type AuditOutput, line } from './output.ts';

/** What the options of both commands say of the record. */
export type RecordOptions = {
  company?: string | undefined;
  slug?: string | undefined;
  rubric?: string | undefined;
};

/** What both commands are run with. */
export type AuditSession = {
  /** What is typed to audit a site: refusals name it. */
  command: string;
  open(): Auditor | Promise<Auditor>;
  /** Without a rubric in the options, the newest of these that has ladders is taken. */
  publishable: readonly string[];
  /** Stops the audit; nothing is written then. */
  signal: AbortSignal;
  output: AuditOutput;
};

/** Nothing was scored, because the site let nothing be seen: no failure of ours, and no finding about the site. */
const UNOBSERVED = 3;

/**
 * Visits a site, keeps what it shows as evidence in a folder, and drafts the record there.
 *
 * @returns the exit code: 0, or 3 when nothing could be observed
 * @throws Refusal
 */
export function auditSite(
  session: AuditSession,
  { out, ...named }: RecordOptions & { out?: string | undefined },
  website: string,
): Promise<number> {
  return withAuditor(session, async (auditor) => {
    const { output, signal } = session;
    // Before anything is asked of the site.
    const rubric = rubricOf(session, named.rubric);
    checkNames(named);
    if (out !== undefined) refuseTaken(session, out);
    const { outcome, reason, bundle, bodies, names } = await collect(session, auditor, website);
    if (outcome === 'unobserved') {
      output.fail(
        new Refusal(
          `${website} could not be observed: ${reason}. Nothing was scored, and nothing may be taken for absent. ` +
            'Ask the company to let our robot in (/bot says how), or write the audit by hand.',
        ),
      );
      return UNOBSERVED;
    }
    const subject = subjectOf(named, bundle, names);
    const folder =
      out ?? newFolder(join('audits', sourceFile(subject.slug, dayOf(bundle)).replace(/\.audit\.json$/, '')));
    writeBundle(folder, bundle, bodies);
    const { proposals, recording } = await propose(auditor, { bundle, bodies }, rubric.rubric, { live: true, signal });
    if (recording) {
      writeRecording(folder, recording);
      output.note(cost(recording));
    }
    return drafted(output, folder, proposals, { bundle, subject, rubric });
  });
}

/**
 * Scores the evidence in a folder again, without a network.
 *
 * @returns the exit code
 * @throws Refusal
 */
export function scoreFolder(session: AuditSession, options: RecordOptions, folder: string): Promise<number> {
  return withAuditor(session, async (auditor) => {
    checkNames(options);
    const { bundle, bodies, before, recorded, judged } = readAuditFolder(folder, session.command);
    const { company = before?.company, slug = before?.slug, rubric = before?.rubric } = options;
    const subject = subjectOf({ company, slug }, bundle, []);
    const basis = { bundle, subject, rubric: rubricOf(session, rubric), before };
    const { proposals } = await propose(auditor, { bundle, bodies }, basis.rubric.rubric, { judged, recorded });
    return drafted(session.output, folder, proposals, basis);
  });
}

/** What a language model cost. */
function cost({ model, answers }: AssistRecording) {
  const tokens = answers.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  return line`${model} answered ${answers.length} questions, ${tokens} tokens`;
}

async function withAuditor(session: AuditSession, work: (auditor: Auditor) => Promise<number>): Promise<number> {
  const auditor = await session.open();
  try {
    return await work(auditor);
  } catch (error) {
    if (session.signal.aborted) throw new Refusal('Interrupted; nothing was written.');
    throw error;
  } finally {
    await auditor.close();
  }
}

/** @throws Refusal when no record could have these names */
function checkNames({ company, slug }: RecordOptions): void {
  if (company !== undefined && !companyField.safeParse(company).success)
    throw new Refusal('--company must be one line of at most 200 characters.');
  if (slug !== undefined && !slugField.safeParse(slug).success)
    throw new Refusal('--slug must be lower-case letters and digits in groups, joined by single hyphens.');
}

const dayOf = ({ started_at }: EvidenceBundle) => started_at.slice(0, 10);

/** Whether a new audit can be written there: nothing is there yet, or an empty folder. */
const isFree = (folder: string) =>
  !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0);

function refuseTaken({ command }: AuditSession, folder: string): void {
  if (isFree(folder)) return;
  throw new Refusal(
    existsSync(join(folder, 'bundle.json'))
      ? `${folder} already exists, and evidence is never changed. Name another folder with --out, or score this one again with \`${command} score ${folder}\`.`
      : `${folder} is not an empty folder; nothing was written. Name one with --out that is empty or does not exist.`,
  );
}

/** A name that is free: what was just seen is not thrown away because the site was audited earlier that day. */
function newFolder(wanted: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    if (isFree(folder)) return folder;
  }
}

/** A progress bar on a terminal, one line per phase elsewhere. */
async function collect({ output, signal }: AuditSession, auditor: Auditor, website: string) {
  const bar = output.progress('requests');
  let phase = '';
  const progress = (step: Progress) => {
    bar.at(step.done, step.planned);
    if (step.phase !== phase) output.note(line`${step.done} requests, now ${step.phase}`);
    phase = step.phase;
  };
  try {
    return await auditor.collect(website, { signal, progress });
  } finally {
    bar.end();
  }
}

/** The named rubric, else the newest publishable one that has ladders. @throws Refusal when there is none */
function rubricOf({ publishable }: AuditSession, version: string | undefined) {
  const all = readRubrics();
  const ladders = readLadders();
  const usual = publishableRubrics(all, publishable).findLast((one) => ladders.has(one.version));
  const rubric = version === undefined ? usual : all.get(version);
  const of = rubric && ladders.get(rubric.version);
  if (of) return { rubric, ladders: of };
  const known = [...ladders.keys()].join(', ');
  throw new Refusal(
    version === undefined
      ? `No rubric of RUBRICS_PUBLISHABLE (${publishable}) has ladders; name one with --rubric: ${known}.`
      : `There are no ladders for the rubric ${version}; name another with --rubric: ${known}.`,
  );
}

type Subject = { company: string; slug: string };

/** For whom the record is: as given, as the site calls itself, or its domain. */
function subjectOf(named: RecordOptions, bundle: EvidenceBundle, names: readonly string[]): Subject {
  const host = new URL(bundle.website).hostname.replace(/^www\./, '');
  const called = names.find((name) => companyField.safeParse(name).success && slugOf(name) !== '');
  const company = named.company ?? called ?? host;
  return { company, slug: named.slug ?? (slugOf(company) || slugOf(host)) };
}

/** What was scored and for whom; with the proposals it gives a draft. */
type ScoredEvidence = {
  bundle: EvidenceBundle;
  subject: Subject;
  rubric: ReturnType<typeof rubricOf>;
  before?: Scores | undefined;
};

/** Drafts, writes proposals and draft into the folder and reports. */
function drafted(
  output: AuditOutput,
  folder: string,
  criteria: readonly CriterionProposal[],
  basis: ScoredEvidence,
): number {
  const { bundle, subject, before } = basis;
  const { rubric, ladders } = basis.rubric;
  const { website } = bundle;
  const of = { rubric, ladders, proposals: criteria };
  const draft = draftRecord({ ...subject, website, audit_date: dayOf(bundle), ...of });
  const kept = !writeScores(
    folder,
    { ...subject, website, rubric: rubric.version, criteria: [...criteria] },
    draft,
    before,
  );
  const counted = criteria.filter(({ id }) => rubric.criteria.some((criterion) => criterion.id === id));
  const sum = (of: 'low' | 'proposed' | 'high') => counted.reduce((total, criterion) => total + criterion[of], 0);
  const overall = { low: sum('low'), proposed: sum('proposed'), high: sum('high') };
  const file = join(folder, draft.source_file);
  const unsettled = openTier(draft.criteria, of);
  const { business, because } = criteria[0]?.advice ?? {};
  const actions = advisedActions(draft, ladders, criteria);
  const report = {
    company: subject.company,
    website,
    rubric: rubric.version,
    requests: bundle.requests,
    bytes: bundle.bytes,
    seconds: Math.round((Date.parse(bundle.finished_at) - Date.parse(bundle.started_at)) / 100) / 10,
    overall,
    // None, but an interval, where more than five criteria were not observed.
    tier: unsettled ? null : draft.tier,
    open_tier: unsettled ?? null,
    criteria: counted.map(({ rungs: _, advice: __, claims: ___, doubt: ____, ...criterion }) => criterion),
    business: business === undefined ? null : { kind: business, because },
    actions,
    draft: file,
    evidence: folder,
  };
  output.result(report, () => [
    line`${output.colour.bold(subject.company)}: ${overall.proposed} of ${rubric.total} (${overall.low} to ${overall.high}), ${unsettled ? `no tier, ${openTierWords(unsettled)}` : draft.tier}; rubric ${rubric.version}, ${bundle.requests} requests, ${report.seconds} s`,
    ...criteria.map((criterion) => shown(output, criterion, !counted.includes(criterion))),
    ...(business === undefined ? [] : [line`kind of business: ${business}, because ${because ?? ''}`]),
    ...actions.flatMap((action) => advised(output, action)),
    ...bundle.notes.map((note) => line`note: ${note}`),
    line`evidence ${folder}`,
    kept
      ? line`${output.colour.yellow('kept')} ${file}, which was changed by hand; move it away to have it drafted again`
      : line`${output.colour.green('drafted')} ${file}`,
  ]);
  return 0;
}

function shown(
  output: AuditOutput,
  { id, low, proposed, high, needs_human, evidence }: CriterionProposal,
  preview: boolean,
) {
  const range = low === high ? `${proposed}` : `${proposed} (${low} to ${high})`;
  const asks = needs_human.length ? output.colour.yellow(` [${needs_human.join(', ')}]`) : '';
  return line`${id}${preview ? ' (preview, not counted)' : ''} ${range}${asks} ${evidence}`;
}

/** An action, and below it what is to be pasted for it, line by line. */
function advised(output: AuditOutput, { action, points_gain, pillar, effort, snippets }: AdvisedAction) {
  return [
    line`${output.colour.bold(`+${points_gain}`)} ${pillar}, effort ${effort}: ${action}`,
    ...snippets.flatMap(({ title, place, text }) => [
      line`  ${title}, ${place}:`,
      ...text
        .trimEnd()
        .split('\n')
        .map((row) => line`    ${row}`),
    ]),
  ];
}
