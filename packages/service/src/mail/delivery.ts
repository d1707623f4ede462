/**
 * How sending a letter ended (decision 30). `reason` is short and consists of codes: never an address, a credential or a
 * server's text.
 */
export type Delivery =
  | { status: 'sent' }
  | { status: 'temporary'; reason: string }
  | { status: 'permanent'; reason: string };

type MailError = {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  response?: unknown;
  command?: unknown;
};

const word = (value: unknown) => (typeof value === 'string' && /^[A-Z][A-Z0-9_ ]{1,40}$/.test(value) ? value : null);

/** The enhanced status (RFC 3463) that follows the reply code, such as 5.1.1. */
const enhanced = (response: unknown) =>
  typeof response === 'string' ? (/^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null) : null;

/**
 * What a sending error means for the letter (decision 30).
 *
 * Only two things are permanent: the server's refusal of this recipient or this letter (5xx to RCPT TO or DATA, except
 * 503: RFC 5321, 4.2.1), and an address that cannot be a recipient. Everything else may be fixed by time or by the operator: the
 * network, our credentials, our sender address.
 */
export function deliveryOf(error: unknown): Delivery {
  const { code, originalCode, responseCode, response, command } = (error ?? {}) as MailError;
  const step = word(command);
  const reply =
    typeof responseCode === 'number' && responseCode >= 200 && responseCode <= 599 ? String(responseCode) : null;
  const reason = [reply, reply && enhanced(response), word(originalCode) ?? word(code), step && `at ${step}`]
    .filter(Boolean)
    .join(' ');
  const refused = reply?.startsWith('5') === true && reply !== '503' && (step === 'RCPT TO' || step === 'DATA');
  const unusable = code === 'EENVELOPE' && step === 'API';
  return { status: refused || unusable ? 'permanent' : 'temporary', reason: reason || 'unknown' };
}
