import { textHash } from '../../domain/replies/reply.ts';
import type { Store } from '../engine/engine.ts';

const BATCH_ROWS = 500;

/**
 * Compares each reply with the hash of its text that is in the public log (decision 156).
 *
 * @param findings_max findings listed
 */
export async function checkReplyTexts(
  { db }: Store,
  findings_max: number,
): Promise<{ check: string; rows: number; findings: string[] }> {
  const findings: string[] = [];
  let done = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('replies')
      .select(['reply_id', 'slug', 'text', 'text_salt', 'text_sha256'])
      .where('reply_id', '>', after)
      .orderBy('reply_id')
      .limit(BATCH_ROWS)
      .execute();
    for (const { reply_id, slug, text, text_salt, text_sha256 } of rows)
      if (text !== null && textHash(text, text_salt ?? '') !== text_sha256 && findings.length < findings_max)
        findings.push(`${reply_id} (${slug}): its text differs from the one that was published`);
    done += rows.length;
    const last = rows.at(-1);
    if (!last) return { check: 'replies have the text that was published', rows: done, findings };
    after = last.reply_id;
  }
}
