import type { Audit } from '@readymark/rubric/audit/audit';
import { fold } from '../../domain/companies/company-name.ts';

/** Something that an audit says is offered, and how much it weighs that it is said there. */
export type Statement = { text: string; weight: number };

/** What says that something is not there. Audits are written in English, mostly. */
const denial =
  /\b(?:no|not|none|nothing|neither|nor|never|without|cannot|lacks?|lacking|missing|absent|nobody|kein\w*|nicht|ohne|aucun\w*|sans|ningun\w*|sin|senza)\b/;
const sentence = /(?<=[.;!?])\s+/;
/** The parts of a sentence: a denial is meant for its own part, and mostly for all that follow. */
const part = /(?<=[,(:])/;

/** What a sentence says is there: all of it, or the parts before the first that denies something. */
function affirmed(text: string): string {
  if (!denial.test(fold(text))) return text;
  const parts = text.split(part);
  const denied = parts.findIndex((one) => denial.test(fold(one)));
  return denied < 0
    ? text
    : parts
        .slice(0, denied)
        .join('')
        .replace(/[\s,(:]+$/, '');
}

/**
 * Where an audit says what is offered (decision 192): the name, the summary, the signals and the evidence of criteria that have
 * points. Gaps and actions name what is not there.
 */
export function textsOf(audit: Audit): Statement[] {
  const { company, slug, website, executive_summary, strongest_signals, criteria } = audit;
  return [
    { text: nameOf({ company, slug, website }), weight: NAME },
    { text: executive_summary, weight: SUMMARY },
    ...strongest_signals.map(({ title, detail }) => ({ text: `${title}. ${detail}`, weight: 1 })),
    ...criteria
      .filter(({ score }) => score > 0)
      .map(({ id, evidence }) => ({ text: evidence, weight: OFFER.has(id) ? 1 : ELSEWHERE })),
  ];
}

/** What an audit says is offered, sentence by sentence, without what is denied. */
export function statementsOf(audit: Audit): Statement[] {
  return (
    textsOf(audit)
      .flatMap((one) =>
        isName(one) ? one : one.text.split(sentence).map((text) => ({ text: affirmed(text), weight: one.weight })),
      )
      // Sentences of the summary with the name of the company are about its score.
      .filter((one) => one.text !== '' && !(isSummary(one) && one.text.includes(audit.company)))
  );
}

/** Criteria whose evidence is about what is offered, for whom and how it begins; that of others is about the site. */
const OFFER = new Set(['P1-A', 'P2-A', 'P2-B', 'P2-C', 'P4-A']);
const ELSEWHERE = 0.7;
const SUMMARY = 0.99;
/** Whether it is a sentence of the summary, which is about scores first. */
export const isSummary = ({ weight }: Statement): boolean => weight === SUMMARY;

/** What a company is called says most about what it does. */
export const NAME = 2.5;
export const isName = ({ weight }: Statement): boolean => weight === NAME;

const nameOf = ({ company, slug, website }: Pick<Audit, 'company' | 'slug' | 'website'>) =>
  `${company} ${company.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')} ${slug} ${URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : ''}`;
