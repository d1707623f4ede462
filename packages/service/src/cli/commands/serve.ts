import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Settings } from '../../settings.ts';
import type { Define } from '../define.ts';
import { logLines } from '../log-lines.ts';
import { type Line, line } from '../output.ts';

export function addServe(define: Define): void {
  define<{ withExamples: boolean }>(
    'serve',
    'run the service',
    ['serve', 'serve --with-examples'],
    async (cli, output, options) => {
      // The doors are large, and few commands need them.
      const { serve } = await import('../../serve.ts');
      const settings = cli.settings();
      const lines = isForPeople(settings, output.terminal);
      const ctx = await cli.openContext(settings, lines ? { log_to: logLines(cli.streams.err) } : {});
      const say = (text: readonly Line[]) => {
        if (lines) for (const one of text) cli.streams.out.write(`${one.text}\n`);
      };
      cli.signal.addEventListener('abort', () => say([line`Stopping. Interrupt again to end it at once.`]), {
        once: true,
      });
      try {
        await serve(ctx, {
          with_examples: options.withExamples,
          signal: cli.signal,
          ready: (address) => say(openLines(settings, address)),
        });
      } finally {
        await ctx.close();
      }
      return 0;
    },
  ).option('--with-examples', 'publish the fictional examples first, if the database is empty', false);
}

/** Whether the service speaks to people in lines: on a terminal, unless more than the usual is to be logged (decision 32). */
const isForPeople = ({ LOG_FORMAT, LOG_LEVEL }: Settings, terminal: boolean): boolean =>
  LOG_FORMAT === 'lines' || (LOG_FORMAT === 'auto' && terminal && !/^(debug|trace)$/.test(LOG_LEVEL));

/** Where to look at it, where its data are, and how to publish. */
function openLines({ BASE_URL, DATABASE_URL, DATA_DIR, PORT }: Settings, { port }: AddressInfo): Line[] {
  const address = PORT === 0 ? BASE_URL.replace(/:0$/, `:${port}`) : BASE_URL;
  const database = URL.parse(DATABASE_URL);
  const data = database
    ? `in PostgreSQL at ${database.host}${database.pathname}, and in ${resolve(DATA_DIR)}`
    : `in ${resolve(join(DATA_DIR, 'readymark.db'))}`;
  const where = resolve(DATA_DIR) === resolve('data') ? 'in this folder' : 'with the same settings';
  // `npm start` in a checkout makes no command known.
  const command = existsSync('bin/readymark') ? 'bin/readymark' : 'readymark';
  return [
    line`Readymark is open at ${address} (Ctrl-C stops it).`,
    line`Its data are ${data}.`,
    line`To publish an audit, run ${where}: ${command} publish FILE`,
  ];
}
