import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { run } from '../../../test/world/processes.ts';
import { timeLimit } from '../../../test/world/wait.ts';
import { features } from '../src/features.ts';
import { serving, temporaryFolder } from './world/readymark.ts';
import { copyTree } from './world/tree-copy.ts';

/** To remove a feature is to remove its folder and what names it in features.ts: a copy of the checkout shows it. */
const root = join(import.meta.dirname, '../../..');
const copies = temporaryFolder('readymark-without-');

describe('the service without a feature', { timeout: timeLimit(240_000) }, () => {
  const copy = copyTree(join(copies, 'copy'));
  const { folder } = copy;
  const list = copy.read('packages/service/src/features.ts');
  // Tests of a feature go with it; what runs must compile without it.
  const config = JSON.parse(copy.read('tsconfig.json'));
  const only = { include: ['packages/*/src', 'bin'], exclude: [...config.exclude, '**/*.test.ts'] };
  copy.write('tsconfig.json', JSON.stringify({ ...config, ...only }));

  for (const feature of features)
    test(`${feature.name}: it compiles, serves, and has none of its pages, routes and options`, async (t) => {
      const place = join(folder, 'packages/service/src/features', feature.name);
      const aside = join(copies, feature.name);
      renameSync(place, aside);
      t.after(() => renameSync(aside, place));
      const [, variable = ''] =
        new RegExp(`^import \\{ (\\w+) \\} from './features/${feature.name}/.*$`, 'm').exec(list) ?? [];
      assert.ok(variable, 'features.ts imports it by name');
      const without = list
        .replace(new RegExp(`^import \\{ ${variable} \\}.*\\n`, 'm'), '')
        .replace(new RegExp(`(?<=[[ ,\\n])${variable}(, *)?`), '');
      assert.doesNotMatch(without, new RegExp(`\\b${variable}\\b`));
      copy.write('packages/service/src/features.ts', without);
      // What does not hang on the feature is checked once.
      const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--singleThreaded', '--incremental'];
      const built = await run(process.execPath, [...tsc, '--tsBuildInfoFile', join(folder, 'tsbuildinfo')]);
      assert.equal(built.code, 0, built.out);

      const data = join(folder, 'data', feature.name);
      const bin = join(folder, 'bin/readymark.js');
      const part = await feature.http?.();
      const service = await serving({ DATA_DIR: data }, [bin, 'serve', '--with-examples']);
      try {
        const home = await (await fetch(`${service.url}/`, { headers: { accept: 'text/html' } })).text();
        assert.match(home, /Frostmurble/);
        const read = ['/?q=nobody', '/compare?slugs=nobody', '/audits/frostmurble', '/about', '/privacy', '/terms'];
        const others = await Promise.all(
          read.map(async (path) => (await fetch(service.url + path, { headers: { accept: 'text/html' } })).text()),
        );
        for (const { page } of part?.pages ?? []) {
          assert.equal((await fetch(service.url + page.path)).status, 404, page.path);
          for (const [at, text] of [home, ...others].entries())
            assert.doesNotMatch(
              text,
              new RegExp(`href="${page.path}["?]`),
              `${read[at - 1] ?? '/'} links ${page.path}`,
            );
        }
      } finally {
        await service.stop();
      }
      const commands = await run(process.execPath, [bin, '--help']);
      for (const group of Object.keys(feature.command_groups ?? {}))
        assert.doesNotMatch(commands.out, new RegExp(`^ {2}${group} `, 'm'));
      if (feature.export_option) {
        const help = await run(process.execPath, [bin, 'export', '--help']);
        assert.ok(!help.out.includes(`--${feature.export_option.flag}`), help.out);
      }
      const sound = await run(process.execPath, [bin, 'doctor'], { env: { DATA_DIR: data } });
      assert.equal(sound.code, 0, sound.out);
    });
});
