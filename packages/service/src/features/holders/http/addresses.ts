/** Where a proof is begun, and the page of somebody who holds a domain. */
export const OWN_PATH = '/own';
export const ownPath = (secret: string) => `${OWN_PATH}/${secret}`;
export const draftPath = (secret: string, job_id: string) => `${ownPath(secret)}/drafts/${job_id}`;
