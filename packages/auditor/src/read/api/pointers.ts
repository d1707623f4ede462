import { objectOf } from '../parse-data.ts';

type Json = Readonly<Record<string, unknown>>;

/** References followed in one description, and how many may lead to one another. */
const bounds = { followed: 20_000, chain: 10, problems: 20 };

/**
 * References inside one description. Those to other documents are never fetched (they could lead into a private network): they
 * stay unknown, which is no error of the description.
 */
export class Pointers {
  readonly #root: Json;
  readonly #targets = new Map<string, Json | undefined>();
  readonly problems: string[] = [];
  #followed = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  /** The object behind a value that may be a reference; undefined when there is none, or it leads elsewhere. */
  resolve(value: unknown): Json | undefined {
    let found = objectOf(value);
    for (let step = 0; step < bounds.chain; step++) {
      const reference = found?.$ref;
      if (typeof reference !== 'string') return found;
      if (!reference.startsWith('#')) return undefined;
      found = this.#target(reference);
    }
    return undefined;
  }

  #target(reference: string): Json | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    if (++this.#followed > bounds.followed) return undefined;
    let at: unknown = this.#root;
    for (const part of reference.slice(1).split('/', 50).slice(1)) {
      const name = unescaped(part);
      // Lists are not turned into objects: one may have a million entries, and be pointed into as often.
      const parent = typeof at === 'object' && at !== null ? (at as Json) : {};
      at = Object.hasOwn(parent, name) ? parent[name] : undefined;
    }
    const found = objectOf(at);
    if (!found && this.problems.length < bounds.problems)
      this.problems.push(`${reference.slice(0, 100)} leads nowhere`);
    this.#targets.set(reference, found);
    return found;
  }
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
