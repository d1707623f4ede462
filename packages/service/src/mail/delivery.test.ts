import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryOf } from './delivery.ts';

const smtp = (
  responseCode: number,
  command: string,
  response = `${responseCode} <someone@agents.example> said hunter2`,
) => Object.assign(new Error(response), { code: 'EENVELOPE', responseCode, response, command });

test('only a 5xx about the recipient or the letter is permanent', () => {
  for (const command of ['RCPT TO', 'DATA']) {
    for (const code of [550, 551, 552, 553, 554])
      assert.equal(deliveryOf(smtp(code, command)).status, 'permanent', `${code} ${command}`);
    for (const code of [421, 450, 451, 452, 503])
      assert.equal(deliveryOf(smtp(code, command)).status, 'temporary', `${code} ${command}`);
  }
  for (const command of ['MAIL FROM', 'AUTH PLAIN', 'EHLO', 'CONN', 'STARTTLS'])
    assert.equal(deliveryOf(smtp(550, command)).status, 'temporary', command);
});

test('a reason consists of codes: reply, enhanced status, error, step', () => {
  const reason = (error: unknown) => {
    const delivery = deliveryOf(error);
    return delivery.status === 'sent' ? null : delivery.reason;
  };
  assert.equal(
    reason(smtp(550, 'RCPT TO', '550 5.1.1 <someone@agents.example> unknown')),
    '550 5.1.1 EENVELOPE at RCPT TO',
  );
  assert.equal(reason(smtp(452, 'RCPT TO')), '452 EENVELOPE at RCPT TO');
  assert.equal(
    reason(Object.assign(new Error('x'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' })),
    'ECONNREFUSED at CONN',
  );
  assert.equal(
    reason(Object.assign(new Error('x'), { code: 'secret@agents.example', command: 'a b\r\nc' })),
    'unknown',
  );
  for (const odd of [null, undefined, 'text', 7, new Error('to a@b.example')]) assert.equal(reason(odd), 'unknown');
});
