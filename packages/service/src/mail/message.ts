import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Letter } from './letters/letter.ts';

/** A letter as it is sent: from whom to whom, and the message (RFC 5322). */
export type Message = { envelope: { from: string; to: string[] }; raw: Buffer };

const lines = (text: string) => text.replace(/\r\n|\n|\r/g, '\r\n');
const part = (type: string, text: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(encode(lines(text)))}\r\n`;

/**
 * Writes a letter as plain text and HTML, always in the same bytes. Headers and addresses are nodemailer's; the two parts are
 * put together here, because its chain of streams takes longer than all else that a letter needs.
 *
 * The boundary contains `=_`, which quoted-printable text cannot (RFC 2045, 6.7).
 *
 * @param mail_from the sender, as in `MAIL_FROM`
 */
export function compose({ to, subject, text, html, date, message_id, headers }: Letter, mail_from: string): Message {
  const node = new MimeNode('multipart/alternative', { boundaryPrefix: '=_', baseBoundary: 'readymark' });
  node.setHeader({
    ...headers,
    From: mail_from,
    To: [{ name: '', address: to }],
    Subject: subject,
    'Message-ID': message_id,
    Date: date.toUTCString().replace('GMT', '+0000'),
  });
  const head = node.buildHeaders();
  const { from, to: recipients } = node.getEnvelope();
  const boundary = `--${node.boundary}`;
  const [plain, rich] = [part('text/plain', text), part('text/html', html)];
  return {
    envelope: { from: from || '', to: recipients },
    raw: Buffer.from(`${head}\r\n\r\n${boundary}\r\n${plain}${boundary}\r\n${rich}${boundary}--\r\n`),
  };
}
