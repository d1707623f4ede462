import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getTestContext, type TestContext } from 'node:test';

/**
 * The one place where tests start processes. A process dies with the test or suite in which it was started, also when
 * that meets its time limit, and with this process at the latest.
 */
type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Started = {
  pid: number;
  /** What it has written so far, to standard output and to standard error. */
  out(): string;
  err(): string;
  /** How it ended; undefined while it runs. */
  ended(): Exit | undefined;
  /** Resolves when it has ended and all of its output has been read. */
  exit: Promise<Exit>;
  /** Resolves with the first match in its standard output; rejects with what it wrote if it ends without one. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a line to its standard input. */
  send(line: string): void;
  /** Ends its standard input. */
  end(): void;
  /** Sends a signal, to its group if it has one. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal and waits for the end; does nothing when it has ended. */
  kill(name?: NodeJS.Signals): Promise<Exit>;
};

type StartOptions = {
  /** Added to PATH, HOME and Node's compile cache: nothing else is inherited. */
  env?: Record<string, string>;
  cwd?: string;
  /** Makes it the leader of a process group, so that a signal reaches everything that it starts. */
  group?: boolean;
  /** Not bound to a test: it dies with this process, and does not keep this process alive. */
  shared?: boolean;
  uid?: number;
  gid?: number;
};

/** How long the output of a process that has ended is waited for, in milliseconds. */
const OUTPUT_MS = 1_000;

const running = new Set<Started>();

/** Starts a process. Inside a test that has ended or was aborted it throws instead. */
export function start(command: string, args: readonly string[], options: StartOptions = {}): Started {
  const { env = {}, group = false, shared = false, ...rest } = options;
  const context = shared ? undefined : getTestContext();
  context?.signal.throwIfAborted();
  endWithThisProcess();
  const child = spawn(command, args, {
    ...rest,
    env: { ...inherited(), ...env },
    detached: group,
    stdio: 'pipe',
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      if (name === 'stdout') child.emit('printed');
    });
  child.stdin.on('error', () => {});
  let exit: Exit | undefined;
  const { promise: closed, resolve, reject } = Promise.withResolvers<Exit>();
  child.once('exit', (code, signal) => {
    exit = { code, signal };
    // What it started may keep its output open.
    setTimeout(resolve, OUTPUT_MS, exit).unref();
  });
  child.once('close', (code, signal) => resolve({ code, signal }));
  child.once('error', reject);
  // A command that cannot be started is reported to those who wait for its end.
  closed.catch(() => {});

  /** Whether the child and its output keep this process alive. */
  const keepAlive = (whether: boolean) => {
    for (const part of [child, child.stdin, child.stdout, child.stderr] as unknown as NodeJS.RefCounted[])
      if (whether) part.ref();
      else part.unref();
  };

  /** How many wait for what it prints. */
  let waiting = 0;
  const started: Started = {
    pid: child.pid ?? 0,
    out: () => text.stdout,
    err: () => text.stderr,
    ended: () => exit,
    exit: closed,
    async prints(pattern) {
      // While somebody waits for what it prints, also a shared one keeps this process alive.
      if (shared && waiting++ === 0 && !exit) keepAlive(true);
      try {
        for (;;) {
          const match = pattern.exec(text.stdout);
          if (match) return match;
          const next = await Promise.race([once(child, 'printed'), closed]);
          if (!Array.isArray(next) && !pattern.test(text.stdout))
            throw new Error(
              `${command} ${args.join(' ')} ended (${next.code ?? next.signal}): ${text.stdout}${text.stderr}`,
            );
        }
      } finally {
        if (shared && --waiting === 0) keepAlive(false);
      }
    },
    send: (line) => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    signal(name) {
      if (exit || child.pid === undefined) return;
      if (group) process.kill(-child.pid, name);
      else child.kill(name);
    },
    async kill(name = 'SIGKILL') {
      started.signal(name);
      // While somebody waits for its end, also a shared one keeps this process alive.
      if (!exit) keepAlive(true);
      return closed;
    },
  };
  running.add(started);
  closed.finally(() => running.delete(started)).catch(() => {});
  if (shared) keepAlive(false);
  if (context) {
    context.signal.addEventListener('abort', () => started.signal('SIGKILL'), { once: true });
    // A suite has this method too, and in a `before` hook the global `after` would mean the end of the hook.
    (context as TestContext).after(() => started.kill().catch(() => {}));
  }
  return started;
}

const inherited = () => variables(['PATH', 'HOME', 'NODE_COMPILE_CACHE']);

/** What npm needs to reach the registry as `npm ci` reached it: proxies, certificates, another registry. */
export const npmVariables = () =>
  variables([
    ...['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'NODE_EXTRA_CA_CERTS'],
    ...['npm_config_registry', 'npm_config_cafile'],
  ]);

const variables = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

export type Ran = { code: number; out: string; err: string };

/** Runs a command to its end; `code` is -1 when a signal ended it. */
export async function run(command: string, args: readonly string[], options: StartOptions = {}): Promise<Ran> {
  const started = start(command, args, options);
  const { code } = await started.exit;
  return { code: code ?? -1, out: started.out(), err: started.err() };
}

let bound = false;
function endWithThisProcess(): void {
  if (bound) return;
  bound = true;
  process.once('exit', () => {
    for (const started of running) started.signal('SIGKILL');
  });
  // `node --test` ends a file that meets its limit with SIGTERM.
  for (const [name, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(name, () => process.exit(128 + number));
}
