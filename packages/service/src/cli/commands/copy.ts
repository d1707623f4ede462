import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import type { Store } from '../../store/engine/engine.ts';
import type { Cli, Define } from '../define.ts';
import { line } from '../output.ts';

export function addCopy(define: Define): void {
  define<{ to: string }>(
    'copy',
    'copy everything into an empty database of the other kind (or the same), and compare every row; continues after an interruption',
    ['copy --to env:TARGET_DATABASE_URL', 'copy --to file:./data/readymark.db'],
    async (cli, output, { to }) => {
      const { isOpenElsewhere } = await import('../../store/upkeep/sound-file.ts');
      const { copyStore } = await import('../../store/upkeep/copy.ts');
      const { openStore } = await import('../../store/engine/engine.ts');
      const settings = cli.settings();
      const from = place(settings.DATABASE_URL || `file:${join(settings.DATA_DIR, 'readymark.db')}`);
      const target = targetOf(cli, to);
      if (from.name === target.name) throw new Refusal('Source and target are the same database.');
      for (const { file } of [from, target])
        if (file && existsSync(file) && isOpenElsewhere(file))
          throw new Refusal(`${file} is in use; stop the service first.`);
      const source = openStore({ ...from, existing: true });
      const stores = [source];
      const bars = { copying: output.progress('copying'), comparing: output.progress('comparing') };
      try {
        await reachable('source', from, source);
        const copy = openStore(target);
        stores.push(copy);
        await reachable('target', target, copy);
        const rows = await copyStore(source, copy, {
          source_name: from.name,
          batch_rows: Object.assign({}, ...cli.features.map(({ copied_rows }) => copied_rows)),
          signal: cli.signal,
          at_row: (phase, done, total) => bars[phase].at(done, total),
        });
        const { namedBlobs } = await import('../../store/blobs/check-blobs.ts');
        const named = (await namedBlobs(copy)).length;
        const folder =
          settings.DATABASE_URL || settings.BLOB_URL ? undefined : resolve(join(settings.DATA_DIR, 'blobs'));
        const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
        output.result({ copied: rows }, () => [
          ...Object.entries(rows).map(([table, count]) => `${String(count).padStart(9)}  ${table}`),
          line`${output.colour.green('copied')} ${total} rows, and compared each of them.`,
          ...(named
            ? [
                line`Its ${named} blobs, which are evidence and datasets, stay where they are${folder === undefined ? '' : `: set BLOB_URL=${folder} beside the new database`}.`,
              ]
            : []),
        ]);
        return 0;
      } catch (error) {
        if (cli.signal.aborted) throw new Refusal('Stopped; run the same command again to continue.');
        throw error;
      } finally {
        bars.copying.end();
        bars.comparing.end();
        await Promise.all(stores.map((store) => store.close()));
      }
    },
  ).requiredOption(
    '--to <database>',
    'an empty or missing database: file:PATH, or env:NAME for the address in that environment variable',
  );
}

/** @throws Refusal saying which of the two cannot be used */
async function reachable(which: 'source' | 'target', { name }: CopyTarget, store: Store): Promise<void> {
  const { waitUntilReachable } = await import('../../store/engine/wait-until-reachable.ts');
  const { outageReason } = await import('../../store/engine/outage.ts');
  const once = { timeout: 0, signal: AbortSignal.abort(), waiting: () => {} };
  await waitUntilReachable(store, once).catch((error: unknown) => {
    const [why] = outageReason(error)?.split(';') ?? [];
    if (why === undefined) throw error;
    const check = which === 'target' ? '--to' : 'DATA_DIR or DATABASE_URL';
    throw new Refusal(`The ${which} ${name} cannot be used: ${why}; check ${check}.`);
  });
}

/** A database by its address, with a name that does not depend on user or password. */
type CopyTarget = { database_url: string; file: string; name: string };

/**
 * The database that `--to` names. Every user of the machine can read the arguments of a command, so an address with a
 * password comes from the environment.
 *
 * @throws Refusal
 */
function targetOf(cli: Cli, to: string): CopyTarget {
  if (!to.startsWith('env:')) {
    const url = URL.parse(to);
    if (url && (url.password !== '' || [...url.searchParams.keys()].some((key) => /password/i.test(key))))
      throw new Refusal(
        'Every user of this machine can read a password on the command line. Put the address into an environment variable and name that: --to env:TARGET_DATABASE_URL.',
      );
    return place(to);
  }
  const name = to.slice('env:'.length);
  const address = cli.variable(name);
  if (address === undefined)
    throw new Refusal(
      `--to names the environment variable ${name || '(none)'}, which is not set; set it to the address, as in --to env:TARGET_DATABASE_URL.`,
    );
  try {
    return place(address);
  } catch {
    throw new Refusal(`The environment variable ${name} must begin with postgres:// or file:.`);
  }
}

/** @throws Refusal */
function place(url: string): CopyTarget {
  if (url.startsWith('file:')) {
    const file = resolve(url.slice('file:'.length).replace(/^\/\/(?=\/)/, ''));
    return { database_url: '', file, name: file };
  }
  const address = URL.parse(url);
  if (!address || !/^postgres(ql)?:$/.test(address.protocol))
    throw new Refusal('--to must be env:NAME, file:PATH or an address that begins with postgres://.');
  return { database_url: url, file: '', name: `${address.hostname}:${address.port || 5432}${address.pathname}` };
}
