import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { call, newKey } from '../world/call.ts';
import { done, fresh, migrated } from '../world/places.ts';
import { bin, type Serving, serving } from '../world/readymark.ts';

/** Which files an export may remove, and which files others may read (decisions 46 and 52). */
test('export removes none of the copies that the operator made', async () => {
  const { folder, env } = await migrated();
  const site = join(folder, 'site');
  await done(['export', site], env);
  const copies = ['site.backup', 'site.keepme', 'site.2026_1', 'site.abcdef'];
  for (const name of copies) cpSync(site, join(folder, name), { recursive: true, dereference: true });
  const tree = readdirSync(folder).find((name) => lstatSync(join(folder, name)).isDirectory() && /^site\.r/.test(name));
  if (tree) cpSync(join(folder, tree), join(folder, `${tree.slice(0, -1)}_`), { recursive: true });
  symlinkSync('site.backup', join(folder, 'site.abcdef.link'));
  await done(['export', site], env);
  for (const name of [...copies, ...(tree ? [`${tree.slice(0, -1)}_`] : [])])
    assert.ok(existsSync(join(folder, name, 'index.html')), name);
  assert.ok(lstatSync(join(folder, 'site.abcdef.link')).isSymbolicLink());

  // The operator's copy is what the link shows, or is at the place itself.
  rmSync(site);
  symlinkSync('site.keepme', site);
  await done(['export', site], env);
  assert.ok(existsSync(join(folder, 'site.keepme', 'index.html')));
  rmSync(site);
  renameSync(join(folder, 'site.backup'), site);
  writeFileSync(join(site, 'mine.txt'), 'mine');
  await done(['export', site], env);
  assert.ok(existsSync(join(site, 'index.html')));
  assert.ok(
    readdirSync(folder).some((name) => existsSync(join(folder, name, 'mine.txt'))),
    'the folder that was at the place is kept',
  );
});

describe('what the data directory contains is for its owner alone', () => {
  const open = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
      .map(({ name }) => name);

  test('every file is 0600, whatever the folder and the umask; exported trees can be read by all', async () => {
    const { folder, DATA_DIR, file, env } = fresh();
    mkdirSync(DATA_DIR, { mode: 0o755 });
    chmodSync(DATA_DIR, 0o755);
    const as = (umask: string, args: string) =>
      run('sh', ['-c', `umask ${umask}; exec "$0" "$1" ${args}`, process.execPath, bin], { env });
    const service = await serving(env, ['--import', 'data:text/javascript,process.umask(0)', bin, 'serve']);
    await leaveLetter(service, env);
    await until(
      () => existsSync(join(DATA_DIR, 'outbox')) && readdirSync(join(DATA_DIR, 'outbox')).length > 0,
      'a letter',
    );
    assert.ok(existsSync(`${file}-wal`));
    assert.deepEqual(open(DATA_DIR), []);
    await service.stop();
    const backup = join(DATA_DIR, 'backup.db');
    for (const args of [`backup '${backup}'`, `restore '${backup}' --force`]) {
      const { code, err } = await as('000', args);
      assert.equal(code, 0, err);
      assert.deepEqual(open(DATA_DIR), []);
    }
    chmodSync(backup, 0o644);
    assert.equal((await as('000', `restore '${backup}' --force`)).code, 0);
    assert.deepEqual(open(DATA_DIR), ['backup.db'], 'only what the operator opened');
    for (const umask of ['000', '077']) {
      const site = join(folder, `site ${umask}`);
      assert.equal((await as(umask, `export '${site}'`)).code, 0);
      for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
        const { mode } = statSync(join(entry.parentPath, entry.name));
        assert.equal(mode & 0o777, entry.isDirectory() ? 0o755 : 0o644, `${entry.name} with umask ${umask}`);
      }
      assert.equal(statSync(site).mode & 0o777, 0o755);
    }
  });

  test('files that exist with a wider mode are closed at the start', async () => {
    const { DATA_DIR, file, env } = await migrated();
    const outbox = join(DATA_DIR, 'outbox');
    mkdirSync(outbox, { mode: 0o755 });
    writeFileSync(join(outbox, 'ntc_1.eml'), 'To: somebody', { mode: 0o644 });
    for (const rest of ['.before-restore', '.before-restore-1'])
      writeFileSync(`${file}${rest}`, 'old', { mode: 0o664 });
    chmodSync(file, 0o644);
    chmodSync(DATA_DIR, 0o755);
    const service = await serving(env);
    await newKey(service.url);
    assert.deepEqual(open(DATA_DIR), []);
    assert.equal(statSync(outbox).mode & 0o777, 0o700);
    await service.stop();
  });
});

/** Makes the service write a letter: a request that is declined. */
async function leaveLetter({ url }: Serving, env: Record<string, string>): Promise<void> {
  const key = await newKey(url, { contact_email: 'somebody@example.com' });
  const body = { company: 'Acme', website: 'https://acme.example' };
  const { status, json, text } = await call(url, 'POST', '/api/audit-requests', { key, body });
  assert.equal(status, 201, text);
  await done(['requests', 'decline', json.request_id, '--reason', 'There is no offer at this address.'], env);
}
