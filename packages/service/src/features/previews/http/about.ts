import { reaches } from '@readymark/auditor/collect/plan/reaches';
import type { AboutPart } from '../../../doors/http/pages/page-input.ts';

/** What a preview is, on the page about the service. */
export const aboutPreviews = (): AboutPart => ({
  title: 'Checking any site',
  id: 'preview',
  text: [
    `Whoever types an address at /check gets a preview in half a minute: our robot asks for at most ${reaches.preview.requests} documents, and a machine says what surely holds of the criteria that agents meet first, and what an audit may find. It is an interval and no score, nobody has reviewed it, it is in no list, and there is no badge for it.`,
  ],
});
