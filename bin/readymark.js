#!/usr/bin/env node
// Plain JavaScript that imports the program only once the version of Node is known to run it: an older Node must be able
// to load this file and say what is needed.
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import * as module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const numbersOf = (text) => text.match(/\d+/g).map(Number);
const [major, minor] = numbersOf(process.version);
const [lts, current] = engines.node.split(' || ').map(numbersOf);
const runs = major === lts[0] ? minor >= lts[1] : major > current[0] || (major === current[0] && minor >= current[1]);

if (runs) {
  keepCompiled();
  // A checkout has the program as it is written, a package as `npm pack` built it.
  const checkout = existsSync(new URL('../packages/service/src/command.ts', import.meta.url));
  const program = checkout
    ? import('../packages/service/src/command.ts')
    : import('../dist/packages/service/src/command.js');
  program.then(({ main }) => main(process.argv.slice(2)));
} else {
  const needed = `Node ${lts[0]} from ${lts[0]}.${lts[1]}, or ${current[0]}.${current[1]} or newer`;
  console.error(
    `Readymark needs ${needed} (this is ${process.version}). In a checkout, npm ci installs one that bin/readymark uses.`,
  );
  process.exitCode = 1;
}

/**
 * Has Node keep what it compiles, which halves the start of a command (decision 32): in the cache of the user who runs
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
