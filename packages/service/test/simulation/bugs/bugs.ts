/** A bug that was never in the product: what of a file it replaces, from `packages/service/src`. */
type Bug = { name: string; edits: readonly { file: string; from: string; to: string }[] };

const one = (name: string, file: string, from: string, to: string): Bug => ({ name, edits: [{ file, from, to }] });
const request = 'operations/agent/request-audit.ts';

/** At least one for each invariant. */
export const bugs: readonly Bug[] = [
  one('a request beyond the limit is accepted', request, 'quota.remaining === 0', 'quota.remaining < 0'),
  one('a request below the limit is refused', request, 'quota.remaining === 0', 'quota.remaining <= 1'),
  one('waiting requests are not counted', request, 'await countRequests(tx, [queued]);', ''),
  one(
    'a registration beyond the limit is accepted',
    'operations/agent/register-agent.ts',
    'usage.used >= limit.quota',
    'usage.used > limit.quota',
  ),
  one(
    'watches that ended stay counted',
    'store/watches.ts',
    "eb('watch_counts.watchers', '+', change)",
    "eb('watch_counts.watchers', '+', Math.abs(change))",
  ),
  {
    name: 'letters do not wait for the publication',
    edits: [
      {
        file: 'operations/worker.ts',
        from: 'run: () => ctx.catalogue.refresh().catch(() => {})',
        to: 'run: async () => {}',
      },
      { file: 'store/notices.ts', from: ".where('publication', '<=', publication)", to: '' },
    ],
  },
  one(
    'a letter that was sent is not noted',
    'store/notice-ends.ts',
    'await own.set({ ...released, ...end, attempts }).execute();',
    'await own.set({ ...released, attempts }).execute();',
  ),
  one(
    'a letter that was refused counts as sent',
    'operations/outbox/outbox.ts',
    'await record(outcome(ctx, notice, await deliver(notice)));',
    "await deliver(notice); await record(outcome(ctx, notice, { status: 'sent' }));",
  ),
  one(
    'a letter that is sent again has another Message-ID',
    'mail/letters/body.ts',
    '`<${'.concat('notice_id}@'),
    '`<${'.concat('notice_id}.', '${', 'performance.now()}@'),
  ),
  one(
    'me leaves out the newest request',
    'operations/agent/my-audit-history.ts',
    'REQUESTS_PAGE, offset }',
    'REQUESTS_PAGE, offset: offset + 1 }',
  ),
  one(
    'the board keeps what was retracted',
    'main.ts',
    'slugChangesBetween(store.db, after, until)',
    'slugChangesBetween(store.db, until, until)',
  ),
  one(
    'the board is one publication behind',
    'catalogue/catalogue.ts',
    'latest === state.snapshot.version',
    'latest <= state.snapshot.version + 1',
  ),
  one(
    'the head is shown and not signed',
    'operations/signing/signer.ts',
    'shown = await signNewest(this.#options, behind ? undefined : head)',
    'shown = publication',
  ),
  one(
    'a corrected audit does not replace the other',
    'operations/desk/companies/correction.ts',
    'await replaceAudit(tx, audit_id, at);',
    '',
  ),
  one(
    'a retracted company is not found, and not gone',
    'catalogue/search/nearest.ts',
    "former && 'retracted' in former ? retracted(former.retracted) : noAudit()",
    'noAudit()',
  ),
  one(
    'a retraction ends the replies of all companies',
    'store/replies/replies.ts',
    ".where('slug', 'in', slugs).where('ended_at', 'is', null)",
    ".where('ended_at', 'is', null)",
  ),
  one(
    'datasets with a retracted company are listed',
    'features/dataset/store/datasets.ts',
    ".where('publication', '>=', await lastRetraction(db))\n    .orderBy",
    '\n    .orderBy',
  ),
  one(
    'a piece of a dataset is stored backwards',
    'features/dataset/store/datasets.ts',
    "Buffer.from(of.bytes).toString('base64')",
    "Buffer.from(of.bytes).reverse().toString('base64')",
  ),
  one(
    'every decision of a reply is stored as upheld',
    'features/replies/operations/decide-reply.ts',
    'change: outcome, slug',
    "change: 'upheld', slug",
  ),
  one(
    'a publication has the time of a clock that went back',
    'store/publications.ts',
    'last_at === null ? now.getTime() : afterLast(Date.parse(last_at), now.getTime())',
    'now.getTime()',
  ),
  one(
    'a restored log that lost entries is signed',
    'operations/signing/signed-history.ts',
    'if (mayContinue(last, next) && encodeHash(await rootAt(db, last.size)) === last.root) return;',
    'return;',
  ),
  one(
    'a log goes on where nothing is remembered of it',
    'operations/signing/signed-history.ts',
    'if (signed) throw new Refusal(NOTHING_REMEMBERED);',
    '',
  ),
  one(
    'what was signed is remembered in one place',
    'store/public-log/key-file.ts',
    '((turn - 1) % 2) * PLACE_BYTES',
    '0',
  ),
  one(
    'the outcome of a letter is lost with the connection',
    'operations/outbox/outcomes.ts',
    'attempt >= ATTEMPTS_MAX',
    'attempt >= 1',
  ),
  one(
    'a witness gets the proof of another size',
    'operations/public-log/witness.ts',
    'await proofFrom(old)',
    'await proofFrom(Math.max(0, old - 1))',
  ),
];
