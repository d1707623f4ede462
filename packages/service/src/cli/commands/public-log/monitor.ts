import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import type { catchUp } from '../../../domain/public-log/catch-up.ts';
import type { ReadStatement } from '../../../domain/public-log/read-statement.ts';
import { type Cli, type Define, WrongUsage } from '../../define.ts';
import { type Line, line, type Output } from '../../output.ts';
import { ago } from '../../public-log/verdict.ts';

type Options = {
  key?: string[];
  witness?: string[];
  policy?: string;
  state?: string;
  accept?: string;
  every?: string;
  once: boolean;
} & {
  olderThan?: string;
};

type Result = Awaited<ReturnType<typeof catchUp>>;
type News = Exclude<Result, { problem: string }>;

/** Exit codes of decision 149. */
const SOUND = 0;
const WRONG = 1;
const UNREACHABLE = 3;

/** How long a node that is behind, and a witness, are given to catch up, in milliseconds. */
const PAUSE_MS = 2_000;

export function addMonitor(define: Define): void {
  define<Options>(
    'monitor',
    'watch the public log of a service: check that it only grows, and report new entries',
    [
      'monitor https://readymark.example --key readymark.example/log+1a2b3c4d+AbC…',
      'monitor https://readymark.example --every 600 --state /var/lib/readymark-monitor/log.json',
    ],
    async (cli, output, options, [place = '']) => {
      const every = secondsOf(options);
      hoursOf(options);
      for (;;) {
        const code = await checkOnce(cli, output, place, options);
        if (code === WRONG || every === undefined) return code;
        await wait(every * 1_000, undefined, { signal: cli.signal }).catch(() => {});
        if (cli.signal.aborted) return SOUND;
      }
    },
  )
    .argument('<url>', 'address of the service, or a folder that `readymark export` wrote')
    .option('--key <key...>', 'a verifier key to trust (default: the key that signs the log at the first run)')
    .option('--witness <key...>', 'verifier key of a witness whose cosignature is required')
    .option(
      '--policy <file>',
      'keys of logs and witnesses, and how many of these must have cosigned (C2SP tlog-policy)',
    )
    .option(
      '--state <file>',
      'where to remember what was seen (default: readymark-monitor-HOST.json in the current folder)',
    )
    .option('--accept <key>', 'continue with a new log, signed with this key, after the old one ended')
    .option('--older-than <hours>', 'fail when the head of the log was signed longer ago; it is signed anew every day')
    .option('--once', 'check once (the default)', false)
    .option('--every <seconds>', 'check again at this interval, until something is wrong');
}

function secondsOf({ every, once }: Options): number | undefined {
  if (every === undefined) return undefined;
  if (once) throw new WrongUsage('Give --once or --every, not both.');
  if (!/^\d{1,6}$/.test(every) || Number(every) === 0)
    throw new WrongUsage('--every is a whole number of seconds, from 1 to 999999.');
  return Number(every);
}

/** In milliseconds. */
function hoursOf({ olderThan }: Options): number | undefined {
  if (olderThan === undefined) return undefined;
  if (!/^\d{1,5}$/.test(olderThan) || Number(olderThan) === 0)
    throw new WrongUsage(
      '--older-than is a whole number of hours, from 1 to 99999; 48 leaves a day for what goes wrong.',
    );
  return Number(olderThan) * 3_600_000;
}

async function checkOnce(cli: Cli, output: Output, place: string, options: Options): Promise<number> {
  const { openLogPlace, LogUnreachable } = await import('../../public-log/log-place.ts');
  const { catchUp } = await import('../../../domain/public-log/catch-up.ts');
  const { readSeen, writeSeen, keepEvidence } = await import('../../public-log/seen-file.ts');
  const { logKey, trustOf } = await import('../../public-log/log-keys.ts');
  const state = options.state ?? stateOf(place);
  const known = readSeen(state);
  const { keys: given, demanded } = trustOf(options);
  if (known && given.length && !known.seen.keys.some((key) => given.includes(key)))
    throw new Refusal(
      `${state} remembers a log of another key than those that were given: ${known.seen.keys.at(-1)}. Name another file with --state.`,
    );
  const trusted = {
    keys: given.map(logKey),
    demanded,
    accepted: options.accept === undefined ? undefined : logKey(options.accept),
    older_than: hoursOf(options),
  };
  const log = await openLogPlace(place, cli.signal);
  const now = (await cli.now()).getTime();
  const bar = output.progress('entries');
  try {
    const found = await catchUp(log.read, known, trusted, {
      ...{ now, random: cli.random },
      pause: async () => void (log.remote && (await wait(PAUSE_MS, undefined, { signal: cli.signal }))),
      progress: bar.at,
    });
    bar.end();
    if ('problem' in found) return reportWrong(output, found, keepEvidence(state, found.evidence));
    writeSeen(state, found.seen);
    reportNews(output, found, { state, now, first: !known, believed: !known && given.length === 0 });
    return SOUND;
  } catch (error) {
    bar.end();
    if (cli.signal.aborted) return SOUND;
    if (error instanceof LogUnreachable) {
      output.fail(new LogUnreachable(`${error.message} That says nothing about the log; look again later.`));
      return UNREACHABLE;
    }
    if (!(error instanceof Refusal)) throw error;
    return reportWrong(output, { problem: error.message.replace(/\.$/, ''), evidence: [] }, []);
  } finally {
    await log.close();
  }
}

function stateOf(place: string): string {
  const host = URL.parse(place)?.host ?? place;
  return `readymark-monitor-${host.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)}.json`;
}

function reportWrong(output: Output, found: Extract<Result, { problem: string }>, files: readonly string[]): number {
  const { problem, other_log } = found;
  output.result({ sound: false, problem, evidence: files, ...(other_log !== undefined && { other_log }) }, () => [
    line`${output.colour.red('wrong')}  ${problem.slice(0, 1_000)}.`,
    ...files.map((file) => line`  The note is in ${file}.`),
    ...(other_log === undefined
      ? []
      : [
          line`  It is signed by ${other_log}. If the operator says that the former log ended, and publishes this key, go on with --accept and this key.`,
        ]),
  ]);
  return WRONG;
}

function reportNews(
  output: Output,
  news: News,
  how: { state: string; now: number; first: boolean; believed: boolean },
): void {
  const { head, from, counts, entries, notes, handovers, cosignatures, former, seen } = news;
  const [green, bold] = [output.colour.green, output.colour.bold];
  const document = {
    ...{ sound: true, origin: head.origin, size: head.size, root: Buffer.from(head.root).toString('base64') },
    ...{ first: how.first, from, counts, entries: how.first ? [] : entries.map(({ known: _, ...entry }) => entry) },
    ...{ notes, key: seen.keys.at(-1) },
    handovers: handovers.map((one) => ({ from: one.from.text, to: one.to.text, size: one.head.size })),
    cosignatures: cosignatures.map(({ witness, at }) => ({ witness: witness.name, at: new Date(at).toISOString() })),
    signed_at: head.signed_at ?? null,
    former: former && { origin: former.origin, size: former.size, same: former.same },
    state: how.state,
  };
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const kinds = Object.entries(counts).map(([kind, number]) => `${number} ${kind}`);
  output.result(document, () => [
    ...(former
      ? [
          line`${bold('another log')}  ${head.origin} takes the place of ${former.origin}, as you accepted. ${former.same ? `It begins with the ${former.size} entries of that.` : `It does not begin with the ${former.size} entries of that.`}`,
        ]
      : []),
    ...handovers.map(
      (one) =>
        line`${bold('another key')}  ${one.to.text} took over from ${one.from.text}: both signed the ${one.head.size} entries of then.`,
    ),
    ...(how.first || former
      ? [
          line`${count} entries${kinds.length ? ` (${kinds.join(', ')})` : ''}, read and checked. New entries are reported one by one.`,
        ]
      : [
          ...(count > entries.length
            ? [line`${count - entries.length} more entries before these are checked and not listed.`]
            : []),
          ...entries.map(lineOf),
        ]),
    ...notes.map(({ index, says }) => line`${output.colour.yellow('note')}  Entry ${index} ${says}.`),
    ...(how.believed
      ? [
          line`The log is believed to be signed by ${seen.keys.at(-1) ?? ''}, because it was at this first look. Compare that with where its operator publishes the key, or give it with --key.`,
        ]
      : []),
    ...cosignatures.map(({ witness, at }) => line`cosigned by ${witness.name} at ${new Date(at).toISOString()}`),
    line`${green('sound')}  ${head.origin} has ${head.size} entries, ${count && from ? `${count} of them new` : from ? 'none of them new' : 'signed'}.${head.signed_at === undefined ? '' : ` Its head was signed ${ago(how.now - Date.parse(head.signed_at))}.`}`,
  ]);
}

/** What an entry says, for people. Whoever signs the log chose the words: `line` makes them printable. */
function lineOf(entry: ReadStatement & { index: number }): Line {
  const { index, kind, slug = '', audit_date, publication, at, replaces, reply, known } = entry;
  const about = reply
    ? ` (${reply.kind} about ${reply.criterion ?? 'the whole audit'}, ${kind === 'reply' ? 'to' : 'of'} entry ${reply.about}${reply.outcome === null ? '' : `: ${reply.outcome}`})`
    : typeof replaces === 'number'
      ? ` (in place of entry ${replaces})`
      : '';
  const unknown = known ? '' : ' (of a kind that this version does not know)';
  return line`${index}  ${kind.replaceAll('_', ' ')}  ${slug}${audit_date ? ` ${audit_date}` : ''}${about}${unknown}  publication ${publication}, ${at}`;
}
