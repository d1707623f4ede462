import { createHash } from 'node:crypto';

/**
 * The example companies of versions that did not mark them as fictional (decision 105): of each the beginnings of the
 * SHA-256 of its records as they are stored. A database that such a version filled has them as if they existed.
 */
const OLD_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  brimbollow: ['21b32983df1612d1'],
  courtnabble: ['4c51c03527022a95', '884d6e935f210ebd'],
  frostmurble: ['3341ed30a465bd9e', 'bcdbfe2b18e7bb0a'],
  glyphorrel: ['7d5b4fa6bbf8551a', 'b23277fbf5145852'],
  podsquindle: ['0d02c78cbf9d4e3b', '3f06151b379d0865', 'd1bbff4067d84763', 'fbb52512be7b3ce7'],
  quillseedry: ['80b9586394aea6a6', 'e1b345f213a81091'],
  sprakvimla: ['5d5ba12e2a9ac255', '8563c5de15585f7f'],
  tidequorl: ['1e244033aa6f683f', 'c456d83adfb8febd'],
  vitrinook: ['0adb97fb8cb04bc7', 'c140b8090b0226eb'],
  voltshamble: ['42dfb3a13020aae9', 'a2694738e407265a'],
  wagesnorrel: ['4c3c188ba8957bde', '6b9557c1cef58293'],
  zwillexum: ['1ca571cfed5c439d', '3712bac93e27dbba', '6bb0275a095f5d61'],
};

export const oldExampleSlugs: readonly string[] = Object.keys(OLD_EXAMPLES);

/** Whether a stored record is that of such an example, unchanged. */
export function isOldExample({ slug, record }: { slug: string; record: string }): boolean {
  const hash = createHash('sha256').update(record).digest('hex');
  return OLD_EXAMPLES[slug]?.some((beginning) => hash.startsWith(beginning)) ?? false;
}
