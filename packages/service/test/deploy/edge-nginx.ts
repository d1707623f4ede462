import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { run, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { freePort } from '../world/postgres.ts';

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
export const withoutNginx = nginx === undefined ? 'nginx is not installed' : false;

const deploy = join(import.meta.dirname, '../../../../deploy');

/** Starts nginx with deploy/edge.conf, changed only in its address and paths. @returns where it listens */
export async function edgeNginx(t: TestContext, board: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-edge-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const ours = (name: string) => readFileSync(join(deploy, name), 'utf8');
  writeFileSync(join(folder, 'tree.conf'), ours('tree.conf'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    ours('edge.conf')
      .replace('pid /run/nginx.pid;', `pid ${join(folder, 'pid')};`)
      .replace('http {', `http { ${temporary.join(' ')}`)
      .replace('/dev/stdout', join(folder, 'access.log'))
      .replaceAll('error_log stderr', `error_log ${join(folder, 'error.log')}`)
      .replaceAll('/etc/nginx/', `${folder}/`)
      .replaceAll('/srv/board', board)
      .replace('listen 8080', `listen 127.0.0.1:${port}`),
  );
  const args = ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'];
  const checked = await run(nginx ?? '', ['-t', ...args]);
  assert.equal(checked.code, 0, checked.err);
  const started = start(nginx ?? '', args);
  await until(() => (started.ended() ? assert.fail(started.err()) : existsSync(join(folder, 'pid'))), 'nginx listens');
  const url = `http://127.0.0.1:${port}`;
  // Its pid is there a moment before it listens.
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    'nginx answers',
  );
  return url;
}
