import { parseVerifierKey } from '@readymark/tlog/note';
import { signedSize } from '../../store/public-log/checkpoints.ts';
import { witnessRows } from '../../store/public-log/cosignatures.ts';
import { logKeys } from '../../store/public-log/keys.ts';
import type { Context } from '../context.ts';
import { keyAt } from '../signing/signed-history.ts';

/** The keys of the log, newest first, and whether this process has the one that signs. Public halves alone. */
type ShownKeys = {
  keys: { key: string; from: string; until: string | null }[];
  origin: string | null;
  signed: number;
  file: string;
  here: boolean;
  /** Those that are configured: how many entries each cosigned, and why it did not cosign last, or null. */
  witnesses: { name: string; size: number; failure: string | null }[];
};

export async function showKeys({ store, signer, settings }: Context): Promise<ShownKeys> {
  const keys = await logKeys(store.db);
  const rows = await witnessRows(store.db);
  const witnesses = settings.LOG_WITNESSES.map(({ name, key }) => {
    const row = rows.find(({ witness }) => witness === key.text);
    return { name, size: row?.size ?? 0, failure: row?.failure ?? null };
  });
  const active = keys.find(({ until_at }) => until_at === null);
  return {
    keys: keys.map(({ verifier_key, from_at, until_at }) => ({ key: verifier_key, from: from_at, until: until_at })),
    origin: (active && parseVerifierKey(active.verifier_key)?.name) ?? null,
    signed: await signedSize(store.db),
    file: signer.file,
    here: active !== undefined && keyAt(signer.file, active.verifier_key) !== undefined,
    witnesses,
  };
}
