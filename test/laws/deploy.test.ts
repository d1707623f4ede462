import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

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

test('every file that compose mounts into a container exists', () => {
  const mounted = [...read('compose.yaml').matchAll(/^ +- (\.\/[^:]+):/gm)].map(([, name = '']) => name);
  assert.ok(mounted.includes('./nginx.conf') && mounted.includes('./trusted-proxies.conf'));
  for (const name of mounted) assert.notEqual(read(name), '');
});
