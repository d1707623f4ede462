import { deskForms as formsOf, deskPages as pagesOf } from '../../src/doors/http/desk/site.ts';
import { httpParts } from '../../src/doors/http/feature-part.ts';
import { openSite } from '../../src/doors/http/public/site.ts';
import { features } from '../../src/features.ts';
import { operationsOf } from '../../src/operations/index.ts';

/** What the service has with all its features: every operation, what they add to the HTTP door, the public site. */
export const operations = await operationsOf(features);
export const parts = await httpParts(features);
export const site = openSite(parts);
export const deskPages = pagesOf(parts);
export const deskForms = formsOf(parts);
