import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/service/test/world/postgres.ts';

/** A server under measurement: its address, the process that does the work, and how to stop it. */
export type Running = { url: string; pid: number; stop(): Promise<void> };

/** Whether a program can be run. */
export const installed = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;

/** Resolves when the address replies with anything; throws after so many seconds. */
export async function answering(url: string, limit_s = 10): Promise<void> {
  for (let tries = 0; tries < limit_s * 10; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not reply`);
}

/**
 * nginx, configured as recommended for static files: one worker, sendfile, open_file_cache, no access log, unlimited
 * keep-alive. It sends `NAME.gz` to clients that accept gzip, with the same headers as the service.
 *
 * @param root folder to serve
 */
export async function startNginx(root: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-nginx-'));
  mkdirSync(join(folder, 'temp'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path temp;`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid nginx.pid; error_log error.log crit;
    events { worker_connections 4096; }
    http {
      ${temporary} access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; etag on; server_tokens off; gzip_static on; gzip_vary on;
      keepalive_requests 1000000000; keepalive_timeout 3600;
      open_file_cache max=10000 inactive=1h; open_file_cache_valid 1h; open_file_cache_errors on;
      types { application/json json; } charset utf-8; charset_types application/json;
      server {
        listen 127.0.0.1:${port} backlog=4096; root ${root};
        add_header Cache-Control "public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800";
        add_header Access-Control-Allow-Origin "*";
        add_header Access-Control-Expose-Headers "ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate";
        add_header Link '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"';
        add_header X-Content-Type-Options nosniff;
      }
    }`,
  );
  const master = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  await answering(`http://127.0.0.1:${port}/`);
  const worker = Number(spawnSync('pgrep', ['-P', String(master.pid)], { encoding: 'utf8' }).stdout.trim());
  return {
    url: `http://127.0.0.1:${port}`,
    pid: worker || (master.pid ?? 0),
    async stop() {
      master.kill();
      await once(master, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
