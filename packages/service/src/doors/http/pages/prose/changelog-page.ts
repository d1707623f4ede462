import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentPage } from '../../html/content.ts';
import { type TextPage, textPage } from './text-page.ts';

/** CHANGELOG.md, which follows Keep a Changelog, as a page (decision 96). */
const file = readFileSync(join(import.meta.dirname, '../../../../../../../CHANGELOG.md'), 'utf8');

/** The day of the newest release. */
export const released = /^## \[[\w.]{1,40}\] - (\d{4}-\d\d-\d\d)/m.exec(file)?.[1] ?? '1970-01-01';

const promise =
  'Within a major version, fields, arguments, calls and error codes are only added. What will be taken away is marked for at least 180 days: its answers carry the headers Deprecation and Sunset, and it is named here.';

/** The lists of the file by release and kind: `1.0.0 (2026-11-21): Added`. */
function parts(): TextPage['parts'] {
  return file
    .split(/^## /m)
    .slice(1)
    .flatMap((release) => {
      const [heading = '', ...kinds] = release.split(/^### /m);
      const [, name = heading.trim(), date] = /^\[([^\]]+)\](?: - (\S+))?/.exec(heading) ?? [];
      return kinds.map((text) => {
        const [kind = '', ...lines] = text.split('\n');
        const items = lines.join('\n').split(/^- /m).slice(1);
        return {
          title: `${date === undefined ? 'Next release' : `${name} (${date})`}: ${kind.trim()}`,
          text: [items.map((item) => item.replace(/\s+/g, ' ').trim())],
        };
      });
    });
}

export const changelogPage = (): ContentPage =>
  textPage({
    title: 'Changelog',
    description: 'What changed in Readymark, by release, and what a program may rely on when the interface changes.',
    intro: [promise],
    parts: parts(),
  });
