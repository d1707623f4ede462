import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { publicLogDocument } from '../../../src/doors/http/public-log/log-documents.ts';
import { askWitnesses } from '../../../src/operations/jobs/ask-witnesses.ts';
import { settleRestoredLog } from '../../../src/operations/public-log/restored-log.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { copyKey } from '../../../src/store/public-log/key-file.ts';
import { publish } from '../../world/operator.ts';
import { temporaryFolder } from '../../world/readymark.ts';
import { type Engine, engines, sharedDatabases, type TestContext } from '../../world/service.ts';
import { beside, signedHere, withKey } from '../signing-nodes.ts';
import { strictWitness } from '../witnesses/strict-witness.ts';

/** What proves that a restored database is the newest of its log, so that nobody is asked (decision 167). */
sharedDatabases();

const folder = temporaryFolder('readymark-proofs-');
let number = 0;
const place = (name: string) => {
  const made = join(folder, `${name}-${number++}`);
  mkdirSync(made);
  return made;
};

/** The checkpoint of a node, as an exported tree has it. */
async function treeOf(node: TestContext): Promise<string> {
  const tree = place('tree');
  mkdirSync(join(tree, 'log'));
  const note = await publicLogDocument(node, '/log/checkpoint');
  writeFileSync(join(tree, 'log/checkpoint'), note?.bodies.identity ?? assert.fail());
  return tree;
}

/** A lost node that signed two audits, a backup of its key, and the database restored beside an empty folder. */
async function restored(engine: Engine, witnessed = '') {
  const env = { ...(witnessed && { LOG_WITNESSES: witnessed }) };
  const lost = await withKey(engine, env);
  await publish(lost, [exampleAudit({ slug: 'two' })]);
  const backup = join(place('backup'), 'signing-key');
  copyKey(lost.signer.file, backup);
  const fresh = await beside(lost, { ...env, SIGNING_KEY_FILE: join(place('fresh'), 'signing-key') });
  let asked = 0;
  const settle = (wish: { tree?: string; decision?: 'continue' | 'new'; answer?: 'continue' } = {}) =>
    settleRestoredLog(fresh, {
      ...{ key: backup, tree: wish.tree, decision: wish.decision },
      async ask(log) {
        asked++;
        assert.equal(log.signed, 2);
        return wish.answer;
      },
    });
  return { lost, fresh, settle, asked: () => asked };
}

const knowing = async (node: TestContext, witness: Awaited<ReturnType<typeof strictWitness>>) => {
  witness.knows((await showKeys(node)).keys.map(({ key }) => key));
  await askWitnesses(node, AbortSignal.timeout(timeLimit(20_000)));
  assert.equal(witness.heads.get('readymark.test/log')?.size, 2);
};

for (const engine of engines)
  describe(`a restored log on ${engine}`, () => {
    test('goes on without a question where a witness cosigned its head and nothing later', async () => {
      const witness = await strictWitness('one.example/w', () => new Date('2026-11-21T12:00:10Z'));
      const { lost, fresh, settle, asked } = await restored(engine, witness.setting);
      await knowing(lost, witness);
      const { state, proof, signed } = await settle();
      assert.deepEqual({ state, proof, signed }, { state: 'continues', proof: 'the witness one.example/w', signed: 2 });
      assert.deepEqual([asked(), signedHere(fresh)], [0, 2]);
    });

    test('does not go on where a witness cosigned more, whatever a person says; one that is behind proves nothing', async () => {
      const witness = await strictWitness('one.example/w', () => new Date('2026-11-21T12:00:10Z'));
      const { lost, fresh, settle, asked } = await restored(engine, witness.setting);
      await knowing(lost, witness);
      const head = witness.heads.get('readymark.test/log') ?? assert.fail();
      witness.heads.set('readymark.test/log', { size: 9, root: head.root });
      const { state, why } = await settle();
      assert.equal(state, 'undecided');
      assert.match(why ?? '', /one\.example\/w cosigned 9 entries.+has 2.+`readymark key rotate --new-log`/);
      await assert.rejects(settle({ decision: 'continue' }), Refusal);
      assert.deepEqual([asked(), signedHere(fresh)], [0, undefined]);

      witness.heads.delete('readymark.test/log');
      assert.equal((await settle()).state, 'undecided');
      assert.equal(asked(), 1);
      assert.equal((await settle({ decision: 'new' })).state, 'new');
    });

    test('goes on by an exported tree of the same head, and not by one of a later or another', async () => {
      const { lost, fresh, settle, asked } = await restored(engine);
      const tree = await treeOf(lost);
      const other = await treeOf(await withKey(engine));
      await assert.rejects(settle({ tree: other }), /is no exported tree of this log/);
      await assert.rejects(settle({ tree: place('empty') }), /has no log\/checkpoint/);
      const { state, proof } = await settle({ tree });
      assert.deepEqual({ state, proof, asked: asked() }, { state: 'continues', proof: 'the exported tree', asked: 0 });
      assert.equal(signedHere(fresh), 2);
    });

    test('goes on where a person says that nothing was published later, and else as it is', async () => {
      const { fresh, settle, asked } = await restored(engine);
      const open = await settle();
      assert.equal(open.state, 'undecided');
      assert.match(open.why ?? '', /`readymark key resume`/);
      const { state, proof } = await settle({ answer: 'continue' });
      assert.deepEqual({ state, proof, asked: asked() }, { state: 'continues', proof: null, asked: 2 });
      assert.equal(signedHere(fresh), 2);
      // What is remembered now asks nobody.
      assert.equal((await settle()).state, 'continues');
      assert.equal(asked(), 2);
    });
  });
