import { content } from '../../../../content/content.ts';
import { Fault, type FaultCode, faults, invalidFields, problem } from '../../../../domain/fault.ts';
import type { ContentPage } from '../../html/content.ts';
import type { PageInput } from '../page-input.ts';

/** All error codes, in the order of their table (decision 4). */
export const problemCodes = Object.keys(faults) as FaultCode[];

/** The code with this name, or why there is no page. */
export const problemView = (name: string): FaultCode | Fault =>
  problemCodes.find((code) => code === name) ?? new Fault('not_found', 'There is no error with this code.');

const example = (code: FaultCode, base_url: string) => {
  const fault =
    code === 'invalid_request'
      ? invalidFields([{ field: 'website', message: 'must be an http or https URL' }])
      : new Fault(code, `${faults[code].title}.`);
  return JSON.stringify(problem(fault, base_url), null, 2);
};

const about =
  'Every error is sent as application/problem+json (RFC 9457) with the same fields: error is the code, message and detail say what is wrong, remedy is the next step. Errors never repeat what was sent.';

/** The page that `type` of an error links: what the code means and what to do. */
export function problemPage({ base_url }: PageInput, code: FaultCode): ContentPage {
  const { status, title, remedy } = faults[code];
  return {
    title: `${title} (${code}) · Readymark`,
    description: `What the error ${code} means, and what to do: ${remedy}`,
    content: content`<section class="error">
<p class="code">${status} <code>${code}</code></p>
<h1>${title}</h1>
<p>${remedy}</p>
<h2>Example</h2>
<pre class="block" tabindex="0" aria-label="The error as it is sent"><code>${example(code, base_url)}</code></pre>
<p class="hint">${about} <a href="/problems">All errors</a>.</p>
</section>`,
  };
}

/** What the code means, for programs that follow the `type` of an error. */
export function problemJson(
  code: FaultCode,
): Pick<(typeof faults)[FaultCode], 'status' | 'title' | 'remedy'> & { code: FaultCode } {
  const { status, title, remedy } = faults[code];
  return { code, status, title, remedy };
}

/** All codes. */
export const problemsJson = () => ({ problems: problemCodes.map(problemJson) });

/** All errors on one page. */
export function problemsPage(): ContentPage {
  return {
    title: 'Errors · Readymark',
    description: 'Every error code of the service with its status and the next step.',
    content: content`<h1>Errors</h1>
<div class="prose"><p>${about}</p></div>
<table class="problems"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Next step</th></tr></thead>
<tbody>${problemCodes.map((code) => content`<tr><th scope="row"><a href="/problems/${code}"><code>${code}</code></a></th><td>${faults[code].status}</td><td>${faults[code].remedy}</td></tr>`)}</tbody></table>`,
  };
}
