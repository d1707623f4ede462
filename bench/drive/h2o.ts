import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/service/test/world/postgres.ts';
import { answering, type Running } from './nginx.ts';

/**
 * h2o, configured for static files: one thread, no access log, unlimited keep-alive. It sends `NAME.br` and `NAME.gz` to clients that accept them,
 * with the same headers as the service.
 *
 * @param root folder to serve
 */
export async function startH2o(root: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-h2o-'));
  const port = await freePort();
  const headers = [
    'Cache-Control: public, max-age=60, stale-if-error=604800',
    'Access-Control-Allow-Origin: *',
    'Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate',
    'Link: <https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"',
    'X-Content-Type-Options: nosniff',
  ];
  // JSON is YAML, in which h2o takes a name several times.
  const files = [
    ['file.dir', root],
    ['file.send-compressed', 'ON'],
    ['file.mime.settypes', { 'application/json; charset=utf-8': ['.json'] }],
    ...headers.map((header) => ['header.add', header]),
  ].map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const user = userInfo().uid === 0 ? '"user": "root", ' : '';
  const configuration = `{ ${user}"num-threads": 1, "http1-request-timeout": 3600, "listen": { "host": "127.0.0.1", "port": ${port} },
  "hosts": { "default": { "paths": { "/": { ${files.join(', ')} } } } } }`;
  const file = join(folder, 'h2o.conf');
  writeFileSync(file, configuration);
  const child = spawn('h2o', ['-m', 'worker', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  await answering(`http://127.0.0.1:${port}/`).catch((error) => {
    throw new Error(`${error.message}: ${said}`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
