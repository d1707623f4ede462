import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { aboutHolders } from './about.ts';
import { ownPages } from './for-pages.ts';
import { serveOwn } from './serve-own.ts';

export const holdersPart: HttpPart = { about: aboutHolders, own_pages: ownPages, serve: serveOwn };
