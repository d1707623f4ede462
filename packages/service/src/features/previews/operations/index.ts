import { getPreview } from './get-preview.ts';
import { requestPreview } from './request-preview.ts';

export const previewOperations = [requestPreview, getPreview] as const;
