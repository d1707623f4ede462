import { makeDocument } from '../../../src/documents/document.ts';
import { exportTo } from '../../../src/documents/export/export.ts';
import { backUp } from '../../../src/store/upkeep/backup.ts';
import { restore } from '../../../src/store/upkeep/restore.ts';

/**
 * One command of upkeep without the command line around it, which starts in a fraction of the time:
 * `backup DATABASE TO`, `restore FROM DATABASE`, `export FOLDER WORD` (two documents that contain the word).
 */
export const pages = ['/', '/api/audits/index.json'] as const;

export async function upkeep(command: string, first: string, second: string): Promise<void> {
  if (command === 'backup') await backUp(first, second, { force: true, at_page() {} });
  else if (command === 'restore') await restore(first, second, { force: true });
  else
    await exportTo(first, {
      documents: pages.map((path) => {
        const body = JSON.stringify({ word: second, texts: Array(50).fill(second) });
        const content_type = path === '/' ? 'text/html' : 'application/json';
        return [path, makeDocument(body, { content_type, modified: new Date(0), scores: true })] as const;
      }) as [string, ReturnType<typeof makeDocument>][],
    });
}

if (import.meta.main) {
  const [command = '', first = '', second = ''] = process.argv.slice(2);
  await upkeep(command, first, second);
}
