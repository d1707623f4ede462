import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { COMPANY, WITNESS } from '../world/network/closed-names.ts';
import { program } from '../world/readymark.ts';

/**
 * Witnesses and proofs of domains over a real DNS and real certificates (decisions 149 and 155). The DNS of the closed world has no
 * TXT records; a proof by one is shown in public-log/replies/proofs.test.ts.
 */
test('a witness and a company are reached by their names, and a name that answers badly is no proof and harms nothing', async (t) => {
  const extra = [join(import.meta.dirname, '../world/network/closed-names.ts')];
  const ran = await inClosedWorld(program('closed-names-walk'), [], { extra });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  const { found, cosigned } = JSON.parse(ran.out);
  assert.deepEqual(cosigned, [`${WITNESS}/w`]);
  const said = Object.entries<Record<string, { problem: string | null } | null>>(found).map(
    ([slug, { proven, dns, file }]) => [slug, proven, dns?.problem, file?.problem],
  );
  assert.deepEqual(said, [
    ['company', 'file', 'the name has no TXT record', null],
    ['silent', null, 'the name was not answered in time', 'the name was not answered in time'],
    ['broken', null, 'the name could not be asked', 'the name could not be resolved'],
    ['private', null, 'the name has no TXT record', 'the name leads to an address that is not public'],
    ['gone', null, 'the name has no TXT record', 'the name does not exist'],
  ]);
  assert.deepEqual(
    ran.log.filter(({ kind }) => kind === 'canary'),
    [],
    'nothing connected to a private address',
  );
  const asked = ran.log.filter(({ kind, type }) => kind === 'dns' && type === 'TXT').map(({ name }) => name);
  assert.ok(asked.includes(`_readymark-reply.${COMPANY}`));
});
