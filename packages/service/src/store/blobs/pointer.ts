/**
 * The one object of a place that is replaced (decision 214), by compare-and-swap: of two writers that replace the same bytes, one is
 * refused.
 */
export type Pointer = {
  /** For people, without keys. */
  readonly place: string;
  /** What it is, and what the store calls this state of it; undefined where there is none. @throws BlobFailure */
  read(): Promise<{ bytes: Uint8Array; version: string } | undefined>;
  /**
   * Replaces it, where it still is as it was read; without `version`, where there is none.
   *
   * @returns whether it was replaced. After a failure it may have been: read it again
   * @throws BlobFailure
   */
  replace(bytes: Uint8Array, version: string | undefined): Promise<boolean>;
  /**
   * Whether the store compares before it writes, and knows the versions again that it says; many older ones do not. It writes an object
   * for the test. @throws BlobFailure
   */
  compares(): Promise<boolean>;
  close(): Promise<void>;
};
