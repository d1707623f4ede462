/**
 * CSV as RFC 4180 has it: UTF-8, commas, CRLF after every row, quotes around a cell where it has a quote, a comma or a line
 * break, and quotes inside of it doubled. Null is an empty cell.
 */

/** What a cell contains. A text may be anybody's. */
export type Cell = string | number | boolean | null;

/**
 * Where spreadsheets begin to calculate in place of showing a text, also in their wide forms; and the mark itself, so
 * that taking off one mark always gives the text back.
 */
const CALCULATED = new Set("=+-@\t\r\n＝＋－＠'");

/**
 * A text that no spreadsheet calculates (decision 153): with an apostrophe before it, where its first character would make
 * it a formula.
 */
const harmless = (text: string): string => (CALCULATED.has(text.charAt(0)) ? `'${text}` : text);

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? harmless(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row with its line end. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;
