import type { Entry, Snapshot } from '../../../catalogue/snapshot.ts';
import type { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';

/** Boards that the page of the leaderboard shows in place of that of now, each at a value of a parameter of its query. */
export type OtherBoards = {
  parameter: string;
  /** What is wrong with a value that names no board, after the name of the parameter; undefined for one that may. */
  issue(value: string): string | undefined;
  /** The board at a value without such an issue, or why there is none. Rejected with a Fault where it cannot be read now. */
  read(ctx: Context, value: string): Promise<OtherBoard | Fault>;
  /** HTML with which people choose one, above the list; `value` is '' for the board of now. */
  form(value: string, today: string): string;
  /** Where programs find them: an item of a list in Markdown. */
  hint(base_url: string): string;
};

export type OtherBoard = {
  snapshot: Snapshot;
  /** The day (`YYYY-MM-DD`) that decides what is stale on it. */
  today: string;
  /** The document with the same content. */
  json: string;
  title: string;
  /** What the description of the page begins with. */
  description: string;
  /** The head of the page as HTML, and the blocks of its Markdown twin before and after the hint for agents. */
  lead: string;
  heading: string;
  notes: readonly string[];
  /** In words: `on this day`. */
  when: string;
  /** The path of the page of an audit on it. */
  auditPath(entry: Entry): string;
};

declare module '../feature-part.ts' {
  interface HttpPart {
    /** At most one feature has them. */
    other_boards?: OtherBoards;
  }
}
