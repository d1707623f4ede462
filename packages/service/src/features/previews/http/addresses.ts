/** The page with the form, and that of a preview. */
export const CHECK_PATH = '/check';
export const checkPath = (host: string) => `${CHECK_PATH}/${host}`;
export const progressPath = (host: string) => `${checkPath(host)}/progress`;
/** The same for programs. */
export const jsonPath = (host: string) => `/api/previews/${host}.json`;
