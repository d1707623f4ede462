import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Ran, run, type Started, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { freePort } from '../world/postgres.ts';
import { asPostgres, postgres } from './database.ts';

/**
 * A machine of docs/deploying.md, on which root runs commands as they are written. Its paths lead into a folder, its addresses
 * and ports to loopback, and what this machine cannot do is played by small scripts: `useradd`, `sudo`, `scp`, `systemd-run`, which
 * becomes the user with `setpriv`, and `systemctl`, which asks this process to start and stop units. nginx and PostgreSQL are real.
 */
export type Machine = {
  /** A path of the machine, here. */
  path(of: string): string;
  /** A text of the documents or of a unit, with the paths, addresses and ports of this machine. */
  there(text: string): string;
  /** Runs lines as root. @param input of standard input @returns what they printed, when they succeed */
  done(lines: string, input?: string): Promise<string>;
  /** The same, whatever they end with. */
  shell(lines: string): Promise<Ran>;
  /** Puts a file of a document in its place, which its first line names. @param change what a reader fills in */
  put(file: string, change?: (text: string) => string): void;
  /** Runs the service that a timer starts. */
  fire(unit: string): Promise<void>;
  /** A unit that runs. */
  running(unit: string): Started;
  /** What `systemctl` was called with. */
  asked: readonly string[];
  stop(): Promise<void>;
};

/** Where machines are: `10.0.0.` and ports of documents are replaced by these. */
export type Network = { prefix: string; ports: { http: number; postgres: number; tls: number; plain: number } };

/** This checkout. */
export const root = join(import.meta.dirname, '../../../..');
/** Who runs the service: nobody. */
export const USER = 65_534;
export const tool = (name: string) => ['/usr/bin', '/bin', '/usr/sbin'].map((at) => join(at, name)).find(existsSync);

/** Addresses and ports that nobody uses. */
export async function freeNetwork(): Promise<Network> {
  const prefix = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}.`;
  const [http, database, tls, plain] = [await freePort(), await freePort(), await freePort(), await freePort()];
  return { prefix, ports: { http, postgres: database, tls, plain } };
}

/** Why machines cannot be played here; false where they can. */
export const cannot = (...tools: string[]): string | false => {
  if (process.getuid?.() !== 0) return 'only root can become another user';
  const missing = ['setpriv', 'git', 'tar', ...tools].filter((name) => tool(name) === undefined);
  return missing.length > 0 && `${missing.join(', ')} must be installed`;
};

/** The blocks of code of a section of docs/deploying.md, of one language. */
export function blocks(section: string, language: string): string[] {
  const text =
    readFileSync(join(root, 'docs/deploying.md'), 'utf8').split(`## ${section}\n`)[1]?.split(/^## /m)[0] ?? '';
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, its, body = '']) =>
    its === language ? body : [],
  );
}

/** `checkout`: one that is installed, which this machine has in place of its own. */
type MachineOptions = { network: Network; address?: string; checkout?: string };

export async function machine(folder: string, options: MachineOptions): Promise<Machine> {
  const { network, address = '127.0.0.1', checkout } = options;
  const system = join(folder, 'system');
  const tools = join(folder, 'tools');
  const { prefix, ports } = network;
  const path = (of: string) => `${system}${of}`;
  const there = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(?=(opt|etc|usr\/local\/bin|var\/(lib|cache|log))\/)/g, `${system}/`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', prefix)
      .replaceAll('10\\.0\\.0\\.', prefix.replaceAll('.', '\\.'))
      .replaceAll(':8080', `:${ports.http}`)
      .replaceAll(/(?<=[:=])5432/g, String(ports.postgres));

  for (const at of [
    'opt',
    'etc/systemd/system',
    'etc/nginx/certificates',
    'usr/local/bin',
    'home',
    'var/log/nginx',
    'run',
  ])
    mkdirSync(join(system, at), { recursive: true });
  mkdirSync(tools);
  chmodSync(folder, 0o755);
  // What the units would make: StateDirectory, CacheDirectory.
  for (const at of ['var/lib/readymark', 'var/lib/readymark-backup', 'var/cache/readymark']) {
    mkdirSync(join(system, at), { recursive: true });
    chownSync(join(system, at), USER, USER);
    if (at.startsWith('var/lib')) chmodSync(join(system, at), 0o700);
  }

  /** A script in place of a program of the system. */
  const script = (name: string, lines: string) => {
    writeFileSync(join(tools, name), `#!/bin/bash\nset -eu\n${lines}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  // The files of this checkout, changed ones too; the address is `…`.
  script(
    'git',
    checkout
      ? `[ "$1 $2" = "clone …" ]; ln -s '${checkout}' "$3"`
      : `[ "$1 $2" = "clone …" ]; mkdir -p "$3"
cd '${root}' && '${tool('git')}' ls-files -z --cached --others --exclude-standard --deduplicate |
  while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\\0' "$file"; fi; done |
  tar --null --create --files-from=- | tar --extract --no-same-owner --directory="$3"`,
  );
  if (checkout) script('npm', '[ -d node_modules ]');
  script('useradd', `echo "$*" >> '${folder}/useradd'`);
  script(
    'systemd-run',
    `settings=(HOME='${system}/home' PATH='${system}/usr/local/bin:/usr/bin:/bin')
while :; do case $1 in
  -q|--pipe|--wait) shift ;;
  -E) settings+=("$2"); shift 2 ;;
  -p) case $2 in
      EnvironmentFile=*) while IFS= read -r line; do case $line in '#'*) ;; *) settings+=("$line") ;; esac; done < "\${2#*=}" ;;
      User=readymark) ;;
      *) exit 9 ;;
    esac; shift 2 ;;
  *) break ;;
esac; done
cd /
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs env -i "\${settings[@]}" "$@"`,
  );
  // What documents call `readymark`: the block that they say it means.
  script('readymark', there((blocks('One machine', 'sh').at(-1) ?? '').replace(/doctor\s*$/, '"$@"')));
  script(
    'sudo',
    `[ "$1 $2" = "-u postgres" ]; shift 2; cd /
exec setpriv --reuid=postgres --regid=postgres --clear-groups env -i PATH='${postgres}:/usr/bin:/bin' \
  HOME='${system}/var/lib/postgresql' PGHOST='${system}/run/postgresql' PGPORT=${ports.postgres} "$@"`,
  );
  // From an address of a machine beside this one.
  script(
    'scp',
    `[ "$1" = -p ]; from="\${2#*:}"; cp -p $(dirname '${folder}')/"\${2%%:*}"/system\${from#${system}} "$3"`,
  );
  /** Asks this process. */
  const ask = (what: string) =>
    `exec 3<>/dev/tcp/127.0.0.1/$(cat '${folder}/port'); echo ${what} >&3; read -r said <&3; exec 3<&-`;
  script('nginx', `${ask('nginx-files')}; exec '${tool('nginx')}' -p '${folder}' -c "$said" "$@"`);
  script('systemctl', `${ask('"$*"')}; [ "$said" = done ] || { echo "$said" >&2; exit 1; }`);

  const asked: string[] = [];
  const units = new Map<string, Started>();
  const installed = (name: string) => there(readFileSync(path(`/etc/systemd/system/${name}`), 'utf8'));

  /** The command of a unit as systemd would run it, with arguments for `systemd-run`. */
  function asUnit(name: string): string[] {
    const text = installed(`${name}.service`);
    const all = (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const given = all('Environment')
      .flatMap((line) => line.split(' '))
      .flatMap((one) => ['-E', one]);
    const [command = '', umask = ''] = [all('ExecStart')[0], all('UMask')[0]];
    const file = `EnvironmentFile=${path('/etc/readymark.env')}`;
    return [...given, '-p', file, 'sh', '-c', `umask ${umask}; exec ${command.replaceAll('%%', '%')}`];
  }

  /** Files of nginx, changed only in what this machine has otherwise. @returns the first */
  function nginxFiles(): string {
    const to = join(folder, 'nginx');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(path('/etc/nginx')).filter((one) => one.endsWith('.conf')))
      writeFileSync(
        join(to, name),
        readFileSync(path(`/etc/nginx/${name}`), 'utf8')
          .replaceAll(/(?<![\w])\/etc\/nginx\/(?=(trusted-proxies|nodes|tls|tree)\.conf)/g, `${to}/`)
          .replaceAll(/(?<![\w])\/etc\/nginx\/certificates/g, path('/etc/nginx/certificates'))
          .replace(/^listen 80 /m, `listen ${address}:${ports.plain} `)
          .replace(/^listen 443 /m, `listen ${address}:${ports.tls} `)
          .replace('pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};`)
          .replace(
            'http {',
            `http { ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${join(folder, one)};`).join(' ')}`,
          ),
      );
    const listens = readdirSync(to).flatMap(
      (name) => readFileSync(join(to, name), 'utf8').match(/^\s*listen .*/gm) ?? [],
    );
    assert.ok(listens.length > 0);
    // A port of a node would be taken already.
    for (const one of listens) assert.ok(one.includes(`listen ${address}:`), one);
    return join(to, 'nginx.conf');
  }

  async function startUnit(name: string): Promise<void> {
    // Units outlive the test that starts them, and end with the machine.
    const shared = true;
    if (name.endsWith('.timer')) return void installed(name);
    if (/^readymark(-board|-edge)?$/.test(name)) {
      const node = start(join(tools, 'systemd-run'), asUnit(name), { env, cwd: '/', shared });
      units.set(name, node);
      await node.prints(/Readymark is serving|"outcome":"(published|shown|unchanged)"/);
    } else if (name === 'nginx') {
      const args = ['-p', folder, '-c', nginxFiles(), '-g', 'daemon off; master_process off;'];
      const front = start(tool('nginx') ?? '', args, { shared });
      units.set(name, front);
      // Written when it listens.
      const listens = () => (front.ended() ? assert.fail(front.err()) : existsSync(join(folder, 'nginx.pid')));
      await until(listens, 'nginx listens');
    } else {
      assert.equal(name, 'postgresql@18-main');
      const config = `config_file=${path('/etc/postgresql/18/main/postgresql.conf')}`;
      const server = start(join(postgres ?? '', 'postgres'), ['-c', config], {
        ...(await asPostgres()),
        cwd: '/',
        shared,
      });
      units.set(name, server);
      await until(async () => {
        if (server.ended()) assert.fail(server.err());
        return (await shell(`sudo -u postgres psql -c 'select 1'`)).code === 0;
      }, 'PostgreSQL answers');
    }
  }

  async function stopUnit(name: string): Promise<boolean> {
    const unit = units.get(name);
    units.delete(name);
    if (!unit || unit.ended()) return false;
    // PostgreSQL ends at once with SIGINT, and waits for its clients otherwise.
    await unit.kill(name.startsWith('postgresql') ? 'SIGINT' : 'SIGTERM');
    return true;
  }

  async function systemctl(line: string): Promise<string> {
    if (line === 'nginx-files') return nginxFiles();
    asked.push(line);
    const [verb = '', ...rest] = line.split(' ');
    for (const name of rest.filter((one) => !one.startsWith('--')).map((one) => one.replace(/\.service$/, ''))) {
      const ran = ['stop', 'restart', 'try-restart'].includes(verb) && (await stopUnit(name));
      if (verb === 'start' || verb === 'restart' || (verb === 'try-restart' && ran) || line.startsWith('enable --now'))
        await startUnit(name);
    }
    return 'done';
  }
  const server = createServer((socket) => {
    socket.once('data', (line) =>
      systemctl(String(line).trim()).then(
        (said) => socket.end(`${said}\n`),
        (error: unknown) => socket.end(`${String(error).replaceAll('\n', ' ')}\n`),
      ),
    );
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await new Promise((next) => server.once('listening', next));
  server.unref();
  writeFileSync(join(folder, 'port'), String((server.address() as AddressInfo).port));

  const env = { PATH: `${tools}:${process.env.PATH}`, npm_config_prefer_offline: 'true' };
  const bash = async (lines: string, input = ''): Promise<Ran> => {
    const started = start('bash', ['--norc', '-euo', 'pipefail', '-c', there(lines)], { env, cwd: folder });
    if (input) started.send(there(input));
    started.end();
    const { code } = await started.exit;
    return { code: code ?? -1, out: started.out(), err: started.err() };
  };
  const shell = (lines: string) => bash(lines);
  return {
    path,
    there,
    shell,
    async done(lines, input) {
      const { code, out, err } = await bash(lines, input);
      assert.equal(code, 0, `${lines}\n${err}${out}`);
      return out;
    },
    put(file, change = (text) => text) {
      const [, at] = /^# (\S+)$/m.exec(file) ?? assert.fail(file);
      writeFileSync(path(at ?? ''), there(change(file)));
    },
    async fire(unit) {
      const { code, out, err } = await run(join(tools, 'systemd-run'), asUnit(unit), { env });
      assert.equal(code, 0, out + err);
    },
    running: (unit) => units.get(unit) ?? assert.fail(`${unit} does not run`),
    asked,
    async stop() {
      for (const name of [...units.keys()].reverse()) await stopUnit(name);
      server.close();
    },
  };
}
