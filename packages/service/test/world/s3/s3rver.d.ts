/** The part of the S3 server that tests use. */
declare module '@20minutes/s3rver' {
  // biome-ignore lint/style/noDefaultExport: this is how it is exported.
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
  }
}
