import { Refusal } from '@readymark/rubric/refusal';
import { allOf, type Demanded, parseWitnessKey } from '@readymark/tlog/cosignature';
import { parseVerifierKey, type VerifierKey } from '@readymark/tlog/note';
import { parsePolicy } from '@readymark/tlog/policy';
import { readGivenFile } from '../../documents/given-file.ts';

/** The key of a log that somebody gave. @throws Refusal */
export function logKey(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (!key) throw new Refusal('That is not the text of a key: NAME+ID+KEY, as `readymark key show` prints it.');
  return key;
}

/** The key of a witness that somebody gave. @throws Refusal */
function witnessKey(text: string): VerifierKey {
  const key = parseWitnessKey(text);
  if (!key)
    throw new Refusal(
      'That is not the text of a witness key: NAME+ID+KEY with Ed25519 cosignatures, as its operator publishes it.',
    );
  return key;
}

/** The options that say whom to trust: keys of logs and of witnesses, or a policy file with both. */
export type TrustOptions = { key?: string[]; witness?: string[]; policy?: string };

/**
 * Whom options say to trust. The logs of a policy are as if given with `--key`.
 *
 * @returns `keys`: texts of keys of logs; `demanded`: undefined where no cosignature is
 * @throws Refusal for a file that is no policy, or what is no key of a witness
 */
export function trustOf({ key = [], witness = [], policy }: TrustOptions): {
  keys: readonly string[];
  demanded: Demanded | undefined;
} {
  if (policy === undefined) return { keys: key, demanded: witness.length ? allOf(witness.map(witnessKey)) : undefined };
  if (witness.length) throw new Refusal('Witnesses are given with --witness or in the file of --policy, not both.');
  const found = parsePolicy(readPolicy(policy));
  if ('fault' in found) throw new Refusal(`${policy} is no policy that can be read: ${found.fault}.`);
  return { keys: [...key, ...found.logs.map(({ text }) => text)], demanded: found };
}

/** A policy names some logs and witnesses. */
const POLICY_BYTES_MAX = 1024 * 1024;

function readPolicy(file: string): string {
  return readGivenFile(file, POLICY_BYTES_MAX).toString('utf8');
}
