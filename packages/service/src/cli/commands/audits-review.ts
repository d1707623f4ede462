import { basename } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import type { z } from 'zod';
import { readGivenFile } from '../../documents/given-file.ts';
import type { Draft } from '../../operations/desk/audits/read-draft.ts';
import type { reviseDraft } from '../../operations/desk/audits/revise-draft.ts';
import type { readEvidence } from '../../operations/desk/evidence/read-evidence.ts';
import type { Define } from '../define.ts';
import { reportPublished } from '../desk/completed.ts';
import { asGiven, callDesk, readMany, readScore, readWhole } from '../desk/desk.ts';
import { deskCommand } from '../desk/desk-command.ts';
import { indented, type Line, line, type Output } from '../output.ts';
import { writeNewFile, writeRecord } from '../written-file.ts';

const reading = async () => (await import('../../operations/desk/audits/read-draft.ts')).readDraft;

type Revision = z.input<typeof reviseDraft.input>;

/** What a person does with the draft of an audit: read it and its evidence, revise it, publish it (decision 93). */
export function addAuditsReview(define: Define): void {
  deskCommand(define, {
    usage: 'audits draft <id>',
    does: 'show the draft of an audit: scores with their intervals, what a person must judge, and what changed',
    examples: ['audits draft job_0199', 'audits draft job_0199 --out acme.audit.json'],
    operation: reading,
    args: ['job_id'],
    async run({ output, input, options, call }) {
      const out = options.out as string | undefined;
      const draft = await call(input);
      if (out === '-') return writeRecord(output, draft.record);
      if (out !== undefined) writeNewFile(out, `${JSON.stringify(draft.record, null, 2)}\n`);
      output.result(draft, () => [
        ...draftLines(output, draft),
        ...(out === undefined
          ? []
          : [
              // With the version, what others did meanwhile is a conflict, and not undone.
              line`Written to ${out}; take it back with readymark audits revise ${draft.job_id} --of-version ${draft.version} --file ${out}`,
            ]),
      ]);
      return 0;
    },
  }).option('--out <file>', 'write the record into a file too (-: to standard output, and nothing else)');

  deskCommand(define, {
    usage: 'audits evidence <id> [sha256]',
    does: 'list what was fetched for an audit, or show one body as text',
    examples: ['audits evidence job_0199', 'audits evidence job_0199 0a1b…'],
    operation: async () => (await import('../../operations/desk/evidence/read-evidence.ts')).readEvidence,
    args: ['job_id', 'sha256'],
    flags: { from: '--from <character>' },
    lines: ({ body, items, notes }, output) =>
      body ? bodyLines(body) : [...items.map((item) => itemLine(output, item)), ...notes],
  });

  deskCommand(define, {
    usage: 'audits revise <id>',
    does: 'change or confirm scores and texts of a draft',
    examples: [
      'audits revise job_0199 P1-B=4 --reason "The yearly prices are in the table of the terms."',
      'audits revise job_0199 --confirm P3-D --confirm P5-B',
      'audits revise job_0199 --file acme.audit.json --reason "Checked by phone."',
    ],
    // Options by hand: most are parts of the field `criteria`, and the version is that of the draft which is read first.
    operation: reading,
    args: ['job_id'],
    async run({ cli, output, desk, input: { job_id }, args: [, ...changes], options, call }) {
      const draft = await call({ job_id });
      const { reviseDraft } = await import('../../operations/desk/audits/revise-draft.ts');
      const given = options as ReviseOptions;
      const edited = given.file === '-' ? new TextDecoder().decode(await cli.input()) : undefined;
      const revised = await callDesk(cli, desk, reviseDraft, await revisionOf(draft, changes, given, edited));
      output.result(revised, () => [
        line`${output.colour.green('revised')} ${job_id} to version ${revised.version}: ${revised.overall_score}, ${revised.tier}`,
        ...openLines(output, job_id, revised.open),
      ]);
      return 0;
    },
  })
    .argument('[change...]', 'new scores, such as P1-B=4', readScore, [])
    .option('--reason <text>', 'why; required for a score outside of the proposed interval')
    .option('--confirm <criterion>', 'a criterion that is right as it is; can be repeated', readMany, [])
    .option('--evidence <criterion=text>', 'new evidence for a criterion; can be repeated', readMany, [])
    .option('--file <file>', 'take the changes from an edited record (- for standard input)')
    .option(
      '--of-version <number>',
      'version of the draft that was read (default: the current one)',
      readWhole(0, 1_000_000),
    );

  deskCommand(define, {
    usage: 'audits publish <id>',
    does: 'publish the reviewed draft of an audit, with its receipts',
    examples: [
      'audits publish job_0199',
      'audits publish job_0199 --completes-all',
      'audits publish job_0199 --dry-run',
    ],
    operation: async () => (await import('../../operations/desk/publish-audits.ts')).publishAudits,
    args: ['drafts'],
    flags: { completes: '--completes <id>', audits: false, hashes: false },
    ids: { completes: 'request' },
    async run(called) {
      const { cli, desk, input, options, call } = called;
      const [job_id = ''] = input.drafts ?? [];
      const { record, hash } = await callDesk(cli, desk, await reading(), { job_id });
      const published = await call({ ...input, audits: [record], hashes: [String(options.hash ?? hash)] });
      const by_file = `readymark publish ${record.source_file}`;
      return reportPublished(called, published, (command) =>
        asGiven(command.replace(by_file, `readymark audits publish ${job_id}`), new Map(), desk),
      );
    },
  })
    .option('--completes-all', 'complete every waiting request for the site of this audit', false)
    .option('--hash <sha256>', 'publish only if the record has this hash, as audits draft shows it');
}

type ReviseOptions = {
  reason?: string;
  confirm: readonly string[];
  evidence: readonly string[];
  file?: string;
  ofVersion?: number;
};

/** The revision that the options ask for. @throws Refusal */
async function revisionOf(
  draft: Draft,
  changes: readonly string[],
  options: ReviseOptions,
  edited: string | undefined,
): Promise<Revision> {
  const { reason, confirm, evidence, file } = options;
  const criteria = new Map<string, { score?: number; evidence?: string }>();
  const change = (id: string, values: { score?: number; evidence?: string }) =>
    criteria.set(id.toUpperCase(), { ...criteria.get(id.toUpperCase()), ...values });
  const texts = file === undefined ? {} : await changesInFile(draft, file, edited, change);
  for (const text of changes) {
    const [id = '', score] = text.split('=');
    change(id, { score: Number(score) });
  }
  for (const text of evidence) {
    const at = text.indexOf('=');
    if (at < 1)
      throw new Refusal('--evidence must be a criterion and its text: --evidence "P1-B=Prices are in the terms."');
    change(text.slice(0, at), { evidence: text.slice(at + 1) });
  }
  return {
    job_id: draft.job_id,
    version: options.ofVersion ?? draft.version,
    criteria: [...criteria].map(([id, values]) => ({ id, ...values, ...(reason !== undefined && { reason }) })),
    confirm: [...confirm],
    ...texts,
  };
}

/** What differs between the draft and an edited file. @throws Refusal */
async function changesInFile(
  { record }: Draft,
  file: string,
  given: string | undefined,
  change: (id: string, values: { score?: number; evidence?: string }) => void,
): Promise<Partial<Revision>> {
  const name = given === undefined ? basename(file) : 'Standard input';
  const { editedParts } = await import('../../domain/auditing/edited-record.ts');
  const edited = editedParts(record, given ?? readText(file));
  if ('errors' in edited) throw new Refusal(`${name} cannot be taken back; nothing was changed.`, edited.errors);
  for (const { at: _, id, ...values } of edited.criteria) change(id, values);
  // The operation checks their form.
  return edited.texts as Partial<Revision>;
}

/** A record takes some tens of kilobytes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;

function readText(file: string): string {
  return readGivenFile(file, FILE_BYTES_MAX).toString('utf8');
}

function draftLines({ colour }: Output, draft: Draft): Line[] {
  const { record, overall, criteria, changes, last_audit_date, by_hand } = draft;
  const { bold, dim, yellow } = colour;
  const interval = (low: number, high: number) => (low === high || by_hand ? '' : ` (${low} to ${high})`);
  const proposal = by_hand ? 'By hand' : `Proposed ${overall.proposed}, ${overall.low} to ${overall.high} possible`;
  return [
    line`${bold(record.company)} (${record.slug}), ${record.audit_date}: ${overall.reviewed} of 100, ${record.tier}`,
    line`${proposal}. Version ${draft.version}, hash ${draft.hash}`,
    ...criteria.flatMap(
      ({ id, name, score, proposed, low, high, max, open, needs_human, question, review, evidence }) => [
        line`${open ? yellow('judge') : review ? 'done ' : '     '}  ${bold(id)} ${name}: ${score ?? `preview, ${proposed}`} of ${max}${score === null || score === proposed || by_hand ? '' : `, proposed ${proposed}`}${interval(low, high)}`,
        line`         ${dim(record.criteria.find((one) => one.id === id)?.evidence ?? evidence)}`,
        ...(open
          ? [
              line`         ${question ?? 'A person must score it.'}${needs_human.length ? ` (${needs_human.join(', ')})` : ''}`,
            ]
          : []),
        ...(review?.reason ? [line`         ${review.reviewer}: ${review.reason}`] : []),
      ],
    ),
    ...(last_audit_date === null ? [] : [line`Since ${last_audit_date}: ${changes.length ? '' : 'nothing changed.'}`]),
    ...changes.flatMap(({ id, before, after, pages }) => [
      line`  ${bold(id)} ${before ?? 'not scored'} → ${after ?? 'not scored'}`,
      ...pages.map(({ url, change }) => line`    ${change}: ${url}`),
    ]),
    ...openLines({ colour }, draft.job_id, draft.open),
  ];
}

function openLines({ colour }: Pick<Output, 'colour'>, job_id: string, open: readonly string[]): Line[] {
  if (open.length === 0) return [line`${colour.green('ready')}: readymark audits publish ${job_id}`];
  return [
    line`${colour.yellow(`${open.length} to judge`)}: ${open.join(', ')}. Change each with readymark audits revise ${job_id} ID=SCORE, or confirm it with --confirm ID.`,
  ];
}

type Evidence = z.output<typeof readEvidence.output>;

function itemLine(
  { colour }: Output,
  { status, role, url, bytes, sha256, problem, detail }: Evidence['items'][number],
): Line {
  const why = problem === null ? '' : colour.yellow(` ${problem}${detail === null ? '' : `: ${detail}`}`);
  return line`${status ?? '---'}  ${role.padEnd(10)}  ${url}  ${sha256 === null ? '' : colour.dim(`${bytes} bytes ${sha256}`)}${why}`;
}

function bodyLines({ text, next }: NonNullable<Evidence['body']>): Line[] {
  return [...indented(text, 0), ...(next === null ? [] : [line`… continue with --from ${next}`])];
}
