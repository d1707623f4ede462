/** Words that any English sentence has some of. */
export const commonWords = new Set(
  'the of and to in is are for with your you a on by be it or we our at this that from can as not'.split(' '),
);
