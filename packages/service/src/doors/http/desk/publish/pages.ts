import type { DeskForm, DeskPage } from '../definition.ts';
import { importForm, importPage } from './import.ts';
import { previewPage } from './preview.ts';
import { completeForm, publicationPage } from './publication.ts';
import { publishForm, publishPage } from './publish.ts';
import { recordFile } from './record-file.ts';

/** Previewing, checking and publishing a draft, and what follows (decision 131). */
export const publishPages: readonly DeskPage[] = [previewPage, publishPage, publicationPage, recordFile, importPage];
export const publishForms: readonly DeskForm[] = [publishForm, completeForm, importForm];
