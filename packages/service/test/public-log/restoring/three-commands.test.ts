import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { deskBrowser, plain } from '../../world/desk/plain-browser.ts';
import { databaseOn, newDatabase } from '../../world/postgres.ts';
import { readymark, type Serving, serving, temporaryFolder } from '../../world/readymark.ts';
import { type Engine, engines, sharedDatabases } from '../../world/service.ts';
import { readNode } from '../read-node.ts';

/**
 * A machine is lost with last night's backup kept elsewhere, and a person restores it on a fresh one with three commands, which
 * serves and publishes (decision 167). Until the person has decided, everything says the same sentence.
 */
sharedDatabases();

type Env = Record<string, string>;
const OPERATOR = { BASE_URL: 'https://readymark.test' };
const folder = temporaryFolder('readymark-three-');
let number = 0;

/** Runs a command that must succeed. @returns what it said */
async function command(env: Env, ...args: string[]): Promise<string> {
  const { code, out, err } = await readymark(args, { ...OPERATOR, ...env });
  assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
  return out;
}

function auditFile(slug: string): string {
  const file = join(folder, `${slug}.audit.json`);
  writeFileSync(file, JSON.stringify(exampleAudit({ slug, company: slug })));
  return file;
}

const serve = (env: Env): Promise<Serving> => serving({ ...OPERATOR, ...env });

async function shows(node: Serving, slugs: string[]): Promise<void> {
  const listed = async () => {
    const { audits } = (await (await fetch(`${node.url}/api/audits/index.json`)).json()) as {
      audits: { slug: string }[];
    };
    return audits.map(({ slug }) => slug).sort();
  };
  await until(async () => (await listed()).join() === slugs.join(), `${slugs} are public`);
}

async function keyAt(node: Serving): Promise<string> {
  const { keys } = (await (await fetch(`${node.url}/.well-known/readymark-keys`)).json()) as {
    keys: { key: string }[];
  };
  return keys[0]?.key ?? '';
}

const reasonAt = async (node: Serving) =>
  ((await (await fetch(`${node.url}/readyz`)).json()) as { reason: string | null }).reason;

/** The database of one machine, and how it is backed up and restored on another, as docs/deploying.md says it. */
type Machines = {
  old: Env;
  fresh: Env;
  backUp(): Promise<void>;
  /** Restores without an answer to the question about the log. */
  restore(): Promise<string>;
  /** Puts the key in its place, where `restore` does not. */
  putKey(): void;
  /** Says that nothing was published after the backup. */
  goOn(): Promise<string>;
  /** The same, where the service runs already. */
  mend(): Promise<string>;
};

async function machines(engine: Engine): Promise<Machines> {
  const place = join(folder, String(number++));
  const at = (name: string) => {
    const DATA_DIR = join(place, name);
    mkdirSync(DATA_DIR, { recursive: true });
    return DATA_DIR;
  };
  const old: Env = { DATA_DIR: at('old') };
  const fresh: Env = { DATA_DIR: at('fresh') };
  const file = join(place, 'last-night');
  if (engine === 'sqlite') {
    return {
      ...{ old, fresh, mend: () => command(fresh, 'key', 'resume') },
      backUp: async () => void (await command(old, 'backup', file, '--with-key')),
      restore: () => command(fresh, 'restore', file),
      putKey() {},
      goOn: () => command(fresh, 'restore', file, '--force', '--continue-log'),
    };
  }
  old.DATABASE_URL = await newDatabase();
  return {
    ...{ old, fresh, mend: () => command(fresh, 'key', 'resume') },
    backUp: async () => copyFileSync(join(old.DATA_DIR ?? '', 'signing-key'), `${file}.signing-key`),
    // What pg_dump and pg_restore do; those of the machine may be older than the server.
    async restore() {
      const { href, pathname } = new URL(old.DATABASE_URL ?? '');
      fresh.DATABASE_URL = await databaseOn({ url: new URL('/postgres', href).href }, pathname.slice(1));
      return '';
    },
    putKey: () => copyFileSync(`${file}.signing-key`, join(fresh.DATA_DIR ?? '', 'signing-key')),
    goOn: () => command(fresh, 'key', 'resume', '--key', `${file}.signing-key`),
  };
}

for (const engine of engines)
  describe(`a lost machine on ${engine}`, () => {
    test('last night’s backup, three commands on a fresh machine, and it publishes', async () => {
      const { old, fresh, backUp, restore, goOn } = await machines(engine);
      const lost = await serve(old);
      await command(old, 'publish', auditFile('one'));
      await shows(lost, ['one']);
      await backUp();
      const key = await keyAt(lost);
      await lost.kill();

      if (engine === 'postgres') await restore();
      await goOn();
      const node = await serve(fresh);
      assert.match(await command(fresh, 'publish', auditFile('two')), /^published two.*1 published\.\n$/s);

      await shows(node, ['one', 'two']);
      assert.equal(await reasonAt(node), null);
      assert.deepEqual(await readNode(node.url, key), { size: 2, companies: 2, problems: [] });
      assert.match(await command(fresh, 'doctor'), /No problems found/);
    });

    test('who decides nothing is told the same sentence everywhere, with the commands that mend it', async () => {
      const { old, fresh, backUp, restore, putKey, mend } = await machines(engine);
      const lost = await serve(old);
      await command(old, 'publish', auditFile('one'));
      await shows(lost, ['one']);
      await backUp();
      await lost.kill();

      const restored = await restore();
      putKey();
      const node = await serve(fresh);
      const why =
        /The file that says what was signed last is not beside the signing key.+`readymark key resume`.+`readymark key rotate --new-log`[^"\n]*\./;
      const sentence = why.exec((await reasonAt(node)) ?? '')?.[0] ?? 'no reason';
      const says = (text: string, where: string) => assert.ok(text.includes(sentence), `${where}: ${text}`);
      if (engine === 'sqlite') says(restored, 'restore');
      says(node.out(), 'the start-up log');
      const doctor = await readymark(['doctor'], { ...OPERATOR, ...fresh });
      assert.equal(doctor.code, 1);
      says(doctor.out, 'doctor');

      const published = await command(fresh, 'publish', auditFile('two'));
      assert.match(published, /^committed two.*\n1 committed\.\nCommitted, not public until the log is signed\. /s);
      says(published, 'publish');
      const token = (JSON.parse(await command(fresh, 'operator', 'add', 'ada', '--json')) as { token: string }).token;
      const remote = [...['--url', node.url, '--token-file', join(folder, 'token')]];
      writeFileSync(join(folder, 'token'), token);
      says(await command(fresh, 'correct', 'one', '--name', 'Number One', ...remote), 'correct over HTTP');
      const examples = JSON.parse(await command(fresh, 'retract', 'two', '--reason', 'A test.', '--json'));
      assert.equal(examples.unsigned, sentence);
      const browser = deskBrowser(node.url);
      await browser.signIn(token);
      says(plain((await browser.get('/desk')).text), 'the desk');
      await shows(node, ['one']);

      await mend();
      await until(async () => (await reasonAt(node)) === null, 'the service is ready');
      assert.match(await command(fresh, 'doctor'), /No problems found/);
      await node.stop();
    });
  });
