import { checkPublication } from './check-publication.ts';
import { previewPublication } from './preview-publication.ts';
import { showPublication } from './show-publication.ts';

/** What operators see before and after they publish the draft of an audit (decision 131). */
export const publicationOperations = [previewPublication, checkPublication, showPublication] as const;
