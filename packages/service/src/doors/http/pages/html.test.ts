import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { madeAuditor } from '../../../../../auditor/test/world/sites/made-auditor.ts';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';
import { publishDraft } from '../../../../test/world/sites/published-draft.ts';
import { addresses } from '../discovery/listing.ts';
import { openSite } from '../public/site.ts';

const { pages } = openSite([]);

/** Every page passes an HTML validator. */
// What its sources quote would be markup if it were not text.
const page = '<script>alert(1)</script>\u202e</q></li>“&amp;”';
const service = await testService('sqlite', {}, undefined, { auditor: madeAuditor({ site: { '/': page } }) });
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  ...Array.from({ length: 130 }, (_, at) => madeCompany(at)),
  hostileCompany(),
]);
await publishDraft(service, 'bramstack');

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // Several fields with one name are how a form sends a list.
  // The validator counts character references by their source text.
  rules: { 'form-dup-name': 'off', 'long-title': ['error', { maxlength: 110 }] },
});

/** One address of each page in the table, and addresses with other content. */
const paths = new Set([
  ...pages
    .filter(({ twin }) => twin)
    .flatMap((page) => addresses(page, service.catalogue.current(), 0, 1).map(({ address }) => address)),
  '/?q=quill&tier=Emerging&sort=P2',
  '/?q=nothing+at+all',
  '/?page=2',
  '/?page=99',
  '/audits/bramstack',
  '/audits/hostile-but-valid',
  '/audits/bramstack?order=weakest',
  '/audits/bramstack/2026-05-01',
  '/audits/bramstack/changes',
  '/audits/bramstack/2020-01-01',
  '/audits/none',
  '/compare?slugs=bramstack',
  '/compare?slugs=bramstack,oxstack,hostile-but-valid',
  '/compare?slugs=bramstack,oxstack,hostile-but-valid&criteria=P1-B,P3-A&pillar=P4',
  '/audits/hostile-but-valid?pillar=P3&criteria=P1-B',
  '/problems/rate_limited',
  '/nothing',
]);

for (const path of paths) {
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

test('no template inserts a field of an audit as HTML', () => {
  const folder = join(import.meta.dirname, '..');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    const raw = [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /!\$\{(?:record|entry|audit|item|criterion|step|move|known|found|company)\b[.?][^}]*\}/g,
      ),
    ];
    // `step.reaches ? …` chooses between our own texts.
    assert.deepEqual(
      raw.map(([text]) => text).filter((text) => !text.includes(' ? ')),
      [],
      name,
    );
  }
});
