/**
 * The marks of companies that do not exist (decision 105), to be put behind their names wherever they are shown. Nothing
 * for real companies.
 */
export const fictionalMark = (fictional: boolean): string =>
  fictional ? ' <span class="fictional" title="An example: this company does not exist">fictional</span>' : '';

/** The same in Markdown. */
export const fictionalWord = (fictional: boolean): string => (fictional ? ' (fictional)' : '');
