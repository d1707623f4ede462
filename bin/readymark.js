#!/usr/bin/env node
// Plain JavaScript that imports TypeScript only once the version of Node is known to run it: an older Node must be able
// to load this file and say what is needed.
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import * as module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);

if (Number.parseInt(process.version.slice(1), 10) < needed) {
  console.error(
    `Readymark needs Node ${needed} or newer (this is ${process.version}). In a checkout, npm ci installs one that bin/readymark uses.`,
  );
  process.exitCode = 1;
} else {
  keepCompiled();
  import('../src/command.ts').then(({ main }) => main(process.argv.slice(2)));
}

/**
 * Has Node keep what it compiles, which halves the start of a command (decision 106): in the cache of the user who runs
 * it, and only if nobody else can write there, because what is kept is run. Where that cannot be, nothing is kept.
 */
function keepCompiled() {
  try {
    const mine = ({ uid, mode }) => uid === process.getuid?.() && (mode & 0o022) === 0;
    const home = homedir();
    if (!mine(statSync(home))) return;
    const folder = join(home, '.cache', 'readymark');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (found.isDirectory() && mine(found) && mine(lstatSync(join(home, '.cache')))) module.enableCompileCache(folder);
  } catch {
    // No home, or one that cannot be written.
  }
}
