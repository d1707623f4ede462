import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { call } from './world/call.ts';
import { engines, sharedDatabases, testService } from './world/service.ts';

/** What /privacy says of evidence, letters and backups, in both forms (decisions 25, 90). */
sharedDatabases();

for (const engine of engines)
  describe(`the page about privacy on ${engine}`, () => {
    test('it says how long evidence, letters and backups are kept, with the days that are set', async () => {
      const service = await testService(engine, { EVIDENCE_DAYS: '41' });
      const html = await call(service.url, 'GET', '/privacy', { headers: { accept: 'text/html' } });
      const markdown = await call(service.url, 'GET', '/privacy.md');
      for (const { status, text } of [html, markdown]) {
        assert.equal(status, 200);
        assert.match(text, /Evidence that nothing was published from is removed 41 days after the audit job ended/);
        assert.match(
          text,
          /those that its evidence cites are kept until 41 days after it is no longer the current audit/,
        );
        assert.match(
          text,
          /For each letter to an agent these are kept for 30 days after it was sent or given up: .* After that only numbers are kept/,
        );
        assert.match(text, /stays in backups of the database until whoever runs the service deletes them/);
      }
      await service.stop();
    });
  });
