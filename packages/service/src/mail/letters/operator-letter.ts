import type { ReportContent } from '../../domain/operators/report.ts';
import { PROMISED_DAYS } from '../../domain/request/turnaround.ts';
import { type Body, type Fact, letter } from './body.ts';
import { type Letter, oneLine } from './letter.ts';

type OperatorLetterInput = {
  /** Names the letter to one of the addresses. */
  notice_id: string;
  to: string;
  base_url: string;
  created_at: string;
  content: ReportContent;
};

/** Rows of one list; the rest is only counted. */
const ROWS_MAX = 50;

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function section(heading: string, rows: readonly Fact[], command: string): Body['sections'][number] {
  const more = rows.length - ROWS_MAX;
  return {
    heading,
    rows: [...rows.slice(0, ROWS_MAX), ...(more > 0 ? [[`and ${more} more`, command] as const] : [])],
  };
}

/**
 * Notifies operators of what waits for them (decision 104): new and late requests, letters that were given up, and what fails in
 * the service.
 */
export function operatorLetter(of: OperatorLetterInput): Letter {
  const { content, base_url } = of;
  const { new_requests, late_requests, failed_notices, failing, waiting } = content;
  const request = ({ request_id, company, site, submitted_at }: ReportContent['new_requests'][number]): Fact => [
    oneLine(company, 80),
    `${oneLine(site, 120)}, ${submitted_at.slice(0, 10)}, ${request_id}`,
  ];
  const what = [
    new_requests.length && counted(new_requests.length, 'new request'),
    late_requests.length && `${late_requests.length} late`,
    failed_notices.length && counted(failed_notices.length, 'failed letter'),
    failing.length && counted(failing.length, 'failure'),
  ].filter(Boolean);
  const body: Body = {
    title: `Readymark: ${what.join(', ')}`,
    paragraphs: [`${counted(waiting, 'request')} wait${waiting === 1 ? 's' : ''} in all: readymark requests list`],
    facts: [],
    sections: [
      section('New requests', new_requests.map(request), 'readymark requests list --status received'),
      section(
        `Late: they wait for more than ${PROMISED_DAYS} business days`,
        late_requests.map(request),
        'readymark requests list',
      ),
      section(
        'Letters that were given up',
        failed_notices.map(({ notice_id, kind, subject_id, last_error }) => [
          notice_id,
          `${kind} of ${subject_id}${last_error === null ? '' : `, ${last_error}`}`,
        ]),
        'readymark notices list --status failed',
      ),
      section(
        'What fails in the service',
        failing.map(({ what, at, detail }) => [what, `since ${at}: ${detail}`]),
        'readymark doctor',
      ),
    ].filter(({ rows }) => rows.length > 0),
    links: [['The service', `${base_url}/`]],
    why: 'You get this mail because OPERATOR_EMAIL names this address.',
    unsubscribe_url: null,
  };
  return letter({ ...of, unsubscribe_url: null }, { subject: body.title, body });
}
