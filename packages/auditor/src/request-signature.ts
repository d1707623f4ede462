import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * Signatures of requests (RFC 9421), by which a site distinguishes our robot from others that use its name: Web Bot Auth,
 * draft-ietf-webbotauth-httpsig-protocol (decision 197).
 */

/** The public half of a key, as the directory of keys names it (RFC 7517, RFC 8037). */
type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig' };

export type RequestKey = { private_key: KeyObject; public_key: PublicKey };

/** How long a signature holds, in seconds: a request is sent at once. */
const HOLDS_S = 60;
const LABEL = 'sig1';

/** Reads an Ed25519 private key in PEM; undefined when it is none. */
export function readRequestKey(pem: string): RequestKey | undefined {
  try {
    const private_key = createPrivateKey(pem);
    const { x } = createPublicKey(private_key).export({ format: 'jwk' });
    if (private_key.asymmetricKeyType !== 'ed25519' || x === undefined) return undefined;
    // RFC 7638: the required members in this order.
    const kid = createHash('sha256')
      .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
      .digest('base64url');
    return { private_key, public_key: { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig' } };
  } catch {
    return undefined;
  }
}

type Signed = { key: RequestKey; label: string; components: readonly (readonly [string, string])[]; tag: string };

function signatureOf({ key, label, components, tag }: Signed, at: Date, seconds: number, unique: string) {
  const created = Math.floor(at.getTime() / 1000);
  // Nobody without the key can know it before; no two requests have the same.
  const secret = key.private_key.export({ format: 'der', type: 'pkcs8' });
  const nonce = createHmac('sha512', secret).update(`${tag} ${at.getTime()} ${unique}`).digest('base64url');
  const names = components.map(([name]) => name).join(' ');
  const params = `(${names});created=${created};expires=${created + seconds};keyid="${key.public_key.kid}";alg="ed25519";nonce="${nonce}";tag="${tag}"`;
  const base = [...components.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${params}`].join('\n');
  const bytes = sign(null, Buffer.from(base), key.private_key).toString('base64');
  return { 'signature-input': `${label}=${params}`, signature: `${label}=:${bytes}:` };
}

/**
 * Signs requests of one collection.
 *
 * @param agent whose robot asks: the address of a service that serves its directory of keys
 */
export function requestSigner(
  key: RequestKey,
  agent: string,
  now: () => Date,
): (url: URL) => Readonly<Record<string, string>> {
  let count = 0;
  const named = `"${agent}"`;
  return (url) => {
    const components = [
      ['"@authority"', url.host],
      [`"signature-agent";key="${LABEL}"`, named],
    ] as const;
    const unique = `${++count} ${url.href}`;
    return {
      'signature-agent': `${LABEL}=${named}`,
      ...signatureOf({ key, label: LABEL, components, tag: 'web-bot-auth' }, now(), HOLDS_S, unique),
    };
  };
}

/** Headers of the directory of keys: who serves it shows that it holds them. @param host of the service, with its port where it has one */
export function directoryHeaders(key: RequestKey, host: string, at: Date, seconds: number): Record<string, string> {
  const components = [['"@authority";req', host]] as const;
  return signatureOf(
    { key, label: 'binding0', components, tag: 'http-message-signatures-directory' },
    at,
    seconds,
    host,
  );
}
