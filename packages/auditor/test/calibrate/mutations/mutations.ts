import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as added from './added.ts';
import { CopiedSite } from './copied-site.ts';
import { movePages } from './moved-pages.ts';
import { dropLlms } from './removed.ts';
import { repeatParagraphs } from './repeated.ts';
import { paraphrase, renameHeadings, translateNumbers } from './reworded.ts';

/**
 * What a score of the changed site may differ by from that of the original: the sum of proposals (`total`, in points; `max`
 * upwards, `abs` both ways), the sum of lows, and one criterion.
 */
export type Law = { total_max?: number; total_abs?: number; low_max?: number; criterion_abs?: number };

type Mutation = { about: string; law: Law; change: (site: CopiedSite) => void };

const stuffed: Law = { total_max: 5, low_max: 2 };
const hidden: Law = { total_max: 0, low_max: 0, criterion_abs: 0 };
const sameTruth: Law = { total_abs: 2, criterion_abs: 1 };

/** Changes of a site that say nothing new of its offer, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'stuffing-llms': {
    about: 'invented claims of an interface at the end of llms.txt (made where there is none)',
    law: stuffed,
    change: added.stuffLlms,
  },
  'stuffing-page': {
    about: 'the same claims in a visible section of the home page',
    law: stuffed,
    change: added.stuffPage,
  },
  'stuffing-pages': {
    about: 'each of these claims on a page of its own, linked from the home page',
    law: stuffed,
    change: added.stuffPages,
  },
  'stuffing-every-page': {
    about: 'these claims at the end of every page',
    law: stuffed,
    change: added.stuffEveryPage,
  },
  'stuffing-docs': {
    about: 'each of these claims on a page of documentation with a call that is written out',
    law: stuffed,
    change: added.stuffDocs,
  },
  'stuffing-description': {
    about: 'these claims on the home page, and an invented description of an API that answers nowhere',
    law: stuffed,
    change: added.stuffDescription,
  },
  'hidden-class': {
    about: 'that section hidden by a class of a style sheet of the same origin',
    law: hidden,
    change: added.hideByClass,
  },
  'hidden-white': {
    about: 'that section as white text of 1 px on white, by a style element',
    law: hidden,
    change: added.hideInWhite,
  },
  'foreign-articles': {
    about: 'five articles about what others offer, linked from the home page',
    law: sameTruth,
    change: added.addForeignArticles,
  },
  'noise-pages': {
    about: 'ten pages that speak of no offer, linked from the home page',
    law: sameTruth,
    change: added.addNoise,
  },
  paraphrase: {
    about: 'words exchanged for others of the same sense in pages and Markdown',
    law: { total_abs: 3, criterion_abs: 1 },
    change: paraphrase,
  },
  'repeat-paragraphs': {
    about: 'every paragraph stands twice',
    law: { total_abs: 0, low_max: 0, criterion_abs: 0 },
    change: repeatParagraphs,
  },
  'rename-headings': { about: 'headings say the same in other words', law: sameTruth, change: renameHeadings },
  'move-pages': {
    about: 'every page has another address; links, sitemap and documents follow',
    law: sameTruth,
    change: movePages,
  },
  'drop-llms': {
    about: 'llms.txt and llms-full.txt are gone',
    law: { total_max: 0, low_max: 0 },
    change: dropLlms,
  },
  'translate-numbers': {
    about: 'numbers in the continental form: 1.299,00 and 29,99 $ and 99,9 %',
    law: sameTruth,
    change: translateNumbers,
  },
};

type Mutated = { changed: number; files: number; notes: string[] };

/**
 * Writes a changed copy of the site folder `from` to `to`. The same folder gives the same bytes.
 *
 * @throws Error where there is no such mutation, `from` has no site.json, or `to` exists
 */
export function mutate(from: string, name: string, to: string): Mutated {
  const mutation = Object.hasOwn(mutations, name) ? mutations[name] : undefined;
  if (!mutation) throw new Error(`there is no mutation ${name}; there are ${Object.keys(mutations).join(', ')}`);
  if (!existsSync(join(from, 'site.json'))) throw new Error(`${from} has no site.json`);
  if (existsSync(to)) throw new Error(`${to} exists already`);
  mkdirSync(dirname(resolve(to)), { recursive: true });
  // A folder that is a link is copied, and not what it leads to changed.
  cpSync(from, to, { recursive: true, dereference: true });
  const site = new CopiedSite(to);
  mutation.change(site);
  site.save(name);
  return { changed: site.changed, files: site.files, notes: site.notes };
}
