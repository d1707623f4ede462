import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A file with a new key for the robot (`AUDIT_KEY_FILE`), removed after the tests, and the key itself. */
export function robotKey(): { file: string; pem: string } {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-robot-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'robot.pem');
  const pem = `${generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })}`;
  writeFileSync(file, pem);
  return { file, pem };
}
