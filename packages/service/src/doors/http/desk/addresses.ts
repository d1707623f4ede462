import { html } from 'ghtml';
import type { SubjectKind } from '../../../domain/desk/actions.ts';

/** Where the desk shows what a sentence of the log names. */
const pages: Readonly<Record<SubjectKind, (id: string) => string>> = {
  request: (id) => `/desk/requests/${id}`,
  job: (id) => `/desk/audits/${id}`,
  notice: () => '/desk/letters',
  operator: (id) => `/desk/log?operator=${id}`,
  company: (id) => `/desk/published/${id}`,
  publication: (id) => `/desk/publications/${id}`,
};

/** A link to what something is called, as HTML. */
export const subjectLink = ({ text, kind, id }: { text: string; kind: SubjectKind; id: string }): string =>
  html`<a href="${pages[kind](encodeURIComponent(id))}"><bdi>${text}</bdi></a>`;
