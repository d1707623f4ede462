import { html } from 'ghtml';
import { auditRequestInput } from '../../../domain/request/request.ts';
import { blocks } from '../../../doors/http/html/markdown.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { contactFields, dataNote, type FilledForm, field, refusals, refusedTitle } from './fields.ts';

const DESCRIPTION =
  'Ask Readymark to audit how ready a company’s offer is for AI agents: free, in 2 to 5 business days.';

/** What a link to the form may fill in: the name and the website of the company. */
type RequestDraft = { company: string; website: string };

const lengths = { company: 200, website: 2048, notes: 4000 };

/** The draft in a query; texts that no field takes are dropped. */
export function readRequestDraft(query: string): RequestDraft {
  const sent = new URLSearchParams(query);
  const read = (name: keyof RequestDraft) => {
    const text = auditRequestInput.shape[name].safeParse(sent.get(name));
    return text.success ? text.data : '';
  };
  return { company: read('company'), website: read('website') };
}

/** A query with the draft alone, in normal form. */
export function normalRequestQuery(query: string): string {
  const draft = Object.entries(readRequestDraft(query)).filter(([, text]) => text !== '');
  return draft.length ? `?${new URLSearchParams(draft)}` : '';
}

/** A form that requests an audit (spec 2.4; decision 116). */
export function requestForm({ limits }: Pick<PageInput, 'limits'>, form: FilledForm): PageContent {
  return {
    title: `${refusedTitle(form)}Request an audit · Readymark`,
    description: DESCRIPTION,
    main: html`<div class="prose"><h1>Request an audit</h1>
<p>An audit reads the public pages of a company and scores twenty criteria, each with its evidence (<a href="/rubric">rubric</a>). It is free, and typically takes 2 to 5 business days. A company that is listed may be audited again.</p>
!${refusals(form)}
<form class="sheet" method="post" action="/request">
<input type="hidden" name="form" value="${form.token}">
!${field(form, { name: 'company', label: 'Company', required: true, maxlength: lengths.company, autocomplete: 'off' })}
!${field(form, { name: 'website', label: 'Website', inputmode: 'url', required: true, maxlength: lengths.website, placeholder: 'https://example.com/', autocomplete: 'off' })}
!${field(form, { name: 'notes', label: 'What should the auditor know?', rows: 4, maxlength: lengths.notes })}
!${contactFields(form, { hint: 'Where the audit, or the reason why there is none, is sent. Without it, follow the request with the key that you get.' })}
<p><button type="submit">Request the audit</button></p>
<p class="hint">!${dataNote}</p>
</form>
<h2>For agents</h2>
<p>Programs call <code>POST /api/audit-requests</code>, or the tool <code>request_audit</code>: <a href="/docs">API</a>, <a href="/auth.md">auth.md</a>. A registration has ${limits.audit_requests_per_day} requests in 24 hours.</p>
</div>`,
  };
}

export const requestMarkdown = ({ base_url, limits }: PageInput): string =>
  blocks(
    '# Request an audit',
    DESCRIPTION,
    `People fill in the form at ${base_url}/request: company, website, notes, and an e-mail address, which has to be confirmed. \`?company=\` and \`?website=\` fill it in.`,
    `Programs register (POST /api/agent/auth) and call POST /api/audit-requests, or the tool request_audit: ${base_url}/auth.md. A registration has ${limits.audit_requests_per_day} requests in 24 hours.`,
  );
