import type { Entry } from '../../../catalogue/snapshot.ts';
import type { Context } from '../../../operations/context.ts';

/** Somebody who showed that they hold a domain, at their page (decision 181). */
export type OwnVisit = {
  ctx: Context;
  /** `token` is what they put into the DNS, a file or their home page. */
  holder: {
    holder_id: string;
    host: string;
    website: string;
    token: string;
    proof: string | null;
    proven_at: string | null;
  };
  /** The company on the leaderboard with this site. */
  company: Entry | undefined;
  /** Path of their page, which nobody can guess. A form posts to `{path}/{name}`. */
  path: string;
  /** The registration in whose name they act; it is made when there is none. Faults: rate_limited. */
  registration(): Promise<string>;
};

/** What was typed into a form that was refused. */
export type OwnRefused = { form: string; values: ReadonlyMap<string, string> };

/** A part of the page of somebody who holds a domain, below what is published of their company. */
export type OwnPart = {
  /** HTML: a section with a heading; '' for nothing. */
  draw(visit: OwnVisit, refused: OwnRefused | undefined): Promise<string>;
  /** What is refused (Fault) is said above the page, which is drawn again with what was typed. */
  forms: readonly {
    name: string;
    submit(visit: OwnVisit, values: ReadonlyMap<string, string>): Promise<void>;
  }[];
};

declare module '../feature-part.ts' {
  interface HttpPart {
    own_parts?: readonly OwnPart[];
  }
}
