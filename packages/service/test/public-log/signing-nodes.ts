import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { publish } from '../world/operator.ts';
import { type Engine, type TestContext, testContext } from '../world/service.ts';

/** A node that has a key and has signed one audit. */
export async function withKey(engine: Engine, env: Record<string, string> = {}): Promise<TestContext> {
  const ctx = await testContext(engine, { BASE_URL: 'https://readymark.test', ...env });
  await ctx.signer.begin();
  await publish(ctx, [exampleAudit({ slug: 'one' })]);
  return ctx;
}

/** Another process on the same database. */
export const beside = (
  { settings: { DATA_DIR, DATABASE_URL }, clock }: TestContext,
  env: Record<string, string> = {},
): Promise<TestContext> =>
  testContext('sqlite', { BASE_URL: 'https://readymark.test', DATA_DIR, DATABASE_URL, ...env }, clock);

/** How many entries the file beside the key of a node says were signed. */
export const signedHere = ({ signer }: TestContext): number | undefined => readLastSigned(signer.file)?.size;
