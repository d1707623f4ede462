/**
 * What operators did at the desk, in plain sentences (decision 103). An action has the name of the operation that did it;
 * signing in and out are actions too.
 */

/** What a thing that a sentence names is, so that a page can lead to it. `notice`: a letter; `company`: by its slug. */
export type SubjectKind = 'request' | 'job' | 'notice' | 'operator' | 'company' | 'publication';

type Named = { text: string; kind: SubjectKind; id: string };

/** A part of a sentence: words, or the name of a thing. */
type SentencePart = string | Named;

/** `about` is what the subject is called: the company of a request or an audit job, the kind of a letter; null where only the id is known. */
type DeskAction = {
  action: string;
  subject_id: string;
  about: string | null;
  detail: Readonly<Record<string, unknown>>;
};

type Rule = {
  /** What `subject_id` names. */
  subject: SubjectKind;
  /** The sentence after the name of the operator, without its full stop. */
  say(subject: Named, detail: Detail): readonly SentencePart[];
};

/** The detail of a stored action, whoever wrote it: what has another form than expected is left out. */
class Detail {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return name in this.#values;
  }

  is(name: string): boolean {
    return this.#values[name] === true;
  }

  /** A text or number with the words around it; empty without one. */
  text(name: string, before = '', after = ''): string {
    const value = this.#values[name];
    const shown = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return shown === '' ? '' : `${before}${shown}${after}`;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  }

  inner(name: string): Detail {
    const value = this.#values[name];
    return new Detail(typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});
  }
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Names that a sentence lists before it only counts. */
const NAMED_MAX = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ');
  return names.length > NAMED_MAX ? `${shown} and ${names.length - NAMED_MAX} more` : shown;
}

const company = (slug: string): Named => ({ text: slug, kind: 'company', id: slug });

/** Companies by their slugs, with words between them. */
const companies = (slugs: readonly string[], of: number): SentencePart[] => [
  ...slugs.slice(0, NAMED_MAX).flatMap((slug, at) => (at ? [', ', company(slug)] : [company(slug)])),
  ...(of > NAMED_MAX ? [` and ${of - NAMED_MAX} more`] : []),
];

const retracted = ({ id }: Named, detail: Detail): SentencePart[] => [
  'took ',
  company(id),
  ` off the leaderboard${detail.text('reason', ': ')}`,
];

/** Every action that is written, by its name. */
export const deskActions = {
  sign_in: { subject: 'operator', say: () => ['signed in'] },
  sign_out: {
    subject: 'operator',
    say: (_subject, detail) => [detail.is('everywhere') ? 'signed out everywhere' : 'signed out'],
  },
  review_request: { subject: 'request', say: (subject) => ['took the request for ', subject, ' into review'] },
  schedule_request: {
    subject: 'request',
    say: (subject, detail) => ['scheduled the audit of ', subject, detail.text('scheduled_on', ' for ')],
  },
  decline_request: {
    subject: 'request',
    say: (subject, detail) => ['declined the request for ', subject, detail.text('declined_reason', ': ')],
  },
  complete_requests: {
    subject: 'company',
    say: (subject, detail) => [
      `completed ${counted(detail.list('completes').length, 'request')} with the audit of `,
      subject,
    ],
  },
  start_audit: {
    subject: 'job',
    say: (subject, detail) =>
      detail.is('by_hand')
        ? ['began a draft by hand for ', subject]
        : ['started an audit of ', subject, detail.is('again') ? ', again within a day' : ''],
  },
  forget_evidence: { subject: 'job', say: (subject) => ['removed a stored page of the audit of ', subject] },
  cancel_audit: { subject: 'job', say: (subject) => ['cancelled the audit of ', subject] },
  revise_draft: {
    subject: 'job',
    say: (subject, detail) => {
      const [criteria, texts] = [
        detail.list('criteria'),
        detail.list('texts').map((name) => name.replaceAll('_', ' ')),
      ];
      const what = [
        ...(criteria.length ? [`judged ${listed(criteria)}`] : []),
        ...(texts.length ? [`rewrote ${listed(texts)}`] : []),
      ].join(' and ');
      return [
        `${what === '' ? 'revised' : `${what} in`} the draft of `,
        subject,
        detail.text('version', ' (version ', ')'),
      ];
    },
  },
  ask_second_review: {
    subject: 'job',
    say: (subject, detail) => ['gave the draft of ', subject, detail.text('to', ' to ', ' to score it blind')],
  },
  withdraw_second_review: {
    subject: 'job',
    say: (subject, detail) => ['withdrew the second review of ', subject, detail.text('reviewer', ' from ')],
  },
  score_second_review: {
    subject: 'job',
    say: (subject, detail) => [`scored ${listed(detail.list('criteria'))} of `, subject, ' as second reviewer'],
  },
  finish_second_review: {
    subject: 'job',
    say: (subject, detail) => [
      'finished the second review of ',
      subject,
      detail.text('kappa', ' with a weighted kappa of '),
    ],
  },
  import_draft: {
    subject: 'job',
    say: (subject, detail) => ['took back the edited draft of ', subject, detail.text('version', ' (version ', ')')],
  },
  publish_audits: {
    subject: 'publication',
    say: (subject, detail) => {
      // Fictional companies leave with the first real one: those are retractions under the name of the publication.
      if (detail.has('reason')) return retracted(subject, detail);
      const slugs = detail.list('slugs');
      const audits = Number(detail.text('audits')) || slugs.length;
      const completes = detail.list('completes').length;
      return [
        `published ${audits === 1 ? 'an audit' : counted(audits, 'audit')} of `,
        ...companies(slugs, slugs.length),
        ' in ',
        { ...subject, text: `publication ${subject.id}` },
        ...(completes ? [`, which completed ${counted(completes, 'request')}`] : []),
      ];
    },
  },
  retract_company: { subject: 'company', say: retracted },
  remove_examples: { subject: 'company', say: retracted },
  correct_company: {
    subject: 'company',
    say: (subject, detail) => {
      const [before, after] = [detail.inner('before'), detail.inner('after')];
      const changes = ['company', 'website', 'slug'].flatMap((name) =>
        before.text(name) === after.text(name)
          ? []
          : [`${name === 'company' ? 'name' : name} ${before.text(name)} → ${after.text(name)}`],
      );
      return ['corrected ', subject, changes.length ? `: ${changes.join(', ')}` : ''];
    },
  },
  begin_reply: { subject: 'company', say: (subject) => ['made a token for a reply of ', subject] },
  check_reply_proof: {
    subject: 'company',
    say: (subject, detail) => [
      'saw that whoever asked holds the domain of ',
      subject,
      ` by ${detail.text('proof') === 'dns' ? 'a TXT record' : 'a file'}`,
    ],
  },
  publish_reply: {
    subject: 'company',
    say: (subject, detail) => [
      `published ${counted(Number(detail.text('replies')) || 1, 'reply', 'replies')} of `,
      subject,
      detail.text('audit_date', ' to the audit of '),
    ],
  },
  decide_reply: {
    subject: 'company',
    say: (subject, detail) => [
      `said of the ${detail.text('kind') || 'reply'}${detail.text('criterion', ' to ')} of `,
      subject,
      `: ${detail.text('outcome')}${detail.text('audit_date', ' by the audit of ')}`,
    ],
  },
  decide_text: {
    subject: 'company',
    say: (subject, detail) => [
      `${detail.text('decision') === 'accept' ? 'accepted' : 'refused'} the ${detail.text('kind') || 'text'}${detail.text('criterion', ' of ')} that came from `,
      subject,
    ],
  },
  remove_reply: {
    subject: 'company',
    say: (subject, detail) => ['removed the text of a reply of ', subject, detail.text('criterion', ' to ')],
  },
  resend_notice: { subject: 'notice', say: (subject) => ['had a letter sent again: ', subject] },
  add_operator: { subject: 'operator', say: (subject) => ['made a token for the operator ', subject] },
  remove_operator: { subject: 'operator', say: (subject) => ['took the desk away from the operator ', subject] },
} as const satisfies Record<string, Rule>;

const rules: Readonly<Record<string, Rule>> = deskActions;

/** What the subject of an action is; undefined for an action that has no sentence. */
export const subjectOf = (action: string): SubjectKind | undefined =>
  Object.hasOwn(rules, action) ? rules[action]?.subject : undefined;

/** What an operator did, to be said after the name. An action of another version is named as it is. */
export function saidOf({ action, subject_id, about, detail }: DeskAction): SentencePart[] {
  const rule = Object.hasOwn(rules, action) ? rules[action] : undefined;
  if (!rule) return [`did ${action} to ${subject_id}`];
  const subject = { text: about ?? subject_id, kind: rule.subject, id: subject_id };
  return rule.say(subject, new Detail(detail)).filter((part) => part !== '');
}

/** The same as one text. */
export const sentenceOf = (operator: string, action: DeskAction): string =>
  `${operator} ${saidOf(action)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('')}`;
