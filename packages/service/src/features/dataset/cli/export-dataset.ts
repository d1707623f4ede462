import { Refusal } from '@readymark/rubric/refusal';
import { line, type Output } from '../../../cli/output.ts';
import { beginFolder, FolderRefused } from '../../../documents/export/new-folder.ts';
import type { Context } from '../../../operations/context.ts';
import { logKey } from '../../../operations/signing/log-key.ts';
import { makeDataset } from '../operations/make-dataset.ts';
import { type DatasetPlan, datasetPlan } from '../operations/subject.ts';

/** `readymark export --dataset`: writes the dataset of what is public now into a new folder (decision 153). */
export async function exportDataset(
  ctx: Context,
  output: Output,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<number> {
  const plan = await planNow(ctx);
  const { publication, at, base_url } = plan.subject;
  const place = await beginFolder(folder).catch(asRefusal);
  const bar = output.progress('audits', 0);
  try {
    const take = (name: string, bytes: Uint8Array) => place.write(name, bytes);
    const progress = (audits: number) => bar.at(audits, audits);
    const { counts, files } = await makeDataset(ctx, plan, take, { signal, progress });
    await place.finish();
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    output.result({ folder, publication, published_at: at, ...counts, bytes, files }, () => [
      line`${counts.audits} audits of ${counts.companies} companies, publication ${publication} of ${at}, as ${files.length} files (${Math.ceil(bytes / 1024)} KiB) in ${folder}.`,
      line`Check it with: readymark verify ${folder} --key ${plan.key.verifier.text}`,
      ...(base_url.startsWith('http://') ? ['BASE_URL is not an https address, and the files name it.'] : []),
    ]);
    return 0;
  } catch (error) {
    await place.abandon();
    return asRefusal(error);
  } finally {
    bar.end();
  }
}

/** The newest publication that is signed, or can be signed here. @throws Refusal without the key */
async function planNow(ctx: Context): Promise<DatasetPlan> {
  const key = await logKey(ctx.store.db, ctx.signer.file);
  if (key === 'none')
    throw new Refusal('The log has no key yet, and a dataset is signed with it; `readymark serve` makes it.');
  if (!key)
    throw new Refusal(
      `A dataset is signed with the key of the public log, which is not at ${ctx.signer.file}. Run this where it is, or download what the service made from ${ctx.settings.BASE_URL}/dataset.`,
    );
  const plan = await datasetPlan(ctx, key, await ctx.signer.shown());
  if (!plan)
    throw new Refusal(ctx.signer.failure()?.message ?? 'Nothing is signed yet; start the service, and run this again.');
  return plan;
}

function asRefusal(error: unknown): never {
  throw error instanceof FolderRefused ? new Refusal(error.message) : error;
}
