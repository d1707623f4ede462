import { singleLine } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { jsonReply, operation } from '../../../operations/operation.ts';
import { briefOf, previewBrief, previewReply } from '../domain/preview.ts';
import { findPreview } from '../store/previews.ts';
import { shown } from './shown.ts';
import { siteToPreview } from './site-to-preview.ts';

/** The preview of a host (decision 180). Faults: not_found. */
export const getPreview = operation({
  name: 'get_preview',
  title: 'Get a preview',
  summary: 'The preview of a site.',
  scope: null,
  faults: ['not_found'],
  input: z.object({
    host: singleLine(253).meta({ examples: ['example.com'] }),
    view: z.enum(['brief', 'full'], { error: 'must be brief or full' }).optional(),
  }),
  output: z.union([previewReply, previewBrief]),
  reply_names: ['SitePreview', 'BriefPreview'],
  http: [
    {
      method: 'GET',
      path: '/api/previews/{host}.json',
      status: 200,
      fields: 'query',
      guidance: 'By a machine, not reviewed. Ask again while queued or running.',
    },
  ],
  async handler(ctx, { host, view }) {
    const site = siteToPreview(host);
    const row = await findPreview(ctx.store.db, site.host);
    if (!row)
      throw new Fault('not_found', `There is no preview of ${site.host}.`, {
        next: {
          remedy: `Ask for one with POST /api/previews and the JSON body {"website": "${site.host}"}, or without a key at /check`,
          tool_remedy: `Call get_audit with website ${site.host}.`,
        },
      });
    const preview = shown(ctx, row);
    // The brief one has intervals by criterion, and names alone.
    return jsonReply(JSON.stringify(view === 'brief' ? briefOf(preview) : preview));
  },
});
