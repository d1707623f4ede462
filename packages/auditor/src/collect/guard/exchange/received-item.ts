import { createHash } from 'node:crypto';
import type { EvidenceItem } from '../../../evidence/evidence.ts';
import type { Fetched } from '../../fetch.ts';
import { FetchFailure } from '../failure.ts';
import type { Bounds } from './bounds.ts';
import { isChallenge } from './challenge.ts';
import { isGzip, isPackedFile } from './content.ts';
import { incomingBody } from './decode.ts';
import type { Answer } from './exchange.ts';

/** Completes an item with what was received. */
export async function completeItem(item: EvidenceItem, answer: Answer, url: URL, bounds: Bounds): Promise<Fetched> {
  let { body, cut } = answer;
  const packed = body && isPackedFile(url) && isGzip(body);
  if (body && packed) ({ body, cut } = await unpack(body, cut, bounds));
  const full: EvidenceItem = { ...item, truncated: cut !== null, detail: cut };
  if (body) {
    full.bytes = body.length;
    full.sha256 = createHash('sha256').update(body).digest('hex');
  }
  if (isChallenge(answer.status, answer.headers, body))
    return { item: { ...full, problem: 'challenge', detail: 'a page that keeps robots out' }, body };
  if (answer.status >= 500 || answer.status === 429)
    return { item: { ...full, problem: 'server_error', detail: `status ${answer.status}` }, body };
  if (!body && answer.status !== 204 && answer.status !== 304)
    return { item: { ...full, problem: 'type', detail: 'a type of content that is not read' }, body };
  return { item: full, body };
}

/** @throws FetchFailure when it is packed more than once, or damaged */
async function unpack(
  packed: Uint8Array,
  cut: string | null,
  bounds: Bounds,
): Promise<{ body: Uint8Array; cut: string | null }> {
  const file = incomingBody('gzip', { ...bounds, wire_bytes: packed.length }, () => {});
  file.write(packed);
  const { bytes, cut: over, broken } = await file.end();
  if (broken || isGzip(bytes)) throw new FetchFailure('malformed', 'a packed file that cannot be read');
  return { body: bytes, cut: over ?? cut };
}
