import { sameSite, siteOf } from '@readymark/auditor/site-owner';
import { coreName } from '../companies/company-name.ts';

/**
 * Whether an audit answers a request (decision 19): it has the same site or the same company name. Both are compared
 * leniently, because an agent writes `https://app.acme.example` and `Acme, Inc.` where the audit has
 * `https://acme.example` and `Acme`.
 */
type Named = { company: string; website: string };

export function answers(audit: Named, request: Named): boolean {
  const name = coreName(audit.company);
  return (
    sameSite(siteOf(audit.website), siteOf(request.website)) || (name !== '' && name === coreName(request.company))
  );
}
