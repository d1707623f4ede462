import { recordTexts } from '../../../domain/auditing/meanwhile.ts';
import { revisedDraft, revisionOrder } from '../../../domain/auditing/revision-order.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { revise } from '../../auditing/revising.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * Changes or confirms parts of a draft; sums, tier and what follows are made anew (decisions 93 and 121). What the
 * operator had typed into the fields that are saved (`keep_typed`) is deleted with it. Faults: not_found; conflict, when
 * there is no draft or somebody else revised it, with what they changed (`meanwhile`); invalid_request.
 */
export const reviseDraft = deskOperation({
  name: 'revise_draft',
  title: 'Revise a draft',
  summary: 'Changes or confirms scores, evidence and texts of a draft.',
  path: 'POST /api/desk/audit-jobs/{job_id}/draft',
  guidance:
    'Needs the version that was read. A score outside of the proposed interval needs a reason. The proposal, the new value, the reason, the reviewer and the time are kept. What is answered about claims adds or removes evidence, and everything is scored anew. A conflict says in meanwhile what others changed.',
  body_limit: 1024 * 1024,
  faults: ['not_found', 'conflict'],
  input: revisionOrder,
  output: revisedDraft,
  async handler(ctx, given, desk) {
    const { criteria, confirm, claims } = given;
    const others = [...recordTexts, 'business'] as const;
    if (!criteria.length && !confirm.length && !claims.length && others.every((name) => given[name] === undefined))
      throw invalidFields([{ field: 'criteria', message: 'must name something to change or confirm' }]);
    return revise(ctx, given, desk);
  },
});
