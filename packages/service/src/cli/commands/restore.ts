import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { LogDecision, RestoredLog } from '../../operations/public-log/restored-log.ts';
import { type Cli, type Define, WrongUsage } from '../define.ts';
import { type Line, line, type Output } from '../output.ts';
import { sqliteFile } from '../sqlite-file.ts';

type Options = { force: boolean; continueLog: boolean; newLog: boolean; tree?: string };

export function addRestore(define: Define): void {
  define<Options>(
    'restore',
    'replace the SQLite database with a backup, and decide how its public log continues',
    [
      'restore readymark-2026-11-21.db',
      'restore readymark-2026-11-21.db --force',
      'restore readymark-2026-11-21.db --continue-log',
      'restore readymark-2026-11-21.db --tree /var/cache/readymark/site',
    ],
    async (cli, output, options, [from = '']) => {
      const { force, continueLog, newLog } = options;
      if (continueLog && newLog) throw new WrongUsage('Only one of --continue-log and --new-log is possible.');
      const { restore } = await import('../../store/upkeep/restore.ts');
      const file = sqliteFile(
        cli,
        'pg_restore --clean --if-exists --single-transaction --dbname=service=readymark readymark.dump',
      );
      const { putBack, blobLines } = await import('../blobs/restored-blobs.ts');
      let blobs: Awaited<ReturnType<typeof putBack>> | undefined;
      const { kept } = await restore(resolve(from), file, {
        force,
        before: async (copy) => {
          blobs = await putBack(cli, copy, `${resolve(from)}.blobs`);
        },
      });
      const restored = [
        line`${output.colour.green('restored')} ${file}.`,
        ...blobLines(blobs),
        ...(kept ? [line`The old database is kept as ${kept}.`] : []),
      ];
      const decision = continueLog ? 'continue' : newLog ? 'new' : undefined;
      try {
        const log = await settle(cli, output, { from: resolve(from), decision, tree: options.tree });
        output.result({ restored: file, kept, log }, () => [...restored, ...logLines(output, log)]);
        return 0;
      } catch (error) {
        const { failureOf } = await import('../failure.ts');
        const { message } = await failureOf(error);
        output.result({ restored: file, kept, log: null }, () => restored);
        const { Refusal } = await import('@readymark/rubric/refusal');
        output.fail(new Refusal(`The database is restored, and its log is as it was: ${message}`));
        return 1;
      }
    },
  )
    .argument('<file>', 'a file made by `readymark backup`')
    .option('--force', 'replace an existing database; it is kept beside the new one', false)
    .option(
      '--continue-log',
      'declare that nothing was published after the backup, so that its public log continues',
      false,
    )
    .option(
      '--new-log',
      'declare that something was published after it and is lost: begin a new log, under a new key',
      false,
    )
    .option('--tree <folder>', 'an exported tree, which can prove that the backup is the newest');
}

/** @returns what becomes of its log; undefined for a database of an older version, which nobody asked to go on */
async function settle(
  cli: Cli,
  output: Output,
  { from, decision, tree }: { from: string; decision: LogDecision | undefined; tree: string | undefined },
): Promise<RestoredLog | undefined> {
  const { migrate, migrationState } = await import('../../store/upkeep/migrate.ts');
  const { settleRestoredLog } = await import('../../operations/public-log/restored-log.ts');
  const ctx = await cli.openContext(cli.settings(), { quiet: true, existing: true });
  try {
    if ((await migrationState(ctx.store)).pending.length) {
      if (decision === undefined) return undefined;
      await migrate(ctx.store);
    }
    const { in: input, out } = cli.streams;
    const ask =
      input && isTerminal(input) && output.terminal ? (log: RestoredLog) => asked(input, out, log) : undefined;
    return await settleRestoredLog(ctx, {
      key: `${from}.signing-key`,
      tree: tree === undefined ? undefined : resolve(tree),
      ...{ decision, ask },
    });
  } finally {
    await ctx.close();
  }
}

const isTerminal = (input: NodeJS.ReadableStream) => 'isTTY' in input && input.isTTY === true;

/** Asks what only a person knows. Anything but the two answers leaves it open. */
async function asked(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  log: RestoredLog,
): Promise<LogDecision | undefined> {
  const reader = createInterface({ input, output });
  const about = line`The database is restored. Its log, ${log.origin ?? ''}, has ${log.signed} signed entries, the last of ${log.signed_at ?? 'no time'}.`;
  output.write(`${about.text}
Was anything published after that?
  no   nothing was: the log goes on (--continue-log)
  yes  something was, and it is lost: a new log begins under a new key (--new-log)
  Enter decides nothing: what is published then is not public before you decide.
`);
  try {
    const answer = (await reader.question('no/yes: ')).trim().toLowerCase();
    return answer === 'no' ? 'continue' : answer === 'yes' ? 'new' : undefined;
  } finally {
    reader.close();
  }
}

function logLines({ colour }: Output, log: RestoredLog | undefined): Line[] {
  if (!log)
    return [
      line`It is of an older version: \`readymark serve\` migrates it. Then \`readymark doctor\` says whether its public log is signed.`,
    ];
  const { state, origin, signed, signed_at, proof, why } = log;
  if (state === 'none') return [line`It has no public log yet; \`readymark serve\` begins one.`];
  const head = line`Its log, ${origin ?? ''}, has ${signed} signed entries${signed_at === null ? '' : `, the last of ${signed_at}`}`;
  if (state === 'new')
    return [
      line`${head}. It is new, under a new key: say publicly that the former log ended, and publish \`readymark key show\`.`,
    ];
  if (state === 'continues')
    return [
      line`${head}, and goes on from there.${proof === null ? '' : ` That this is the newest database shows ${proof}.`}`,
    ];
  return [
    line`${head}.`,
    line`${colour.yellow('What is published now is not public until the log is signed.')} ${why ?? ''}`,
  ];
}
