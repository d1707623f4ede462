/** The part of /terms about what is quoted from audited sites: it belongs to its authors (decision 172). */
export const QUOTATION_TERMS = 'quotations';
/** … as a link that is sent with documents that quote, in place of the licence of scores. */
export const QUOTATION_RIGHTS = `</terms#${QUOTATION_TERMS}>; rel="terms-of-service"`;
