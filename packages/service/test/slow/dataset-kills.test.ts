import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { datasetFileNames } from '../../src/features/dataset/domain/files.ts';
import { MANIFEST, parseManifest } from '../../src/features/dataset/domain/manifest.ts';
import { checkDatasets } from '../../src/features/dataset/store/check-datasets.ts';
import { keptDatasets } from '../../src/features/dataset/store/datasets.ts';
import { openFolder } from '../../src/store/blobs/folder.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { numbers } from '../world/made-companies.ts';
import { databaseOn, startPostgres } from '../world/postgres.ts';
import { startNode, startPublisher, temporaryFolder } from '../world/readymark.ts';
import { engines } from '../world/service.ts';

/** A node that is killed while it makes a dataset, again and again (decision 153): what is listed is whole, and one is made in the end. */
const COMPANIES = 1_500;
const ROUNDS = 6;
/** Pieces that one dataset has at least. */
const PIECES = 50;
const DAY_MS = 86_400_000;
const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

for (const engine of engines)
  test(`a dataset is listed whole or not at all, whenever its node is killed (${engine})`, async () => {
    const folder = temporaryFolder('readymark-dataset-kills-');
    const server = engine === 'postgres' ? await startPostgres({ fast: true }) : undefined;
    const place = { DATA_DIR: folder, DATABASE_URL: server ? await databaseOn(server) : '' };
    const clock = join(folder, 'now');
    const publisher = await startPublisher(place);
    await publisher.publish({ synthetic: { from: 0, to: COMPANIES, round: 0 } });
    const store = openStore({ database_url: place.DATABASE_URL, file: join(folder, 'readymark.db') });
    const blobs = openFolder(join(folder, 'blobs'));
    const sound = async () =>
      (await runDoctor(store, rubrics, () => {}, [checkDatasets], blobs)).flatMap(({ findings }) => findings);
    const newest = async () =>
      (
        await store.db
          .selectFrom('publications')
          .select((eb) => eb.fn.max('publication').as('last'))
          .executeTakeFirstOrThrow()
      ).last;
    const piecesOf = async (publication: number) =>
      (await store.db.selectFrom('dataset_pieces').select('piece').where('file', 'like', `${publication}/%`).execute())
        .length;
    const random = numbers(17);
    const begun = { unfinished: 0, finished: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await publisher.publish({ audits: [exampleAudit({ slug: `extra-${round}`, company: `Extra ${round}` })] });
      // The next night: there is one to be made.
      writeFileSync(clock, String(Date.now() + (round + 2) * DAY_MS));
      const publication = await newest();
      const ready = async () => (await keptDatasets(store.db))[0]?.publication === publication;
      const node = await startNode(place, clock);
      // By what is done and not by the time: after any piece, and as soon as it is listed.
      const wanted = round % 3 === 2 ? Number.POSITIVE_INFINITY : Math.floor(random() * PIECES);
      await until(
        async () => (await piecesOf(publication)) >= wanted || (await ready()),
        `${wanted} pieces are stored, or all`,
      );
      await node.kill('SIGKILL');
      begun[(await ready()) ? 'finished' : 'unfinished'] += 1;
      assert.deepEqual(await sound(), [], `round ${round}`);
    }
    assert.deepEqual(begun, { unfinished: (ROUNDS * 2) / 3, finished: ROUNDS / 3 });
    writeFileSync(clock, String(Date.now() + (ROUNDS + 2) * DAY_MS));
    const node = await startNode(place, clock);
    const read = (path: string) => fetch(node.url + path, { redirect: 'manual' });
    const place_of = async () => (await read('/dataset/latest/manifest.txt')).headers.get('location') ?? '';
    const publication = await newest();
    await until(async () => (await place_of()) === `/dataset/${publication}/manifest.txt`, 'the newest is listed');
    // What is signed, without the signatures.
    const [signed = ''] = (await (await read(await place_of())).text()).split('\n— ');
    const manifest = parseManifest(signed);
    assert.deepEqual(
      manifest?.files.map(({ name }) => name),
      datasetFileNames.filter((name) => name !== MANIFEST),
    );
    for (const { name, sha256, bytes, rows } of manifest?.files ?? []) {
      const body = Buffer.from(await (await read(`/dataset/${publication}/${name}`)).arrayBuffer());
      assert.equal(body.byteLength, bytes, name);
      assert.equal(createHash('sha256').update(body).digest('hex'), sha256, name);
      if (name.endsWith('.parquet')) {
        const read = await parquetReadObjects({ file: Uint8Array.from(body).buffer, compressors, columns: ['slug'] });
        assert.ok(read.length > COMPANIES && read.length === rows, name);
      }
    }
    assert.deepEqual(await sound(), []);
    await node.stop();
    await publisher.stop();
    await store.close();
    await server?.stop();
  });
