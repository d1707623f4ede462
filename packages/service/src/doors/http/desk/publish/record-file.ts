import { previewPublication } from '../../../../operations/desk/publications/preview-publication.ts';
import { jobOf } from '../addresses.ts';
import type { DeskPage } from '../definition.ts';

/** The record of a draft as a file, named as the record says: the command line takes it (`check`, `publish`, `audits revise --file`). */
export const recordFile: DeskPage = {
  path: '/desk/audits/{job_id}/record.json',
  async draw(visit) {
    const { record } = await visit.call(previewPublication, { job_id: jobOf(visit) });
    return {
      body: `${JSON.stringify(record, null, 2)}\n`,
      type: 'application/json; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${record.source_file}"` },
    };
  },
};
