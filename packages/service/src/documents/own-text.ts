/** The same text with memory of its own: a part that was cut out of a request would keep all of the request alive. */
export const ownText = (text: string): string => Buffer.from(text).toString();
