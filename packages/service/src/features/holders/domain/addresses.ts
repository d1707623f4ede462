/** Where a proof is begun, and the page of somebody who holds a domain. */
export const OWN_PATH = '/own';
/** Where links by mail lead. */
export const LINK_PATH = `${OWN_PATH}/link`;
/** Where the address of a page is asked for that was lost. */
export const LOST_PATH = `${OWN_PATH}/lost`;
export const ownPath = (secret: string) => `${OWN_PATH}/${secret}`;
export const draftPath = (secret: string, job_id: string) => `${ownPath(secret)}/drafts/${job_id}`;
