import assert from 'node:assert/strict';
import { chownSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../../../test/world/processes.ts';

/** The folder of the programs of PostgreSQL, where Debian's package has it. */
export const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').sort().map(dirname).at(-1);

/** The user of PostgreSQL, whom Debian's package makes. */
export async function asPostgres(): Promise<{ uid: number; gid: number }> {
  const [uid = Number.NaN, gid = Number.NaN] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).out)),
  );
  return { uid, gid };
}

/** What Debian's package does when it is installed: a cluster `main`, whose settings are below /etc. */
export async function installPostgres(path: (of: string) => string, port: number, address: string): Promise<void> {
  const as = await asPostgres();
  const [data, etc, sockets] = ['/var/lib/postgresql/18/main', '/etc/postgresql/18/main', '/run/postgresql'].map(
    path,
  ) as [string, string, string];
  for (const folder of [dirname(data), join(etc, 'conf.d'), sockets]) mkdirSync(folder, { recursive: true });
  for (const folder of [dirname(dirname(data)), dirname(data), etc, sockets]) chownSync(folder, as.uid, as.gid);
  const auth = ['--auth-local', 'peer', '--auth-host', 'scram-sha-256'];
  const made = await run(join(postgres ?? '', 'initdb'), ['-D', data, '-E', 'UTF8', '--no-locale', '-N', ...auth], {
    ...as,
    cwd: '/',
  });
  assert.equal(made.code, 0, made.err);
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf']) renameSync(join(data, name), join(etc, name));
  // Only what the package says in its way too, and the port. No test cuts the power.
  const settings = {
    data_directory: data,
    hba_file: join(etc, 'pg_hba.conf'),
    ident_file: join(etc, 'pg_ident.conf'),
    unix_socket_directories: sockets,
    // Debian's is localhost, which these machines share.
    listen_addresses: address,
    port: port,
    fsync: 'off',
    include_dir: 'conf.d',
  };
  const lines = Object.entries(settings).map(([name, value]) =>
    name === 'include_dir' ? `include_dir '${value}'` : `${name} = '${value}'`,
  );
  writeFileSync(join(etc, 'postgresql.conf'), `\n${lines.join('\n')}\n`, { flag: 'a' });
}
