import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { openNote, parseSigningKey, parseVerifierKey, signingKey, signNote } from './note.ts';

/** The example of Go's `sumdb/note`, which other implementations are tested with too. */
const verifier_text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const secret = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const signature =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const peter = parseSigningKey(secret);
const verifier = parseVerifierKey(verifier_text);
const other = signingKey('example.org/log', new Uint8Array(32).fill(7));

test('the published example is signed byte for byte, and verified', () => {
  assert.ok(peter && verifier);
  assert.equal(peter.verifier.text, verifier_text);
  assert.equal(signNote(text, [peter]), `${text}\n${signature}`);
  const opened = openNote(`${text}\n${signature}`, [verifier]);
  assert.ok('text' in opened);
  assert.deepEqual([opened.text, opened.signed_by], [text, [verifier]]);
});

test('keys that are cut, changed or written otherwise are none', () => {
  for (let at = 0; at < verifier_text.length; at++) {
    const next = String.fromCharCode(verifier_text.charCodeAt(at) + 1);
    assert.equal(parseVerifierKey(verifier_text.slice(0, at) + next + verifier_text.slice(at + 1)), undefined);
    assert.equal(parseVerifierKey(verifier_text.slice(0, at)), undefined);
  }
  assert.equal(parseVerifierKey(secret), undefined);
  assert.equal(parseSigningKey(secret.replace('c74f20a3', 'c74f20a4')), undefined);
  assert.throws(() => signingKey('two words', new Uint8Array(32)), RangeError);
});

test('a note of several keys is verified by each, and signatures of others are ignored', () => {
  assert.ok(peter && verifier);
  const note = signNote(text, [other, peter]);
  for (const keys of [[verifier], [other.verifier]]) {
    const opened = openNote(note, keys);
    assert.deepEqual('signed_by' in opened && opened.signed_by, keys);
  }
  assert.deepEqual(openNote(note, []), { fault: 'unsigned' });
});

test('a changed text, a changed signature and a text that is no note are refused', () => {
  assert.ok(verifier);
  const fault = (note: string) => openNote(note, [verifier]);
  assert.deepEqual(fault(`${text.replace('you', 'we')}\n${signature}`), { fault: 'bad_signature' });
  assert.deepEqual(fault(`${text}\n${signature.replace('wJnAM', 'wJnAN')}`), { fault: 'malformed' });
  assert.deepEqual(fault(`${text}\n${signature.replace('ZJku', 'ZJkv')}`), { fault: 'bad_signature' });
  for (const note of [
    '',
    text,
    `${text}\n`,
    `${text}${signature}`,
    `${text}\n${signature}x`,
    `${text}\r\n\n${signature}`,
  ])
    assert.deepEqual(fault(note), { fault: 'malformed' }, JSON.stringify(note));
});

test('the checkpoint of the C2SP text is read, and written again', () => {
  const body = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  const head = parseCheckpoint(body);
  assert.ok(head);
  assert.deepEqual([head.origin, head.size], ['example.com/behind-the-sofa', 20_852_163]);
  assert.equal(checkpointText(head), body);
  for (const wrong of [
    body.replace('20852163', '020852163'),
    body.slice(0, -1),
    body.replace('q2I=', 'q2J='),
    `\n${body}`,
  ])
    assert.equal(parseCheckpoint(wrong), undefined, wrong);
});
