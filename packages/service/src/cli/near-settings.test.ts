import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsTable } from '../settings.ts';
import { nearSettings } from './near-settings.ts';

test('a mistyped setting is named with the right name', () => {
  for (const [given, meant] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['READYMARK_PORT', 'PORT'],
    ['Port', 'PORT'],
    ['SMTP-URL', 'SMTP_URL'],
    ['OPERATOR_TOKNES', 'OPERATOR_TOKENS'],
  ] as const)
    assert.deepEqual(nearSettings([given]), [{ given, meant }]);
});

test('settings, variables of others, and near names of settings that are set, are not named', () => {
  const others =
    'PATH HOME HOSTNAME POST SORT HOSTS XDG_DATA_DIRS TEST_DATABASE_URL TARGET_DATABASE_URL NODE_ENV LANG TERM';
  assert.deepEqual(nearSettings([...Object.keys(settingsTable), ...others.split(' ')]), []);
  assert.deepEqual(nearSettings(['READYMARK_CLIENTS_DIR', 'READYMARK_AUDITS', ...others.split(' ')]), []);
  assert.deepEqual(nearSettings(['DATABASE_URL', 'DATABASE_URI']), []);
});
