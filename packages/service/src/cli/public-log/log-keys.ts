import { Refusal } from '@readymark/rubric/refusal';
import { parseWitnessKey } from '@readymark/tlog/cosignature';
import { parseVerifierKey, type VerifierKey } from '@readymark/tlog/note';

/** The key of a log that somebody gave. @throws Refusal */
export function logKey(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (!key) throw new Refusal('That is not the text of a key: NAME+ID+KEY, as `readymark key show` prints it.');
  return key;
}

/** The key of a witness that somebody gave. @throws Refusal */
export function witnessKey(text: string): VerifierKey {
  const key = parseWitnessKey(text);
  if (!key)
    throw new Refusal(
      'That is not the text of a witness key: NAME+ID+KEY with Ed25519 cosignatures, as its operator publishes it.',
    );
  return key;
}
