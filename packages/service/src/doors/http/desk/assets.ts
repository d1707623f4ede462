import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpPart } from '../feature-part.ts';
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
];
const shared = ['base', 'frame', 'tiers', 'forms', 'sheet', 'tables', 'reply'] as const;
/** Sections of its script, without which everything works, too. Each is a block of its own, so that their names do not meet; `calls` is for all of them. */
const scripts: readonly string[] = ['keys', 'queue', 'review', 'review-keys', 'publish'];

/** Not in the folder of the public assets, which is exported. */
const FOLDER = '/desk/assets/';

const read = (file: string) => readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');

/** The stylesheet and the script of the desk, each with its root-relative address. Features add to both. */
export function deskAssets(parts: readonly Pick<HttpPart, 'desk_style' | 'desk_script'>[]) {
  const style = [styleSections(shared), ...sections.map((name) => read(`css/${name}.css`))];
  const script = scripts.map((name) => read(`js/${name}.js`));
  for (const { desk_style, desk_script } of parts) {
    if (desk_style !== undefined) style.push(desk_style);
    if (desk_script !== undefined) script.push(desk_script);
  }
  return {
    style: asset('desk', 'css', style.join('\n'), FOLDER),
    script: asset('desk', 'js', [read('js/calls.js'), ...script.map((one) => `{\n${one}}`)].join('\n'), FOLDER),
  };
}
