import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Ran, run } from './processes.ts';

/**
 * A network of its own for a program: a loopback device with public addresses, names and certificates, and nothing else.
 * It is part of the copies of real sites that lie beside the project; where they are missing, or namespaces are not
 * permitted, tests that need it are skipped.
 */
const root = join(import.meta.dirname, '../..');
const sites_folder = process.env.READYMARK_SITES ?? join(root, '../shared/sites');
const script = join(sites_folder, 'closed-world');

/** A line of its log: `http`, `dns`, `tls`, `canary`, or what a host notes. */
export type Noted = { kind: string } & Record<string, unknown>;

type ClosedRun = Ran & { log: Noted[] };

type WorldOptions = {
  /** Files of hosts, names and listeners that a test plays. */
  extra?: readonly string[];
  /** Folders of copies of real sites, by name or as absolute paths, or all. Default: none. */
  sites?: readonly string[] | 'all';
  env?: Record<string, string>;
  /** Also the answers of APIs that a copy knows from its source. */
  live?: boolean;
};

/** Runs a file of this project in a closed world. @returns why it cannot, as a text, or what it did */
export async function inClosedWorld(
  file: string,
  args: readonly string[],
  { extra = [], sites = [], env = {}, live = false }: WorldOptions = {},
): Promise<ClosedRun | string> {
  if (!existsSync(script)) return 'the closed world is not here (READYMARK_SITES)';
  const folder = mkdtempSync(join(tmpdir(), 'readymark-world-'));
  try {
    const log = join(folder, 'log');
    writeFileSync(join(folder, 'site.json'), JSON.stringify({ slug: 'nothing', hosts: {} }));
    const served =
      sites === 'all' ? sites_folder : [folder, ...sites.map((one) => resolve(sites_folder, one))].join(',');
    const ran = await run(
      script,
      [
        ...['--sites', served],
        ...extra.flatMap((one) => ['--extra', one]),
        ...(live ? ['--live'] : []),
        ...['--', 'env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
        ...[process.execPath, file, ...args],
      ],
      { cwd: root, env: { CLOSED_WORLD_LOG: log, CLOSED_WORLD_NODE: process.execPath } },
    );
    if (ran.code === 77) return ran.err.trim();
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    return { ...ran, log: lines.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
