/** A bucket of a store that speaks the protocol of S3, and how it is reached. */
export type S3Address = {
  bucket: string;
  /** Before the names of blobs: '' or a path that ends with a slash. */
  prefix: string;
  /** The address of the store, with a slash at the end. */
  root: string;
  /** The path of the bucket below it: '' where the bucket has a host of its own. */
  base: string;
  region: string;
};

const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const isPrefix = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const isRegion = /^[a-z0-9-]{1,40}$/;

/**
 * Reads `s3://BUCKET/PREFIX?endpoint=URL&region=REGION`. With an endpoint the bucket is the first part of paths below it, which every
 * store understands; without one the bucket is at Amazon, in its region.
 *
 * @returns undefined when it is no such address
 */
export function readS3Address(text: string): S3Address | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return undefined;
  if ([...url.searchParams.keys()].some((key) => key !== 'endpoint' && key !== 'region')) return undefined;
  const bucket = url.hostname;
  const path = url.pathname.replace(/^\//, '');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const given = url.searchParams.get('endpoint');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!isBucket.test(bucket) || !isPrefix.test(prefix) || !isRegion.test(region)) return undefined;
  if (given === null) {
    const named = url.searchParams.has('region') && !bucket.includes('.');
    return named
      ? { bucket, prefix, region, root: `https://${bucket}.s3.${region}.amazonaws.com/`, base: '' }
      : undefined;
  }
  const endpoint = URL.parse(given);
  const plain = endpoint && /^https?:$/.test(endpoint.protocol) && endpoint.username === '' && endpoint.search === '';
  if (!plain || endpoint.hash !== '') return undefined;
  return { bucket, prefix, region, root: `${endpoint.href.replace(/\/$/, '')}/`, base: bucket };
}
