import type { Audit } from '@readymark/rubric/audit/audit';
import type { z } from 'zod';
import type { DeskRequestDetails } from '../../../domain/desk.ts';
import type { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { Caller, Operation } from '../../../operations/operation.ts';
import type { DraftSite } from '../drafts/drawn-draft.ts';
import type { HttpPart } from '../feature-part.ts';

/** One call of a signed-in operator to a page or a form of the desk. */
export type Visit = {
  ctx: Context;
  parts: readonly HttpPart[];
  /** The public pages, as far as a preview draws them. */
  site: DraftSite;
  caller: Caller & { kind: 'operator' };
  /** The path that was asked for, and the parts of it that the pattern names. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A script asked, and reads JSON. */
  wants_json: boolean;
  /** The token of forms that post to a path: see `formStart` in parts.ts. */
  token(path: string): string;
  /** Runs a desk operation as this operator. Throws the faults of the operation. */
  call<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>, input: z.input<I>): Promise<z.output<O>>;
};

/** One kind of work: how much there is, the first of it as HTML, and where the rest is. */
export type Waiting = { title: string; count: number; path: string; none: string; items: readonly string[] };

/** One key, or several with blanks between them that do the same, and what they do. */
export type Key = readonly [keys: string, does: string];

/** What a page of the desk contains. `title` is plain text; `main` and `head` are HTML. */
export type DeskContent = {
  title: string;
  main: string;
  head?: string;
  /** What keys do on this page; `?` and a button show them. */
  keys?: readonly Key[];
  /** 200, where it is not another one. */
  status?: number;
};

/** Something that is not a page of the desk: a whole page, a file to save, plain text. */
export type WholeReply = { body: string; type: string; headers?: Readonly<Record<string, string>> };

/** What is read at a path. Patterns have parameters in braces: `/desk/requests/{request_id}`. */
export type DeskPage = {
  path: string;
  /** Its name in the navigation; pages without one are linked from others. */
  nav?: string;
  draw(visit: Visit): Promise<DeskContent | WholeReply | { json: unknown } | { see_other: string }>;
};

/**
 * What is done at a path. `submit` ends with the page that shows what was done (303), for scripts with JSON. When it throws
 * a Fault, `again` draws the form with what was typed and what is wrong; without it the fault is an error page.
 */
export type DeskForm = {
  path: string;
  /** Largest body in bytes, where it is not BODY_LIMIT_BYTES. */
  body_limit?: number;
  submit(visit: Visit, values: URLSearchParams): Promise<{ see_other: string } | { json: unknown } | DeskContent>;
  again?(visit: Visit, refused: Refused): Promise<DeskContent>;
};

/** A form that was refused: what was typed, and why. */
export type Refused = { values: URLSearchParams; fault: Fault };

declare module '../feature-part.ts' {
  interface HttpPart {
    /** Pages and forms of the desk, behind those of the core; a page may be behind the one at the path `after`. */
    desk_pages?: readonly (DeskPage & { after?: string })[];
    desk_forms?: readonly DeskForm[];
    /** Rules of its stylesheet, and its script. */
    desk_style?: string;
    desk_script?: string;
    /** More of what waits for an operator, beside the queue. */
    waiting?(visit: Visit): Promise<readonly Waiting[]>;
    /** A section of the page of a request; '' for none. */
    beside_request?(visit: Visit, request: DeskRequestDetails): string;
    /** What the publication of an audit may settle, and what settles it afterwards. */
    settled_by_publishing?: {
      /** Boxes as HTML, ticked where nothing was sent yet; '' for none. */
      choices(visit: Visit, record: Audit, sent: URLSearchParams | undefined): string;
      settle(visit: Visit, record: Audit, sent: URLSearchParams): Promise<void>;
    };
  }
}
