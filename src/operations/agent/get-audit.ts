import { z } from 'zod';
import { unknownSlug } from '../../catalogue/nearest.ts';
import { auditRecord } from '../../domain/audit/audit.ts';
import { slugInput, slugIssue } from '../../domain/field.ts';
import { detailPath } from '../../domain/leaderboard.ts';
import { documentReply, operation } from '../operation.ts';

/** One company's current audit record (spec 2.2), the same as `/api/audits/{slug}.json`. Faults: not_found. */
export const getAudit = operation({
  name: 'get_audit',
  title: 'Get an audit',
  summary: 'The complete current audit of one company, with its rank.',
  scope: null,
  faults: ['not_found'],
  input: z.object({ slug: slugInput }),
  output: auditRecord,
  http: [
    {
      method: 'GET',
      path: '/api/audits/{slug}.json',
      status: 200,
      fields: 'none',
      document: true,
      guidance: [
        'With every criterion and its evidence, signals, gaps, and the actions that would gain the most points.',
        'The score is stale once today is past reaudit_due.',
      ].join(' '),
    },
  ],
  tool: {
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    guidance: [
      'With every criterion and its evidence, signals, gaps, and the actions that gain the most points.',
      'Stale once today is past reaudit_due: then call request_audit.',
      'On not_found search with list_audits; not listed: request_audit.',
    ].join(' '),
  },
  async handler(ctx, { slug }) {
    // Only a slug may become part of a path: `index` and `acme/history` name other documents.
    const path = slugIssue(slug) === undefined ? detailPath(slug) : undefined;
    const document = path && ctx.catalogue.current().document(path);
    if (!document) throw unknownSlug(ctx.catalogue.current(), slug);
    return documentReply(document);
  },
});
