import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { certify, getOverTls } from './front.ts';
import { blocks, cannot, freeNetwork, type Machine, machine, tool, USER } from './machine.ts';

/** "One machine" of docs/deploying.md, run as written: commands, settings and files of nginx, in their order. */
const folder = temporaryFolder('readymark-machine-');
const [install = '', enable = '', proxy = '', examine = ''] = blocks('One machine', 'sh');
const [settings = ''] = blocks('One machine', 'ini');
const [nodes = ''] = blocks('One machine', 'nginx');

describe('one machine', { skip: cannot('nginx', 'openssl'), timeout: timeLimit(170_000) }, () => {
  let on: Machine;
  let network: Awaited<ReturnType<typeof freeNetwork>>;
  before(prepare, { timeout: timeLimit(300_000) });
  async function prepare() {
    network = await freeNetwork();
    on = await machine(folder, { network });
    await certify(on);
    await on.done(install);
    // Without the mail server of the example letters are files.
    on.put(settings, (text) => text.replace(/^SMTP_URL=.*\n/m, `PORT=${network.ports.http}\nMETRICS_PORT=0\n`));
    await on.done(enable);
    on.put(nodes);
    await on.done(proxy);
  }
  after(() => on?.stop());
  const units = () =>
    readdirSync(on.path('/etc/systemd/system')).map((name) => join(on.path('/etc/systemd/system'), name));

  test('the steps make a user, enable the units that there are, and take less than 200 MB', async () => {
    assert.match(readFileSync(join(folder, 'useradd'), 'utf8'), /^--system .* readymark$/m);
    const enabled = on.asked
      .filter((line) => line.startsWith('enable --now '))
      .flatMap((line) => line.split(' ').slice(2));
    assert.ok(enabled.length >= 3);
    for (const name of enabled) assert.ok(existsSync(on.path(`/etc/systemd/system/${name}`)), name);
    const [size = ''] = (await on.done('du -sm /opt/readymark/node_modules')).split('\t');
    assert.ok(Number(size) < 200, `${size} MB`);
    assert.equal(statSync(on.path('/etc/readymark.env')).mode & 0o777, 0o600);
  });

  test('another user serves, examines, backs up and exports, with an empty home', async () => {
    const owner = statSync(on.path('/var/lib/readymark/readymark.db'));
    assert.deepEqual([owner.uid, owner.mode & 0o077], [USER, 0]);
    assert.match(examine, /readymark doctor$/m);
    assert.match(await on.done(examine), /No problems found\./);
    // A file that only root can read.
    const file = join(folder, 'acme.audit.json');
    writeFileSync(file, JSON.stringify(exampleAudit({ slug: 'acme', company: 'Acme' })), { mode: 0o600 });
    assert.match(await on.done(examine.replace(/doctor\s*$/, `publish - < '${file}'`)), /1 published/);

    await on.fire('readymark-backup');
    const copies = readdirSync(on.path('/var/lib/readymark-backup'));
    assert.match(copies.join(), /^readymark-\d{4}-\d\d-\d\d-\d{6}\.db$/);
    await on.fire('readymark-export');
    const page = statSync(on.path('/var/cache/readymark/site/index.html'));
    assert.equal(page.mode & 0o444, 0o444);
  });

  test('nginx serves over TLS: calls by the node, scores from the exported tree, also while no node runs', async () => {
    const get = (path: string) => getOverTls(on, network, '127.0.0.1', path);
    await until(async () => (await get('/api/audits/acme.json')).status === 200, 'the score is public');
    const { headers } = await get('/api/audits/acme.json');
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    assert.equal((await get('/api/agent/me')).status, 401);
    const logged = () => / GET \/api\/agent\S* 401 /.test(readFileSync(on.path('/var/log/nginx/access.log'), 'utf8'));
    await until(logged, 'the call is in the log');
    await on.done('systemctl stop readymark.service');
    const { status, text } = await get('/api/audits/acme.json');
    assert.deepEqual([status, JSON.parse(text).slug], [200, 'acme']);
    assert.equal((await get('/audits/acme')).status, 200);
    assert.equal((await get('/api/agent/me')).status, 503);
    await on.done('systemctl start readymark.service');
    await until(async () => (await get('/api/agent/me')).status === 401, 'the node is there again');
  });

  test('whoever does not own the checkout changes nothing in it', async () => {
    assert.equal(await on.done('find /opt/readymark ! -user 0 | head -1'), '');
    assert.notEqual((await on.shell('systemd-run touch /opt/readymark/x')).code, 0);
  });

  test('systemd understands the units', async (t) => {
    if (tool('systemd-analyze') === undefined) return t.skip('systemd-analyze is not installed');
    assert.equal(units().length, 7);
    for (const file of units()) writeFileSync(file, on.there(readFileSync(file, 'utf8')));
    const { code, out, err } = await run('systemd-analyze', ['verify', '--man=no', ...units()]);
    assert.deepEqual({ code, out, err }, { code: 0, out: '', err: '' });
  });
});
