/** The address of the metadata that a demand for credentials names (RFC 9728, section 5.1). */
export const resourceMetadata = (challenge = ''): string | undefined =>
  /resource_metadata="?([^"\s,]{1,2000})/.exec(challenge)?.[1];
