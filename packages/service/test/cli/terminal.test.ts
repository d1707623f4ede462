import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { start } from '../../../../test/world/processes.ts';
import { call } from '../world/call.ts';
import { bin, readymark, startReadymark, temporaryFolder } from '../world/readymark.ts';

/** What `serve` says: three lines to people at a terminal, JSON to everything else (decision 32). */
const folder = temporaryFolder('readymark-terminal-');
let number = 0;
const place = () => join(folder, `data-${number++}`);
const quoted = (text: string) => `'${text}'`;

/** Runs the service on a real terminal, made by `script` of util-linux. */
const onTerminal = (env: Record<string, string>) =>
  start('script', ['-qefc', `exec ${[process.execPath, bin, 'serve'].map(quoted).join(' ')}`, '/dev/null'], {
    env: { PORT: '0', TERM: 'xterm', ...env },
    cwd: folder,
  });
const without = existsSync('/usr/bin/script') ? false : 'this machine has no `script`';

describe('serve', () => {
  test('on a terminal says where it listens, where its data are and how to publish, and no JSON', {
    skip: without,
  }, async () => {
    const DATA_DIR = place();
    const service = onTerminal({ DATA_DIR });
    const [, address = ''] = await service.prints(
      /Readymark is open at (http:\/\/localhost:\d+) \(Ctrl-C stops it\)\.\r?\n/,
    );
    await service.prints(/readymark publish FILE/);
    assert.equal((await call(address, 'GET', '/readyz')).status, 200);
    service.send('\u0003');
    assert.deepEqual(await service.exit, { code: 0, signal: null });
    const said = service.out().replaceAll('\r', '').replaceAll('^C', '').split('\n').filter(Boolean);
    assert.deepEqual(said.slice(1), [
      `Readymark is open at ${address} (Ctrl-C stops it).`,
      `Its data are in ${join(DATA_DIR, 'readymark.db')}.`,
      'To publish an audit, run with the same settings: readymark publish FILE',
      'Stopping. Interrupt again to end it at once.',
    ]);
    assert.match(
      said[0] ?? '',
      /^warning: SMTP_URL is not set: letters are written as \.eml files and not sent \(outbox_dir: /,
    );
  });

  test('on a terminal too logs JSON when it is asked to', { skip: without }, async () => {
    for (const env of [{ LOG_FORMAT: 'json' }, { LOG_LEVEL: 'debug' }] as Record<string, string>[]) {
      const service = onTerminal({ DATA_DIR: place(), ...env });
      await service.prints(/^\{"level":30,.*"Readymark is serving"\}/m);
      service.send('\u0003');
      assert.equal((await service.exit).code, 0);
      assert.doesNotMatch(service.out(), /Readymark is open/);
    }
  });

  test('names the launcher by its path where a checkout is the folder', async () => {
    const service = startReadymark(['serve'], { PORT: '0', LOG_FORMAT: 'lines', DATA_DIR: place() });
    await service.prints(/run with the same settings: bin\/readymark publish FILE$/m);
    await service.kill('SIGTERM');
  });

  test('elsewhere logs JSON, and lines when it is asked to', async () => {
    const env = { PORT: '0', LOG_LEVEL: 'info' };
    const json = startReadymark(['serve'], { DATA_DIR: place(), ...env });
    await json.prints(/Readymark is serving/);
    await json.kill('SIGTERM');
    for (const entry of json.out().trim().split('\n')) assert.ok(JSON.parse(entry).level, entry);
    const lines = startReadymark(['serve'], { DATA_DIR: place(), ...env, LOG_FORMAT: 'lines' });
    await lines.prints(/readymark publish FILE/);
    await lines.kill('SIGTERM');
    assert.doesNotMatch(lines.out(), /[{}]/);
    assert.match(lines.err(), /^warning: SMTP_URL/);
  });
});

test('a mistyped setting is named in a warning, beside the result and not in JSON', async () => {
  const env = { DATA_DIR: place(), DATABSE_URL: 'postgres://localhost/x', MY_OWN_URL: 'x' };
  const { code, err } = await readymark(['migrate'], env);
  assert.deepEqual([code, err], [0, 'warning: DATABSE_URL is no setting; did you mean DATABASE_URL?\n']);
  assert.equal((await readymark(['requests', 'list', '--json'], env)).err, '');
});
