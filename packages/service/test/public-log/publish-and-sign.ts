import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openContext, openLog } from '../../src/main.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { rotateKey } from '../../src/operations/public-log/rotate-key.ts';
import { execute } from '../../src/operations/run.ts';
import { readSettings } from '../../src/settings.ts';
import { commit, operator } from '../world/operator.ts';

/** What a node with the key does, killed on the way (die-at-call.ts): `publish` shows publications of each kind, `rotate` changes the key. */
const ctx = openContext(readSettings(), { log: openLog('silent') });
const reason = 'The audit was of another company of this name.';
if (process.argv[2] === 'rotate') await rotateKey(ctx, { new_log: false });
else {
  await ctx.signer.begin();
  await commit(ctx, [exampleAudit({ slug: 'one', scores: 1 }), exampleAudit({ slug: 'two' })], { replace: true });
  await ctx.catalogue.refresh();
  await execute(ctx, correctCompany, operator, { slug: 'two', new_slug: 'three' }, {});
  await execute(ctx, retractCompany, operator, { slug: 'one', reason }, {});
  await ctx.catalogue.refresh();
}
process.exit();
