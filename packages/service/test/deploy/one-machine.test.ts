import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type Ran, run, start } from '../../../../test/world/processes.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { freePort } from '../world/postgres.ts';
import { temporaryFolder } from '../world/readymark.ts';

/**
 * "One machine" of docs/deploying.md, run as written: root installs a checkout, another user with an empty home runs it.
 * Paths of the system lead into a folder, and what this machine cannot do is played by small scripts: `useradd`,
 * `systemctl`, and `systemd-run`, which becomes the user with `setpriv`. The units' commands run in the same way.
 */
const root = join(import.meta.dirname, '../../../..');
/** Who runs the service: nobody. */
const USER = 65534;
const tool = (name: string) => ['/usr/bin', '/bin', '/usr/sbin'].map((at) => join(at, name)).find(existsSync);
const skip =
  process.getuid?.() !== 0
    ? 'only root can become another user'
    : ['setpriv', 'git', 'tar'].some((name) => tool(name) === undefined)
      ? 'setpriv, git or tar is missing'
      : false;

const folder = temporaryFolder('readymark-machine-');
const system = join(folder, 'system');
const tools = join(folder, 'tools');
/** A path of the documents and units, in the folder. */
const there = (text: string) => text.replaceAll(/\/(?=(opt|etc|usr\/local\/bin|var\/(lib|cache))\/)/g, `${system}/`);

/** A script in place of a program of the system. */
function script(name: string, lines: string): void {
  writeFileSync(join(tools, name), `#!/bin/bash\nset -eu\n${lines}\n`);
  chmodSync(join(tools, name), 0o755);
}

/** The `sh` blocks of a section of docs/deploying.md. */
function commands(section: string): string[] {
  const text =
    readFileSync(join(root, 'docs/deploying.md'), 'utf8').split(`## ${section}\n`)[1]?.split(/^## /m)[0] ?? '';
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, body = '']) => there(body));
}

const env = { PATH: [tools, process.env.PATH].join(delimiter), npm_config_prefer_offline: 'true' };
const shell = (lines: string, cwd = folder): Promise<Ran> => run('bash', ['-euc', lines], { env, cwd });
async function done(lines: string): Promise<string> {
  const { code, out, err } = await shell(lines);
  assert.equal(code, 0, `${lines}\n${err}${out}`);
  return out;
}

const installed_units = join(system, 'etc/systemd/system');
const units = () => readdirSync(installed_units).map((name) => join(installed_units, name));

/** A unit as it is installed, with what it says. */
function unit(name: string): { command: string; settings: string[]; umask: string } {
  const text = readFileSync(join(installed_units, `${name}.service`), 'utf8');
  const all = (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  return { command: all('ExecStart')[0] ?? '', settings: all('Environment'), umask: all('UMask')[0] ?? '' };
}

/** A command of a unit as systemd would run it, with arguments for `systemd-run`. */
function asUnit(name: string): string[] {
  const { command, settings, umask } = unit(name);
  const given = settings.flatMap((line) => line.split(' ')).flatMap((one) => ['-E', one]);
  return [
    ...given,
    '-p',
    `EnvironmentFile=${system}/etc/readymark.env`,
    'sh',
    '-c',
    `umask ${umask}; exec ${command.replaceAll('%%', '%')}`,
  ];
}

describe('one machine', { skip, timeout: timeLimit(170_000) }, () => {
  let port = 0;

  before(async () => {
    for (const path of [
      'opt',
      'etc/systemd/system',
      'usr/local/bin',
      'var/lib/readymark',
      'var/cache/readymark',
      'home',
    ])
      mkdirSync(join(system, path), { recursive: true });
    mkdirSync(tools);
    chmodSync(folder, 0o755);
    // What the units would make: StateDirectory, CacheDirectory.
    mkdirSync(join(system, 'var/lib/readymark-backup'));
    for (const path of ['var/lib/readymark', 'var/lib/readymark-backup', 'var/cache/readymark'])
      chownSync(join(system, path), USER, USER);
    for (const path of ['var/lib/readymark', 'var/lib/readymark-backup']) chmodSync(join(system, path), 0o700);

    // The files of this checkout, changed ones too; the address is `…`.
    script(
      'git',
      `[ "$1 $2" = "clone …" ]; mkdir -p "$3"
cd '${root}' && '${tool('git')}' ls-files -z --cached --others --exclude-standard --deduplicate |
  while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\\0' "$file"; fi; done |
  tar --null --create --files-from=- | tar --extract --no-same-owner --directory="$3"`,
    );
    script('useradd', `echo "$*" >> '${folder}/useradd'`);
    script('systemctl', `echo "$*" >> '${folder}/systemctl'`);
    script(
      'systemd-run',
      `settings=(HOME='${system}/home' PATH='${system}/usr/local/bin:/usr/bin:/bin')
while :; do case $1 in
  -q|--pipe|--wait) shift ;;
  -E) settings+=("$2"); shift 2 ;;
  -p) case $2 in
      EnvironmentFile=*) while IFS= read -r line; do settings+=("$line"); done < "\${2#*=}" ;;
      User=readymark) ;;
      *) exit 9 ;;
    esac; shift 2 ;;
  *) break ;;
esac; done
cd /
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs env -i "\${settings[@]}" "$@"`,
    );

    const [install = ''] = commands('One machine');
    await done(install);
    for (const file of units()) writeFileSync(file, there(readFileSync(file, 'utf8')));
    port = await freePort();
    writeFileSync(
      join(system, 'etc/readymark.env'),
      `BASE_URL=https://readymark.example\nPORT=${port}\nMETRICS_PORT=0\n`,
    );
  });

  test('the steps make a user, enable the units that there are, and take less than 200 MB', async () => {
    assert.match(readFileSync(join(folder, 'useradd'), 'utf8'), /^--system .* readymark$/m);
    const [, enabled = ''] = /^enable --now (.+)$/m.exec(readFileSync(join(folder, 'systemctl'), 'utf8')) ?? [];
    for (const name of enabled.split(' ')) assert.ok(units().includes(join(installed_units, name)), name);
    const [size = ''] = (await done(`du -sm '${system}/opt/readymark/node_modules'`)).split('\t');
    assert.ok(Number(size) < 200, `${size} MB`);
    assert.equal(statSync(join(system, 'etc/readymark.env')).mode & 0o777, 0o600);
  });

  test('another user serves, examines, backs up and exports, with an empty home', async () => {
    const service = start(join(tools, 'systemd-run'), asUnit('readymark'), { env, cwd: '/' });
    await service.prints(/Readymark is serving/);
    const served = await fetch(`http://127.0.0.1:${port}/readyz`);
    assert.equal(served.status, 200);
    const owner = statSync(join(system, 'var/lib/readymark/readymark.db'));
    assert.deepEqual([owner.uid, owner.mode & 0o077], [USER, 0]);

    const [, examine = ''] = commands('One machine');
    assert.match(examine, /readymark doctor$/m);
    assert.match(await done(examine), /No problems found\./);
    // A file that only root can read.
    const file = join(folder, 'acme.audit.json');
    writeFileSync(file, JSON.stringify(exampleAudit({ slug: 'acme', company: 'Acme' })), { mode: 0o600 });
    assert.match(await done(examine.replace(/doctor\s*$/, `publish - < '${file}'`)), /1 published/);

    assert.equal((await run(join(tools, 'systemd-run'), asUnit('readymark-backup'), { env })).code, 0);
    const copies = readdirSync(join(system, 'var/lib/readymark-backup'));
    assert.match(copies.join(), /^readymark-\d{4}-\d\d-\d\d-\d{6}\.db$/);
    assert.equal((await run(join(tools, 'systemd-run'), asUnit('readymark-export'), { env })).code, 0);
    const page = statSync(join(system, 'var/cache/readymark/site/index.html'));
    assert.equal(page.mode & 0o444, 0o444);
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
  });

  test('whoever does not own the checkout changes nothing in it', async () => {
    const [changed] = (await done(`find '${system}/opt/readymark' ! -user 0 | head -1`)).split('\n');
    assert.equal(changed, '');
    const refused = await shell(`systemd-run touch '${system}/opt/readymark/x'`);
    assert.notEqual(refused.code, 0);
  });

  test('systemd understands the units', async (t) => {
    if (tool('systemd-analyze') === undefined) return t.skip('systemd-analyze is not installed');
    assert.equal(units().length, 5);
    const { code, out, err } = await run('systemd-analyze', ['verify', '--man=no', ...units()]);
    assert.deepEqual({ code, out, err }, { code: 0, out: '', err: '' });
  });
});
