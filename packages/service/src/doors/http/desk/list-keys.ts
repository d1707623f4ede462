import type { Key } from './definition.ts';

/** Keys of pages with a list of links; the script of the queue moves the focus. */
export const listKeys: readonly Key[] = [
  ['j', 'the next row'],
  ['k', 'the row before'],
  ['Enter o', 'open the row'],
];
