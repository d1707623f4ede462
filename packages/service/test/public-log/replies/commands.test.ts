import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { checkReplies } from '../../../src/domain/public-log/check-replies.ts';
import type { Statement } from '../../../src/domain/public-log/statement.ts';
import type { CompanyReplies, PublicReply } from '../../../src/domain/replies/reply.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../../world/operator.ts';
import { readymark, temporaryFolder } from '../../world/readymark.ts';
import { testService } from '../../world/service.ts';
import { playDomains } from './played-domains.ts';

/** `readymark replies` from the token to the outcome, and `readymark verify` of what comes of it. */
type Change = (replies: readonly PublicReply[]) => readonly PublicReply[];

const { txt, proofs } = await playDomains(['acme.com']);
const acme = (audit_date: string, scores: number) => ({
  ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date, scores }),
  website: 'https://acme.com/',
});

test('the whole life of a dispute by the command line', async (t) => {
  const env = { BASE_URL: 'https://readymark.test', OPERATOR_TOKENS };
  const service = await testService('sqlite', env, undefined, { domain_proofs: proofs() });
  await service.signer.begin();
  await commit(service, [acme('2026-11-20', 2), exampleAudit({ slug: 'quiet' })]);
  const folder = temporaryFolder('readymark-replies-');
  const [token_file, text_file, several] = ['token', 'dispute.txt', 'replies.json'].map((name) => join(folder, name));
  writeFileSync(token_file ?? '', operator_token);
  writeFileSync(text_file ?? '', '  Prices are on /pricing.md.\r\nSince 18 November.\n');
  const { DATA_DIR, BASE_URL } = service.settings;
  const here = { DATA_DIR, BASE_URL };
  const desk = async (code: number, ...args: string[]) => {
    const ran = await readymark(['replies', ...args, '--url', service.url, '--token-file', token_file ?? ''], here);
    assert.equal(ran.code, code, `${args.join(' ')}: ${ran.out}${ran.err}`);
    return ran.out + ran.err;
  };

  const begun = await desk(0, 'begin', 'acme', '--contact', 'ada@acme.com');
  const [, proof = ''] = /begun (prf_[0-9a-f]{32}) for acme/.exec(begun) ?? [];
  const [, line = ''] =
    /TXT record of _readymark-reply\.acme\.com\n +(readymark-reply=[0-9a-f]{32})\n/.exec(begun) ?? [];
  assert.match(begun, /https:\/\/acme\.com\/\.well-known\/readymark-reply\.txt/);
  assert.match(await desk(1, 'check', proof), /not proven acme\n.+no TXT record\n.+answered with 404/);
  const dispute = ['publish', proof.slice(-8), '--criterion', 'P1-A', '--dispute', '--file', text_file ?? ''];
  assert.match(await desk(1, ...dispute), /the token was not seen yet/);
  txt.set('_readymark-reply.acme.com', [[line]]);
  assert.match(await desk(0, 'check', proof), /^proven acme, by the TXT record/);
  assert.match(await desk(0, ...dispute, '--dry-run'), /would publish dispute of P1-A\n.+nothing was published/);
  const [, id = ''] = /published dispute of P1-A +(rep_[0-9a-f]{32})/.exec(await desk(0, ...dispute)) ?? [];
  writeFileSync(
    several ?? '',
    JSON.stringify([
      { kind: 'reply', text: 'Thank you.' },
      { kind: 'reply', criterion: 'P2-A', text: 'See /docs.' },
    ]),
  );
  const two = await desk(0, 'publish', proof, '--from', several ?? '', '--audit', '2026-11-20');
  const [, thanks = ''] = /published reply +(rep_[0-9a-f]{32})/.exec(two) ?? [];
  assert.match(await desk(2, 'publish', proof), /one of --text, --file or --from/);
  assert.match(
    await desk(1, 'publish', proof, '--text', 'x'.repeat(1_001)),
    /replies\.0\.text +must be 1 to 1000 characters/,
  );

  // The same on the database itself.
  const local = async (...args: string[]) => {
    const ran = await readymark(['replies', ...args], here);
    assert.equal(ran.code, 0, ran.err);
    return ran.out;
  };
  assert.match(
    await local('list'),
    new RegExp(`${proof} .+proven by dns.+ada@acme.com\n${id} .+dispute of P1-A in the audit of 2026-11-20\n1 open`),
  );
  assert.match(
    await local('show', id.slice(-6)),
    /Prices are on \/pricing\.md\.\n +Since 18 November\.\n(.|\n)+entry 2 of the public log\n +Can become upheld or corrected or withdrawn\./,
  );
  await commit(service, [acme('2026-11-21', 4)]);
  assert.match(
    await local('decide', id, 'corrected', '--by', '2026-11-21'),
    /corrected acme by the audit of 2026-11-21/,
  );
  assert.match(await local('remove', thanks), /removed the text of rep_/);
  assert.match(
    await local('list', '--slug', 'acme', '--all'),
    / reply in .+text removed\n.+reply of P2-A.+\n.+corrected by that of 2026-11-21\n3 replies listed/,
  );
  const actions = await readymark(['actions', 'list'], here);
  assert.match(actions.out, /said of the dispute to P1-A of acme: corrected by the audit of 2026-11-21/);

  await t.test('an exported tree with it is verified offline, and no word of it can be changed', async () => {
    await service.catalogue.refresh();
    const whole = join(folder, 'public');
    const exported = await readymark(['export', whole], here);
    assert.equal(exported.code, 0, exported.err);
    const verify = async (tree: string) => {
      const { code, out, err } = await readymark(['verify', tree, '--json'], { DATA_DIR: join(folder, 'nothing') });
      assert.equal(err, '');
      return { code, problems: JSON.parse(out).problems as string[] };
    };
    assert.deepEqual(await verify(whole), { code: 0, problems: [] });
    const path = 'api/audits/acme/replies.json';
    const document = JSON.parse(readFileSync(join(whole, path), 'utf8')) as CompanyReplies;
    const changed = (change: Change) => JSON.stringify({ ...document, replies: change(document.replies) });
    const text: Change = (replies) => replies.map((one) => ({ ...one, text: one.text && `${one.text}!` }));
    writeFileSync(join(whole, path), changed(text));
    const { code, problems } = await verify(whole);
    assert.deepEqual([code, problems.length], [1, 2]);
    assert.match(problems[0] ?? '', /^api\/audits\/acme\/replies\.json: The reply of entry 2 has another text\.$/);
    // The rest in this process.
    const rows = await service.store.db.selectFrom('log_entries').select('entry').orderBy('entry_index').execute();
    const statements = rows.map(({ entry }) => JSON.parse(entry) as Statement);
    const cases: [Change, RegExp][] = [
      [(replies) => replies.map((one) => ({ ...one, text: null })), /has no text, and none was removed/],
      [(replies) => replies.map((one) => ({ ...one, text: 'x', text_salt: 'y' })), /has a text that was removed/],
      [(replies) => replies.slice(1), /entry \d is missing/],
      [(replies) => [...replies, ...replies.slice(1)], /It has 2 more than were logged/],
      [(replies) => replies.map((one) => ({ ...one, criterion: 'P1-B' })), /has another criterion/],
      [(replies) => replies.map((one) => ({ ...one, kind: 'reply' })), /entry 2 has another kind/],
      [(replies) => replies.map((one) => ({ ...one, outcome: null })), /entry 2 has another outcome/],
      [
        (replies) => replies.map((one) => ({ ...one, outcome: { outcome: 'upheld', audit_date: null, at: 'now' } })),
        /entry 2 has another outcome(.|\n)+has an outcome that was not logged/,
      ],
    ];
    for (const [change, expected] of cases) {
      const found = await checkReplies(async () => Buffer.from(changed(change)), statements, ['acme']);
      assert.match(found.join('\n'), expected);
    }
    assert.deepEqual(await checkReplies(async () => undefined, statements, ['acme']), [`${path} is missing`]);
  });

  await t.test('a score stays the current one by its proof, whatever is said after it', async () => {
    const { code, out } = await readymark(['verify', 'acme', '--json'], here);
    assert.equal(code, 0, out);
    assert.equal(JSON.parse(out).verdict, 'sound');
    const { out: quiet } = await readymark(['verify', 'quiet', '--json'], here);
    assert.equal(JSON.parse(quiet).verdict, 'sound');
  });
});
