import { Refusal } from '@readymark/rubric/refusal';
import type { z } from 'zod';
import { type Define, WrongUsage } from '../../../cli/define.ts';
import { callDesk, readMany, readScore } from '../../../cli/desk/desk.ts';
import { deskCommand, listed } from '../../../cli/desk/desk-command.ts';
import { type Line, line, type Output } from '../../../cli/output.ts';
import type { SecondReview } from '../../../domain/auditing/second-review.ts';
import type { readSecondReview } from '../operations/read-second-review.ts';

type Review = z.output<typeof readSecondReview.output>;

/** A second pair of eyes for a draft: asked for, scored blind, compared (decision 124). */
export function addAuditsSecond(define: Define): void {
  deskCommand(define, {
    usage: 'audits second <id>',
    does: 'give a draft to a second operator, who scores it blind; without options: show its progress',
    examples: ['audits second job_0199 --to bea', 'audits second job_0199', 'audits second job_0199 --withdraw'],
    operation: reading,
    args: ['job_id'],
    check(_, { to, withdraw }) {
      if (to !== undefined && withdraw === true) throw new WrongUsage('Either --to or --withdraw.');
    },
    async run({ cli, output, desk, input: { job_id }, options: { to, withdraw }, call }) {
      const { green } = output.colour;
      if (typeof to === 'string') {
        const { askSecondReview } = await import('../operations/ask-second-review.ts');
        const asked = await callDesk(cli, desk, askSecondReview, { job_id, to });
        output.result(asked, () => [
          line`${green('given')} to ${asked.reviewer}: ${asked.to_score} criteria to score, with readymark audits second-score ${job_id}`,
        ]);
      } else if (withdraw === true) {
        const { withdrawSecondReview } = await import('../operations/withdraw-second-review.ts');
        const ended = await callDesk(cli, desk, withdrawSecondReview, { job_id });
        output.result(ended, () => [line`${green('withdrawn')}: ${ended.reviewer} need not score it`]);
      } else {
        const review = await call({ job_id });
        output.result(review, () => reviewLines(output, review));
      }
      return 0;
    },
  })
    .option('--to <name>', 'the operator who is to score it')
    .option('--withdraw', 'end the review that is open', false);

  deskCommand(define, {
    usage: 'audits second-list',
    does: 'list second reviews, and how far operators agree',
    examples: ['audits second-list', 'audits second-list --mine reviewer --status open'],
    operation: async () => (await import('../operations/list-second-reviews.ts')).listSecondReviews,
    flags: { mine: '--mine <part>' },
    lines: (body, output) => [
      ...listed(
        body.reviews.map((review) => row(output, review)),
        body,
      ),
      ...(body.overall
        ? [
            line`Over ${body.overall.reviews} reviews: ${agreed(body.overall)} Mean share within 1: ${percent(body.overall.mean_within_one)}.`,
          ]
        : []),
    ],
  });

  deskCommand(define, {
    usage: 'audits second-score <id>',
    does: 'score a draft that was given to you, blind; without scores: show what to judge',
    examples: [
      'audits second-score job_0199 P1-A=3 P1-B=2 --note "P1-B=Only one plan has a price."',
      'audits second-score job_0199 --finish',
    ],
    operation: reading,
    args: ['job_id'],
    async run({ cli, output, desk, input: { job_id }, args: [, ...given], options: { note, finish }, call }) {
      const review = await call({ job_id });
      const scores = scoresIn(given, note as readonly string[]);
      if (!scores.length && finish !== true) {
        output.result(review, () => reviewLines(output, review));
        return 0;
      }
      let { version } = review;
      if (scores.length) {
        const { scoreSecondReview } = await import('../operations/score-second-review.ts');
        const saved = await callDesk(cli, desk, scoreSecondReview, { job_id, version, scores });
        version = saved.version;
        if (finish !== true) {
          output.result(saved, () => [
            saved.open.length
              ? line`${output.colour.green('saved')}; not scored yet: ${saved.open.join(', ')}`
              : line`${output.colour.green('saved')}; all are scored: readymark audits second-score ${job_id} --finish`,
          ]);
          return 0;
        }
      }
      const { finishSecondReview } = await import('../operations/finish-second-review.ts');
      await callDesk(cli, desk, finishSecondReview, { job_id, version });
      const finished = await call({ job_id });
      output.result(finished, () => reviewLines(output, finished));
      return 0;
    },
  })
    .argument('[score...]', 'scores, such as P1-B=4', readScore, [])
    .option('--note <criterion=text>', 'a note on a criterion; can be repeated', readMany, [])
    .option('--finish', 'finish the review and compare it with the draft; every criterion needs a score', false);
}

const reading = async () => (await import('../operations/read-second-review.ts')).readSecondReview;

/** Scores and notes by criterion. @throws Refusal */
function scoresIn(given: readonly string[], notes: readonly string[]) {
  const found = new Map<string, { id: string; score?: number; note?: string }>();
  const put = (text: string, of: (value: string) => { score: number } | { note: string }) => {
    const at = text.indexOf('=');
    if (at < 1) throw new Refusal('--note must be a criterion and its text: --note "P1-B=Only one plan has a price."');
    const id = text.slice(0, at).toUpperCase();
    found.set(id, { ...found.get(id), id, ...of(text.slice(at + 1)) });
  };
  for (const text of given) put(text, (value) => ({ score: Number(value) }));
  for (const text of notes) put(text, (note) => ({ note }));
  return [...found.values()];
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

type Agreed = NonNullable<SecondReview['agreement']>;

const agreed = ({ criteria, within_one, equal, kappa }: Pick<Agreed, 'criteria' | 'within_one' | 'equal' | 'kappa'>) =>
  `${criteria} scores, ${percent(equal)} equal, ${percent(within_one)} within 1 point, weighted kappa ${kappa === null ? 'not defined' : kappa.toFixed(2)}.`;

function row({ colour }: Output, review: SecondReview): Line {
  const { job_id, asked_at, status, company, reviewer, asked_by, scored, to_score, agreement } = review;
  const how = agreement ? `, ${agreed(agreement)}` : `, ${scored} of ${to_score} scored`;
  return line`${job_id}  ${asked_at.slice(0, 16)}  ${colour.bold(status.padEnd(9))}  ${company}: ${reviewer}, asked by ${asked_by}${how}`;
}

function reviewLines(output: Output, review: Review): Line[] {
  const { bold, dim, yellow } = output.colour;
  const finished = review.agreement !== null;
  return [
    row(output, review),
    ...review.items.flatMap(({ id, name, max, question, ladder, sources, score, note, first }) => {
      const own = score === null ? 'not scored' : `${score} of ${max}`;
      const both = finished && first !== null ? `${own}, in the draft ${first}` : own;
      return [
        line`${finished && first !== score ? yellow('differs') : '       '}  ${bold(id)} ${name}: ${both}`,
        ...(note === null ? [] : [line`         ${note}`]),
        ...(finished
          ? []
          : [
              ...(question === null ? [] : [line`         ${question}`]),
              ...ladder.map(({ score, text }) => line`         ${score}  ${text}`),
              // Those that were fetched; asking the schema of evidence would load zod for every command's help.
              ...sources
                .flatMap((source) => ('excerpt' in source ? [source] : []))
                .map(({ url, excerpt }) => line`         ${dim(`${url}: ${excerpt}`)}`),
            ]),
      ];
    }),
  ];
}
