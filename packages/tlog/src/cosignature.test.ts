import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cosignaturesFor, cosignaturesOf, parseWitnessKey } from './cosignature.ts';
import { parseVerifierKey } from './note.ts';

/** A checkpoint of a public log, as four public witnesses cosigned it in May 2026, and their published keys. */
const text = 'arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n';
const by_log = [
  '— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=\n',
];
const by_witnesses = [
  '— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==\n',
  '— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==\n',
  '— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==\n',
  '— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==\n',
];
const key_texts = [
  'transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM',
  'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
  'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
  'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv',
];
const keys = key_texts.map((key) => parseWitnessKey(key) ?? assert.fail(key));
const note = `${text}\n${[...by_log, ...by_witnesses].join('')}`;

test('cosignatures of public witnesses are verified, with their times', () => {
  const { valid, wrong } = cosignaturesOf(note, keys);
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    valid.map(({ witness, at, line }) => [witness, new Date(at).toISOString(), line]),
    keys.map((key, at) => [key, '2026-05-23T21:50:24.000Z', by_witnesses[at]]),
  );
  const answer = cosignaturesFor(`${text}\n${by_log.join('')}`, by_witnesses.join(''), keys);
  assert.deepEqual(answer, { valid, wrong: [] });
});

test('witnesses that are not known are ignored, and a changed checkpoint or time is reported', () => {
  assert.deepEqual(cosignaturesOf(note, []), { valid: [], wrong: [] });
  const [, , remora] = keys;
  assert.ok(remora);
  assert.equal(cosignaturesOf(note, [remora]).valid.length, 1);
  for (const changed of [
    note.replace('1432088532', '1432088533'),
    note.replace('2net5wAAAABqEiEg', '2net5wAAAABqEiEh'),
    note.replace('2net5wAAAABqEiEg', '2net5wAAAAAAAAAA'),
    note.replace('2net5wAAAABqEiEg', '2net5/////9qEiEg'),
  ])
    assert.deepEqual(cosignaturesOf(changed, [remora]), { valid: [], wrong: [remora] }, changed);
});

test('an answer of a witness has signature lines and nothing else', () => {
  const [line = ''] = by_witnesses;
  for (const answer of ['', '\n', line.slice(0, -1), `${line}\n`, `${line}x\n`, `\u001b[31m${line}`, 'OK\n'])
    assert.equal(cosignaturesFor(note, answer, keys), undefined, JSON.stringify(answer));
});

test('the key of a witness is none of a log, and the other way round', () => {
  for (const key of key_texts) assert.equal(parseVerifierKey(key), undefined);
  assert.equal(parseWitnessKey('TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6'), undefined);
  assert.equal(parseWitnessKey(key_texts[2]?.replace('da77ade7', 'da77ade8') ?? ''), undefined);
});
