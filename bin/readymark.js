#!/usr/bin/env node
// Plain JavaScript that imports TypeScript only once the version of Node is known to run it: an older Node must be able
// to load this file and say what is needed.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);

if (Number.parseInt(process.version.slice(1), 10) < needed) {
  console.error(
    `Readymark needs Node ${needed} or newer (this is ${process.version}). In a checkout, npm ci installs one that bin/readymark uses.`,
  );
  process.exitCode = 1;
} else {
  import('../src/main.ts').then(({ main }) => main(process.argv.slice(2)));
}
