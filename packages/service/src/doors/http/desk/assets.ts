import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asset, styleSections } from '../html/assets.ts';

/** Sections of the desk's own style, in the order of the cascade, after those that it shares with public pages. */
const sections = [
  'desk',
  'keys',
  'queue',
  'request',
  'log',
  'review',
  'review-one',
  'review-ladder',
  'review-texts',
  'review-narrow',
  'evidence',
  'publish',
  'second',
  'replies',
];
const shared = ['base', 'frame', 'tiers', 'forms', 'sheet', 'tables', 'reply'] as const;
/** Sections of its script, without which everything works, too. Each is a block of its own, so that their names do not meet; `calls` is for all of them. */
const scripts: readonly string[] = ['keys', 'queue', 'review', 'review-keys', 'publish', 'second'];

/** Not in the folder of the public assets, which is exported. */
const FOLDER = '/desk/assets/';

const read = (file: string) => readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');

const style = asset(
  'desk',
  'css',
  [styleSections(shared), ...sections.map((name) => read(`css/${name}.css`))].join('\n'),
  FOLDER,
);
const blocks = scripts.map((name) => `{\n${read(`js/${name}.js`)}}`);
const script = asset('desk', 'js', [read('js/calls.js'), ...blocks].join('\n'), FOLDER);

/** Root-relative addresses of the stylesheet and the script of the desk. */
export const deskAssetPaths = { style: style.path, script: script.path };

/** The documents by address. */
export const deskAssets = [style, script];
