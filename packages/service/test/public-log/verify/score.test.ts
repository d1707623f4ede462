import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { signingKey, signNote } from '@readymark/tlog/note';
import { run } from '../../../../../test/world/processes.ts';
import { madeAuditor } from '../../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { lyingService, replaced } from '../../world/network/lying-service.ts';
import { commit, publish } from '../../world/operator.ts';
import { readymark, temporaryFolder } from '../../world/readymark.ts';
import { testService } from '../../world/service.ts';
import { publishDraft } from '../../world/sites/published-draft.ts';

/** `readymark verify` of one score: here, at a service that may lie, and in files (decision 147). */
const settings = { BASE_URL: 'https://readymark.test' };
const service = await testService('sqlite', settings, undefined, { auditor: madeAuditor({}) });
await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme' }), exampleAudit({ slug: 'other', scores: 4 })]);
await publishDraft(service, 'acme');
await service.catalogue.refresh();
const key = (await showKeys(service)).keys[0]?.key ?? assert.fail();
const liar = await lyingService(service.url);
const nothing = join(temporaryFolder('readymark-score-'), 'nothing');

describe('readymark verify checks one score', () => {
  type Told = { code: number; verdict: string; own_key: boolean; failed: string[]; unchecked: string[] };

  /** What the command says, in a place without a database. */
  async function verify(
    target: string,
    options: string[] = ['--key', key],
    env: Record<string, string> = { DATA_DIR: nothing },
  ) {
    const { code, out, err } = await readymark(['verify', target, ...options, '--json'], env);
    if (out === '') return { code, err };
    const { verdict, own_key, checks } = JSON.parse(out) as {
      checks: Record<'id' | 'outcome' | 'says', string>[];
    } & Told;
    const of = (outcome: string) => checks.filter((check) => check.outcome === outcome);
    const failed = of('failed').map(({ id, says }) => `${id}: ${says}`);
    return {
      code,
      verdict,
      own_key,
      failed,
      unchecked: of('not_checked').map(({ id }) => id),
      checks: checks.length,
      err,
    };
  }
  const sound = { code: 0, verdict: 'sound', own_key: false, failed: [], unchecked: [], checks: 13, err: '' };

  test('by slug where there is no database, it says how to ask a service', async () => {
    const { code, err } = await verify('acme');
    assert.equal(code, 1);
    assert.match(err, /no database at .*--url ADDRESS/);
  });

  test('at an address of its page, its record, its proof, its badge and its sources, and by slug', async () => {
    for (const path of ['/api/audits/acme.json', '/api/audits/acme/proof.json', '/api/audits/acme/evidence.json'])
      assert.deepEqual(await verify(liar.url + path), sound, path);
    const compared = { ...sound, checks: 14 };
    for (const path of ['/audits/acme', '/audits/acme#check', '/audits/acme.md', '/badge/acme.svg'])
      assert.deepEqual(await verify(liar.url + path), compared, path);
    // What nobody looked at is said.
    for (const path of ['/share/acme.png', '/audits/acme/what-if'])
      assert.deepEqual(await verify(liar.url + path), { ...compared, unchecked: ['shown'] }, path);
    assert.deepEqual(await verify('acme', ['--key', key, '--url', `${liar.url}/`]), compared);
    const own = await verify(`${liar.url}/audits/acme`, []);
    assert.deepEqual(own, { ...compared, own_key: true, unchecked: ['key'] });
    // From the database of the installation, without a connection.
    const { DATA_DIR, BASE_URL } = service.settings;
    assert.deepEqual(await verify('other', ['--key', key], { DATA_DIR, BASE_URL }), sound);
  });

  test('in words for people, with the key to compare where none was given', async () => {
    const { code, out } = await readymark(['verify', `${liar.url}/audits/acme`], { DATA_DIR: nothing });
    assert.equal(code, 0);
    assert.match(
      out,
      /^not checked {2}The key was taken from where the score is, so it proves nothing about who signed\. Compare it with what the operator publishes elsewhere: readymark\.test\/log\+/,
    );
    assert.ok(out.includes(key));
    assert.match(
      out,
      /^right {8}The record is the one that was logged as entry 2; nothing in it was changed since\.$/m,
    );
    const record = await (await fetch(`${service.url}/api/audits/acme.json`)).text();
    const { overall_score, tier, rank, audit_date } = JSON.parse(record);
    assert.equal(
      out
        .split('\n')
        .at(-2)
        ?.replace(/, (and|but) .*$/, ''),
      `sound  The score of acme is ${overall_score} of 100, ${tier}, rank ${rank}, audit of ${audit_date}, as it was logged`,
    );
    const told = JSON.parse(
      (await readymark(['verify', `${liar.url}/audits/acme`, '--json'], { DATA_DIR: nothing })).out,
    );
    assert.deepEqual([told.score, told.tier, told.rank, told.audit_date], [overall_score, tier, rank, audit_date]);
  });

  test('an old score is not sound where what would show that is kept back', async () => {
    const bundles = '/log/tile/entries/000.p/3';
    const page = `${liar.url}/audits/other`;
    for (const [paths, expected] of [
      [[bundles], [`current: The file of entries ${bundles.slice(1)} is missing.`]],
      [['/api/audits/index.json'], ['index: The index is missing.']],
      [['/rubrics/v1.json'], ['rubric: The file of the rubric v1 is missing.']],
      [
        [bundles, '/api/audits/index.json', '/.well-known/readymark-keys'],
        ['index: The index is missing.', `current: The file of entries ${bundles.slice(1)} is missing.`],
      ],
    ] as const) {
      liar.lies.clear();
      for (const path of paths) liar.lies.set(path, () => undefined);
      const { code, verdict, failed } = await verify(page);
      assert.deepEqual([code, verdict, failed], [1, 'wrong', expected]);
    }
    liar.lies.clear();
    liar.lies.set('/api/audits/acme/evidence.json', () => undefined);
    assert.match((await verify(`${liar.url}/audits/acme`)).failed?.join() ?? '', /^receipts: .+ which is missing\.$/);
    // Whoever asks for less is told what was not asked.
    liar.lies.clear();
    liar.lies.set(bundles, () => undefined);
    const less = await verify(page, ['--key', key, '--past']);
    assert.deepEqual([less.code, less.verdict, less.unchecked], [0, 'sound', ['current']]);
    const { out } = await readymark(['verify', page, '--key', key, '--past'], { DATA_DIR: nothing });
    assert.match(out, /^sound .+ Whether another took its place since is not known\.\n$/m);
    liar.lies.clear();
  });

  test('a page, its Markdown and a badge that show another score are wrong', async () => {
    for (const [path, lie, expected] of [
      [
        '/audits/acme',
        replaced(/(class="total"><b>)\d+/, '$199'),
        /^shown: The page shows the score “99”, and the rec/,
      ],
      ['/audits/acme', replaced(/"ratingValue":\d+/, '"ratingValue":99'), /^shown: The page shows the score “99”/],
      ['/audits/acme', replaced('"datePublished":"20', '"datePublished":"19'), /^shown: The page shows the date “19/],
      ['/audits/acme', () => '<p>99 of 100</p>', /^shown: The page does not say its score where/],
      ['/audits/acme.md', replaced(/: \d+ of 100/, ': 99 of 100'), /^shown: The page shows the score “99”/],
      ['/badge/acme.svg', replaced(/with \d+ of/, 'with 99 of'), /^shown: The badge shows the score “99”/],
      ['/badge/acme.svg', replaced(/ \d+<\/text>/, ' 99</text>'), /^shown: The badge shows the score “99”/],
      ['/badge/acme.svg', replaced('<text ', '<text>Agent-Ready 99</text><text '), /^shown: The badge does not say/],
      ['/badge/acme.svg', () => undefined, /^shown: The badge does not say its score/],
    ] as const) {
      liar.lies.clear();
      liar.lies.set(path, lie);
      const { code, verdict, failed } = await verify(liar.url + path);
      assert.deepEqual([code, verdict, failed?.length], [1, 'wrong', 1], path);
      assert.match(failed?.[0] ?? '', expected);
    }
    liar.lies.clear();
  });

  test('of a lying service it says exactly what is wrong, and ends with 1', async () => {
    const other = signingKey('elsewhere.test/log', new Uint8Array(32).fill(1));
    const forged = signingKey('readymark.test/log', new Uint8Array(32).fill(1));
    const resigned = (by: typeof other) => (bytes: Buffer) => {
      const proof = JSON.parse(bytes.toString());
      const [, size, root] = proof.checkpoint.split('\n');
      return JSON.stringify({ ...proof, checkpoint: signNote(`${by.name}\n${size}\n${root}\n`, [by]) });
    };
    const proof = '/api/audits/acme/proof.json';
    const record = '/api/audits/acme.json';
    const index = '/api/audits/index.json';
    const foreign = await (await fetch(`${service.url}/api/audits/other/proof.json`)).text();
    const cases: [slug: string, lies: [string, (bytes: Buffer) => string | Uint8Array | undefined][], RegExp[]][] = [
      [
        'acme',
        [[proof, resigned(other)]],
        [
          /^signature: The checkpoint is of another log: “elsewhere\.test\/log”, and the key is of “readymark\.test\/log”\.$/,
        ],
      ],
      [
        'acme',
        [
          [proof, resigned(forged)],
          ['/.well-known/readymark-keys', () => JSON.stringify({ keys: [{ key: forged.verifier.text }] })],
        ],
        [/^signature: The checkpoint is signed by another key than readymark\.test\/log\+/],
      ],
      [
        'acme',
        [[proof, () => foreign]],
        [
          /^statement: The proof is of “other”, not of “acme”\.$/,
          /^record: The record differs from the one that was logged as entry [01]:/,
        ],
      ],
      [
        'acme',
        [[proof, replaced('"index":2', '"index":1')]],
        [/^inclusion: Entry 1 and its proof do not lead to the root/],
      ],
      [
        'acme',
        [[record, replaced('executive_summary":"', 'executive_summary":"!')]],
        [/^record: The record differs from the one that was logged as entry 2: something in it was changed\.$/],
      ],
      [
        'acme',
        [['/api/audits/acme/evidence.json', replaced('"excerpt":"', '"excerpt":"!')]],
        [/^receipts: The sources \(evidence\.json\) differ/],
      ],
      [
        'acme',
        [[index, replaced(/("rank":)(\d)(,"company":"Acme")/, '$19$3')]],
        [/^rank: The rank is \d by the scores of the index, and the index says 9\.$/],
      ],
      [
        'acme',
        [[record, replaced(/"tier":"[^"]+"/, '"tier":"Superb"')]],
        [
          /^record/,
          /^tier: \d+ points are the tier “[^”]+”, and the record says “Superb”\.$/,
          /^index: In the index, tier is/,
          /^shown: The page shows the tier/,
        ],
      ],
      [
        'other',
        [['/log/tile/entries/000.p/3', (bytes) => bytes.subarray(0, -1)]],
        [/^current: The file of entries log\/tile\/entries\/000\.p\/3 is cut off/],
      ],
      [
        'other',
        [
          [
            '/log/tile/entries/000.p/3',
            (bytes) =>
              Buffer.from(
                bytes.toString('latin1').replace(/"slug":"acme"(?!.*"slug":"acme")/s, '"slug":"acmf"'),
                'latin1',
              ),
          ],
        ],
        [/^current: The entries beside it are not those that were signed: one was changed or left out\.$/],
      ],
      ['acme', [[proof, () => '['.repeat(100_000)]], [/^proof: The proof \(proof\.json\) is nested too deeply\.$/]],
    ];
    for (const [slug, lies, expected] of cases) {
      liar.lies.clear();
      for (const [path, lie] of lies) liar.lies.set(path, lie);
      const told = await verify(`${liar.url}/audits/${slug}`);
      assert.equal(told.failed?.length, expected.length, told.err + told.failed?.join('\n'));
      for (const [at, pattern] of expected.entries()) assert.match(told.failed[at] ?? '', pattern);
      assert.deepEqual([told.code, told.verdict], [1, 'wrong']);
    }
    liar.lies.clear();
  });

  test('in saved files, offline, with what belongs to it beside it', async () => {
    const folder = temporaryFolder('readymark-saved-');
    const save = async (path: string, as = path.split('/').at(-1) ?? '') =>
      writeFileSync(join(folder, as), Buffer.from(await (await fetch(service.url + path)).arrayBuffer()));
    await save('/api/audits/acme/proof.json');
    const file = join(folder, 'proof.json');
    const alone = await verify(file);
    assert.equal(alone.code, 1);
    assert.match(alone.err, /The record is missing: save \/api\/audits\/acme\.json of the service as .*acme\.json\./);
    await save('/api/audits/acme.json');
    // Nothing follows its entry, by the size that was signed.
    assert.deepEqual(await verify(file), { ...sound, unchecked: ['receipts', 'index', 'rank'] });
    mkdirSync(join(folder, 'followed'));
    const followed = join(folder, 'followed/other.json');
    await save('/api/audits/other.json', 'followed/other.json');
    await save('/api/audits/other/proof.json', 'followed/proof.json');
    const few = { ...sound, unchecked: ['index', 'rank', 'current'] };
    assert.deepEqual(await verify(followed), { ...few, code: 1, verdict: 'unchecked' });
    assert.deepEqual(await verify(followed, ['--key', key, '--past']), few);
    for (const path of ['/api/audits/index.json', '/api/audits/acme/evidence.json', '/.well-known/readymark-keys'])
      await save(path);
    assert.deepEqual(await verify(file), sound);
    assert.deepEqual(await verify(join(folder, 'acme.json')), sound);
    assert.deepEqual((await verify(join(folder, 'acme.json'), [])).unchecked, ['key']);
    copyFileSync(join(folder, 'index.json'), join(folder, 'acme.json'));
    assert.match((await verify(file)).failed?.join() ?? '', /^record: The record differs/);
    assert.match(
      (await verify(join(folder, 'index.json'))).err,
      /index\.json is neither a proof \(proof\.json\) nor the record of a company/,
    );
  });

  test('what it cannot check is refused in words: 2 for wrong usage, 1 for what is not there', async () => {
    for (const [target, options, code, message] of [
      ['acme', ['--key', 'nonsense'], 2, /That is not the text of a key/],
      ['No such thing', [], 2, /neither a file nor a folder, neither an address nor the slug/],
      [nothing.replace('nothing', ''), ['--url', liar.url], 2, /--url goes with the slug/],
      [`${liar.url}/about`, [], 1, /not the address of a company’s page, record, proof or badge/],
      [`${liar.url}/audits/acme/2026-11-20`, [], 1, /Only the current audit of a company has a proof of its own/],
      ['http://127.0.0.1:1/audits/acme', [], 1, /cannot be reached/],
    ] as const) {
      const { code: ended, err } = await verify(target, [...options]);
      assert.equal(ended, code, target);
      assert.match(err, message);
    }
    const gone = await verify(`${liar.url}/audits/nobody`);
    assert.deepEqual([gone.code, gone.failed], [1, ['proof: The proof (proof.json) is missing.']]);
  });

  test('verify.js is served as it is in the source, may be imported from anywhere, and runs in Node alone', async () => {
    const reply = await fetch(`${service.url}/verify.js`);
    assert.deepEqual(
      ['content-type', 'access-control-allow-origin', 'cache-control'].map((name) => reply.headers.get(name)),
      ['text/javascript; charset=utf-8', '*', 'public, max-age=60, stale-if-error=604800'],
    );
    const again = await fetch(`${service.url}/verify.js`, {
      headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
    const folder = temporaryFolder('readymark-module-');
    mkdirSync(join(folder, 'alone'));
    const module = join(folder, 'alone/verify.mjs');
    writeFileSync(module, await reply.text());
    const script = `const { reading, verifyScore } = await import(${JSON.stringify(pathToFileURL(module).href)});
      console.log(JSON.stringify(await verifyScore('acme', reading(${JSON.stringify(service.url)}), { keys: [${JSON.stringify(key)}] })));`;
    const { code, out, err } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
    assert.equal(code, 0, err);
    const { verdict, checks } = JSON.parse(out);
    assert.deepEqual([verdict, checks.length], ['sound', 13]);
  });

  test('a rotated key: the former one is enough, by what it handed over', async () => {
    const { rotateKey } = await import('../../../src/operations/public-log/rotate-key.ts');
    const { key: newer } = await rotateKey(service, { new_log: false });
    await commit(service, [exampleAudit({ slug: 'third' })]);
    await service.catalogue.refresh();
    const told = await readymark(['verify', `${liar.url}/audits/third`, '--key', key], { DATA_DIR: nothing });
    assert.equal(told.code, 0, told.out);
    assert.ok(told.out.includes(`The key is ${newer}, to which a key that is trusted handed the log over.`), told.out);
    liar.lies.set('/.well-known/readymark-keys', replaced(/"handover":"[^"]+"/, '"handover":null'));
    assert.match(
      (await verify(`${liar.url}/audits/third`)).failed?.join() ?? '',
      /^signature: The checkpoint is signed by another key/,
    );
    liar.lies.clear();
  });

  test('of a past day: the record and the rank of then, though something took its place since', async () => {
    service.clock.advance(36 * 3_600_000);
    await commit(service, [exampleAudit({ slug: 'other', scores: 1 })], { replace: true });
    await service.catalogue.refresh();
    const day = '/api/audits/as-of/2026-11-21';
    for (const path of [`${day}/other.json`, `${day}/other/proof.json`])
      assert.deepEqual(await verify(liar.url + path), { ...sound, checks: 14 }, path);
    // The audit of today, said to be that of the day.
    const late = async (path: string) => (await fetch(service.url + path)).text();
    const [record, proof] = [await late('/api/audits/other.json'), await late('/api/audits/other/proof.json')];
    const now = await late('/api/audits/index.json');
    liar.lies.set(`${day}/other.json`, () => record);
    liar.lies.set(`${day}/other/proof.json`, () => proof);
    liar.lies.set(`${day}/index.json`, () => now);
    assert.deepEqual((await verify(`${liar.url}${day}/other.json`)).failed, [
      'day: By its entry, it was not published by the end of 2026-11-21 (UTC).',
    ]);
    liar.lies.clear();
    liar.lies.set(`${day}/index.json`, replaced(/"overall_score":\d+/g, '"overall_score":1'));
    assert.match(
      (await verify(`${liar.url}${day}/other.json`)).failed?.join() ?? '',
      /^index: In the index, overall_score is 1,/,
    );
    liar.lies.set('/api/audits/other/proof.json', () => readFileSync(kept));
    const kept = join(temporaryFolder('readymark-kept-'), 'proof.json');
    writeFileSync(kept, await (await fetch(`${service.url}${day}/other/proof.json`)).text());
    // Who shows the former audit as the present one is found by it.
    const former = await (await fetch(`${service.url}${day}/other.json`)).text();
    liar.lies.set('/api/audits/other.json', () => former);
    liar.lies.delete(`${day}/index.json`);
    const { failed } = await verify(`${liar.url}/audits/other`);
    assert.match(failed?.join() ?? '', /index: In the index, overall_score is 20, and in the record \d+\./);
    liar.lies.clear();
  });
});
