import { type Purpose, segmentsOf } from './roles.ts';

/** Pages of one template in one place that are read before those of others: articles, entries of a catalogue, listings. */
const MOST_ALIKE = 3;
/** Of the elements of two pages, how much of 1 is the same where they have one template. */
const SAME = 0.75;

/** Which pages that were read look alike. */
type Templates = {
  seen(url: string, shape: readonly string[]): void;
  /** Three pages beside it look alike, so it says little that they do not. */
  isFull(page: Pick<Purpose, 'role' | 'subject'> & { url: string }): boolean;
};

/** Each page of documentation or help says something else, whatever it looks like. */
const differing = new Set(['docs', 'help']);

export function openTemplates(): Templates {
  const places = new Map<string, { shape: ReadonlySet<string>; count: number }[]>();
  return {
    seen(url, shape) {
      const place = placeOf(url);
      if (place === undefined || shape.length === 0) return;
      const groups = places.get(place) ?? [];
      places.set(place, groups);
      const group = groups.find((one) => isSame(one.shape, shape));
      if (group) group.count++;
      else if (groups.length < 20) groups.push({ shape: new Set(shape), count: 1 });
    },
    isFull({ url, role, subject }) {
      if (differing.has(role) || subject !== undefined) return false;
      const place = placeOf(url);
      return place !== undefined && (places.get(place)?.some(({ count }) => count >= MOST_ALIKE) ?? false);
    },
  };
}

/**
 * The folder of a page without numbers and dates: `/blog/2024/03/a` is in `/blog`. In the root, what begins with the same
 * word: `/guide-a.html`, `/guide-b.html`. Undefined for a page that is beside no other.
 */
function placeOf(url: string): string | undefined {
  const segments = segmentsOf(url);
  const { host } = new URL(url);
  const folder = segments.slice(0, -1).filter((part) => !/^\d+$/.test(part));
  if (segments.length > 1) return `${host}/${folder.join('/')}/`;
  const [first, ...rest] = (segments[0] ?? '').split('-');
  return rest.length > 0 ? `${host}/${first}-` : undefined;
}

function isSame(one: ReadonlySet<string>, other: readonly string[]): boolean {
  const common = other.filter((part) => one.has(part)).length;
  return common >= SAME * (one.size + other.length - common);
}
