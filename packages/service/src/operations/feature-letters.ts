import type { FeatureKind, NoticeContent, NoticeKind } from '../domain/notice.ts';
import type { Letter, Occasion } from '../mail/letters/letter.ts';
import type { Tx } from '../store/engine/engine.ts';
import type { NoticeAddress, NoticeAddresses } from '../store/notices.ts';
import type { Context, Feature } from './context.ts';

/** A letter that a feature writes: its kind is in the table of notices, the rest is here (decisions 116 and 182). */
export type FeatureLetter<K extends FeatureKind = FeatureKind> = {
  kind: K;
  /** Null when there is nothing to send any more. */
  letter(ctx: Context, about: NoticeContent<K> & Occasion): Promise<Letter | null>;
};

/** Where letters of a kind go whose recipients have not confirmed their address: a feature stores it apart from registrations. */
type UnconfirmedAddress = {
  kind: FeatureKind;
  /** Of the notice `n`. */
  address: NoticeAddress;
  /** Deletes those of a registration, and those with a hash, whose owner wants no letters (decisions 40 and 165). */
  forget(tx: Tx, whose: { registration_id: string; address_hash?: string | undefined }): Promise<void>;
};

type FeatureMail = { letters: readonly FeatureLetter[]; unconfirmed?: readonly UnconfirmedAddress[] };

declare module './context.ts' {
  interface Feature {
    mail?(): Promise<FeatureMail>;
  }
}

type WithFeatures = { features: readonly Feature[] };

const mailOf = async ({ features }: WithFeatures): Promise<FeatureMail[]> =>
  (await Promise.all(features.map(({ mail }) => mail?.()))).filter((one) => one !== undefined);

/** The letter of a kind that a feature writes; null without that feature. */
export async function featureLetter<K extends FeatureKind>(
  ctx: Context,
  about: NoticeContent<K> & Occasion,
): Promise<Letter | null> {
  const writers = (await mailOf(ctx)).flatMap(({ letters }) => letters);
  const writer = writers.find(({ kind }) => kind === about.kind) as FeatureLetter<K> | undefined;
  return (await writer?.letter(ctx, about)) ?? null;
}

/** Addresses that their owners have not confirmed (decision 116). */
export const unconfirmedAddresses = async (of: WithFeatures): Promise<readonly UnconfirmedAddress[]> =>
  (await mailOf(of)).flatMap(({ unconfirmed = [] }) => unconfirmed);

/** Where letters of each such kind go. */
export async function noticeAddresses(of: WithFeatures): Promise<NoticeAddresses> {
  const addresses = await unconfirmedAddresses(of);
  return new Map<NoticeKind, NoticeAddress>(addresses.map(({ kind, address }) => [kind, address]));
}
