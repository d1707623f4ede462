import type { NoticeContent } from '../domain/notice.ts';
import type { Letter, Occasion } from '../mail/letters/letter.ts';
import type { Tx } from '../store/engine/engine.ts';
import type { NoticeAddress } from '../store/notices.ts';
import type { Context, Feature } from './context.ts';

/** Addresses that their owners have not confirmed (decision 116): a feature stores them apart from those of registrations. */
type Unconfirmed = {
  /** Where the letter of a notice `n` of the kind `confirmation` goes. */
  address: NoticeAddress;
  /** The letter that asks for it; null when there is no address any more. */
  letter(ctx: Context, about: NoticeContent<'confirmation'> & Occasion): Promise<Letter | null>;
  /** Deletes those of a registration, and those with a hash, whose owner wants no letters (decisions 40 and 165). */
  forget(tx: Tx, whose: { registration_id: string; address_hash?: string | undefined }): Promise<void>;
};

declare module './context.ts' {
  interface Feature {
    unconfirmed?(): Promise<Unconfirmed>;
  }
}

/** The feature's; undefined without one. */
export async function unconfirmed({ features }: { features: readonly Feature[] }): Promise<Unconfirmed | undefined> {
  return features.find((feature) => feature.unconfirmed)?.unconfirmed?.();
}
