import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Audit } from '@readymark/rubric/audit/audit';
import { companyField, slugField } from '@readymark/rubric/field';
import { Refusal } from '@readymark/rubric/refusal';
import { z } from 'zod';
import { type AssistRecording, assistRecording } from '../assist/assistant.ts';
import { type JudgedClaim, judgedClaim } from '../evidence/claim.ts';
import type { Bodies, EvidenceBundle } from '../evidence/evidence.ts';
import { readBundle } from '../evidence/folder.ts';
import { criterionProposal } from '../score/proposal.ts';
import { writeInPlace } from './write-in-place.ts';

/**
 * An audit as a folder: `bundle.json` and `bodies/` are the evidence, `scores.json` says what was proposed and for whom,
 * `{slug}_{date}.audit.json` is the draft, `assist.json` what a language model answered, where one was asked, and `verdicts.json`
 * what a person answered about claims (`evidence/claim.ts`): he writes it, and scores again.
 */
const scoresFile = z.object({
  company: companyField,
  // The draft is named after it: no path.
  slug: slugField,
  website: z.string(),
  rubric: z.string(),
  draft: z.object({ file: z.string(), sha256: z.string() }),
  /** Previews come last. */
  criteria: z.array(criterionProposal),
});
export type Scores = z.infer<typeof scoresFile>;

const ASSIST_FILE = 'assist.json';
const VERDICTS_FILE = 'verdicts.json';

/**
 * @param command what is typed to make such a folder
 * @throws Refusal when the folder holds no evidence, or what it holds was changed
 */
export function readAuditFolder(
  folder: string,
  command: string,
): {
  bundle: EvidenceBundle;
  bodies: Bodies;
  before: Scores | undefined;
  recorded: AssistRecording | undefined;
  judged: JudgedClaim[];
} {
  if (!existsSync(join(folder, 'bundle.json')))
    throw new Refusal(`${folder} holds no evidence; make it with \`${command} URL --out ${folder}\`.`);
  try {
    const { bundle, bodies } = readBundle(folder);
    checkBodies(bundle, bodies);
    const file = join(folder, 'scores.json');
    const before = existsSync(file) ? scoresFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    const answers = join(folder, ASSIST_FILE);
    const recorded = existsSync(answers) ? assistRecording.parse(JSON.parse(readFileSync(answers, 'utf8'))) : undefined;
    const verdicts = join(folder, VERDICTS_FILE);
    const judged = existsSync(verdicts) ? judgedClaim.array().parse(JSON.parse(readFileSync(verdicts, 'utf8'))) : [];
    return { bundle, bodies, before, recorded, judged };
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'its files have another shape' : error instanceof Error ? error.message : '';
    throw new Refusal(`The evidence in ${folder} cannot be used: ${why}. Collect it again into another folder.`);
  }
}

/** What a language model answered: the draft is made again from it, without the model. */
export function writeRecording(folder: string, recording: AssistRecording): void {
  writeInPlace(join(folder, ASSIST_FILE), `${JSON.stringify(recording, null, 1)}\n`);
}

/** Evidence is immutable: a body that is missing or another than its hash says would be scored as something else. */
function checkBodies(bundle: EvidenceBundle, bodies: Bodies): void {
  for (const { sha256, url } of bundle.items) {
    if (sha256 === null) continue;
    const body = bodies(sha256);
    if (body === undefined) throw new Error(`the body of ${url} is missing`);
    if (createHash('sha256').update(body).digest('hex') !== sha256) throw new Error(`the body of ${url} was changed`);
  }
}

/**
 * Writes scores and draft. A draft that somebody has changed by hand is left as it is.
 *
 * @returns whether the draft was written
 */
export function writeScores(folder: string, scores: Omit<Scores, 'draft'>, draft: Audit, before?: Scores): boolean {
  const text = `${JSON.stringify(draft, null, 2)}\n`;
  const file = draft.source_file;
  const path = join(folder, file);
  const untouched = !existsSync(path) || sha256Of(readFileSync(path)) === before?.draft.sha256;
  if (untouched) writeInPlace(path, text);
  const sha256 = untouched ? sha256Of(text) : (before?.draft.sha256 ?? '');
  const { criteria, ...subject } = scores;
  const document: Scores = { ...subject, draft: { file, sha256 }, criteria };
  writeInPlace(join(folder, 'scores.json'), `${JSON.stringify(document, null, 1)}\n`);
  return untouched;
}

const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
