import { calibration } from '@readymark/auditor/calibration';
import { defaultBounds } from '@readymark/auditor/collect/guard/exchange/bounds';
import type { ContentPage } from '../../html/content.ts';
import { type AboutPart, type PageInput, rubricOf } from '../page-input.ts';
import { textPage } from './text-page.ts';

const { seen, unseen, quotations } = calibration;

const pillarsOf = (kappas: Readonly<Record<string, number>>): string =>
  Object.entries(kappas)
    .map(([pillar, kappa]) => `${pillar} ${kappa}`)
    .join(', ');

const certainty: AboutPart = {
  title: 'How certain it is',
  id: 'certainty',
  text: [
    `Drafts of the program were compared with audits that people made of the same sites (${calibration.measured_on}).`,
    [
      `On ${unseen.sites} sites that nobody looked at while its rules were written: ${unseen.within_one} % of the scores within one point, ${unseen.exact} % the same, the total off by at most ${unseen.most_off} points.`,
      `On ${seen.sites} sites that its rules were written beside: ${seen.within_one} % within one point, ${seen.exact} % the same, the total off by at most ${seen.most_off} points.`,
      `Of ${quotations.unseen.judged} quotations in drafts of made-up sites that nobody looked at, two strict readers, language models, both held ${quotations.unseen.right} to be proof, and one of them held ${quotations.unseen.wrong} to be wrong. Of ${quotations.strictness.judged} quotations that a person holds to be proof they held ${quotations.strictness.right}. All ${quotations.labelled.judged} that a person's label is about are right by it.`,
      `It agrees least with people on what words promise (quadratic kappa by pillar, on sites that nobody looked at: ${pillarsOf(calibration.unseen_pillars)}). That is why a person reads every draft.`,
      'The benchmarks of the service and their results are published with its source code (bench/README.md): run them yourself. In the same way `npm run calibrate` compares the program with audits of your own.',
    ],
  ],
};

const interests: AboutPart = {
  title: 'Conflicts of interest',
  id: 'interests',
  text: [
    [
      'No company pays for an audit, a score, a rank or a badge, and none can buy an earlier or another one.',
      'There is no advertising and no affiliate link.',
      'Anyone may request the audit of any company, also of their own or of a competitor: the same criteria hold, and who requested is not public.',
      'Readymark audits itself with the same program. Such an audit is no independent one.',
      'An operator with an interest in a company should leave its audit to another. This is a rule for people; no program enforces it.',
    ],
  ],
};

const ownCheck = (base_url: string): AboutPart => ({
  title: 'Check it yourself',
  id: 'check',
  text: [
    'You need not believe us. All that is published (audits, what replaces them, corrections, retractions) is an entry of one public log, which only grows and is signed:',
    [
      'The page of a company has a button that checks its score in your browser: the signature, its entry in the log, the record, its sums, tier and rank. Its program is /verify.js, which also runs without us.',
      `The proof beside each score is at \`/api/audits/{slug}/proof.json\`. The log begins with \`${base_url}/log/checkpoint\`; its tiles and entries are beside that, in the open formats of C2SP: tlog-tiles, tlog-checkpoint and signed-note.`,
      'The keys that sign it, with their years, are at `/.well-known/readymark-keys`. Whoever keeps a key or a checkpoint need not trust that address or this page.',
      'From a copy of everything, `readymark verify` checks each score offline, and `readymark monitor` keeps the last checkpoint and reports when what was published was changed or left out.',
    ],
    'The log shows that a score was published, when, and that it is unaltered. It does not show that it is right: for that there is the evidence.',
  ],
});

const objections = (contact: string, request: string): AboutPart => ({
  title: 'If something is wrong',
  id: 'object',
  text: [
    'A company, or anyone else, can object to an audit:',
    [
      `Write to ${contact}, with the address of the page, the criterion, and what is different. No form or account is needed.`,
      `Or request a new audit with ${request}, and say in the notes what has changed or was overlooked.`,
    ],
    'A mistake of ours is corrected: the corrected audit replaces the wrong one, and watchers are notified if a score moved. An audit that should never have been published is taken back: its address says so, and why. A score that is right but unwelcome stays, until a new audit finds something else.',
  ],
});

/** Who audits, how, and what a company can do about it (decision 116). */
export function aboutPage(input: PageInput): ContentPage {
  const { base_url, publisher, crawler } = input;
  const { criteria, pillars, total } = rubricOf(input.rubrics, input.publishable[0] ?? '');
  const { contact } = publisher;
  const request = input.for_people?.requestAt('') ?? 'the tool request_audit';
  return textPage({
    title: 'About Readymark',
    description: 'Who audits companies on Readymark, how, with which interests, and how to object to an audit.',
    intro: [
      `Readymark publishes how ready the offer of a company is for AI agents: whether an agent can find it, understand its prices, trust it, act on it and stay a customer. An audit gives up to ${total} points, by ${criteria.length} criteria in ${pillars.length} pillars.`,
    ],
    parts: [
      {
        title: 'Who audits',
        text: [
          `This installation, ${new URL(base_url).host}, is run by its operators. They start every audit, judge every draft and answer for what is published.`,
          'An auditing agent does the reading: a program that visits the public pages of a company, keeps what it saw as evidence, and proposes points. Nothing is published before a person has looked at the draft. Where a draft leaves points open, a person decides, and says why. Some audits are written by people alone.',
          ...(publisher.profiles.length ? ['Public profiles of the operators:', publisher.profiles] : []),
        ],
      },
      {
        title: 'How an audit is made',
        text: [
          [
            `The pages are read politely: at most ${defaultBounds.requests} requests, each at least ${crawler.interval_ms / 1000} s after the one before, as robots.txt permits (/bot).`,
            'Each criterion has a written sentence and, where points are proposed by the program, a ladder: what has to be there for 0, 1, … 5 points (/rubric).',
            'Each score has its evidence in words. Audits of the auditing agent also have receipts: the address, time, SHA-256 and excerpt of what each score rests on.',
            'What could not be observed is never scored as if it were absent.',
            'The rubric has a version, and past audits stay readable.',
          ],
        ],
      },
      certainty,
      interests,
      ownCheck(base_url),
      objections(contact, request),
      ...input.aboutFeatures(input),
      {
        title: 'Contact',
        text: [
          `${contact}, also for security: ${base_url}/.well-known/security.txt`,
          'What is stored is on /privacy, the conditions are on /terms, and whether everything works is on /status.',
        ],
      },
      {
        title: 'Licence',
        text: [
          'Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/ The company that a badge names may show it anywhere (/terms#badges). The code: Apache License 2.0.',
        ],
      },
    ],
  });
}
