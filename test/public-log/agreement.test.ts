import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHash } from '../../src/domain/canonical-json.ts';
import { parseCheckpoint } from '../../src/domain/public-log/checkpoint.ts';
import { openNote, parseVerifierKey } from '../../src/domain/public-log/note.ts';
import { leafHash } from '../../src/domain/public-log/tree.ts';
import { canonicalJson, rootOfInclusion } from '../../src/domain/public-log/verify.js';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { exampleAudit, rubrics } from '../world/example-audit.ts';
import { commit } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** Two nodes publish at once while a reader compares (decision 143): log, records and index agree at every moment. */
sharedDatabases();

const ROUNDS = 12;

/** What is read of the documents below. */
type Read = {
  keys: { key: string }[];
  audits: { slug: string }[];
  statement: { record_sha256: string };
  index: number;
  inclusion: string[];
  checkpoint: string;
  rank: number;
};

for (const engine of engines)
  test(`whoever reads any node of two that publish finds a signed proof of every score (${engine})`, async () => {
    const one = await testService(engine);
    const { DATA_DIR, DATABASE_URL } = one.settings;
    const two = await testService(engine, { DATA_DIR, DATABASE_URL }, one.clock);
    const nodes = [one, two];
    const json = async (url: string) => {
      const reply = await fetch(url);
      assert.equal(reply.status, 200, url);
      return reply.json() as Promise<Read>;
    };
    const { keys } = await json(`${one.url}/.well-known/readymark-keys`);
    const verifier = parseVerifierKey(keys[0]?.key ?? '') ?? assert.fail();
    const head = (note: string) => {
      const opened = openNote(note, [verifier]);
      assert.ok('text' in opened, note);
      return parseCheckpoint(opened.text) ?? assert.fail();
    };

    /** Reads one node completely. @returns how many scores it showed */
    async function readNode(url: string): Promise<number> {
      const { audits } = await json(`${url}/api/audits/index.json`);
      const { size } = head(await (await fetch(`${url}/log/checkpoint`)).text());
      assert.ok(size >= audits.length, `${audits.length} scores are shown, ${size} entries are signed`);
      for (const { slug } of audits) {
        const { statement, index, inclusion, checkpoint } = await json(`${url}/api/audits/${slug}/proof.json`);
        const { rank: _, ...record } = await json(`${url}/api/audits/${slug}.json`);
        const signed = head(checkpoint);
        const hashes = inclusion.map((hash) => Buffer.from(hash, 'base64'));
        const root = await rootOfInclusion(leafHash(Buffer.from(canonicalJson(statement))), index, signed.size, hashes);
        assert.deepEqual(Buffer.from(root ?? []), Buffer.from(signed.root), slug);
        assert.equal(canonicalHash(record), statement.record_sha256, slug);
      }
      return audits.length;
    }

    let publishing = true;
    const writers = nodes.map(async (node, at) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await commit(node, [exampleAudit({ slug: `c-${at}-${round}` })]);
        await readNode(nodes[1 - at]?.url ?? '');
      }
    });
    const readers = nodes.map(async ({ url }) => {
      const seen = new Set<number>();
      while (publishing) seen.add(await readNode(url));
      return seen;
    });
    await Promise.all(writers);
    publishing = false;
    const seen = await Promise.all(readers);
    assert.ok(
      seen.some(({ size }) => size > 1),
      'a reader saw several states',
    );
    for (const node of nodes) {
      await node.catalogue.refresh();
      assert.equal(await readNode(node.url), 2 * ROUNDS);
    }
    const found = (await runDoctor(one.store, rubrics, () => {})).flatMap(({ findings }) => findings);
    assert.deepEqual(found, []);
  });
