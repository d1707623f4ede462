import { startPostgres } from '../packages/service/test/world/postgres.ts';

/**
 * `npm run dev:db`: keeps a PostgreSQL for tests until it is stopped with Ctrl-C, and prints the line that points tests at
 * it. A test file with a database then starts in a second: it starts no server of its own.
 */
const server = await startPostgres({ fast: true });
console.log(`export TEST_DATABASE_URL=${server.url}`);
const stopped = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.resolve());
await stopped.promise;
await server.stop();
