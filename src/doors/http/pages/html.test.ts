import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';

/** Every page as a validator reads it. */
const service = await testService('sqlite');
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  ...Array.from({ length: 130 }, (_, at) => madeCompany(at)),
  hostileCompany(),
]);

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // Several fields of one name are how a form says a list.
  // A title's length is counted with its character references written out.
  rules: { 'form-dup-name': 'off', 'long-title': ['error', { maxlength: 110 }] },
});

for (const path of [
  '/',
  '/?q=quill&tier=Emerging&sort=P2',
  '/?q=nothing+at+all',
  '/?page=2',
  '/?page=99',
  '/audits/bramstack',
  '/audits/hostile-but-valid',
  '/audits/none',
  '/compare',
  '/compare?slugs=bramstack',
  '/compare?slugs=bramstack,oxstack,hostile-but-valid',
  '/rubric',
  '/privacy',
  '/problems',
  '/problems/rate_limited',
  '/nothing',
]) {
  test(`${path} is valid HTML`, async () => {
    const reply = await fetch(service.url + path, { headers: { accept: 'text/html' } });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
    const { results } = await validator.validateString(await reply.text());
    assert.deepEqual(
      results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`)),
      [],
    );
  });
}

test('no template takes a field of an audit as HTML', () => {
  const folder = join(import.meta.dirname, '..');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    const raw = [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /!\$\{(?:record|entry|audit|item|criterion|step|move|known|found|company)\b[.?][^}]*\}/g,
      ),
    ];
    // `step.reaches ? …` chooses between texts of ours.
    assert.deepEqual(
      raw.map(([text]) => text).filter((text) => !text.includes(' ? ')),
      [],
      name,
    );
  }
});
