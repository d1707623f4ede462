import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { call, newKey } from '../world/call.ts';
import { openSmtpSink, type SmtpSink } from '../world/network/smtp-sink.ts';
import { reachable } from '../world/postgres.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { installPostgres, postgres } from './database.ts';
import { certify, getOverTls } from './front.ts';
import { blocks, cannot, freeNetwork, type Machine, machine, type Network, root } from './machine.ts';

/**
 * "Two nodes and PostgreSQL" of docs/deploying.md, run as written on five machines, to the day when the database is lost
 * (decision 218). The tests build on one another.
 */
const folder = temporaryFolder('readymark-machines-');
const [listens, roles, follow, wait, first, second, timer, promote, move, alone] = blocks(
  'Two nodes and PostgreSQL',
  'sh',
) as [string, ...string[]] & Record<number, string>;
const [settings = ''] = blocks('Two nodes and PostgreSQL', 'ini');
const [nodes = ''] = blocks('Two nodes and PostgreSQL', 'nginx');
const [install = '', , proxy = ''] = blocks('One machine', 'sh');

const skip = cannot('nginx', 'openssl') || (postgres === undefined && 'PostgreSQL is not installed');

describe('two nodes and PostgreSQL', { skip, timeout: timeLimit(400_000) }, () => {
  let network: Network;
  let sink: SmtpSink;
  const on: Record<'front' | 'node-1' | 'node-2' | 'db-1' | 'db-2', Machine> = {} as never;
  const numbers = { front: 10, 'node-1': 11, 'node-2': 12, 'db-1': 21, 'db-2': 22 } as const;
  const addressOf = (name: keyof typeof numbers) => `${network.prefix}${numbers[name]}`;
  const urlOf = (name: 'node-1' | 'node-2') => `http://${addressOf(name)}:${network.ports.http}`;
  const publish = (name: 'node-1' | 'node-2', slug: string) =>
    on[name].shell(`readymark publish - <<< '${JSON.stringify(exampleAudit({ slug, company: slug }))}'`);
  const shown = (url: string, slug: string) =>
    until(
      async () => (await call(url, 'GET', `/api/audits/${slug}.json`)).status === 200,
      `${slug} is public at ${url}`,
    );

  before(prepare, { timeout: timeLimit(300_000) });
  async function prepare() {
    chmodSync(folder, 0o755);
    network = await freeNetwork();
    sink = await openSmtpSink();
    for (const name of ['node-1', 'node-2', 'front', 'db-1', 'db-2'] as const) {
      // One machine installs as written: see the other test. Here a checkout that everybody can read is enough.
      const checkout = reachable(root) ? root : on['node-1']?.path('/opt/readymark');
      const at = join(folder, addressOf(name));
      mkdirSync(at);
      on[name] = await machine(at, { network, address: addressOf(name), ...(checkout && { checkout }) });
    }
    for (const name of ['db-1', 'db-2'] as const) {
      await installPostgres(on[name].path, network.ports.postgres, addressOf(name));
      await on[name].done('systemctl start postgresql@18-main');
      await on[name].done(listens.replace('10.0.0.21', addressOf(name)));
    }
    const printed = (await on['db-1'].done(roles ?? '')).split('\n');
    const line = (begin: RegExp) => printed.find((one) => begin.test(one)) ?? assert.fail(printed.join('\n'));
    await on['db-2'].done(follow ?? '', line(/:replicator:/));
    assert.match(await on['db-1'].done(wait ?? ''), /db_2 +\| sync/);

    for (const name of ['node-1', 'node-2', 'front'] as const) {
      await on[name].done(install);
      on[name].put(settings, (text) =>
        text
          .replace(/^DATABASE_URL=.*$/m, line(/^DATABASE_URL=/))
          .replace(/^HOST=.*$/m, `HOST=${addressOf(name)}\nPORT=${network.ports.http}\nMETRICS_PORT=0`)
          .replace(/^SMTP_URL=.*$/m, `SMTP_URL=${sink.url}`),
      );
    }
    await on['node-1'].done(first ?? '');
    await on['node-2'].done(second ?? '');
    await certify(on.front);
    await on.front.done(timer ?? '');
    on.front.put(nodes);
    await on.front.done(proxy);
  }
  after(async () => {
    for (const name of ['front', 'node-1', 'node-2', 'db-2', 'db-1'] as const) await on[name]?.stop();
    await sink?.close();
  });
  const through = (path: string) => getOverTls(on.front, network, addressOf('front'), path);

  test('what is published on one node is public on both and through nginx, and exported', async () => {
    assert.match((await publish('node-1', 'acme')).out, /1 published/);
    for (const name of ['node-1', 'node-2'] as const) await shown(urlOf(name), 'acme');
    await until(async () => (await through('/api/audits/acme.json')).status === 200, 'nginx answers');
    await on.front.fire('readymark-export');
    const tree = on.front.path('/var/cache/readymark/site/api/audits/acme.json');
    assert.equal(JSON.parse(readFileSync(tree, 'utf8')).slug, 'acme');
  });

  test('either node signs, and each remembers what the other one signed', async () => {
    const signed = (name: 'node-1' | 'node-2') => readLastSigned(on[name].path('/var/lib/readymark/signing-key'));
    await publish('node-1', 'beta');
    await publish('node-2', 'gamma');
    for (const name of ['node-1', 'node-2'] as const) await shown(urlOf(name), 'gamma');
    await until(() => {
      const [one, other] = [signed('node-1'), signed('node-2')];
      return one !== undefined && one.size === other?.size && one.root === other.root;
    }, 'both remember the same head');
    await on['node-1'].done('systemctl stop readymark.service');
    await publish('node-2', 'delta');
    await shown(urlOf('node-2'), 'delta');
    assert.equal((await through('/audits/delta')).status, 200, 'nginx asks the other node');
    await on['node-1'].done('systemctl start readymark.service');
  });

  test('when the database is lost, its standby goes on with all that was answered, and with the same log', async () => {
    const key = await newKey(urlOf('node-2'));
    const watched = await call(urlOf('node-1'), 'POST', '/api/agent/watch', { key, body: { slug: 'acme' } });
    assert.equal(watched.status, 201, watched.text);
    const sent = await publish('node-1', 'epsilon');
    assert.match(sent.out, /1 published/);
    await on['db-1'].running('postgresql@18-main').kill('SIGQUIT');
    assert.equal((await through('/api/audits/acme.json')).status, 200, 'scores are read as before');
    await until(
      async () => (await call(urlOf('node-1'), 'GET', '/api/agent/me', { key })).status === 503,
      'calls wait',
    );

    await on['db-2'].done(promote ?? '');
    for (const name of ['node-1', 'node-2', 'front'] as const)
      assert.match(await on[name].done(move ?? ''), /No problems found/, name);
    for (const name of ['node-1', 'node-2'] as const) {
      for (const slug of ['acme', 'delta', 'epsilon']) await shown(urlOf(name), slug);
      const ready = await call(urlOf(name), 'GET', '/readyz');
      assert.equal(ready.status, 200, ready.text);
      assert.match((await call(urlOf(name), 'GET', '/api/agent/digest', { key })).text, /acme/);
    }
    await publish('node-2', 'zeta');
    for (const name of ['node-1', 'node-2'] as const) await shown(urlOf(name), 'zeta');
    // What is exported is one log, under one key.
    await on.front.fire('readymark-export');
    const [public_half] = /\S+\/log\+[0-9a-f]{8}\+\S+/.exec(await on['node-1'].done('readymark key show')) ?? [];
    await on.front.done(`readymark verify /var/cache/readymark/site --key '${public_half}'`);
  });

  test('the former primary confirms nothing when it comes back', async () => {
    await on['db-1'].done('systemctl start postgresql@18-main');
    const written = on['db-1'].shell(
      `sudo -u postgres psql -d readymark -c "insert into secrets (name, value, created_at) values ('x', 'y', 'z')"`,
    );
    const waits = async () =>
      (
        await on['db-1'].done(
          `sudo -u postgres psql -Atc "select wait_event from pg_stat_activity where state = 'active'"`,
        )
      ).includes('SyncRep');
    await until(waits, 'it waits for its standby');
    await on['db-1'].done('systemctl stop postgresql@18-main');
    assert.notEqual((await written).code, 0);
  });

  test('a primary whose standby does not come back goes on alone when it is said so', async () => {
    await on['db-1'].done('systemctl start postgresql@18-main');
    await on['db-1'].done(alone ?? '');
    await on['db-1'].done(`sudo -u postgres psql -d readymark -c 'create table alone (n integer)'`);
  });
});
