import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { OpenContext } from '../../src/cli/define.ts';
import { runCommand } from '../../src/cli/program.ts';
import { features } from '../../src/features.ts';
import { openContext } from '../../src/main.ts';
import { call, newKey } from '../world/call.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/**
 * The desk at the command line: the same results on the database and over HTTP, and what is refused (decisions 32 and
 * 103).
 */
const folder = mkdtempSync(join(tmpdir(), 'readymark-desk-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** Commands and services run on one clock. */
const clock = fakeClock();
const quiet: OpenContext = (settings, given) =>
  openContext(settings, { ...given, now: clock.now, log: pino({ level: 'silent' }) });
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

async function run(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    const code = await runCommand(
      args,
      quiet,
      { out: stream('out'), err: stream('err') },
      new AbortController().signal,
      { features, random: async (bytes) => randomBytes(bytes) },
    );
    return { code, ...written };
  } finally {
    process.env = before;
  }
}

async function opened() {
  const service = await testService('sqlite', { OPERATOR_TOKENS }, clock);
  /** Each time by another agent: one that asks twice for a site gets its waiting request. */
  const ask = async (company: string): Promise<string> => {
    const key = await newKey(service.url);
    const body = { company, website: `https://${company.toLowerCase()}.example/` };
    return (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json.request_id;
  };
  const here = { DATA_DIR: service.data_dir, DATABASE_URL: '' };
  return { service, ask, here, there: { DATA_DIR: folder, OPERATOR_TOKEN: operator_token } };
}

test('publish prints the requests that still wait for the site, and the commands that complete them', async () => {
  const { service, ask, here, there } = await opened();
  const id = await ask('Waited');
  const audit = file('waited.json', exampleAudit({ slug: 'waited', company: 'Waited', audit_date: '2026-05-01' }));
  const shown = (done: string, command: string) =>
    `${done} Waited (waited, 2026-05-01): 60, Emerging
a request still waits for the site of waited:
  ${id}  received  Waited
To complete with this audit:
  readymark ${command}
`;
  const dry = await run(there, 'publish', audit, '--dry-run', '--url', service.url);
  assert.equal(
    dry.out,
    `${shown('would publish', `publish ${audit} --completes-all --url ${service.url}`)}Nothing was written: this was a dry run.\n`,
    dry.err,
  );
  assert.equal(
    (await run(here, 'publish', audit)).out,
    `${shown('published', `requests complete ${id} --with waited`)}1 published.\n`,
  );
  const done = await run(there, 'requests', 'complete', id, '--with', 'waited', '--url', service.url);
  assert.equal(done.out, `completed ${id} with waited (no address on file to send it to)\n`, done.err);
  await service.stop();
});

test('publish --completes-all completes whoever waits for the site, from any status, once the audit stands', async () => {
  const { service, ask, here } = await opened();
  const ids = [await ask('Everyone'), await ask('Everyone')];
  assert.equal((await run(here, 'requests', 'review', ids[0] ?? '')).code, 0);
  const audit = file(
    'everyone.json',
    exampleAudit({ slug: 'everyone', company: 'Everyone', audit_date: '2026-05-01' }),
  );
  const dry = await run(here, 'publish', audit, '--completes-all', '--dry-run');
  for (const id of ids) assert.match(dry.out, new RegExp(`^would complete ${id} with everyone$`, 'm'));
  assert.doesNotMatch(dry.out, /wait/);
  const { out } = await run(here, 'publish', audit, '--completes-all');
  for (const id of ids) assert.match(out, new RegExp(`^completed ${id} with everyone`, 'm'));
  assert.doesNotMatch(out, /wait/);
  const none = await run(here, 'requests', 'list');
  assert.match(none.out, /^0 listed/, none.err);
  await service.stop();
});

test('an id may be begun, with or without its prefix, or ended; what fits several names the candidates', async () => {
  const { service, ask, here, there } = await opened();
  const ids = [await ask('Alpha'), await ask('Beta')];
  const [first = '', second = ''] = ids;
  let same = 0;
  while (first[same] === second[same]) same++;
  for (const part of [first.slice(0, same + 1), first.slice('req_'.length, same + 1), first.slice(-12)])
    for (const [env, where] of [
      [here, []],
      [there, ['--url', service.url]],
    ] as const)
      assert.match((await run(env, 'requests', 'show', part, ...where)).out, /Alpha/, part);
  for (const part of [first.slice(0, same), 'req_']) {
    const { code, err } = await run(here, 'requests', 'decline', part, '--reason', 'No offer.');
    assert.equal(code, 1);
    assert.match(err, new RegExp(`^${part} fits 2 requests`));
    for (const id of ids) assert.match(err, new RegExp(`^ {2}${id} {2}received {2}(Alpha|Beta)$`, 'm'));
  }
  assert.match((await run(here, 'requests', 'list')).out, /2 listed/);
  // A wildcard of SQL is none here.
  for (const part of ['%', '____', 'req%', '0', "'"])
    assert.equal((await run(here, 'requests', 'review', part)).code, 1, part);
  assert.match((await run(here, 'requests', 'list', '--status', 'received')).out, /2 listed/);
  await service.stop();
});

test('several requests are moved at once, by their ids or by company; one that is refused leaves the others', async () => {
  const { service, ask, here, there } = await opened();
  const [a = '', b = '', c = ''] = [await ask('Onesite'), await ask('Onesite'), await ask('Onesite-Two')];
  const far = ['--url', service.url];
  const both = await run(there, 'requests', 'review', a, b, 'req_none', ...far);
  assert.equal(both.code, 1);
  assert.equal(both.out, `in_review Onesite (${a})\nin_review Onesite (${b})\n`);
  assert.match(both.err, /^req_none: There is no request with this id\.$/m);

  const several = await run(here, 'requests', 'review', '--company', 'onesite');
  assert.equal(several.code, 1);
  assert.match(several.err, /fits waiting requests for 2 sites[\s\S]*onesite\.example[\s\S]*onesite-two\.example/);
  const scheduled = await run(here, 'requests', 'schedule', '--company', 'onesite.example', '--on', '2026-12-01');
  assert.equal(scheduled.out, `scheduled Onesite (${a})\nscheduled Onesite (${b})\n`, scheduled.err);
  const none = await run(here, 'requests', 'schedule', '--company', 'onesite.example');
  assert.deepEqual(
    [none.code, none.err],
    [1, 'No waiting request of onesite.example is in_review: they are scheduled.\n'],
  );
  const declined = await run(here, 'requests', 'decline', '--company', 'Onesite-Two', '--reason', 'No.', '--json');
  assert.deepEqual(
    JSON.parse(declined.out).requests.map(({ request_id }: { request_id: string }) => request_id),
    [c],
  );
  assert.match((await run(here, 'requests', 'review', '--company', 'nobody')).err, /^No waiting request is of nobody/);
  for (const args of [['review'], ['review', a, '--company', 'onesite'], ['schedule', a, '--on', '2026-02-30']])
    assert.equal((await run(here, 'requests', ...args)).code, 2, args.join(' '));
  await service.stop();
});

test('due says one day and several days in words, and today', async () => {
  const { service, here } = await opened();
  const dates = { late: '2026-05-23', yesterday: '2026-05-24', today: '2026-05-25', tomorrow: '2026-05-26' };
  for (const [slug, audit_date] of Object.entries(dates)) {
    const audit = file(`${slug}.json`, exampleAudit({ slug, company: slug, audit_date }));
    assert.equal((await run(here, 'publish', audit)).code, 0);
  }
  const day = service.now().toISOString().slice(0, 10);
  assert.equal(day, '2026-11-21');
  const { out } = await run(here, 'due', '--within', '1');
  assert.deepEqual(
    out.split('\n').map((line) => line.split(/ {2}|, /)[1] ?? line),
    ['2 days overdue', '1 day overdue', 'today', 'in 1 day', '4 due within 1 day from 2026-11-21.', ''],
  );
  await service.stop();
});

test('every command prints the same on the database and over HTTP', async () => {
  const { service, ask, here, there } = await opened();
  const ids = [await ask('Acme'), await ask('Beta')];
  const [first = '', second = ''] = ids;
  const audits = file(
    'acme.json',
    exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 2 }),
  );
  for (const args of [
    ['requests', 'review', first],
    ['requests', 'schedule', first, '--on', '2026-12-01'],
    ['requests', 'decline', second, '--reason', 'No offer.'],
    ['publish', audits, '--completes', first],
  ]) {
    const done = await run(there, ...args, '--url', service.url);
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.err}`);
  }
  assert.equal(
    (await run(here, 'publish', file('acme2.json', exampleAudit({ slug: 'acme', company: 'Acme', scores: 4 })))).code,
    0,
  );
  const notice = (await run(here, 'notices', 'list', '--json')).out;
  assert.match(notice, /"notices":\[\]/, 'no agent gave an address');
  for (const args of [
    ['requests', 'list', '--status', 'all'],
    ['requests', 'list', '--status', 'declined', '--company', 'BETA', '--limit', '1'],
    ['requests', 'show', first],
    ['requests', 'review', first],
    ['requests', 'show', 'req_none'],
    ['notices', 'list', '--status', 'failed'],
    ['notices', 'resend', 'ntc_none'],
    ['diff', 'acme'],
    ['diff', 'none'],
    ['publications', 'show', '1'],
    ['publications', 'show', '99'],
    ['due', '--within', '3000'],
    ['publish', audits, '--completes', 'req_none'],
    ['publish', audits],
  ])
    for (const json of [[], ['--json']]) {
      const [near, far] = [await run(here, ...args, ...json), await run(there, ...args, ...json, '--url', service.url)];
      assert.deepEqual(far, near, args.join(' '));
    }
  const shown = await run(here, 'requests', 'show', first);
  assert.match(shown.out, /scheduled by ada/);
  const publication = await run(here, 'publications', 'show', '1');
  assert.match(publication.out, /^publication 1, audits, .* by /);
  assert.equal((await run(here, 'publications', 'show', 'last')).code, 2);
  await service.stop();
});

test('drafts are written under their required name, and never over an existing file', async () => {
  const { service, ask, there } = await opened();
  const id = await ask('Gamma');
  const out = join(folder, 'gamma.json');
  const { code } = await run(there, 'draft', id, '--out', out, '--url', service.url);
  assert.equal(code, 0);
  assert.equal(JSON.parse(readFileSync(out, 'utf8')).slug, 'gamma');
  const again = await run(there, 'draft', id, '--out', out, '--url', service.url);
  assert.equal(again.code, 1);
  assert.match(again.err, /already exists/);
  assert.equal(
    (await run(there, 'draft', id, '--out', join(folder, 'no/such/folder.json'), '--url', service.url)).code,
    1,
  );
  assert.equal((await run(there, 'draft', id, '--rubric', 'v9', '--out', `${out}2`, '--url', service.url)).code, 1);
  await service.stop();
});

test('a company that nobody requested is drafted by its name and website; - is standard output', async () => {
  const { service, here, there } = await opened();
  const made = ['draft', '--new', 'Delta & Co.', '--website', 'https://delta.example', '--out', '-'];
  const [near, far] = [await run(here, ...made), await run(there, ...made, '--url', service.url)];
  assert.deepEqual(far, near);
  const record = JSON.parse(near.out);
  assert.deepEqual([record.company, record.slug, record.website], ['Delta & Co.', 'delta-co', 'https://delta.example']);
  const audit = exampleAudit({ slug: 'delta-co', company: 'Delta' });
  assert.equal(
    (await run(here, 'publish', file('d.json', { ...audit, website: 'https://www.delta.example/' }))).code,
    0,
  );
  const again = await run(here, ...made);
  assert.deepEqual(
    [again.code, again.err],
    [1, 'A company is listed at this site already: draft the next audit of delta-co.\n'],
  );
  const other = await run(here, ...made.with(4, 'https://delta2.example'));
  assert.equal(JSON.parse(other.out).slug, 'delta-co-2', 'a slug is never given twice');
  const odd = await run(here, 'draft', '--new', 'X', '--website', 'x.example');
  assert.deepEqual([odd.code, odd.err], [1, 'website must be an absolute URL that begins with http:// or https://.\n']);
  for (const args of [
    ['--new', 'X'],
    ['--website', 'https://x.example'],
    [],
    ['acme', '--new', 'X', '--website', 'https://x.example'],
  ])
    assert.equal((await run(here, 'draft', ...args)).code, 2, args.join(' '));
  await service.stop();
});

test('a token is never sent unencrypted to another machine, and a missing or wrong one is explained', async () => {
  const { service, there } = await opened();
  const list = (env: Record<string, string>, ...args: string[]) => run(env, 'requests', 'list', ...args);
  const missing = await list({ DATA_DIR: folder, OPERATOR_TOKEN: '' }, '--url', service.url);
  assert.deepEqual([missing.code, /OPERATOR_TOKEN/.test(missing.err)], [1, true]);
  const wrong = await list({ DATA_DIR: folder, OPERATOR_TOKEN: 'rmo_wrong' }, '--url', service.url);
  assert.match(wrong.err, /does not know this operator token/);
  assert.match((await list(there, '--url', 'http://readymark.example')).err, /in the clear/);
  assert.match((await list(there, '--url', 'ftp://readymark.example')).err, /begins with https/);
  const no_token = await list({ DATA_DIR: folder, OPERATOR_TOKEN: '' }, '--url', 'localhost:8080');
  assert.match(no_token.err, /begins with https/, 'the address first');
  const path = await list(there, '--url', `${service.url}/desk`);
  assert.deepEqual([path.code, path.err], [1, `--url must be an address without a path: ${service.url}\n`]);
  assert.match((await list(there, '--url', 'http://127.0.0.1:9')).err, /cannot be reached \(/);
  assert.match((await list(there, '--url', service.url, '--token-file', join(folder, 'none'))).err, /cannot be read/);
  const good = await list(
    { DATA_DIR: folder, OPERATOR_TOKEN: '' },
    '--url',
    `${service.url}/`,
    '--token-file',
    file('token', `${operator_token}\n`),
  );
  assert.equal(good.code, 0, good.err);
  for (const { err } of [missing, wrong]) assert.doesNotMatch(err, /rmo_/);
  await service.stop();
});

test('diff names the days that there are, when another is asked for', async () => {
  const { service, here, there } = await opened();
  for (const audit_date of ['2026-05-01', '2026-08-01', '2026-11-01'])
    await run(here, 'publish', file('days.json', exampleAudit({ slug: 'days', company: 'Days', audit_date })));
  for (const [args, said] of [
    [
      ['--from', '2020-01-01'],
      'No audit has the earlier date that was given. Audits before the later one: 2026-08-01, 2026-05-01.',
    ],
    [['--to', '2020-01-01'], 'No audit has the later date that was given. Audits: 2026-11-01, 2026-08-01, 2026-05-01.'],
    [['--to', '2026-05-01'], 'There is no audit before the one dated 2026-05-01 to compare it with.'],
  ] as const)
    for (const [env, where] of [
      [here, []],
      [there, ['--url', service.url]],
    ] as const) {
      const { code, err } = await run(env, 'diff', 'days', ...args, ...where);
      assert.deepEqual([code, err], [1, `${said}\n`]);
    }
  assert.equal((await run(here, 'diff', 'days', '--from', '2026-05-01', '--to', '2026-08-01')).code, 0);
  await service.stop();
});

test('wrong usage exits with 2 and shows the correct usage', async () => {
  const env = { DATA_DIR: folder };
  for (const args of [
    ['requests'],
    ['requests', 'unknown'],
    ['requests', 'show'],
    ['requests', 'show', ''],
    ['correct', 'acme'],
    ['requests', 'list', '--status', 'open'],
    ['requests', 'list', '--older-than', 'long'],
    ['requests', 'list', '--limit', '0'],
    ['notices', 'list', '--limit', '501'],
    ['audits', 'list', '--limit', '-1'],
    ['diff', 'acme', '--from', 'yesterday'],
    ['requests', 'decline', 'req_1'],
    ['due', '--within', '-1'],
    ['notices', 'list', '--status', 'lost'],
    ['notices', 'resend'],
    ['diff'],
    ['draft'],
    ['operator', 'add'],
  ])
    assert.equal((await run(env, ...args)).code, 2, args.join(' '));
});

test('operators are added, listed and removed here and over HTTP, without a restart', async () => {
  const { service, here, there } = await opened();
  const added = await run(here, 'operator', 'add', 'grace', '--json');
  const { token } = JSON.parse(added.out) as { token: string };
  const grace = { ...there, OPERATOR_TOKEN: token };
  const second = await run(grace, 'operator', 'add', 'linus', '--url', service.url);
  assert.match(second.out, /^Token of linus, shown only now: rmo_[\w-]{43}\n$/);
  const { out } = await run({ ...here, OPERATOR_TOKENS: '' }, 'operator', 'list');
  assert.match(
    out,
    /^grace {2}since \S+ by \S+, last used 2026-\S+\nlinus {2}since \S+ by grace, never used\n2 listed\.\n$/,
  );
  const listed = await run(grace, 'operator', 'list', '--url', service.url);
  assert.match(listed.out, /^ada {2}in the setting OPERATOR_TOKENS$/m);
  assert.equal((await run(here, 'operator', 'remove', 'grace')).out, 'removed grace\n');
  const refused = await run(grace, 'due', '--url', service.url);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /does not know this operator token; `readymark operator add NAME` makes one there/);
  for (const [args, what] of [
    [['add', 'linus'], /already an operator linus/],
    [['add', 'ada'], /by the setting OPERATOR_TOKENS/],
    [['add', 'A b'], /lower-case letters/],
    [['remove', 'grace'], /no operator of this name/],
    [['remove', 'ada'], /take it out there/],
    [['add', 'ada', '--print-only'], /remove it from OPERATOR_TOKENS first/],
  ] as const) {
    const { code, err } = await run({ ...there, OPERATOR_TOKENS }, 'operator', ...args, '--url', service.url);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, what);
  }
  await service.stop();
});

test('operator add --print-only makes a setting with which a server accepts the token and the earlier ones', async () => {
  const env = { DATA_DIR: folder, OPERATOR_TOKENS };
  const made = await run(env, 'operator', 'add', 'grace', '--print-only', '--json');
  const { token: secret, operator_tokens } = JSON.parse(made.out) as { token: string; operator_tokens: string };
  assert.match(operator_tokens, /^ada:[0-9a-f]{64},grace:[0-9a-f]{64}$/);
  assert.ok(!operator_tokens.includes(secret));
  const service = await testService('sqlite', { OPERATOR_TOKENS: operator_tokens });
  for (const one of [secret, operator_token])
    assert.equal((await run({ DATA_DIR: folder, OPERATOR_TOKEN: one }, 'due', '--url', service.url)).code, 0);
  await service.stop();
});
