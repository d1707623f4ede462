import { cpus } from 'node:os';
import { median } from '../packages/service/test/world/measure/median.ts';
import { type Posts, post } from './drive/post.ts';
import { madeAudits, startService } from './drive/service.ts';

/**
 * What the fast path gains over `node:http` and Fastify (decision 5): the same server, the same documents, the same
 * bytes. A `TE` header has no effect on the reply, but makes the fast path hand its connection over to `node:http`.
 *
 * The two are driven one right after the other, in turns; a ratio is the median of the ratios of such pairs.
 *
 * `npm run bench fast-path [ROUNDS] [SECONDS]`
 */
const rounds = Number(process.argv[2] ?? 9);
const seconds = Number(process.argv[3] ?? 2);

const index = '/api/audits/index.json';
const record = '/api/audits/company-7.json';
const cases: Record<string, { path: string; headers?: readonly string[] }> = {
  index: { path: index },
  'index, gzip': { path: index, headers: ['Accept-Encoding: gzip'] },
  record: { path: record },
  'record, gzip': { path: record, headers: ['Accept-Encoding: gzip'] },
  'unknown slug': { path: '/api/audits/nobody-has-this-slug.json' },
};
const request = (path: string, headers: readonly string[]) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`);

const service = await startService(madeAudits(100));
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s, 50 connections; medians\n`,
);
console.log('| Read | fast path, µs of CPU | node:http and Fastify, µs of CPU | ratio | requests/s: both |');
console.log('|---|---|---|---|---|');
for (const [name, { path, headers = [] }] of Object.entries(cases)) {
  const measured: { fast: Posts[]; plain: Posts[] } = { fast: [], plain: [] };
  const drive = async (into: Posts[], sent: readonly string[]) =>
    into.push(await post(service.url, request(path, sent), seconds, 50, service.pid));
  for (let round = 0; round < rounds; round++) {
    const both = [() => drive(measured.fast, headers), () => drive(measured.plain, [...headers, 'TE: trailers'])];
    for (const run of round % 2 ? both.reverse() : both) await run();
  }
  const [fast, plain] = [measured.fast, measured.plain].map((all) => all.map(({ cpu_us }) => cpu_us)) as [
    number[],
    number[],
  ];
  const ratio = median(plain.map((cost, at) => cost / (fast[at] ?? Number.NaN)));
  const rates = Object.values(measured).map((all) =>
    median(all.map(({ requests_per_second }) => requests_per_second)).toFixed(0),
  );
  const cells = [median(fast).toFixed(1), median(plain).toFixed(1), ratio.toFixed(2), rates.join(' / ')];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
await service.stop();
