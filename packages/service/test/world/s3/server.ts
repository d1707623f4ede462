import S3rver from '@20minutes/s3rver';

/**
 * A store that speaks the protocol of S3 and checks signatures, with one bucket, on a free loopback port, which it prints. Its lists of more than a thousand keys need an old cipher: `--openssl-legacy-provider`.
 */
const [directory = '', bucket = ''] = process.argv.slice(2);
const options = { address: '127.0.0.1', port: 0, silent: true, directory };
const { port } = await new S3rver({ ...options, configureBuckets: [{ name: bucket }] }).run();
console.log(port);
