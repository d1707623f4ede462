import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

type Service = { image: string; build?: object; env_file: string[]; environment: Record<string, unknown> };

/** What the deployment files must say, as far as no container engine and no systemd is needed to see it. */
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8');

test('no process of a deployment leaves its memory, which contains addresses and keys, in a core dump (decision 25)', () => {
  assert.match(read('readymark.service'), /^LimitCORE=0$/m);
  const compose = read('compose.yaml');
  assert.match(compose, /^x-no-core-dumps: &no-core-dumps\n {2}core: 0$/m);
  // The services that share settings have it from those.
  assert.match(compose, /^x-readymark: &readymark\n(?: {2}.*\n)*? {2}ulimits: \*no-core-dumps$/m);
  const services = compose.split(/^services:$/m)[1]?.split(/^volumes:$/m)[0] ?? '';
  const names = services.split(/^ {2}(?=[\w-]+:)/m).slice(1);
  assert.ok(names.length >= 5);
  for (const service of names)
    assert.match(service, /^ {4}(ulimits: \*no-core-dumps|<<: \*(readymark|node))$/m, service);
});

test('compose builds the image once, and gives every setting of .env to the nodes', () => {
  const { services } = parse(read('compose.yaml'), { merge: true });
  const ours = Object.entries<Service>(services).filter(([, { image }]) => image === 'readymark');
  assert.deepEqual(
    ours.map(([name]) => name),
    ['node-1', 'node-2', 'export'],
  );
  assert.deepEqual(
    ours.filter(([, { build }]) => build !== undefined).map(([name]) => name),
    ['node-1'],
  );
  for (const [name, { env_file, environment }] of ours) {
    assert.deepEqual(env_file, ['.env'], name);
    // What would break a container if .env could change it.
    for (const fixed of ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL']) assert.ok(environment[fixed], `${name} ${fixed}`);
  }
});

test('every file that compose mounts into a container exists', () => {
  const composed = read('compose.yaml') + read('compose.tls.yaml');
  const mounted = [...composed.matchAll(/^ +- (\.\/[^:]+):/gm)].map(([, name = '']) => name);
  for (const name of ['nginx', 'nodes', 'trusted-proxies', 'tls']) assert.ok(mounted.includes(`./${name}.conf`), name);
  for (const name of mounted) assert.notEqual(read(name), '');
});
