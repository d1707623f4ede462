import { html } from 'ghtml';
import type { SubjectKind } from '../../../domain/desk/actions.ts';
import type { Visit } from './definition.ts';

/** The job that a page or a form is about, by its address. */
export const jobOf = ({ params }: Visit): string => params.job_id ?? '';

export const auditPath = (job_id: string): string => `/desk/audits/${encodeURIComponent(job_id)}`;
export const publicationPath = (publication: number): string => `/desk/publications/${publication}`;

/** Where the desk shows what a sentence of the log names. */
const pages: Readonly<Record<SubjectKind, (id: string) => string>> = {
  request: (id) => `/desk/requests/${encodeURIComponent(id)}`,
  job: auditPath,
  notice: () => '/desk/letters',
  operator: (id) => `/desk/log?operator=${encodeURIComponent(id)}`,
  company: (id) => `/desk/published/${encodeURIComponent(id)}`,
  publication: (id) => publicationPath(Number(id)),
};

/** A link to what something is called, as HTML. */
export const subjectLink = ({ text, kind, id }: { text: string; kind: SubjectKind; id: string }): string =>
  html`<a href="${pages[kind](id)}"><bdi>${text}</bdi></a>`;
