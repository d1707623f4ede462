import { createHash } from 'node:crypto';

/** A short name of a text, which no other text has. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The group of a document that belongs to no company: it is the only one in it. */
export const siteGroup = (path: string): string => `site/${shortHash(path)}`;
