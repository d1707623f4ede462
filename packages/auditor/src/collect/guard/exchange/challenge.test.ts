import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLimit } from '../../../../../../test/world/wait.ts';
import { isChallenge } from './challenge.ts';

const page = (body: string) => new TextEncoder().encode(`<!doctype html><title>Page</title>${body}`);
const words = `<p>${'Plain words about an offer. '.repeat(40)}</p>`;

test('pages for robots are known by their marks', () => {
  assert.ok(isChallenge(403, { 'cf-mitigated': 'challenge' }, page(words)));
  assert.ok(isChallenge(202, {}, page('<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/">')));
  assert.ok(isChallenge(403, {}, page('<a href="/.well-known/SGCaptcha/">')));
  assert.ok(isChallenge(405, { 'x-amzn-waf-action': 'captcha' }, undefined));
  assert.ok(isChallenge(403, { 'x-datadome': 'protected' }, undefined));
  assert.ok(isChallenge(200, {}, page('<script src="/_Incapsula_Resource?x"></script>')));
  assert.ok(isChallenge(503, {}, new TextEncoder().encode('<title>Just a moment...</title>')));
  assert.ok(isChallenge(200, {}, page('<p>Are you human?<iframe title="x" src="https://hcaptcha.example/"></iframe>')));
});

test('pages with words that carry the mark of such a service are the site’s own', () => {
  assert.equal(isChallenge(200, { 'x-datadome': 'protected' }, page(words)), false);
  assert.equal(isChallenge(200, {}, page(`${words}<script src="/_Incapsula_Resource?x"></script>`)), false);
  assert.equal(isChallenge(200, {}, page(`${words}<iframe src="https://captcha.example/"></iframe>`)), false);
  assert.equal(isChallenge(200, {}, page('<p>We never show a sgcaptcha.')), false);
  for (const status of [200, 401, 403, 404, 500]) assert.equal(isChallenge(status, {}, page('short')), false);
});

test('scripts and styles are no words, and odd pages end', () => {
  const script = `<script>${'captcha '.repeat(500)}</script><style>${'x '.repeat(500)}</style><svg>${'y'.repeat(600)}</svg>`;
  assert.ok(isChallenge(200, { 'x-datadome': 'protected' }, page(script)));
  const begun = performance.now();
  for (const odd of ['<', '<script', '<iframe', '<title', '<script>', '</'])
    isChallenge(200, { 'x-datadome': 'x' }, page(odd.repeat(100_000)));
  assert.ok(performance.now() - begun < timeLimit(2_000));
});
