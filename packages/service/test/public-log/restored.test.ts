import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { commit } from '../world/operator.ts';
import { readymarkHere, temporaryFolder } from '../world/readymark.ts';
import { testContext, testService } from '../world/service.ts';
import { readNode } from './read-node.ts';

/**
 * A person keeps backups, loses the newest database and restores an older one, with nothing but the command line: the log is
 * not signed again, the reason names two ways out, and both work (decision 143).
 */
test('an older backup that is restored signs no second history, and both ways out lead on', async () => {
  const folder = temporaryFolder('readymark-restored-');
  const [older, newer] = [join(folder, 'older.db'), join(folder, 'newer.db')];
  const at = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return { DATA_DIR: join(folder, name), BASE_URL: 'https://readymark.test' };
  };
  const first = at('first');
  const command = async (env: Record<string, string>, ...args: string[]) => {
    const { code, out, err } = await readymarkHere(args, env);
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return out;
  };
  const publishIn = async ({ DATA_DIR }: { DATA_DIR: string }, slug: string) => {
    const ctx = await testContext('sqlite', { DATA_DIR, SIGNING_KEY_FILE: join(folder, 'none') });
    await commit(ctx, [exampleAudit({ slug })]);
    await ctx.close();
  };
  /** What a service shows there, and what it says of itself. */
  const served = async (env: Record<string, string>, state: { ready: boolean; size: number }) => {
    const node = await testService('sqlite', env);
    const ready = async () => {
      const reply = await fetch(`${node.url}/readyz`);
      return { ready: reply.status === 200, reason: ((await reply.json()) as { reason: string | null }).reason };
    };
    await until(async () => (await ready()).ready === state.ready, JSON.stringify(state));
    const keys = (await (await fetch(`${node.url}/.well-known/readymark-keys`)).json()) as { keys: { key: string }[] };
    const key = keys.keys[0]?.key ?? '';
    assert.deepEqual(await readNode(node.url, key), { size: state.size, companies: state.size, problems: [] });
    const { reason } = await ready();
    await node.stop();
    return { key, reason: reason ?? '', log: node.log_lines.join('') };
  };

  await command(first, 'migrate');
  await publishIn(first, 'one');
  const begun = await served(first, { ready: true, size: 1 });
  await command(first, 'backup', older);
  await publishIn(first, 'two');
  await served(first, { ready: true, size: 2 });
  await command(first, 'backup', newer, '--with-key');

  // As it was: told at the start, and nothing that is published then is shown.
  await command(first, 'restore', older, '--force');
  const told = await served(first, { ready: false, size: 1 });
  assert.match(told.reason, /^The public log could not be signed/);
  assert.match(told.log, /restored from an older backup.+Restore the newer database.+`readymark key rotate --new-log`/);
  await publishIn(first, 'another-two');
  await served(first, { ready: false, size: 1 });
  const refused = await readymarkHere(['key', 'rotate'], first);
  assert.match(refused.err, /second history/);

  // One way out: a new log over what there is.
  const second = at('second');
  for (const name of ['readymark.db', 'signing-key', 'signing-key.signed'])
    copyFileSync(join(first.DATA_DIR, name), join(second.DATA_DIR, name));
  assert.match(await command(second, 'key', 'rotate', '--new-log'), /The log of .+ ended/);
  const renewed = await served(second, { ready: true, size: 2 });
  assert.match(renewed.key, /^readymark\.test\/log\/[\dTZ-]+\+/);

  // The other: the newer database goes on where the log was.
  await command(first, 'restore', newer, '--force');
  const restored = await served(first, { ready: true, size: 2 });
  assert.equal(restored.key, begun.key);

  // The key from the safe, without what it signed last: whoever says that this is the newest answers for it.
  const third = at('third');
  await command(third, 'restore', newer);
  copyFileSync(`${newer}.signing-key`, join(third.DATA_DIR, 'signing-key'));
  const unsure = await served(third, { ready: false, size: 2 });
  assert.match(unsure.log, /`readymark key resume`/);
  assert.match(await command(third, 'key', 'resume'), /resumed readymark\.test\/log goes on from its 2 signed entries/);
  await publishIn(third, 'three');
  assert.equal((await served(third, { ready: true, size: 3 })).key, begun.key);
});
