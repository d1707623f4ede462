import { singleLine } from '@readymark/rubric/field';
import { z } from 'zod';
import { jsonReply, operation, registrationOf } from '../../../operations/operation.ts';
import { ABOUT_S, isOpen, previewReply, registrationLimit } from '../domain/preview.ts';
import { beginPreview } from './begin-preview.ts';
import { shown } from './shown.ts';

/** Asks for a preview of a site (decision 180). Faults: conflict, rate_limited. */
export const requestPreview = operation({
  name: 'request_preview',
  title: 'Request a preview',
  summary: 'A preview of any site.',
  scope: 'audit_requests:write',
  faults: ['conflict', 'rate_limited'],
  input: z.object({ website: singleLine(2048).meta({ examples: ['example.com'] }) }),
  output: previewReply,
  reply_names: ['SitePreview'],
  http: [
    {
      method: 'POST',
      path: '/api/previews',
      status: 200,
      accepts: true,
      fields: 'body',
      guidance: `In ${ABOUT_S} seconds at Location. One of the last hour is replied as it is. Each registration has ${registrationLimit.quota} an hour.`,
    },
  ],
  async handler(ctx, { website }, caller) {
    const { row, quota } = await beginPreview(ctx, website, { registration_id: registrationOf(caller) });
    // In the order in which it is read later.
    const reply = jsonReply<z.input<typeof previewReply>>(JSON.stringify(shown(ctx, row)));
    return {
      ...reply,
      accepted: isOpen(row.status),
      location: `/api/previews/${row.host}.json`,
      ...(quota && { quota }),
    };
  },
});
