import assert from 'node:assert/strict';
import type { DomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import { beginReply } from '../../../src/features/replies/operations/begin-reply.ts';
import { checkReplyProof } from '../../../src/features/replies/operations/check-reply-proof.ts';
import { decideReply } from '../../../src/features/replies/operations/decide-reply.ts';
import { publishReply } from '../../../src/features/replies/operations/publish-reply.ts';
import { waitingFor } from '../../../src/features/replies/store/company-texts.ts';
import { execute } from '../../../src/operations/run.ts';
import { madeCompany } from '../made-companies.ts';
import { operator, publish } from '../operator.ts';
import type { TestService } from '../service.ts';

/** Every token is found in the file, for data that has no domain. */
export const everybodysDomain: DomainProofs = {
  look: async () => ({
    dns: { found: false, problem: 'the name has no TXT record' },
    file: { found: true, problem: null },
  }),
};

/**
 * A company that disputes a score, replied to another criterion, and withdrew that, and a text of it that waits for an
 * operator; and the addresses of its pages.
 *
 * @param words what it says besides
 */
export async function replied(
  service: TestService,
  words = '',
): Promise<Record<'token' | 'unseen' | 'open' | 'ended' | 'waiting', string>> {
  // Nobody holds a domain that is reserved for examples.
  const website = 'https://bramstack.com/';
  const audit = { ...madeCompany(16), website };
  await publish(service, [audit]);
  const { slug } = audit;
  const begin = async (contact: string) => (await execute(service, beginReply, operator, { slug, contact }, {})).body;
  const unseen = await begin(`eve@bramstack.com ${words}`);
  const { proof_id } = await begin('eve@bramstack.com');
  await execute(service, checkReplyProof, operator, { proof_id }, {});
  const text = `${words}\n${'Our prices are on /pricing.md since Monday, with their billing periods and quotas. '.repeat(11)}`;
  const replies = [
    { kind: 'dispute' as const, criterion: 'P1-A', text },
    { kind: 'reply' as const, criterion: 'P1-B', text: 'We thank you.' },
  ];
  const published = (await execute(service, publishReply, operator, { proof_id, replies }, {})).body.replies;
  const [open = '', ended = ''] = published.map(({ reply_id }) => reply_id ?? assert.fail('it is published'));
  await execute(service, decideReply, operator, { reply_id: ended, outcome: 'withdrawn' }, {});
  await service.catalogue.refresh();
  const page = (id: string) => `/desk/replies/tokens/${slug}/${id}`;
  return {
    ...{ token: page(proof_id), unseen: page(unseen.proof_id) },
    ...{ open: `/desk/replies/${open}`, ended: `/desk/replies/${ended}` },
    waiting: `/desk/replies/texts/${slug}/${await typed(service, audit, words)}`,
  };
}

/** The company types a text on the page of its domain. @returns the id of the text */
async function typed(
  service: TestService,
  audit: { website: string; slug: string; audit_date: string },
  words: string,
) {
  const press = async (path: string, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    return fetch(service.url + path, { method: 'POST', body, redirect: 'manual' });
  };
  const own = (await press('/own', { website: audit.website })).headers.get('location') ?? assert.fail('no page');
  assert.equal((await press(`${own}/look`)).status, 200);
  const text = `There is an llms.txt since Monday. ${words}`;
  assert.equal((await press(`${own}/say`, { about: 'reply P1-C', text, audit_date: audit.audit_date })).status, 303);
  const [waiting] = await waitingFor(service.store.db, audit.slug);
  return waiting?.text_id ?? assert.fail('it waits');
}
